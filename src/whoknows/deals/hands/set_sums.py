"""Sums over all sets of cards of a product that has a factor for each place: class by class.

    total = sum over sets X, with the sign of what X leaves out, of the product of f(X) of factors f

A factor depends only on the classes that its place may hold cards of. So a class is summed out as
soon as all factors that know it are multiplied, and what is multiplied is rarely as large as all
sets. The same way back tells how the total depends on every value of every factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from math import comb, prod
from typing import NamedTuple

import numpy as np

from whoknows.deals.hands.laid_products import LaidProduct
from whoknows.deals.hands.lattice import Ints

Axes = frozenset[int]
SMALL = 1 << 13  # sets: to plan would take longer than to go through all of them


class Step(NamedTuple):
    """These factors, by number and the largest first, become one, without these classes."""

    inputs: tuple[int, ...]
    dropped: Axes


@dataclass(frozen=True, eq=False)
class SetSums:
    """Factors: the classes that each depends on, and a function that makes its values.

    Values are in the order of `order`: the first class of a factor changes fastest.
    """

    sizes: tuple[int, ...]  # of the classes
    axes: tuple[Axes, ...]
    values: Callable[[int], Ints]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Those that most factors depend on come first, as neighbours in memory; and those together
        that the same factors depend on."""

        def key(axis: int) -> tuple[int, tuple[bool, ...]]:
            known = tuple(axis not in some for some in self.axes)
            return sum(known), known

        return tuple(sorted(range(len(self.sizes)), key=key))

    def inside(self, axes: Axes) -> tuple[int, ...]:
        """These classes in their order."""
        return tuple(axis for axis in self.order if axis in axes)

    def total(self, prime: int = 0) -> int:
        """The sum, modulo 2^64 or a prime."""
        if self._cancel:
            return 0
        found = self._made(prime) if prime else _kept(self)
        whole = prod(self._end(number, found, prime) for number in self._last)
        return whole % prime if prime else _wrapped(whole)

    def changes(self) -> list[Ints]:
        """For each factor and each of its values, by what the total changes with it."""
        if self._cancel:
            return [np.zeros(self._many(axes), np.int64) for axes in self.axes]
        found, many = _kept(self), len(self.axes)
        changes = {number: self._change_of_end(number, found) for number in self._last}
        for number, step in reversed(list(enumerate(self._steps, many))):
            inputs = [found[one] for one in step.inputs]
            back = self._laid(step).changes(inputs, changes.pop(number))
            changes.update(zip(step.inputs, back, strict=True))
        return [self._signed(number, changes[number]) for number in range(many)]

    def change(self, number: int) -> Ints:
        """The same of one factor."""
        if self._cancel:
            return np.zeros(self._many(self.axes[number]), np.int64)
        found, at, way = _kept(self), number, list[tuple[Step, int]]()
        for made, step in enumerate(self._steps, len(self.axes)):
            if at in step.inputs:
                way.append((step, step.inputs.index(at)))
                at = made
        change = self._change_of_end(at, found)
        for step, place in reversed(way):
            change = self._laid(step).change([found[one] for one in step.inputs], change, place)
        return self._signed(number, change)

    # below

    @property
    def _cancel(self) -> bool:
        """Whether some class is nowhere, so that signs cancel."""
        return len(frozenset[int]().union(*self.axes)) < len(self.sizes)

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return tuple(step for step, _ in self._planned)

    @cached_property
    def _all_axes(self) -> tuple[Axes, ...]:
        """The classes of each factor, and of what the steps make of them."""
        return (*self.axes, *(axes for _, axes in self._planned))

    @cached_property
    def _last(self) -> tuple[int, ...]:
        """Those that nothing is made of: single numbers."""
        used = {number for step in self._steps for number in step.inputs}
        return tuple(number for number in range(len(self._all_axes)) if number not in used)

    @cached_property
    def _planned(self) -> tuple[tuple[Step, Axes], ...]:
        """Always the class is next for which least has to be multiplied; all at once if that is
        little."""
        every = frozenset(range(len(self.sizes)))
        if self._many(every) <= SMALL:
            largest = sorted(range(len(self.axes)), key=lambda n: -self._many(self.axes[n]))
            return ((Step(tuple(largest), every), frozenset()),)
        left, found = dict(enumerate(self.axes)), list[tuple[Step, Axes]]()
        while axes := frozenset[int]().union(*left.values()):
            inputs = min(
                (self._knowing(axis, left) for axis in sorted(axes)), key=self._weight(left)
            )
            inputs = tuple(sorted(inputs, key=lambda number: -self._many(left[number])))
            union = frozenset[int]().union(*(left.pop(number) for number in inputs))
            rest = union & frozenset[int]().union(*left.values())
            left[len(self.axes) + len(found)] = rest
            found.append((Step(inputs, union - rest), rest))
        return tuple(found)

    def _knowing(self, axis: int, left: dict[int, Axes]) -> tuple[int, ...]:
        return tuple(number for number, axes in left.items() if axis in axes)

    def _weight(self, left: dict[int, Axes]) -> Callable[[tuple[int, ...]], int]:
        """How large the product of some of those left is."""

        def weight(inputs: tuple[int, ...]) -> int:
            return self._many(frozenset[int]().union(*(left[number] for number in inputs)))

        return weight

    def _made(self, prime: int = 0) -> list[Ints]:
        """The values of all factors, with their signs, and of what the steps but the last make of
        them."""
        found = []
        for number in range(len(self.axes)):
            values = self._signed(number, _modulo(self.values(number), prime))
            found.append(_modulo(values, prime))
        for step in self._steps[:-1]:
            found.append(self._laid(step).total([found[one] for one in step.inputs], prime))
        return found

    def _end(self, number: int, found: Sequence[Ints], prime: int = 0) -> int:
        """One of the single numbers; that of the last step is only made when it is wanted."""
        if number < len(found):
            return int(found[number][0])
        step = self._steps[-1]
        return int(self._laid(step).total([found[one] for one in step.inputs], prime)[0])

    def _change_of_end(self, number: int, found: Sequence[Ints]) -> Ints:
        others = prod(self._end(one, found) for one in self._last if one != number)
        return np.array([_wrapped(others)], np.int64)

    def _laid(self, step: Step) -> LaidProduct:
        """What a step multiplies: classes next to each other that the same inputs know are one
        dimension, the slowest first."""

        def knowing(axis: int) -> tuple[bool, ...]:
            known = (axis in self._all_axes[number] for number in step.inputs)
            return (*known, axis not in step.dropped)

        union = frozenset[int]().union(*(self._all_axes[number] for number in step.inputs))
        slowest = groupby(reversed(self.inside(union)), knowing)
        runs = [(tuple(axes), known) for known, axes in slowest]
        runs = runs or [((), (False,) * (len(step.inputs) + 1))]
        dims = tuple(self._many(axes) for axes, _ in runs)
        *known, kept = (tuple(flags[at] for _, flags in runs) for at in range(len(step.inputs) + 1))
        return LaidProduct(dims, tuple(known), kept)

    def _many(self, axes: Iterable[int]) -> int:
        return prod(self.sizes[axis] + 1 for axis in axes)

    @cached_property
    def _signing(self) -> dict[int, int]:
        """For each class the smallest factor that knows it, whose values bear its signs."""
        smallest = sorted(range(len(self.axes)), key=lambda n: self._many(self.axes[n]))
        numbers = range(len(self.sizes))
        return {axis: next(n for n in smallest if axis in self.axes[n]) for axis in numbers}

    def _signed(self, number: int, values: Ints) -> Ints:
        """The values of a factor with the signs that they bear, or without them again."""
        if number not in self._signing.values():
            return values
        signs = np.ones(1, np.int64)
        for axis in self.inside(self.axes[number]):
            size, mine = self.sizes[axis], self._signing[axis] == number
            own = [_sign(size, held) if mine else 1 for held in range(size + 1)]
            signs = (np.array(own, np.int64)[:, None] * signs).ravel()
        return values * signs


# What the last sums were made of is kept, since the way back begins there; it may be large.
@lru_cache(maxsize=1)
def _kept(sums: SetSums) -> list[Ints]:
    return sums._made()


def _sign(size: int, number: int) -> int:
    """The share of so many cards of a class in what all of them are worth."""
    return comb(size, number) * (1 if (size - number) % 2 == 0 else -1)


def _modulo(values: Ints, prime: int) -> Ints:
    if not prime:
        return values
    wide = values if values.dtype == object else values.astype(np.int64)
    left: Ints = (wide % prime).astype(np.int64)
    return left


def _wrapped(number: int) -> int:
    """A number modulo 2^64, as numpy has it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
