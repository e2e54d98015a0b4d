"""Products of arrays that are laid along each other, summed over some dimensions: block by block.

    total[kept] = sum over all other dimensions of the product of the arrays

An array has all of a dimension, or is the same everywhere along it; one at least has it. What is
multiplied may be far larger than the arrays and than the sum, so only a block of it is ever there,
near the processor. Numbers are taken modulo 2^64, or modulo a prime.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

import numpy as np

from whoknows.deals.hands.lattice import Ints

BLOCK = 1 << 16  # numbers that are multiplied at once
ALL = slice(None)

Flags = tuple[bool, ...]  # one for each dimension
Block = tuple[slice, ...]


@dataclass(frozen=True)
class LaidProduct:
    """The dimensions, slowest first; which of them each array has, and which the sum has."""

    dims: tuple[int, ...]
    known: tuple[Flags, ...]
    kept: Flags

    def total(self, arrays: Sequence[Ints], prime: int = 0) -> Ints:
        """The sum; quickest if the largest arrays come first."""
        laid = self._laid(arrays)
        found = np.zeros(self._shape(self.kept), np.int64)
        for block in self._blocks:
            whole = np.ones((1,) * len(self.dims), np.int64)
            for one, known in zip(reversed(laid), reversed(self.known), strict=True):
                whole = _times(whole, _part(one, known, block))
                if prime:
                    whole %= prime
            here = found[_at(self.kept, block)]
            here += _summed(whole, self.kept)
            if prime:
                here %= prime
        return found.ravel()

    def changes(self, arrays: Sequence[Ints], change: Ints) -> list[Ints]:
        """By what something changes with each number of each array, if this is by what it changes
        with each number of the sum."""
        laid, last = self._laid(arrays), len(arrays) - 1
        given = change.reshape(self._shape(self.kept))
        found = [np.zeros(self._shape(known), np.int64) for known in self.known]
        for block in self._blocks:
            parts = [_part(one, known, block) for one, known in zip(laid, self.known, strict=True)]
            after = parts[-1:]  # what all after an array make together
            for one in reversed(parts[1:-1]):
                after.append(_times(after[-1], one))
            before = given[_at(self.kept, block)]
            for number, known in enumerate(self.known):
                mine = before if number == last else _times(before, after.pop())
                here = found[number][_at(known, block)]
                here += _summed(mine, known)
                if number < last:
                    before = _summed(_times(before, parts[number]), self._after[number])
        return [one.ravel() for one in found]

    def change(self, arrays: Sequence[Ints], change: Ints, number: int) -> Ints:
        """The same of one of the arrays."""
        others = [n for n in range(len(arrays)) if n != number]
        known = (*(self.known[n] for n in others), self.kept)
        alone = LaidProduct(self.dims, known, self.known[number])
        return alone.total([*(arrays[n] for n in others), change])

    # below

    def _laid(self, arrays: Sequence[Ints]) -> list[Ints]:
        pairs = zip(arrays, self.known, strict=True)
        return [one.reshape(self._shape(known)) for one, known in pairs]

    def _shape(self, known: Flags) -> tuple[int, ...]:
        return tuple(size if has else 1 for size, has in zip(self.dims, known, strict=True))

    @cached_property
    def _after(self) -> list[Flags]:
        """For each array, which dimensions those after it have."""
        return [
            tuple(any(flags) for flags in zip(*self.known[number + 1 :], strict=True))
            for number in range(len(self.known) - 1)
        ]

    @cached_property
    def _blocks(self) -> list[Block]:
        """All parts of the whole: one place of the slow dimensions, all of the quick ones."""
        left, cuts = prod(self.dims), []
        for size in self.dims:
            left //= size
            step = min(size, max(1, BLOCK // left))
            cuts.append([slice(at, at + step) for at in range(0, size, step)])
        return list(product(*cuts))


def _at(known: Flags, block: Block) -> Block:
    return tuple(cut if has else ALL for cut, has in zip(block, known, strict=True))


def _part(one: Ints, known: Flags, block: Block) -> Ints:
    return one[_at(known, block)].astype(np.int64, copy=False)


def _times(one: Ints, other: Ints) -> Ints:
    """The product, laid out as usual: numpy would lay it out as the smaller of the two is."""
    found: Ints = np.multiply(one, other, order="C")
    return found


def _summed(values: Ints, kept: Flags) -> Ints:
    """The values summed over all dimensions but these: one by one, the slowest first, so that as
    long as values are many, those are added that are many in a row."""
    for number, has in enumerate(kept):
        if not has and values.shape[number] > 1:
            values = np.add.reduce(values, axis=number, keepdims=True)
    return values
