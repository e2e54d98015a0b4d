"""Deals weighed by one hand at a time, without listing them: the layers of a set of deals, and with
them the weights of hands, all followed at once.

A node is a node of the set with one of each owner's weights; its branches carry what the owners'
branches weigh together. One backward pass gives the weight below each node, one forward pass the
weight of every card in every place: exactly, where the weights are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng, below, bits
from whoknows.logic.chances import Chances
from whoknows.logic.hand_weights import WORD, HandWeights, Weights, distinct
from whoknows.logic.owner_hands import Flags, Numbers
from whoknows.logic.resampling import PRECISE
from whoknows.logic.vocabulary import Fact, Value
from whoknows.logic.weights import Number
from whoknows.logic.worlds import OutgrownError

MOST_NODES = 1_000_000  # in all layers


@dataclass(frozen=True, eq=False)
class Owned:
    """The weights of one owner's hands, and for each fact which of its values are the owner's."""

    values: list[Flags]
    hands: HandWeights


@dataclass(frozen=True, eq=False)
class WeighedLayers:
    """Layers of nodes: a column for each value, with the child (-1: none) and the weight."""

    facts: tuple[Fact, ...]
    children: tuple[Numbers, ...]
    weights: tuple[Weights, ...]
    scale: Number

    @cached_property
    def total(self) -> Number:
        """What all deals weigh together."""
        return _number(self._below[0][0]) * self.scale

    @cached_property
    def marginals(self) -> dict[tuple[str, Value], Number]:
        """What the deals weigh in which each fact has each value."""
        found = dict[tuple[str, Value], Number]()
        ways = np.ones(1, self._below[0].dtype)
        for number, fact in enumerate(self.facts):
            child, above = self.children[number], ways[:, None] * self.weights[number]
            through = (above * self._below[number + 1][child]).sum(axis=0)
            for value, weight in zip(fact.values, through, strict=True):
                found[fact.name, value] = _number(weight) * self.scale
            ways = np.zeros(len(self._below[number + 1]), ways.dtype)
            np.add.at(ways, child.ravel(), above.ravel())
            ways = ways[:-1]  # the last is what the child -1 was given
        return found

    @cached_property
    def effective(self) -> float:
        """How many deals of equal weight tell as much (Kish)."""
        whole = squares = np.array([1.0, 0.0])
        for child, weight in zip(reversed(self.children), reversed(self.weights), strict=True):
            worth = (weight / weight.max()).astype(np.float64)
            whole = np.append((worth * whole[child]).sum(axis=1), 0.0)
            squares = np.append((worth**2 * squares[child]).sum(axis=1), 0.0)
            largest = whole.max()
            whole, squares = whole / largest, squares / largest**2
        return float(whole[0] ** 2 / squares[0])

    def sample(self, rng: Rng) -> list[int]:
        """The value codes of one deal, drawn in proportion to its weight."""
        node, codes = 0, list[int]()
        for child, weight, lower in zip(self.children, self.weights, self._below[1:], strict=True):
            upto = np.cumsum(weight[node] * lower[child[node]])
            code = int(np.searchsorted(upto, _mark(upto[-1], rng), side="right"))
            codes.append(code)
            node = int(child[node, code])
        return codes

    def samples(self, rng: Rng, many: int) -> NDArray[np.int64]:
        """Many deals by systematic resampling: each as often as its weight says, up to one."""
        start = bits(rng, PRECISE) / 2**PRECISE
        mark, node = (np.arange(many) + start) / many, np.zeros(many, np.int64)
        codes = np.zeros((many, len(self.facts)), np.int64)
        for depth, (child, weight) in enumerate(zip(self.children, self.weights, strict=True)):
            share = weight * self._below[depth + 1][child] / self._below[depth][:-1, None]
            upto = np.cumsum(share.astype(np.float64), axis=1)
            upto[:, -1] = 1.0
            here = upto[node]
            # Where rounding leaves a mark beside a branch of no weight, the next one that has any.
            open_ = share[node] > 0
            code = np.argmax((mark[:, None] < here) & open_, axis=1)
            rows = np.arange(many)
            width = np.where(open_[rows, code], share[node, code].astype(np.float64), 1.0)
            before = np.where(code > 0, here[rows, np.maximum(code - 1, 0)], 0.0)
            mark = np.clip((mark - before) / width, 0.0, 1.0 - 2.0**-PRECISE)
            codes[:, depth], node = code, child[node, code]
        return codes

    @cached_property
    def _below(self) -> tuple[Weights, ...]:
        """What lies below each node, layer by layer; the child -1 finds a last 0."""
        number = self.weights[0].dtype
        found = [np.array([1, 0], dtype=number)]
        for child, weight in zip(reversed(self.children), reversed(self.weights), strict=True):
            found.append(np.append((weight * found[-1][child]).sum(axis=1), 0))
        return tuple(reversed(found))


def weighed_layers(found: Chances, owners: Sequence[Owned]) -> WeighedLayers:
    """The deals of a set, weighed; an `OutgrownError` if that takes too many nodes."""
    number = _type(found, owners)
    at: list[Numbers] = [np.zeros(1, np.int64) for _ in range(len(owners) + 1)]
    children, weights, many = list[Numbers](), list[Weights](), 0
    for depth, layer in enumerate(found.layers):
        child = [layer[at[0]].astype(np.int64)]
        weight = np.ones(layer[at[0]].shape, number)
        for owner, nodes in zip(owners, at[1:], strict=True):
            own = owner.values[depth].astype(np.int64)
            child.append(owner.hands.children[depth][nodes][:, own])
            weight = weight * owner.hands.weights[depth][nodes][:, own].astype(number)
        there = np.all([one >= 0 for one in child], axis=0)
        reached = [one[there] for one in child]
        first, following = distinct(reached)
        at = [one[first] for one in reached]
        ahead = np.full(there.shape, -1, np.int64)
        ahead[there] = following
        children.append(ahead)
        weights.append(np.where(there, weight, np.zeros(1, number)))
        many += len(at[0])
        if many > MOST_NODES:
            raise OutgrownError("what was done ties too many cards together to weigh all deals")
    scale = prod((one.hands.scale for one in owners), start=Fraction(1))
    return WeighedLayers(found.facts, tuple(children), tuple(weights), scale)


def _type(found: Chances, owners: Sequence[Owned]) -> Any:
    """The smallest kind of number in which all weights are exact, if they are."""
    mosts = [one.hands.most for one in owners]
    if any(isinstance(most, float) for most in mosts):
        return np.float64
    return np.int64 if found.most * prod(map(int, mosts)) < WORD else object


def _number(weight: Any) -> Number:
    return float(weight) if isinstance(weight, float) else Fraction(int(weight))


def _mark(whole: Any, rng: Rng) -> Any:
    """A number drawn from 0 to all that there is."""
    if isinstance(whole, float):
        return whole * (bits(rng, PRECISE) / 2**PRECISE)
    return below(rng, int(whole))
