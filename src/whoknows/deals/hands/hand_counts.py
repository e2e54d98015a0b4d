"""How many deals there are, where each place may hold some hands only: exactly, and all at once.

Hands that together have as many cards as there are overlap nowhere if they cover everything. So

    deals = sum over sets X of cards, with the sign of what is left out, of
            product over places of (how many of its hands lie inside X)

which is one pass over a lattice for each place. The same passes without one place tell how many
deals leave it each of its hands, and so where every card lies how often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.uniform import Rng, below
from whoknows.deals.hands.lattice import Ints, Lattice

PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543)
SAFE = 1 << 62
MOST_KEPT = 1 << 18  # sets of a lattice whose arrays are kept
MOST_AT_ONCE = 50_000  # deals that are listed in one go
BLOCK = 1 << 22  # pairs that are looked at in one go


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

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(tuple(map(len, self.classes)))

    @cached_property
    def total(self) -> int:
        """How many deals there are; weighted, what all weigh together."""
        if not all(len(hands.sets) for hands in self.places):
            return 0
        if self._most >= SAFE:
            return self._by_primes()
        product = np.ones(self.lattice.many, np.int64)
        for inside in self._inside():
            product *= inside
        return int(self.lattice.top(product).sum())

    def shares(self, place: int) -> Ints:
        """For each hand of a place, how many deals leave it there."""
        return self._shares[place]

    def lying(self, place: int, axis: int) -> int:
        """In how many deals a card of a class lies in a place."""
        sets = self.places[place].sets
        counts = self.lattice.count(sets, axis)
        return int((self.shares(place) * counts).sum()) // self.lattice.sizes[axis]

    def held(self, place: int, fits: NDArray[np.bool_]) -> int:
        """In how many deals a place holds one of these of its hands."""
        return int(self.shares(place)[fits].sum())

    def draw(self, rng: Rng) -> dict[int, int]:
        """The place of each card, every deal equally likely."""
        left = [list(some) for some in self.classes]
        found: dict[int, int] = {}
        whole = self.lattice.full
        for place, hands in enumerate(self.places):
            fits, ways = self._ways(place, whole)
            upto = np.cumsum(ways)
            number = int(np.searchsorted(upto, below(rng, int(upto[-1])), side="right"))
            hand = int(hands.sets[fits[number]])
            for axis, size in enumerate(self.lattice.sizes):
                for _ in range(hand // self.lattice.strides[axis] % (size + 1)):
                    cards = left[axis]
                    found[cards.pop(below(rng, len(cards)))] = place
            whole -= hand
        return found

    def listed(self) -> Iterator[dict[int, int]]:
        """The place of each card in every deal, one by one, always in the same order."""
        if self.total <= MOST_AT_ONCE and all(size == 1 for size in self.lattice.sizes):
            return self._at_once()
        return self._listed(0, self.lattice.full, tuple(self.classes))

    # below

    @cached_property
    def _shares(self) -> list[Ints]:
        """For each place, how many deals leave it each of its hands."""
        inside = list(self._inside())
        before = np.ones(self.lattice.many, np.int64)
        after = [before]  # for each place, what all after it make together; the last first
        for one in reversed(inside[1:]):
            after.append(after[-1] * one)
        found = []
        for hands, one in zip(self.places, inside, strict=True):
            rest = self.lattice.parted(before * after.pop())[self.lattice.full - hands.sets]
            found.append(rest * hands.weights * self.lattice.ways(hands.sets))
            before = before * one
        return found

    def _inside(self) -> Iterable[Ints]:
        """For each place and set, how many of its hands lie inside."""
        if self.lattice.many <= MOST_KEPT:
            return _kept_inside(self)
        return (_gathered(self, hands) for hands in self.places)

    @property
    def _most(self) -> int:
        """No less than the total."""
        cards, ways = sum(self.lattice.sizes), 1
        for hands in self.places:
            heaviest = int(hands.weights.max())
            size = int(
                sum(self.lattice.count(hands.sets[:1], axis)[0] for axis in self.lattice.axes)
            )
            ways *= comb(cards, size) * heaviest
            cards -= size
        return ways

    def _by_primes(self) -> int:
        """The total by what is left of it when divided by primes: it is larger than a number of
        numpy's."""
        need, found, modulus = self._most, 0, 1
        for prime in PRIMES:
            left = np.ones(self.lattice.many, np.int64)
            for inside in self._inside():
                left = left * _modulo(inside, prime) % prime
            rest = int((self.lattice.top(left, prime)).sum()) % prime
            found += modulus * ((rest - found) * pow(modulus, -1, prime) % prime)
            modulus *= prime
            if modulus > need:
                return found
        raise Error("cards were shown in more ways than can be counted")

    def _ways(self, place: int, whole: int) -> tuple[NDArray[np.intp], Ints]:
        """Which hands the place may hold of what is left, and in how many ways it goes on."""
        hands = self.places[place]
        fits = np.flatnonzero(self.lattice.within(hands.sets, whole))
        sets = hands.sets[fits]
        ways = _after(self)[place][whole - sets]
        for axis, size in enumerate(self.lattice.sizes):
            if size > 1:
                here = whole // self.lattice.strides[axis] % (size + 1)
                ways = (
                    ways
                    * np.array([comb(here, n) for n in range(size + 1)])[
                        self.lattice.count(sets, axis)
                    ]
                )
        return fits, ways

    def _at_once(self) -> Iterator[dict[int, int]]:
        """The same of few deals, where each card is a class of its own: sets are bits."""
        taken = np.zeros(1, np.int64)
        where = np.zeros((1, len(self.classes)), np.int8)
        bits = np.array(self.lattice.strides, np.int64)
        for place, hands in enumerate(self.places):
            row, hand = self._going_on(place, taken)
            sets = hands.sets[hand]
            taken = taken[row] | sets
            where = np.where(sets[:, None] & bits, np.int8(place), where[row])
        cards = [card for (card,) in self.classes]
        return (dict(zip(cards, lies, strict=True)) for lies in where.tolist())

    def _going_on(self, place: int, taken: Ints) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which sets of cards that are taken go together with which hands of a place, so that the
        places after it can be filled too."""
        sets, ahead = self.places[place].sets, _after(self)[place]
        rows, found = list[NDArray[np.intp]](), list[NDArray[np.intp]]()
        step = max(1, BLOCK // max(1, len(sets)))
        for at in range(0, len(taken), step):
            some = taken[at : at + step, None]
            row, hand = np.nonzero((some & sets) == 0)
            good = ahead[self.lattice.full - (some[row, 0] | sets[hand])] > 0
            rows.append(row[good] + at)
            found.append(hand[good])
        return np.concatenate(rows), np.concatenate(found)

    def _listed(
        self, place: int, whole: int, left: tuple[tuple[int, ...], ...]
    ) -> Iterator[dict[int, int]]:
        if place == len(self.places):
            yield {}
            return
        fits, ways = self._ways(place, whole)
        for number in fits[ways > 0].tolist():
            hand = int(self.places[place].sets[number])
            for taken in self._chosen(hand, left):
                rest = tuple(tuple(card for card in some if card not in taken) for some in left)
                for others in self._listed(place + 1, whole - hand, rest):
                    yield {**dict.fromkeys(taken, place), **others}

    def _chosen(self, hand: int, left: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, ...]]:
        counts = (
            hand // stride % (size + 1)
            for stride, size in zip(self.lattice.strides, self.lattice.sizes, strict=True)
        )
        some = (combinations(cards, many) for cards, many in zip(left, counts, strict=True))
        return (sum(parts, ()) for parts in product(*some))


def _gathered(counts: HandCounts, hands: Hands) -> Ints:
    """For each set, how many of the hands lie inside: in numbers as short as will do, because the
    time that it takes is the time to go through memory."""
    most = int((hands.weights * counts.lattice.ways(hands.sets)).sum())
    kind = hands.weights.dtype if most >= SAFE else np.min_scalar_type(-most - 1)
    values = np.zeros(counts.lattice.many, kind)
    values[hands.sets] = hands.weights
    return counts.lattice.gathered(values)


def _modulo(values: Ints, prime: int) -> Ints:
    wide = values if values.dtype == object else values.astype(np.int64)
    return (wide % prime).astype(np.int64)


# These arrays are large: those of the counts that were last asked are kept, and no others.


@lru_cache(maxsize=2)
def _kept_inside(counts: HandCounts) -> list[Ints]:
    """For each place and set, how many of its hands lie inside."""
    return [_gathered(counts, hands) for hands in counts.places]


@lru_cache(maxsize=2)
def _after(counts: HandCounts) -> list[Ints]:
    """For each place and set, in how many ways the places after it share out just this set."""
    lattice = counts.lattice
    found = [np.zeros(lattice.many, np.int64)]
    found[0][0] = 1
    product = np.ones(lattice.many, np.int64)
    for hands in reversed(counts.places[1:]):
        product = product * _gathered(counts, hands)
        found.append(lattice.parted(product.copy()))
    return found[::-1]


def possible_hands(lattice: Lattice, groups: Sequence[tuple[Sequence[int], int]]) -> Ints:
    """All sets that have, of each of these groups of classes, so many cards."""
    sets = np.zeros(1, np.int64)
    for axes, many in groups:
        sets = (sets[:, None] + lattice.choices(axes, many)).ravel()
    return sets
