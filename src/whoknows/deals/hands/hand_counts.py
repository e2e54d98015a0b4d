"""How many deals there are, where each place may hold some hands only: exactly, and all at once.

Hands that together have as many cards as there are overlap nowhere if they cover everything. So

    deals = sum over sets X of cards, with the sign of what is left out, of
            product over places of (how many of its hands lie inside X)

which `set_sums` sums class by class. The way back tells how many deals leave a place each of its
hands, and so where every card lies how often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.uniform import Rng, below
from whoknows.deals.hands.lattice import Ints, Lattice
from whoknows.deals.hands.set_sums import SetSums

PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543)
SAFE = 1 << 62
MOST_KEPT = 1 << 18  # sets of a lattice of which arrays are made for every place
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
    # Of places whose hands are anything of one part with anything of the others, these.
    parts: Mapping[int, tuple[Hands, ...]] = field(default_factory=dict)

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
        return self._sums.total()

    def shares(self, place: int) -> Ints:
        """For each hand of a place, how many deals leave it there."""
        if place in self.parts:
            return self._unparted.shares(place)
        return next(shares for of, _, shares in self._shares if of == place)

    def lying(self, place: int, axis: int) -> int:
        """In how many deals a card of a class lies in a place."""
        found = 0
        for of, hands, shares in self._shares:
            if of == place:
                found += int((shares * self.lattice.count(hands.sets, axis)).sum())
        return found // self.lattice.sizes[axis]

    def held(self, place: int, fits: NDArray[np.bool_]) -> int:
        """In how many deals a place holds one of these of its hands."""
        return int(self.shares(place)[fits].sum())

    def draw(self, rng: Rng) -> dict[int, int]:
        """The place of each card, every deal equally likely."""
        if self.lattice.many > MOST_KEPT:
            return self._drawn_by_shares(rng)
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
    def _shares(self) -> list[tuple[int, Hands, Ints]]:
        """Of each factor the place, its hands, and how many deals leave it each of these."""
        found, sums = [], self._sums
        for number, change in enumerate(sums.changes()):
            (place, hands), part = self._factors[number], self._part(number)
            there = self.lattice.moved(hands.sets, sums.inside(sums.axes[number]), part)
            found.append((place, hands, part.above(change)[there] * hands.weights))
        return found

    @cached_property
    def _factors(self) -> list[tuple[int, Hands]]:
        """The places, or their parts."""
        pairs = ((n, self.parts.get(n, (hands,))) for n, hands in enumerate(self.places))
        return [(place, hands) for place, some in pairs for hands in some]

    @cached_property
    def _sums(self) -> SetSums:
        """What is summed: for each place how many of its hands lie inside a set."""
        count = self.lattice.count
        axes = [
            frozenset(axis for axis in self.lattice.axes if count(hands.sets, axis).any())
            for _, hands in self._factors
        ]
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
        return _gathered(part, Hands(sets, hands.weights))

    @cached_property
    def _unparted(self) -> HandCounts:
        return replace(self, parts={})

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
            rest = self._sums.total(prime)
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

    def _drawn_by_shares(self, rng: Rng) -> dict[int, int]:
        """The same where there are very many sets: a hand, and then the others of what is left."""
        place = min(range(len(self.places)), key=lambda n: (n in self.parts, n))
        upto = np.cumsum(self.shares(place))
        number = int(np.searchsorted(upto, below(rng, int(upto[-1])), side="right"))
        hand = int(self.places[place].sets[number])
        left, found = [list(some) for some in self.classes], dict[int, int]()
        for axis in self.lattice.axes:
            for _ in range(int(self.lattice.count(np.array([hand]), axis)[0])):
                found[left[axis].pop(below(rng, len(left[axis])))] = place
        others = [n for n in range(len(self.places)) if n != place]
        rest = self._rest(others, [tuple(some) for some in left]).draw(rng)
        return found | {card: others[there] for card, there in rest.items()}

    def _rest(self, others: Sequence[int], left: Sequence[tuple[int, ...]]) -> HandCounts:
        """What these places may hold of the cards that are left."""
        axes = [axis for axis, some in enumerate(left) if some]
        whole = sum(len(left[axis]) * self.lattice.strides[axis] for axis in axes)
        to = Lattice(tuple(len(left[axis]) for axis in axes))

        def fitting(hands: Hands) -> Hands:
            fits = self.lattice.within(hands.sets, whole)
            sets = self.lattice.moved(hands.sets[fits], axes, to)
            return Hands(sets, hands.weights[fits])

        places = tuple(fitting(self.places[place]) for place in others)
        parts = {
            number: tuple(map(fitting, self.parts[place]))
            for number, place in enumerate(others)
            if place in self.parts
        }
        return HandCounts(tuple(left[axis] for axis in axes), places, parts)

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


def _gathered(lattice: Lattice, hands: Hands) -> Ints:
    """For each set, how many of the hands lie inside: in numbers as short as will do, because the
    time that it takes is the time to go through memory."""
    most = int((hands.weights * lattice.ways(hands.sets)).sum())
    kind = hands.weights.dtype if most >= SAFE else np.min_scalar_type(-most - 1)
    values = np.zeros(lattice.many, kind)
    values[hands.sets] = hands.weights
    return lattice.gathered(values)


# These arrays are large: those of the counts that were last asked are kept, and no others.


@lru_cache(maxsize=2)
def _after(counts: HandCounts) -> list[Ints]:
    """For each place and set, in how many ways the places after it share out just this set."""
    lattice = counts.lattice
    found = [np.zeros(lattice.many, np.int64)]
    found[0][0] = 1
    product = np.ones(lattice.many, np.int64)
    for hands in reversed(counts.places[1:]):
        product = product * _gathered(lattice, hands)
        found.append(lattice.parted(product.copy()))
    return found[::-1]


def possible_hands(lattice: Lattice, groups: Sequence[tuple[Sequence[int], int]]) -> Ints:
    """All sets that have, of each of these groups of classes, so many cards."""
    sets = np.zeros(1, np.int64)
    for axes, many in groups:
        sets = (sets[:, None] + lattice.choices(axes, many)).ravel()
    return sets
