"""How many deals there are, where each place may hold some hands only: exactly, and all at once.

Hands that together have as many cards as there are overlap nowhere if they cover everything. So

    deals = sum over sets X of cards, with the sign of what is left out, of
            product over places of (how many of its hands lie inside X)

which `set_sums` sums class by class. The way back tells how many deals leave a place each of its
hands, and so where every card lies how often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.deals.hands.lattice import Ints, Lattice
from whoknows.deals.hands.set_sums import SetSums

PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543)
SAFE = 1 << 62


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands that a place may hold, as sets of the lattice, each with a weight.

    Weights that might outgrow a machine word are Python's own numbers.
    """

    sets: Ints
    weights: Ints


@dataclass(frozen=True, eq=False)
class HandCounts:
    """Classes of cards that may lie in several places, and what each place may hold of them."""

    classes: tuple[tuple[int, ...], ...]  # of cards, by number
    places: tuple[Hands, ...]
    # Of places whose hands are anything of one part with anything of the others, these.
    parts: Mapping[int, tuple[Hands, ...]] = field(default_factory=dict)

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(tuple(map(len, self.classes)))

    @cached_property
    def total(self) -> int:
        """How many deals there are; weighted, what all weigh together."""
        if not self._has_hands:
            return 0
        if self._most >= SAFE:
            return self._by_primes()
        if "_shares" in vars(self):  # they tell it too
            return int(self._shares[0][2].sum())
        return self._sums.total()

    def shares(self, place: int) -> Ints:
        """For each hand of a place, how many deals leave it there."""
        if place in self.parts:
            return self._unparted.shares(place)
        return next(shares for of, _, shares in self._shares if of == place)

    def lying(self, place: int, axis: int) -> int:
        """In how many deals a card of a class lies in a place."""
        return self.all_lying[place][axis] // self.lattice.sizes[axis]

    @cached_property
    def all_lying(self) -> list[list[int]]:
        """For each place and class, how many cards of it lie there, in all deals together."""
        found = [[0] * len(self.classes) for _ in self.places]
        if not self._has_hands:
            return found
        for place, hands, shares in self._shares:
            counts = (self.lattice.counts(hands.sets) * shares).sum(axis=1)
            found[place] = [n + int(more) for n, more in zip(found[place], counts, strict=True)]
        return found

    def held(self, place: int, fits: NDArray[np.bool_]) -> int:
        """In how many deals a place holds one of these of its hands."""
        return int(self.shares(place)[fits].sum())

    @cached_property
    def drawn_first(self) -> tuple[int, Ints]:
        """The place whose hand is drawn first where sets are very many, and its shares."""
        place = min(range(len(self.places)), key=lambda n: (n in self.parts, n))
        if place in self.parts or "_shares" in vars(self):
            return place, self.shares(place)
        number = next(n for n, (of, _) in enumerate(self._factors) if of == place)
        return place, self._of_hands(number, self._sums.change(number))

    # below

    @property
    def _has_hands(self) -> bool:
        return all(len(hands.sets) for hands in self.places)

    @cached_property
    def _shares(self) -> list[tuple[int, Hands, Ints]]:
        """Of each factor the place, its hands, and how many deals leave it each of these."""
        changes = enumerate(self._sums.changes())
        return [(*self._factors[n], self._of_hands(n, change)) for n, change in changes]

    def _of_hands(self, number: int, change: Ints) -> Ints:
        """How many deals leave a factor each of its hands, by what changes with its values."""
        hands, part = self._factors[number][1], self._part(number)
        inside = self._sums.inside(self._sums.axes[number])
        there = self.lattice.moved(hands.sets, inside, part)
        shares: Ints = part.above_at(change, there) * hands.weights
        return shares

    @cached_property
    def _factors(self) -> list[tuple[int, Hands]]:
        """The places, or their parts."""
        pairs = ((n, self.parts.get(n, (hands,))) for n, hands in enumerate(self.places))
        return [(place, hands) for place, some in pairs for hands in some]

    @cached_property
    def _sums(self) -> SetSums:
        """What is summed: for each place how many of its hands lie inside a set."""
        held = (self.lattice.counts(hands.sets).any(axis=1) for _, hands in self._factors)
        axes = [frozenset(np.flatnonzero(some).tolist()) for some in held]
        return SetSums(self.lattice.sizes, tuple(axes), self._inside)

    def _part(self, number: int) -> Lattice:
        """The sets of those classes of which a factor may hold cards."""
        inside = self._sums.inside(self._sums.axes[number])
        return Lattice(tuple(self.lattice.sizes[axis] for axis in inside))

    def _inside(self, number: int) -> Ints:
        """For each of these sets, how many of its hands lie inside."""
        hands, part = self._factors[number][1], self._part(number)
        inside = self._sums.inside(self._sums.axes[number])
        sets = self.lattice.moved(hands.sets, inside, part)
        return gathered(part, Hands(sets, hands.weights))

    @cached_property
    def _unparted(self) -> HandCounts:
        return replace(self, parts={})

    @property
    def _most(self) -> int:
        """No less than the total."""
        cards, ways = sum(self.lattice.sizes), 1
        for hands in self.places:
            heaviest = int(hands.weights.max())
            size = int(self.lattice.counts(hands.sets[:1]).sum())
            ways *= comb(cards, size) * heaviest
            cards -= size
        return ways

    def _by_primes(self) -> int:
        """The total by what is left of it when divided by primes: it is larger than a number of
        numpy's."""
        need, found, modulus = self._most, 0, 1
        for prime in PRIMES:
            rest = self._sums.total(prime)
            found += modulus * ((rest - found) * pow(modulus, -1, prime) % prime)
            modulus *= prime
            if modulus > need:
                return found
        raise Error("cards were shown in more ways than can be counted")


def gathered(lattice: Lattice, hands: Hands) -> Ints:
    """For each set, how many of the hands lie inside: in numbers as short as will do, because the
    time that it takes is the time to go through memory."""
    most = int((hands.weights * lattice.ways(hands.sets)).sum())
    kind = hands.weights.dtype if most >= SAFE else np.min_scalar_type(-most - 1)
    return lattice.gathered_from(hands.sets, hands.weights, kind)


def possible_hands(lattice: Lattice, groups: Sequence[tuple[Sequence[int], int]]) -> Ints:
    """All sets that have, of each of these groups of classes, so many cards."""
    sets = np.zeros(1, np.int64)
    for axes, many in groups:
        sets = (sets[:, None] + lattice.choices(axes, many)).ravel()
    return sets
