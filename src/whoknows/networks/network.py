"""A small network: what a seat observes goes in, odds of its choices and a value come out.

Layer after layer, weights times what came in, plus biases; between two layers whatever is below
zero becomes zero. The last layer has a number for each choice, and one more for what the game will
be worth to the seat. It is learned elsewhere (`learning`); nothing here needs more than numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import Form, Row, shapes

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights of each layer, by input and output, and its biases."""

    layers: tuple[tuple[Floats, Floats], ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers come in, and how many leave each layer."""
        return (len(self.layers[0][0]), *(len(biases) for _, biases in self.layers))

    def outputs(self, rows: Floats) -> Floats:
        """What comes out for a row, or for each of several."""
        *hidden, (weights, biases) = self.layers
        for inner, its_biases in hidden:
            rows = np.maximum(rows @ inner + its_biases, 0.0)
        return np.asarray(rows @ weights + biases, np.float64)

    def opinion(self, row: Floats, allowed: Sequence[int]) -> tuple[Floats, float]:
        """How likely each of the allowed choices is, and what the game will be worth."""
        out = self.outputs(row)
        return odds(out[list(allowed)]), float(out[-1])


def odds(scores: Floats) -> Floats:
    """Scores as odds: one more is e times as likely."""
    weights = np.exp(scores - scores.max())
    return np.asarray(weights / weights.sum(), np.float64)


def fresh(sizes: Sequence[int], seed: int) -> Network:
    """A network that has learned nothing: small random weights, and a last layer that is nearly
    indifferent."""
    draw = np.random.default_rng(seed)
    spread = [np.sqrt(2.0 / inputs) for inputs in sizes[:-2]] + [0.01]
    pairs = zip(pairwise(sizes), spread, strict=True)
    return Network(tuple((draw.normal(0, by, shape), np.zeros(shape[1])) for shape, by in pairs))


def sizes_for(rules: NumberedGame, form: Form, hidden: Iterable[int]) -> tuple[int, ...]:
    """The sizes of a network for a game that is observed so."""
    return (inputs(rules, form), *hidden, len(rules.choices) + 1)


def inputs(rules: NumberedGame, form: Form) -> int:
    """How many numbers an observation is."""
    return sum(int(np.prod(shape)) for shape in shapes(rules, form).values())


def flat(observed: Iterable[Row]) -> Floats:
    """The parts of an observation as one row."""
    return np.concatenate([part.ravel() for part in observed]).astype(np.float64)
