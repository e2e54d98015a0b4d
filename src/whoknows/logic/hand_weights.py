"""How likely each hand of one owner makes what was done, as a diagram with weights on its branches.

A layer for each card, with two branches for each node: the card is another's, or the owner's. The
weight of a hand is the product along its way. What the branches of a node have in common goes to
the branch above it, so that hands which go on in proportion share their nodes: once a hand is
complete, there is one node for whatever it weighs.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.owner_hands import Numbers, OwnerHands, Step
from whoknows.logic.weights import Number

Weights = NDArray[Any]  # int64, objects where the numbers are too large for that, or floats
WORD = 1 << 62  # below this, numbers fit into machine words
DENSE = 16  # so many numbers for each that is there are ticked off faster than sorted


@dataclass(frozen=True, eq=False)
class HandWeights:
    """Layers of nodes: the two children of each (-1: it cannot be), and the two weights."""

    children: tuple[Numbers, ...]
    weights: tuple[Weights, ...]
    scale: Number  # by which all weights are to be multiplied
    most: Number  # no hand weighs more, before that


def hand_weights(hands: OwnerHands, kinds: Numbers, values: tuple[Number, ...]) -> HandWeights:
    """From the kind of each hand and the weight of each kind."""
    whole, scale = _whole(values)
    node, weight = np.zeros(len(kinds), np.int64), whole[kinds]
    children, weights = list[Numbers](), list[Weights]()
    for step in reversed(hands.steps):
        pair, worth = _branches(step, node, weight)
        common = _common(worth)
        worth = worth // common[:, None] if worth.dtype != np.float64 else worth / common[:, None]
        first, node = _alike(pair, worth)
        weight = np.where((pair < 0).all(axis=1), 0, common)
        children.append(pair[first])
        weights.append(worth[first])
    return HandWeights(
        tuple(reversed(children)),
        tuple(reversed(weights)),
        scale * _plain(weight[0]),
        _plain(whole.max()),
    )


def _whole(values: tuple[Number, ...]) -> tuple[Weights, Number]:
    """Weights as whole numbers, if they are exact, and what to multiply them by."""
    if any(isinstance(value, float) for value in values):
        return np.array(values, np.float64), 1.0
    exact = [Fraction(value) for value in values]
    parts = lcm(*(value.denominator for value in exact))
    whole = [int(value * parts) for value in exact]
    return np.array(whole, np.int64 if max(whole) < WORD else object), Fraction(1, parts)


def _branches(step: Step, node: Numbers, weight: Weights) -> tuple[Numbers, Weights]:
    """The two branches of every hand told so far."""
    many = int(step.before.max()) + 1
    pair, worth = np.full((many, 2), -1, np.int64), np.zeros((many, 2), weight.dtype)
    some = np.flatnonzero(weight > 0)
    before, own = step.before[some], step.own[some]
    pair[before, own], worth[before, own] = node[some], weight[some]
    if not step.asked:
        pair[:, 1], worth[:, 1] = pair[:, 0], worth[:, 0]
    return pair, worth


def _common(worth: Weights) -> Weights:
    """What both weights have in common; 1 if there is none."""
    found = worth.max(axis=1) if worth.dtype == np.float64 else np.gcd(worth[:, 0], worth[:, 1])
    return np.where(found == 0, 1, found)


def _alike(pair: Numbers, worth: Weights) -> tuple[Numbers, Numbers]:
    """The first row of each kind, and the kind of each row."""
    worths = [_ranked(column) for column in worth.T]
    return distinct([*(pair.T + 1), *worths])


def distinct(columns: list[Numbers]) -> tuple[Numbers, Numbers]:
    """The first of each kind of rows, and the kind of each row; all numbers are from 0 on."""
    number, most = columns[0], int(columns[0].max(initial=0)) + 1
    for column in columns[1:]:
        width = int(column.max(initial=0)) + 1
        if most * width >= WORD:
            number = np.unique(number, return_inverse=True)[1]
            most = int(number.max(initial=0)) + 1
        number, most = number * width + column, most * width
    return _kinds(number, most)


def _kinds(number: Numbers, most: int) -> tuple[Numbers, Numbers]:
    """The first of each number below this, in their order, and which of them each is; without
    sorting where that many can be ticked off."""
    if most > DENSE * len(number) + DENSE:
        _, first, kinds = np.unique(number, return_index=True, return_inverse=True)
        return first, kinds
    there = np.zeros(most, bool)
    there[number] = True
    rank = np.cumsum(there) - 1
    kinds = rank[number]
    first = np.empty(int(rank[-1]) + 1 if most else 0, np.int64)
    first[kinds[::-1]] = np.arange(len(number) - 1, -1, -1)
    return first, kinds


def _ranked(worth: Weights) -> Numbers:
    """The rank of each weight among those that there are."""
    if worth.dtype == np.int64 and len(worth):
        return _kinds(worth, int(worth.max()) + 1)[1]
    return np.unique(worth, return_inverse=True)[1]


def _plain(weight: Any) -> Number:
    return float(weight) if isinstance(weight, float) else int(weight)
