"""Which tickets a network suggests: how surprising the other's true tickets are after some claims.

Every hand that the other may have is listed, in the groups in which its tickets came, and weighed
by all that it was seen to do. The log loss is that of the whole hand; *saved* is the share by which
it is below that of a hand of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import whoknows as wk
from whoknows.beliefs.calibration import worst_tenth
from whoknows.beliefs.style import Share, shares
from whoknows.core.match import past_acts, play
from whoknows.games.tickets.moves import Claim

MOST = 20_000  # hands that are listed; whoever has drawn more tickets is left out
Numbers = NDArray[Any]


class Told(NamedTuple):
    """One seat's belief about another: bits of the true hand, and if nothing were known; for each
    ticket it has not seen, its odds and whether the other has it."""

    bits: float
    even: float
    odds: Numbers
    true: Numbers


class Study(NamedTuple):
    """What was found, and how many had drawn too many tickets to be listed."""

    told: tuple[Told, ...]
    left_out: int

    @property
    def saved(self) -> float:
        """The share of the log loss that is saved."""
        return 1 - sum(one.bits for one in self.told) / sum(one.even for one in self.told)

    @property
    def interval(self) -> float:
        """Half of its 95 % interval."""
        shares = np.array([1 - one.bits / one.even for one in self.told])
        return float(1.96 * shares.std(ddof=1) / len(shares) ** 0.5)

    @property
    def worst(self) -> float:
        """The calibration of single tickets, in percentage points."""
        odds, true = (np.concatenate([one[n] for one in self.told]) for n in (2, 3))
        return worst_tenth(odds, true)


def study(agent: str, style: str, claims: int, deals: range, board: str = "usa") -> Study:
    """Games of two such agents, each seat looking at the other once so many claims are made."""
    game: Any = wk.game(f"tickets(board={board})")
    player, told, left_out = wk.agent(agent), [], 0
    known = shares(style, game, files=True)
    for seed in deals:
        for found in looks(game, player, known, claims, seed):
            left_out += found is None
            told += [found] if found else []
    return Study(tuple(told), left_out)


def looks(
    game: Any, player: Any, known: Sequence[Share], claims: int, seed: int
) -> Iterator[Told | None]:
    moves, made, state = [], 0, None
    for turn in play(game, [player, player], seed=seed):
        moves.append((turn.before, turn.choice.action))
        made += isinstance(turn.choice.action, Claim)
        state = turn.after
        if made == claims:
            break
    for seat in range(2):
        yield look(game, state, moves, known, seat)


def look(
    game: Any, state: Any, moves: Sequence[Any], known: Sequence[Share], seat: int
) -> Told | None:
    """What the seat believes of the other, by listing: it has one of these styles all along."""
    other, pack = 1 - seat, range(len(game.map.tickets))
    seen = {t for p in (*state.piles, *state.was) if seat in p.seers for t in p.tickets}
    hidden = [ticket for ticket in pack if ticket not in seen]
    groups = [pile for pile in state.piles if pile.owner == other]
    hands = listed(hidden, [len(pile.tickets) for pile in groups])
    if hands is None:
        return None
    true = [t for pile in groups for t in sorted(pile.tickets)]
    logs = np.logaddexp.reduce([_logs(game, seat, moves, hands, one) for one in known])
    weights = np.exp(logs - np.logaddexp.reduce(logs))
    (place,) = np.flatnonzero((hands == true).all(axis=1))
    odds = np.array([weights[(hands == ticket).any(axis=1)].sum() for ticket in hidden])
    there = np.array([ticket in true for ticket in hidden])
    return Told(-float(np.log2(weights[place])), float(np.log2(len(hands))), odds, there)


def _logs(game: Any, seat: int, moves: Sequence[Any], hands: Numbers, one: Share) -> Numbers:
    """How likely the other has this style and does with each hand what it was seen to do."""
    style: Any = one.style
    logs = np.full(len(hands), np.log(float(one.share)))
    for act in past_acts(game, seat, moves):
        had = len(act.before.tickets(1 - seat))
        if had:
            alike, which = np.unique(hands[:, :had], axis=0, return_inverse=True)
            logs += np.log(style.likelihoods(game, act, alike))[which.reshape(-1)]
    return logs


def listed(cards: Sequence[int], sizes: Sequence[int]) -> Numbers | None:
    """Every way to take groups of these sizes; None if they are too many."""
    found: list[tuple[int, ...]] = [()]
    for size in sizes:
        found = [
            (*hand, *more)
            for hand in found
            for more in combinations([card for card in cards if card not in hand], size)
        ]
        if len(found) > MOST:
            return None
    return np.array(found)
