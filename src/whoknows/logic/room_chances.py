"""Chances of a cell whose cards are tied by nothing but the room in the places.

A card that may lie in the places a, b and c is the sum a + b + c. The product of all cards is then
a polynomial in the places, and the number of deals is its coefficient at the sizes of the places.
Without one card it tells in how many deals that card lies where; cards that may lie in the same
places share the answer. Worlds are drawn from layers, which are made when they are wanted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng
from whoknows.logic.chances import Chances, Flat, Layer
from whoknows.logic.diagram_tail import layers
from whoknows.logic.vocabulary import Fact, Value

Polynomial = NDArray[Any]
Kind = tuple[bool, ...]  # for each value, whether a card may have it


@dataclass(frozen=True, eq=False)
class RoomChances:
    """Facts with the same values, as many for each value as there is room."""

    facts: tuple[Fact, ...]
    rooms: NDArray[np.int64]
    may: NDArray[np.bool_]  # a row for each fact, a column for each value
    word: int = 64  # as of `Chances`

    @property
    def total(self) -> int:
        """How many worlds there are."""
        return sum(self._ways[self._kinds[0]])

    @property
    def marginals(self) -> dict[tuple[str, Value], int]:
        """In how many worlds each fact has each value."""
        return {
            (fact.name, value): many
            for fact, kind in zip(self.facts, self._kinds, strict=True)
            for value, many in zip(fact.values, self._ways[kind], strict=True)
        }

    @cached_property
    def layered(self) -> Chances:
        """The same as layers of branches."""
        return Chances(self.facts, self.layers, self.total, self.word)

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """For each fact the branches of each node."""
        return tuple(layers(self.rooms[None, :], self.may))

    @property
    def flat(self) -> Flat:
        """Plain arrays that compiled code draws from."""
        return self.layered.flat

    def sample(self, rng: Rng) -> dict[str, Value]:
        """One world, each equally likely, by whole numbers alone."""
        return self.layered.sample(rng)

    def samples(self, rng: Rng, many: int) -> NDArray[np.int32]:
        """Many worlds, each drawn uniformly."""
        return self.layered.samples(rng, many)

    def worlds(self, drawn: NDArray[np.int32]) -> Iterator[dict[str, Value]]:
        """What `samples` drew, as values of facts."""
        return self.layered.worlds(drawn)

    @cached_property
    def _kinds(self) -> list[Kind]:
        """The kind of each fact."""
        return list(map(tuple, self.may.tolist()))

    @cached_property
    def _ways(self) -> dict[Kind, list[int]]:
        """For each kind, in how many worlds a card of it has each value."""
        many = {kind: self._kinds.count(kind) for kind in dict.fromkeys(self._kinds)}
        return ways(self.rooms.tolist(), many)


def ways(rooms: list[int], many: dict[Kind, int]) -> dict[Kind, list[int]]:
    """For each kind of cards, of which there are so many, in how many deals one of them lies in
    each place."""
    known = {kind: number for kind, number in many.items() if sum(kind) == 1}
    left = [room - sum(n for kind, n in known.items() if kind[v]) for v, room in enumerate(rooms)]
    open_ = {kind: number for kind, number in many.items() if kind not in known}
    found = _open_ways(left, open_) if open_ else {}
    total = sum(next(iter(found.values()), (1,)))
    return found | {kind: [total if there else 0 for there in kind] for kind in known}


def _open_ways(rooms: list[int], many: dict[Kind, int]) -> dict[Kind, list[int]]:
    """The same for cards that may lie in several places."""
    # Each product has as many factors as there are cards: what the others leave is in the last.
    last = rooms.index(max(rooms))
    most = prod(sum(kind) ** number for kind, number in many.items())
    shape = [1 if place == last else room + 1 for place, room in enumerate(rooms)]
    product = np.zeros(shape, np.int64 if most < 1 << 62 else object)
    product[(0,) * len(rooms)] = 1
    for kind, number in many.items():
        for _ in range(number - 1):
            product = _times(product, kind, last)
    return {kind: _beside(product, kind, [k for k in many if k != kind], last) for kind in many}


def _beside(product: Polynomial, kind: Kind, others: list[Kind], last: int) -> list[int]:
    """In how many deals a card of this kind lies in each place, beside one of each other kind."""
    for other in others:
        product = _times(product, other, last)
    full = [size - 1 for size in product.shape]
    found = []
    for place, allowed in enumerate(kind):
        left = [room - (number == place != last) for number, room in enumerate(full)]
        found.append(int(product[tuple(left)]) if allowed and min(left) >= 0 else 0)
    return found


def _times(product: Polynomial, kind: Kind, last: int) -> Polynomial:
    """The product with one more card of a kind."""
    more = product.copy() if kind[last] else np.zeros_like(product)
    for place, allowed in enumerate(kind):
        if allowed and place != last:
            before = (slice(None),) * place
            more[(*before, slice(1, None))] += product[(*before, slice(None, -1))]
    return more
