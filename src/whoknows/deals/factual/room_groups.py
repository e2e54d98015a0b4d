"""In how many ways cards fill rooms, where each card may go to some of the rooms only.

Cards that may go to the same rooms form a group: only how many of them go where matters.

    ways = sum over these tables of (product over groups of n! / product over rooms of k!)

What is left when all that is forced is done is counted by a `Table`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

from whoknows.deals.factual.contingency import Contingency, Groups, Rooms


def grouped(masks: Iterable[int]) -> Groups:
    """The groups of cards, each of which may go to the rooms whose bits its mask has."""
    return tuple(sorted(Counter(masks).items()))


@lru_cache(maxsize=1 << 14)
def ways(groups: Groups, rooms: Rooms) -> int:
    """In how many ways the cards fill the rooms."""
    left = settled(groups, rooms)
    return 0 if left is None else _ways(*_renamed(left.groups, left.rooms))


@lru_cache(maxsize=1 << 14)
def fits(groups: Groups, rooms: Rooms) -> bool:
    """Whether there is a way: the cards that must go to certain rooms find room there.

    By Hall's theorem this is enough, if it is so for every union of masks.
    """
    left = settled(groups, rooms)
    if left is None:
        return False
    unions = {0}
    for mask, _ in left.groups:
        unions |= {mask | other for other in unions}
    return all(_confined(left.groups, some) <= _room(left.rooms, some) for some in unions)


@dataclass(frozen=True)
class Settled:
    """What is left when every card with one room left is put there, and full rooms are closed."""

    masks: Mapping[int, int]  # what has become of each mask
    groups: Groups  # of the cards that still have a choice
    rooms: Rooms


def settled(groups: Groups, rooms: Rooms) -> Settled | None:
    """Do what is forced, as long as something is; None if it cannot be done."""
    masks = {mask: mask for mask, _ in groups}
    left, free = list(rooms), dict(groups)
    while free:
        open_ = sum(1 << room for room, size in enumerate(left) if size)
        masks |= {mask: masks[mask] & open_ for mask in free}
        if not all(masks[mask] for mask in free):
            return None
        forced = [mask for mask in free if is_one(masks[mask])]
        if not forced:
            break
        for mask in forced:
            left[room_of(masks[mask])] -= free.pop(mask)
        if min(left) < 0:
            return None
    joined: Counter[int] = Counter()
    for mask, many in free.items():
        joined[masks[mask]] += many
    return Settled(masks, tuple(sorted(joined.items())), tuple(left))


def quickest(groups: Groups, rooms: Rooms) -> tuple[Contingency, bool]:
    """The table with the fewest states, and whether it is turned: pools are rooms, bins groups."""
    turned = _turned(groups, rooms)
    if _states(turned[0]) < _states(groups):
        return Contingency(*turned), True
    return Contingency(groups, rooms), False


def is_one(mask: int) -> bool:
    """Whether it is one room."""
    return mask > 0 and not mask & (mask - 1)


def room_of(mask: int) -> int:
    """The number of the room that a mask of one room is."""
    return mask.bit_length() - 1


@lru_cache(maxsize=1 << 14)
def _ways(groups: Groups, rooms: Rooms) -> int:
    """By either table: with all places in a room told apart, both count the same matchings.

    matchings = ways * product of rooms! = ways of the turned table * product of groups!
    """
    table, turned = quickest(groups, rooms)
    if not turned:
        return table.ways
    return table.ways * prod(factorial(many) for _, many in groups) // prod(map(factorial, rooms))


def _turned(groups: Groups, rooms: Rooms) -> tuple[Groups, Rooms]:
    """Rooms as groups of places and groups as rooms: a place may be taken by some groups only."""
    masks = [
        sum(1 << number for number, (mask, _) in enumerate(groups) if mask >> room & 1)
        for room in range(len(rooms))
    ]
    return tuple(zip(masks, rooms, strict=True)), tuple(many for _, many in groups)


def _states(groups: Groups) -> int:
    """How many ways there are for groups to have some left."""
    return prod(many + 1 for _, many in groups)


def _renamed(groups: Groups, rooms: Rooms) -> tuple[Groups, Rooms]:
    """The same with the rooms in an order of their own, so that what is alike is counted once."""

    def look(room: int) -> tuple[int, list[tuple[int, int]]]:
        inside = [(many, mask.bit_count()) for mask, many in groups if mask >> room & 1]
        return rooms[room], sorted(inside)

    order = sorted((room for room, size in enumerate(rooms) if size), key=look)
    named = (
        (sum(1 << new for new, old in enumerate(order) if mask >> old & 1), many)
        for mask, many in groups
    )
    return tuple(sorted(named)), tuple(rooms[room] for room in order)


def _confined(groups: Groups, some: int) -> int:
    """How many cards may go to these rooms only."""
    return sum(many for mask, many in groups if not mask & ~some)


def _room(rooms: Rooms, some: int) -> int:
    """How many cards these rooms hold."""
    return sum(size for room, size in enumerate(rooms) if some >> room & 1)
