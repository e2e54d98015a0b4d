"""Sums over all sets of cards of a product that has a factor for each place: class by class.

    total = sum over sets X, with the sign of what X leaves out, of the product of f(X) of factors f

A factor depends only on the classes that its place may hold cards of. So a class is summed out as
soon as all factors that know it are multiplied, and what is multiplied is rarely as large as all
sets. The same way back tells how the total depends on every value of every factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import groupby
from math import comb, prod
from operator import mul
from typing import NamedTuple

import numpy as np

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
        if len(frozenset[int]().union(*self.axes)) < len(self.sizes):
            return 0  # some class is nowhere, so that signs cancel
        found = self._forward(prime) if prime else _kept_forward(self)
        whole = reduce(mul, (int(found[number][0]) for number in self._last), 1)
        return int(whole % prime) if prime else _wrapped(whole)

    def changes(self) -> list[Ints]:
        """For each factor and each of its values, by what the total changes with it."""
        found = _kept_forward(self)
        ends = [int(found[number][0]) for number in self._last]
        changes: dict[int, Ints] = {
            number: np.array([_wrapped(prod(ends[:at] + ends[at + 1 :]))], np.int64)
            for at, number in enumerate(self._last)
        }
        many = len(self.axes)
        for number, step in reversed(list(enumerate(self._steps, many))):
            inputs = [found[one] for one in step.inputs]
            back = self._back(step, inputs, changes.pop(number))
            changes.update(zip(step.inputs, back, strict=True))
        return [changes[number] for number in range(many)]

    # below

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

    def _forward(self, prime: int = 0) -> list[Ints]:
        """The values of all factors, and of what the steps make of them."""
        found = [_modulo(self.values(number), prime) for number in range(len(self.axes))]
        for step in self._steps:
            product = np.ones(1, np.int64)
            for number, shape in reversed(list(zip(step.inputs, self._shapes(step), strict=True))):
                product = _times(product, found[number].reshape(shape))
                product = product % prime if prime else product
            union = self._union(step)
            found.append(_modulo(self._summed(product.ravel(), union, step.dropped), prime))
        return found

    def _union(self, step: Step) -> Axes:
        return frozenset[int]().union(*(self._all_axes[number] for number in step.inputs))

    def _runs(self, step: Step) -> list[tuple[tuple[int, ...], tuple[bool, ...]]]:
        """Classes next to each other that the same inputs know, the slowest first; and which."""

        def knowing(axis: int) -> tuple[bool, ...]:
            known = (axis in self._all_axes[number] for number in step.inputs)
            return (*known, axis in step.dropped)

        slowest = reversed(self.inside(self._union(step)))
        return [(tuple(axes), known) for known, axes in groupby(slowest, knowing)]

    def _shapes(self, step: Step) -> Iterator[tuple[int, ...]]:
        """How each input is laid along the others."""
        runs = self._runs(step)
        for at in range(len(step.inputs)):
            yield tuple(self._many(axes) if known[at] else 1 for axes, known in runs)

    def _many(self, axes: Iterable[int]) -> int:
        return prod(self.sizes[axis] + 1 for axis in axes)

    def _summed(self, values: Ints, axes: Axes, dropped: Axes) -> Ints:
        """The values without these classes, whose sets are summed with their signs."""
        left = list(self.inside(axes))
        for axis in sorted(dropped, key=self.order.index, reverse=True):
            at, size = left.index(axis), self.sizes[axis]
            cube = values.reshape(-1, size + 1, self._many(left[:at]))
            values = cube[:, size] - (cube[:, 0] if size == 1 else cube[:, size - 1] * size)
            for number in range(size - 1):
                values = values + cube[:, number] * _sign(size, number)
            del left[at]
        return values.ravel()

    def _back(self, step: Step, inputs: Sequence[Ints], change: Ints) -> Iterator[Ints]:
        """By what the total changes with each value of the inputs of a step."""
        runs, shapes = self._runs(step), list(self._shapes(step))
        laid = [one.reshape(shape) for one, shape in zip(inputs, shapes, strict=True)]
        after: list[Ints] = [np.ones(1, np.int64)]  # what all after an input make together
        for one in reversed(laid[1:]):
            after.append(_times(after[-1], one))
        before = change.reshape([1 if known[-1] else self._many(axes) for axes, known in runs])
        for place, (axes, known) in enumerate(runs):
            if known[-1]:
                shape = [1] * len(runs)
                shape[place] = -1
                before = _times(before, self._signs(axes).reshape(shape))
        for at, one in enumerate(laid):
            yield _kept(_times(before, after.pop()), [known[at] for _, known in runs]).ravel()
            if after:
                before = _kept(_times(before, one), [any(known[at + 1 : -1]) for _, known in runs])

    def _signs(self, axes: Sequence[int]) -> Ints:
        """The signs of the sets of some classes, the first of which changes slowest."""
        signs = np.ones(1, np.int64)
        for axis in reversed(axes):
            size = self.sizes[axis]
            own = np.array([_sign(size, number) for number in range(size + 1)], np.int64)
            signs = (own[:, None] * signs).ravel()
        return signs


# What the last sums were made of is kept, since the way back begins there; it may be large.
@lru_cache(maxsize=1)
def _kept_forward(sums: SetSums) -> list[Ints]:
    return sums._forward()


def _times(one: Ints, other: Ints) -> Ints:
    """The product, laid out as usual: numpy would lay it out as the smaller of the two is."""
    found: Ints = np.multiply(one, other, order="C")
    return found


def _kept(values: Ints, dims: Sequence[bool]) -> Ints:
    """The values summed over all dimensions but these."""
    found: Ints = values.sum(
        axis=tuple(n for n, kept in enumerate(dims) if not kept), keepdims=True
    )
    return found


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
