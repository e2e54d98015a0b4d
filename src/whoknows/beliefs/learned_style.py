"""A style learned from games: how likely each choice is, from numbers that the game declares.

    P(choice) = exp(w[choice] . x) / the sum of these over all legal choices

where x are the declared numbers, brought to mean 0 and spread 1, and a 1. Where choices are
numbers, such as bids, the sum is over all of them, and whoever wants one that is not legal makes
the nearest that is (`nearest`). It is kept as a text file that says what it was fitted on and how
good it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp

from whoknows.core.agent import View
from whoknows.core.choice_weights import ChoiceWeights, nearest
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.logic.weights import Number

FORMAT = "whoknows style 1"
ERROR = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class LearnedStyle:
    """What was learned, and of which game."""

    name: str
    game: str
    choices: tuple[str, ...]
    features: tuple[str, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]  # of each choice: the constant, then each feature's
    fitted: tuple[str, ...] = ()  # on what, and how good it is, in words
    nearest: bool = False

    @property
    def policy(self) -> ChoiceWeights:
        """The same for a game that works it out for many states at once."""
        return ChoiceWeights(
            self.choices, self.features, self.means, self.spreads, self.weights, self.nearest
        )

    def chances(self, view: View[State, Action]) -> Mapping[Action, Number]:
        """As softmax over what is legal, with a share of error; where nothing was learned, anything
        is as likely."""
        many = len(view.actions)
        found = view.game.style_features(view.state, view.seat)
        if found is None:
            return dict.fromkeys(view.actions, Fraction(1, many))
        self._check(view.game.name, found)
        legal = [view.game.style_choice(action) for action in view.actions]
        scores = self._open(self._scores(found), legal)
        worth = [scores.get(choice, 0.0) for choice in legal]
        whole, error = sum(worth), float(ERROR)
        return {
            action: (1 - error) * (one / whole if whole else 1 / many) + error / many
            for action, one in zip(view.actions, worth, strict=True)
        }

    def _scores(self, found: Mapping[str, float]) -> dict[str, float]:
        """What each choice is worth, the best of them 1."""
        pairs = zip(self.features, self.means, self.spreads, strict=True)
        x = [1.0, *((found[name] - mean) / spread for name, mean, spread in pairs)]
        sums = [sum(a * b for a, b in zip(row, x, strict=True)) for row in self.weights]
        best = max(sums)
        return {c: exp(one - best) for c, one in zip(self.choices, sums, strict=True)}

    def _open(self, scores: dict[str, float], legal: Sequence[str]) -> dict[str, float]:
        """What is left to those that are legal."""
        open_ = [place for place, choice in enumerate(self.choices) if choice in legal]
        if not self.nearest or not open_:
            return scores
        shares = nearest(self.choices, open_)
        worth = [scores[choice] for choice in self.choices]
        return {
            self.choices[place]: sum(a * row[n] for a, row in zip(worth, shares, strict=True))
            for n, place in enumerate(open_)
        }

    def _check(self, game: str, found: Mapping[str, float]) -> None:
        if game != self.game or set(found) != set(self.features):
            raise Error(f"the style {self.name} was learned from {self.game}, not from {game}")

    def text(self) -> bytes:
        """The file: TOML."""
        lines = [f"# {line}" for line in self.fitted]
        fields = {
            "format": FORMAT,
            "game": self.game,
            "fitted": list(self.fitted),
            "nearest": self.nearest,
            "choices": list(self.choices),
            "features": list(self.features),
            "means": list(self.means),
            "spreads": list(self.spreads),
        }
        lines += [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
        lines += ["", "[weights]  # of each choice: the constant, then one for each feature"]
        pairs = zip(self.choices, self.weights, strict=True)
        lines += [f"{json.dumps(choice)} = {json.dumps(list(row))}" for choice, row in pairs]
        return ("\n".join(lines) + "\n").encode()
