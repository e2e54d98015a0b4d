"""Sets of cards told by how many of each class they have, and sums over what they contain.

Cards about which nothing sets one apart from another form a class, so a set of cards is as many
numbers as there are classes, written as one number in a mixed radix. An array has a value for each
such set. `gathered` sums what lies below a set, every way to choose it counted; `parted` undoes it.
`above` sums what lies above instead. Where few sets count, the classes that change fastest are done
set by set.

    gathered(a)[X] = sum over x <= X of a[x] * product of binomials C(X_i, x_i)
    above(a)[x] = sum over X >= x of a[X] * product of binomials C(X_i, x_i)

Numbers are taken modulo 2^64, which does not matter as long as the result is smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, prod
from operator import mul

import numpy as np
from numpy.typing import DTypeLike, NDArray

Ints = NDArray[np.int64]
SHARE = 8  # of all sets; so much less must there be to look at set by set
NARROW = 8  # neighbours in memory below which a loop over them is quicker


@dataclass(frozen=True)
class Lattice:
    """The sets of cards of classes that have so many cards."""

    sizes: tuple[int, ...]

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """What one card of each class adds to the number of a set."""
        steps = accumulate((size + 1 for size in self.sizes), mul, initial=1)
        return tuple(steps)[:-1]

    @property
    def axes(self) -> range:
        return range(len(self.sizes))

    @cached_property
    def many(self) -> int:
        """How many sets there are."""
        return prod(size + 1 for size in self.sizes)

    @property
    def full(self) -> int:
        """The number of the set of all cards."""
        return self.many - 1

    def count(self, sets: Ints, axis: int) -> Ints:
        """How many cards of a class these sets have."""
        return sets // self.strides[axis] % (self.sizes[axis] + 1)

    def counts(self, sets: Ints) -> Ints:
        """For each class, how many cards of it these sets have."""
        strides = np.array(self.strides, np.int64)[:, None]
        found: Ints = sets // strides % (np.array(self.sizes, np.int64)[:, None] + 1)
        return found

    def ways(self, sets: Ints) -> Ints:
        """In how many ways cards make up these sets."""
        found = np.ones(len(sets), np.int64)
        for axis, size in enumerate(self.sizes):
            if size > 1:
                found *= np.array([comb(size, n) for n in range(size + 1)])[self.count(sets, axis)]
        return found

    def choices(self, axes: Sequence[int], many: int) -> Ints:
        """All sets of so many cards of these classes."""
        sets, held = np.zeros(int(many >= 0), np.int64), np.zeros(int(many >= 0), np.int64)
        room = sum(self.sizes[axis] for axis in axes)
        for axis in axes:
            room -= self.sizes[axis]
            steps = np.arange(self.sizes[axis] + 1)
            sets = (sets[:, None] + steps * self.strides[axis]).ravel()
            held = (held[:, None] + steps).ravel()
            fits = (held <= many) & (held + room >= many)
            sets, held = sets[fits], held[fits]
        return sets

    def within(self, sets: Ints, whole: int) -> NDArray[np.bool_]:
        """Which of these sets have no more of any class than this one."""
        fits = np.ones(len(sets), bool)
        for axis, size in enumerate(self.sizes):
            here = whole // self.strides[axis] % (size + 1)
            if here < size:
                fits &= self.count(sets, axis) <= here
        return fits

    def gathered(self, values: Ints) -> Ints:
        """The sums of what lies below each set; the array itself is changed."""
        for upper, lower in self._pairs(values):
            upper += lower
        return values

    def parted(self, values: Ints) -> Ints:
        """What `gathered` was made of; the array itself is changed."""
        for upper, lower in self._pairs(values):
            upper -= lower
        return values

    def above(self, values: Ints) -> Ints:
        """The sums of what lies above each set; the array itself is changed."""
        for upper, lower in reversed(list(self._pairs(values))):
            lower += upper
        return values

    def gathered_from(self, sets: Ints, weights: Ints, kind: DTypeLike) -> Ints:
        """The same as `gathered` of an array that has weights for some sets, which all differ."""
        near = self._near(len(sets))
        values = np.zeros((self.many // near.many, near.many), kind)
        far, rows = sets // near.many, near._ways_up(sets % near.many) * weights[:, None]
        order = np.argsort(far, kind="stable")
        starts = np.flatnonzero(np.diff(far[order], prepend=-1))
        values[far[order][starts]] = np.add.reduceat(rows[order], starts, axis=0)
        for upper, lower in self._pairs(values.ravel(), len(near.sizes)):
            upper += lower
        return values.ravel()

    def above_at(self, values: Ints, sets: Ints) -> Ints:
        """What `above` has for these sets; the array itself is changed."""
        near = self._near(len(sets))
        for upper, lower in reversed(list(self._pairs(values, len(near.sizes)))):
            lower += upper
        rows = values.reshape(-1, near.many)[sets // near.many]
        found: Ints = (rows * near._ways_up(sets % near.many)).sum(axis=1)
        return found

    def moved(self, sets: Ints, axes: Sequence[int], to: Lattice) -> Ints:
        """The same sets in another lattice, whose classes are these of this one."""
        strides = np.array(to.strides, np.int64)[:, None]
        found: Ints = (self.counts(sets)[list(axes)] * strides).sum(axis=0)
        return found

    def _near(self, many: int) -> Lattice:
        """The sets of the first classes, which are neighbours in memory: as many as are quicker
        looked at set by set, for so many sets, than summed."""
        most = self.many // (SHARE * max(1, many))
        ends = (stride * (size + 1) for stride, size in zip(self.strides, self.sizes, strict=True))
        near = sum(end <= most for end in ends)
        return Lattice(self.sizes[:near])

    def _ways_up(self, sets: Ints) -> Ints:
        """For each of these sets and every set, in how many ways the first is in the second."""
        found = np.ones((len(sets), 1), np.int64)
        for axis, size in enumerate(self.sizes):
            ways = _ways_inside(size)[self.count(sets, axis)]
            found = ways[:, :, None] * found[:, None, :]
            found = found.reshape(len(sets), (size + 1) * self.strides[axis])
        return found

    def _pairs(self, values: Ints, first: int = 0) -> Iterator[tuple[Ints, Ints]]:
        """Pascal's triangle, class by class: each step adds to sets those with one card less."""
        for size, stride in list(zip(self.sizes, self.strides, strict=True))[first:]:
            cube = values.reshape(-1, size + 1, stride)
            rows = [cube] if stride > NARROW else [cube[:, :, n : n + 1] for n in range(stride)]
            for done in range(1, size + 1):
                for some in rows:
                    yield some[:, done:], some[:, done - 1 : -1]


@lru_cache(maxsize=64)
def _ways_inside(size: int) -> Ints:
    """In how many ways so many cards (the row) are some of so many (the column), up to a size."""
    return np.array([[comb(n, m) for n in range(size + 1)] for m in range(size + 1)], np.int64)
