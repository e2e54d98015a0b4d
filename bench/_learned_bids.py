"""How far the odds of learned bids can be trusted: on enough bids to tell in every tenth of odds.

A style is fitted on the bids of some games, and asked about those of many others.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import whoknows as wk
from whoknows.beliefs.calibration import TENTHS, worst_tenth
from whoknows.beliefs.style_learning import Fit, Seen, _ends, _odds
from whoknows.core.agent import View

ENOUGH = 200  # odds in a tenth: chance alone makes 3.5 points there
CARDS = (3, 4, 5)
Numbers = NDArray[Any]


class Study(NamedTuple):
    """The odds of all bids that could be made, whether each was, and the bits of what was."""

    odds: Numbers
    true: Numbers
    bits: float

    @property
    def worst(self) -> float:
        """In percentage points, over tenths with enough odds."""
        return worst_tenth(self.odds, self.true, ENOUGH)

    @property
    def many(self) -> list[int]:
        """How many odds there are in each tenth."""
        tenth = np.minimum((self.odds * TENTHS).astype(int), TENTHS - 1)
        return np.bincount(tenth, minlength=TENTHS).tolist()


def study(agent: str, fitted: int = 4_800, fresh: int = 60_000, error: float = 0.01) -> Study:
    """Fitted on so many bids of an agent among copies of itself, and asked about so many others."""
    seen = [*bids(agent, fitted // 4, Random(1)), *bids(agent, fresh // 4, Random(2))]
    out = np.arange(len(seen)) >= fitted
    fit = Fit.of(seen, out)
    closed, made = fit.closed[out], fit.made[out]
    odds = _odds(fit.weights, fit.x[out], _ends(fit.choices, closed))
    odds = (1 - error) * odds + error * ~closed / (~closed).sum(axis=1, keepdims=True)
    true = np.arange(odds.shape[1]) == made[:, None]
    return Study(odds[~closed], true[~closed], -float(np.log2(odds[true]).mean()))


def bids(agent: str, deals: int, luck: Random) -> Iterator[Seen]:
    """All bids of rounds of three to five cards in turn. What is known plays no part in them."""
    player, nothing = wk.agent(agent), None
    games: list[Any] = [wk.game(f"boerenbridge(rounds={cards})") for cards in CARDS]
    for deal in range(deals):
        game = games[deal % len(games)]
        state = game.apply(game.start(), game.chance(game.start()).sample(luck))
        while state.is_bidding:
            seat, legal = game.to_move(state), tuple(game.actions(state))
            seen: Any = View(game, seat, game.veil(state, seat), legal, nothing)  # type: ignore[arg-type]
            action = player.choose(seen, luck).action
            words = [game.style_choice(one) for one in (action, *legal)]
            yield Seen(game.style_features(state, seat), words[0], tuple(words[1:]), deal)
            state = game.apply(state, action)


if __name__ == "__main__":
    for agent in ("full-kripke", "full-kripke(bids=original)"):
        found = study(agent)
        print(f"{agent}: worst tenth {found.worst:.1f} points; {found.bits:.3f} bits; {found.many}")
