"""A style learned from games: how likely each choice is, from numbers that the game declares.

    P(choice) = exp(w[choice] . x) / the sum of these over all legal choices

where x are the declared numbers, brought to mean 0 and spread 1, and a 1. It is kept as a text file
that says what it was fitted on and how good it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, isfinite
from pathlib import Path
from typing import Any

from whoknows.core import schema
from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.logic.weights import Number

FORMAT = "whoknows style 1"
SUFFIX = ".style"
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

    def chances(self, view: View[State, Action]) -> Mapping[Action, Number]:
        """As softmax over what is legal, with a share of error; where nothing was learned, anything
        is as likely."""
        many = len(view.actions)
        found = view.game.style_features(view.state, view.seat)
        if found is None:
            return dict.fromkeys(view.actions, Fraction(1, many))
        self._check(view.game.name, found)
        scores = self._scores(found)
        worth = [scores.get(view.game.style_choice(action), 0.0) for action in view.actions]
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


def read(path: Path) -> LearnedStyle:
    """The style in a file; an `Error` of one line if it was edited wrongly."""
    try:
        return _made(path.stem, schema.toml(schema.content(path)))
    except Error as fault:
        told = str(fault)
        raise Error(told if told.startswith(str(path)) else f"{path}: {told}") from None


def _made(name: str, found: dict[str, Any]) -> LearnedStyle:
    schema.check(found, _FIELDS)
    if found["format"] != FORMAT:
        raise Error(f"field 'format' must be {FORMAT!r}, not {schema.short(found['format'])}")
    choices, features = found["choices"], found["features"]
    numbers = {name: found[name] for name in ("means", "spreads")}
    numbers |= {f"weights.{choice}": row for choice, row in found["weights"].items()}
    for key, row in numbers.items():
        _check_row(key, row, len(features) + key.startswith("weights."))
    if list(found["weights"]) != choices or not choices:
        raise Error("'weights' must have a row for each of 'choices', in their order")
    if min(found["spreads"], default=1) <= 0:
        raise Error("'spreads' must be above 0")
    rows = tuple(tuple(map(float, found["weights"][choice])) for choice in choices)
    return LearnedStyle(
        name, found["game"], tuple(choices), tuple(features), tuple(map(float, found["means"])),
        tuple(map(float, found["spreads"])), rows, tuple(found["fitted"]),
    )  # fmt: skip


def _check_row(key: str, row: object, many: int) -> None:
    if not schema.NUMBERS.fits(row) or not isinstance(row, list) or not all(map(isfinite, row)):
        raise Error(f"{key!r} must be a list of numbers, not {schema.short(row)}")
    if len(row) != many:
        raise Error(f"{key!r} must have {many} numbers, not {len(row)}")


_FIELDS = {
    "format": schema.TEXT,
    "game": schema.TEXT,
    "fitted": schema.TEXTS,
    "choices": schema.TEXTS,
    "features": schema.TEXTS,
    "means": schema.NUMBERS,
    "spreads": schema.NUMBERS,
    "weights": schema.Kind("a table", lambda value: isinstance(value, dict)),
}
