"""Cards that somebody knew and lost from sight: where each gathering may have taken them.

A card gathered with others may go to any of the parts; gathered again, it came from one source
or another. A card floats from where it was lost, if a later gathering tells it from the cards
that were never seen: then deals are no longer equally likely, and its course matters.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from math import prod
from operator import or_
from typing import TYPE_CHECKING

from whoknows.core.uniform import Rng
from whoknows.deals.factual.claims import Masks
from whoknows.deals.factual.contingency import Rooms
from whoknows.deals.factual.floating_counts import Ending
from whoknows.deals.factual.room_groups import grouped, ways

if TYPE_CHECKING:
    from whoknows.deals.factual.possible_pasts import Trail

Spot = int  # a room of a stage, or `~room` of one in which a card stays for ever


@dataclass(frozen=True)
class Float:
    """A card afloat after these steps, up to one in which it surely was gathered."""

    card: int
    since: int
    until: int


@dataclass(frozen=True)
class FloatingStep:
    """The deal, or a gathering: for each room that it leads to, the rooms its cards come from.

    The sources held cards that lay there for certain, and others that may have; all of these,
    but for those that float, may have come from the same sources (`usual`).
    """

    sources: int
    came: tuple[int, ...]
    rooms: Rooms = ()
    certain: Masks = ()
    usual: int = 0

    def refilled(self, inside: Iterable[int] = ()) -> int:
        """In how many ways the sources were filled; floating cards lay in these of them."""
        sure = [*self.certain, *(1 << room for room in inside)]
        rest = sum(self.rooms) - len(sure)
        return ways(grouped([*sure, *[self.usual] * rest]), self.rooms) if rest >= 0 else 0


@dataclass(frozen=True, eq=False)
class Courses:
    """The cards that float on a trail, and where every step can take them."""

    trail: "Trail"
    floats: tuple[Float, ...]
    steps: tuple[FloatingStep, ...]

    @cached_property
    def refilled(self) -> int:
        """In how many ways all sources were filled, if no card floats."""
        return prod(step.refilled() for step in self.steps)

    @cached_property
    def afloat(self) -> list[list[Float]]:
        """The cards afloat before each step, and after the last."""
        numbers = range(len(self.steps) + 1)
        return [[some for some in self.floats if some.since < n <= some.until] for n in numbers]

    def at_last(self, masks: Masks) -> Masks:
        """The masks of the cards that float in the end."""
        return tuple(masks[some.card] for some in self.afloat[-1])

    def draw(self, masks: Masks, rng: Rng) -> list[dict[int, int]]:
        """For each stage the rooms of the cards afloat, so that the cards come to these rooms."""
        if not self.floats:
            return [{} for _ in self.steps]
        return self.ending(masks).draw(rng)

    def ending(self, masks: Masks) -> Ending:
        """The courses after which the cards lie in these rooms."""
        key = self.trail.key(masks)
        if key not in self._endings:
            self._endings[key] = Ending(self, masks)
        return self._endings[key]

    @cached_property
    def _endings(self) -> dict[object, Ending]:
        return {}

    def spots(self, number: int, rooms: int) -> list[tuple[Spot, int]]:
        """Where a step takes cards from these rooms, and how many of them."""
        if (number, rooms) not in self._spots:
            self._spots[number, rooms] = list(self._reached(number, rooms))
        return self._spots[number, rooms]

    @cached_property
    def _spots(self) -> dict[tuple[int, int], list[tuple[Spot, int]]]:
        return {}

    def _reached(self, number: int, rooms: int) -> Iterator[tuple[Spot, int]]:
        sizes, last = self.trail.stages[number].rooms, self.trail.stages[-1].rooms
        for room, came in enumerate(self.steps[number].came):
            if came & rooms and self._restless[number] >> room & 1:
                yield room, sizes[room]
            elif came & rooms:
                yield from ((~end, last[end]) for end in self._ends[number][room])

    @cached_property
    def _restless(self) -> list[int]:
        """For each stage the rooms of which some cards are gathered later."""
        found = [0]
        for step in reversed(self.steps[1:]):
            later = (came for room, came in enumerate(step.came) if found[0] >> room & 1)
            found.insert(0, reduce(or_, later, step.sources))
        return found

    @cached_property
    def _ends(self) -> list[list[list[int]]]:
        """For each stage and room, the rooms in which its cards are in the end."""
        found = [[[room] for room in range(len(self.trail.stages[-1].rooms))]]
        for stage, step in zip(self.trail.stages[-2::-1], self.steps[:0:-1], strict=True):
            ends: list[list[int]] = [[] for _ in stage.rooms]
            for room, came in enumerate(step.came):
                for before in (before for before in range(len(ends)) if came >> before & 1):
                    ends[before] += found[0][room]
            found.insert(0, ends)
        return found


def courses(trail: "Trail") -> Courses:
    """The cards that float on a trail: those that a gathering tells from the usual ones."""
    needed, lost, usual = set[tuple[int, int]](), dict[int, int](), [0]
    for number, gathering in enumerate(trail.gatherings, 1):
        sources, masks = gathering.sources, trail.masks[number - 1]
        traces = {c: m & sources for c, m in enumerate(masks) if m & sources and m & ~sources}
        usual.append(_usual(traces, lost))
        needed |= {(c, lost.get(c, 0)) for c, trace in traces.items() if trace != usual[-1]}
        lost |= {card: number for card, mask in enumerate(masks) if not mask & ~sources}
    floats = tuple(_float(trail, card, since) for card, since in sorted(needed))
    steps = (_step(trail, number, floats, some) for number, some in enumerate(usual))
    return Courses(trail, floats, tuple(steps))


def _usual(traces: Mapping[int, int], lost: Mapping[int, int]) -> int:
    """From which sources most cards may come, those first that nobody has lost from sight."""
    found = list(traces.values())
    fresh = [trace for card, trace in traces.items() if card not in lost]
    return max(found, key=lambda trace: (fresh.count(trace), found.count(trace)), default=0)


def _float(trail: "Trail", card: int, since: int) -> Float:
    for number, gathering in enumerate(trail.gatherings[since:], since + 1):
        if not trail.masks[number - 1][card] & ~gathering.sources:
            return Float(card, since, number)
    return Float(card, since, len(trail.stages))


def _step(trail: "Trail", number: int, floats: Iterable[Float], usual: int) -> FloatingStep:
    if number == 0:
        return FloatingStep(1, (1,) * len(trail.stages[0].rooms))
    gathering = trail.gatherings[number - 1]
    afloat = {some.card for some in floats if some.since < number <= some.until}
    masks = enumerate(trail.masks[number - 1])
    certain = (m for card, m in masks if card not in afloat and not m & ~gathering.sources)
    return FloatingStep(gathering.sources, gathering.came, gathering.rooms, tuple(certain), usual)
