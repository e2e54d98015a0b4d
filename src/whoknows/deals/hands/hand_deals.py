"""Deals one by one, where each place may hold some hands only: drawn evenly, or all listed.

A deal is made hand by hand. How many ways there are to go on after each hand is known from arrays
over all sets of cards; where these would be too large, from the shares of one place after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng, below
from whoknows.deals.hands.hand_counts import HandCounts, Hands, gathered
from whoknows.deals.hands.lattice import Ints, Lattice

MOST_KEPT = 1 << 18  # sets of a lattice of which arrays are made for every place
MOST_ONCE = 1 << 15  # the same, where they are of use for one deal only
MOST_AT_ONCE = 50_000  # deals that are listed in one go
BLOCK = 1 << 22  # pairs that are looked at in one go

Cards = Sequence[tuple[int, ...]]  # of each class


@dataclass(frozen=True)
class HandDeals:
    """The deals that were counted."""

    counts: HandCounts

    @property
    def lattice(self) -> Lattice:
        return self.counts.lattice

    def draw(self, rng: Rng) -> dict[int, int]:
        """The place of each card, every deal equally likely."""
        return self._drawn(rng, MOST_KEPT)

    def listed(self) -> Iterator[dict[int, int]]:
        """The place of each card in every deal, one by one, always in the same order."""
        if self.counts.total <= MOST_AT_ONCE and all(size == 1 for size in self.lattice.sizes):
            cards = [card for (card,) in self.counts.classes]
            return (dict(zip(cards, lies, strict=True)) for lies in self.table().tolist())
        return self._listed(0, self.lattice.full, tuple(self.counts.classes))

    # drawing

    def _drawn(self, rng: Rng, most: int) -> dict[int, int]:
        by_shares = self.lattice.many > most
        return self._drawn_by_shares(rng) if by_shares else self._drawn_by_ways(rng)

    def _drawn_by_ways(self, rng: Rng) -> dict[int, int]:
        left, found = [list(some) for some in self.counts.classes], dict[int, int]()
        whole = self.lattice.full
        for place, hands in enumerate(self.counts.places):
            fits, ways = self._ways(place, whole)
            hand = int(hands.sets[fits[_chosen(rng, ways)]])
            self._take(rng, hand, left, place, found)
            whole -= hand
        return found

    def _drawn_by_shares(self, rng: Rng) -> dict[int, int]:
        """A hand, and then the others of what is left."""
        left, found = [list(some) for some in self.counts.classes], dict[int, int]()
        place, shares = self.counts.drawn_first
        hand = int(self.counts.places[place].sets[_chosen(rng, shares)])
        self._take(rng, hand, left, place, found)
        others = [n for n in range(len(self.counts.places)) if n != place]
        rest = HandDeals(self._rest(others, [tuple(some) for some in left]))
        drawn = rest._drawn(rng, MOST_ONCE)
        return found | {card: others[there] for card, there in drawn.items()}

    def _take(
        self, rng: Rng, hand: int, left: list[list[int]], place: int, found: dict[int, int]
    ) -> None:
        """Cards that make up a hand, any of a class, go from those left to their place."""
        for axis, size in enumerate(self.lattice.sizes):
            for _ in range(hand // self.lattice.strides[axis] % (size + 1)):
                found[left[axis].pop(below(rng, len(left[axis])))] = place

    def _rest(self, others: Sequence[int], left: Cards) -> HandCounts:
        """What these places may hold of the cards that are left."""
        axes = [axis for axis, some in enumerate(left) if some]
        whole = sum(len(left[axis]) * self.lattice.strides[axis] for axis in axes)
        to = Lattice(tuple(len(left[axis]) for axis in axes))

        def fitting(hands: Hands) -> Hands:
            fits = self.lattice.within(hands.sets, whole)
            sets = self.lattice.moved(hands.sets[fits], axes, to)
            return Hands(sets, hands.weights[fits])

        counts = self.counts
        places = tuple(fitting(counts.places[place]) for place in others)
        parts = {
            number: tuple(map(fitting, counts.parts[place]))
            for number, place in enumerate(others)
            if place in counts.parts
        }
        return HandCounts(tuple(left[axis] for axis in axes), places, parts)

    def _ways(self, place: int, whole: int) -> tuple[NDArray[np.intp], Ints]:
        """Which hands the place may hold of what is left, and in how many ways it goes on."""
        hands = self.counts.places[place]
        fits = np.flatnonzero(self.lattice.within(hands.sets, whole))
        sets = hands.sets[fits]
        ways = _after(self.counts)[place][whole - sets]
        for axis, size in enumerate(self.lattice.sizes):
            if size > 1:
                here = whole // self.lattice.strides[axis] % (size + 1)
                chosen = np.array([comb(here, n) for n in range(size + 1)])
                ways = ways * chosen[self.lattice.count(sets, axis)]
        return fits, ways

    # listing

    def table(self) -> NDArray[np.int8]:
        """All of few deals, where each card is a class of its own (so sets are bits): a row for
        each, with the place of every card."""
        taken = np.zeros(1, np.int64)
        where = np.zeros((1, len(self.counts.classes)), np.int8)
        bits = np.array(self.lattice.strides, np.int64)
        for place, hands in enumerate(self.counts.places):
            row, hand = self._going_on(place, taken)
            sets = hands.sets[hand]
            taken = taken[row] | sets
            where = np.where(sets[:, None] & bits, np.int8(place), where[row])
        return where

    def _going_on(self, place: int, taken: Ints) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which sets of cards that are taken go together with which hands of a place, so that the
        places after it can be filled too."""
        sets, ahead = self.counts.places[place].sets, _after(self.counts)[place]
        rows, found = list[NDArray[np.intp]](), list[NDArray[np.intp]]()
        step = max(1, BLOCK // max(1, len(sets)))
        for at in range(0, len(taken), step):
            some = taken[at : at + step, None]
            row, hand = np.nonzero((some & sets) == 0)
            good = ahead[self.lattice.full - (some[row, 0] | sets[hand])] > 0
            rows.append(row[good] + at)
            found.append(hand[good])
        return np.concatenate(rows), np.concatenate(found)

    def _listed(self, place: int, whole: int, left: Cards) -> Iterator[dict[int, int]]:
        if place == len(self.counts.places):
            yield {}
            return
        fits, ways = self._ways(place, whole)
        for number in fits[ways > 0].tolist():
            hand = int(self.counts.places[place].sets[number])
            for taken in self._cards_of(hand, left):
                rest = tuple(tuple(card for card in some if card not in taken) for some in left)
                for others in self._listed(place + 1, whole - hand, rest):
                    yield {**dict.fromkeys(taken, place), **others}

    def _cards_of(self, hand: int, left: Cards) -> Iterator[tuple[int, ...]]:
        """Every way to make up a hand of the cards that are left."""
        counts = (
            hand // stride % (size + 1)
            for stride, size in zip(self.lattice.strides, self.lattice.sizes, strict=True)
        )
        some = (combinations(cards, many) for cards, many in zip(left, counts, strict=True))
        return (sum(parts, ()) for parts in product(*some))


def _chosen(rng: Rng, weights: Ints) -> int:
    """The number of one of these, as likely as its weight."""
    upto = np.cumsum(weights)
    return int(np.searchsorted(upto, below(rng, int(upto[-1])), side="right"))


# These arrays are large: those of the counts that were last asked are kept, and no others.


@lru_cache(maxsize=2)
def _after(counts: HandCounts) -> list[Ints]:
    """For each place and set, in how many ways the places after it share out just this set."""
    lattice = counts.lattice
    found = [np.zeros(lattice.many, np.int64)]
    found[0][0] = 1
    product = np.ones(lattice.many, np.int64)
    for hands in reversed(counts.places[1:]):
        product = product * gathered(lattice, hands)
        found.append(lattice.parted(product.copy()))
    return found[::-1]
