"""A style that was learned from how well what somebody did suited the cards they had.

    P(choice) = exp(w . x[choice]) / the sum of these over all that may be seen to be done

where x are the numbers that the game declares for a choice and a hand (`Features.style_options`).
What somebody does follows one plan, so that moves are not independent of each other as this has it:
as evidence each counts only with the power `trust`, and for the rest as if anything were as likely.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from whoknows.beliefs.learned_style import FORMAT
from whoknows.core.agent import PastAct, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.logic.weights import Number

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints

ERROR = 0.01  # of a choice goes to anything that may be done


@dataclass(frozen=True, slots=True)
class SuitedStyle:
    """What was learned, and of which game."""

    name: str
    game: str
    features: tuple[str, ...]
    weights: tuple[float, ...]
    trust: float = 1.0
    fitted: tuple[str, ...] = ()  # on what, and how good it is, in words

    def chances(self, view: View[State, Action]) -> Mapping[Action, Number]:
        """Those of a choice are shared by the actions that look like it; where nothing was learned,
        anything is as likely."""
        import numpy as np

        hand = np.array([view.game.style_hand(view.state, view.seat)], np.int64)
        told = self.odds(view.game, view.state, view.seat, hand)
        alike = [view.game.style_choice(action) for action in view.actions]
        worth = [float(told[1][0, told[0].index(c)]) if told and c in told[0] else 0 for c in alike]
        shared = [one / alike.count(c) for one, c in zip(worth, alike, strict=True)]
        whole, many = sum(shared), len(alike)
        return {
            action: (1 - ERROR) * one / whole + ERROR / many if whole else Fraction(1, many)
            for action, one in zip(view.actions, shared, strict=True)
        }

    def likelihoods(self, game: Game[State, Action], act: PastAct, hands: Ints) -> Floats:
        """How likely each of these hands makes what was done, as evidence; the same for all where
        nothing was learned."""
        import numpy as np

        told = self.odds(game, act.before, act.by, hands)
        if told is None or act.made not in told[0]:
            return np.ones(len(hands))
        many = len(told[0])
        chances = (1 - ERROR) * told[1][:, told[0].index(act.made)] + ERROR / many
        found: Floats = chances**self.trust * (1 / many) ** (1 - self.trust)
        return found

    def odds(
        self, game: Game[State, Action], state: State, seat: int, hands: Ints
    ) -> tuple[tuple[str, ...], Floats] | None:
        """The choices, and for each hand how likely each is; None where nothing was learned."""
        import numpy as np

        if game.name != self.game:
            raise Error(f"the style {self.name} was learned from {self.game}, not from {game.name}")
        found = game.style_options(state, seat, hands)
        if found is None:
            return None
        if found.names != self.features:
            raise Error(f"the style {self.name} goes by other numbers than {game.name} has now")
        scores = found.numbers @ np.array(self.weights)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return found.choices, odds / odds.sum(axis=1, keepdims=True)

    def text(self) -> bytes:
        """The file: TOML."""
        fields: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "fitted": list(self.fitted),
            "trust": self.trust,
        }
        lines = [f"# {line}" for line in self.fitted]
        lines += [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
        lines += ["", "[weights]"]
        pairs = zip(self.features, self.weights, strict=True)
        lines += [f"{json.dumps(name)} = {json.dumps(number)}" for name, number in pairs]
        return ("\n".join(lines) + "\n").encode()
