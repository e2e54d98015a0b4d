"""How many of each pool go to which bin: all ways counted, and one drawn uniformly.

The bins are filled one after the other. The state on the way is how many are left of each
pool and how much room in each bin, as digits of one number; a step moves k of the n in a
pool, which can be done in n! / k! (n-k)! ways. Bins that take from the same pools are one
bin, and pools that differ only in a bin that is full become one pool.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import NamedTuple, TypeVar

from whoknows.core.uniform import Rng, below
from whoknows.deals.places import multinomial

Rooms = tuple[int, ...]
Groups = tuple[tuple[int, int], ...]  # which rooms, as bits, and how many cards
Item = TypeVar("Item")
Spot = TypeVar("Spot")


@dataclass(frozen=True)
class FillStep:
    """Some of a pool go to a bin; or all of them to another pool, which is no choice."""

    pool: int
    to: int
    is_bin: bool
    whole: bool = True  # nobody stays in the pool
    filled: bool = False  # no room stays in the bin


class FillPlan(NamedTuple):
    """Which bins are one, in the order in which they are filled, and every step of it."""

    bins: list[tuple[int, ...]]
    steps: list[FillStep]


@dataclass(frozen=True, eq=False)
class Contingency:
    """Pools, each with the bins that its members may go to, and the sizes of the bins."""

    pools: Groups
    bins: Rooms

    @cached_property
    def ways(self) -> int:
        """In how many ways the bins can be filled."""
        parted = prod(multinomial(self.bins[n] for n in alike) for alike in self._plan.bins)
        *_, last = self._reached()
        return last.get(0, 0) * parted

    def draw(
        self, pools: Sequence[Sequence[Item]], bins: Sequence[Sequence[Spot]], rng: Rng
    ) -> Iterator[tuple[Item, Spot]]:
        """Every member of the pools with a spot in a bin, each way equally likely."""
        waiting = [list(members) for members in pools]
        spots = [[spot for number in alike for spot in bins[number]] for alike in self._plan.bins]
        for step, many in zip(self._plan.steps, self._moves(rng), strict=True):
            if not step.is_bin:
                waiting[step.to] += waiting[step.pool]
                continue
            for _ in range(many):
                yield _picked(waiting[step.pool], rng), _picked(spots[step.to], rng)

    @cached_property
    def _plan(self) -> FillPlan:
        masks = {number: mask for number, (mask, _) in enumerate(self.pools)}
        left = [number for number, size in enumerate(self.bins) if size]
        order: list[tuple[int, ...]] = []
        steps = _merged(masks)
        while left:
            takers, alike = self._next(masks, left)
            others = ~sum(1 << number for number in alike)
            forced = {pool for pool in takers if not masks[pool] & others}
            steps += _filled(takers, len(order), forced)
            masks = {pool: mask & others for pool, mask in masks.items()}
            steps += _merged(masks)
            order.append(alike)
            left = [number for number in left if number not in alike]
        return FillPlan(order, steps)

    def _next(
        self, masks: dict[int, int], left: list[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The bins that take from the fewest pools: after them, most pools are alike."""
        alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for number in left:
            alike[tuple(pool for pool, mask in masks.items() if mask >> number & 1)].append(number)
        takers = min(alike, key=lambda pools: (len(pools), sum(self.bins[n] for n in alike[pools])))
        return takers, tuple(alike[takers])

    def _reached(self) -> Iterator[dict[int, int]]:
        """In how many ways each state is reached, before the first step and after each."""
        sizes = [*(many for _, many in self.pools), *self._sizes]
        reached = {sum(size << self._shift(n) for n, size in enumerate(sizes)): 1}
        yield reached
        for step in self._plan.steps:
            reached = self._after(step, reached)
            yield reached

    @cached_property
    def _layers(self) -> list[dict[int, int]]:
        return list(self._reached())

    def _after(self, step: FillStep, reached: dict[int, int]) -> dict[int, int]:
        ahead: dict[int, int] = defaultdict(int)
        pool, into, unit = self._shift(step.pool), self._into(step), self._unit(step)
        for state, many in reached.items():
            there, room = state >> pool & self._digit, state >> into & self._digit
            least = max(there * step.whole, room * step.filled)
            most = min(there, room) if step.is_bin else there
            for moved in range(least, most + 1):
                ahead[state - moved * unit] += many * comb(there, moved)
        return ahead

    def _moves(self, rng: Rng) -> list[int]:
        """How many move in each step, drawn from the last step to the first."""
        state, moves = 0, []
        backwards = zip(reversed(self._plan.steps), reversed(self._layers[:-1]), strict=True)
        for step, before in backwards:
            pool, unit = self._shift(step.pool), self._unit(step)
            there = state >> self._into(step) & self._digit
            most = self._sizes[step.to] if step.is_bin else there
            origins = [state + moved * unit for moved in range(most + 1)]
            shares = [
                before.get(origin, 0) * comb(origin >> pool & self._digit, moved)
                for moved, origin in enumerate(origins)
            ]
            moves.append(chosen(shares, rng))
            state = origins[moves[-1]]
        return moves[::-1]

    @cached_property
    def _sizes(self) -> list[int]:
        """How much room there is in the bins that are one."""
        return [sum(self.bins[number] for number in alike) for alike in self._plan.bins]

    @cached_property
    def _width(self) -> int:
        """Bits of a digit: no two digits together can outgrow it."""
        return sum(many for _, many in self.pools).bit_length() + 1

    @property
    def _digit(self) -> int:
        return (1 << self._width) - 1

    def _shift(self, number: int) -> int:
        return number * self._width

    def _into(self, step: FillStep) -> int:
        """Where the digit is of what takes them: bins come after the pools."""
        return self._shift(step.to + len(self.pools) * step.is_bin)

    def _unit(self, step: FillStep) -> int:
        """What a state loses by one move: one of the pool, and room; another pool gains one."""
        taken = 1 << self._into(step)
        return (1 << self._shift(step.pool)) + (taken if step.is_bin else -taken)


def chosen(shares: Sequence[int], rng: Rng) -> int:
    """A number drawn in proportion to these whole shares."""
    number = below(rng, sum(shares))
    for place, share in enumerate(shares):
        if number < share:
            return place
        number -= share
    raise AssertionError("a number below their sum falls into one of them")


def _merged(masks: dict[int, int]) -> list[FillStep]:
    """Pools with the same bins ahead become one, and empty ones are forgotten."""
    first: dict[int, int] = {}
    steps = []
    for pool, mask in list(masks.items()):
        if first.setdefault(mask, pool) != pool and mask:
            steps.append(FillStep(pool, first[mask], is_bin=False))
        if first[mask] != pool or not mask:
            del masks[pool]
    return steps


def _filled(takers: tuple[int, ...], number: int, forced: set[int]) -> list[FillStep]:
    """A bin is filled: first by those who have no other, at last to the brim."""
    order = sorted(takers, key=lambda pool: pool not in forced)
    return [
        FillStep(pool, number, is_bin=True, whole=pool in forced, filled=pool == order[-1])
        for pool in order
    ]


def _picked(some: list[Item], rng: Rng) -> Item:
    """One of them, each equally likely, taken out."""
    number = below(rng, len(some))
    some[number], some[-1] = some[-1], some[number]
    return some.pop()
