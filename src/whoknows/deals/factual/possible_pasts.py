"""What may have been, when places were put together and their cards divided again.

Such a gathering forgets which card came from where, but a seat that knew it still knows. So time
falls into stages, each a space of its own, and a trail tells for every stage in which rooms each
card may have lain. A world is a trail with one room per card; all worlds are equally likely.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.core.uniform import Rng
from whoknows.deals.factual.claims import Masks
from whoknows.deals.factual.contingency import Rooms
from whoknows.deals.factual.dealer import dealer
from whoknows.deals.factual.room_groups import fits, grouped, is_one, room_of, ways

if TYPE_CHECKING:
    from whoknows.deals.factual.factual_space import Factual
    from whoknows.deals.factual.floating_cards import Courses

Past = tuple[Masks, ...]  # for each stage the room of each card, as a bit
Told = Mapping[str, int]  # which card lay in a place that no longer exists


@dataclass(frozen=True, eq=False)
class Gathering:
    """Rooms of a stage were put together; for each room of the next, where its cards lay."""

    stage: "Factual"
    sources: int
    came: tuple[int, ...]
    _ahead: dict[int, int] = field(default_factory=dict, init=False, repr=False)

    def ahead(self, rooms: int) -> int:
        """Where a card can be that lay in one of these rooms."""
        if rooms not in self._ahead:
            reached = (1 << room for room, came in enumerate(self.came) if came & rooms)
            self._ahead[rooms] = reduce(or_, reached, 0)
        return self._ahead[rooms]

    def back(self, rooms: list[int], gathered: Mapping[int, int]) -> list[int]:
        """The room of each card before, given those of the cards that were gathered."""
        came = enumerate(self.came[room] for room in rooms)
        return [gathered[card] if card in gathered else room_of(some) for card, some in came]

    def told(self, gathered: Mapping[int, int]) -> Told:
        """What lay in the slots."""
        cards = {room: card for card, room in gathered.items()}
        return {name: cards[room] for name, room in self.stage.slots}

    def before(self, rooms: Masks, told: Told) -> Masks | None:
        """The room of each card before, if this lay in the slots; None if it cannot have."""
        kept = {told[name]: 1 << room for name, room in self.stage.slots}
        if len(kept) < len(self.stage.slots):
            return None
        other, found = iter(self._spots(~sum(kept.values()))), []
        for card, room in enumerate(rooms):
            came = self.came[room_of(room)]
            found.append(came if is_one(came) else kept.pop(card, 0) or next(other, 0))
        fit = all(here & mask for here, mask in zip(found, self.stage.masks, strict=True))
        return tuple(found) if fit and not kept else None

    def _spots(self, among: int) -> Iterator[int]:
        """These sources, each as often as it held cards."""
        for room, size in enumerate(self.rooms):
            if among >> room & 1:
                yield from [1 << room] * size

    @cached_property
    def rooms(self) -> Rooms:
        """How many cards lay in each source; nothing counts elsewhere."""
        sizes = enumerate(self.stage.rooms)
        return tuple(size if self.sources >> room & 1 else 0 for room, size in sizes)


@dataclass(frozen=True)
class Trail:
    """For each stage, the rooms in which each card may have lain."""

    stages: tuple["Factual", ...]
    masks: Past
    memo: dict[object, int] = field(default_factory=dict, repr=False, compare=False)

    def ways(self, masks: Masks) -> int:
        """In how many ways the cards have come to lie in these rooms."""
        if self.courses.floats:
            return self.courses.ending(masks).ways
        return self.courses.refilled * ways(grouped(masks), self._rooms)

    def fits(self, masks: Masks) -> bool:
        """Whether they can have."""
        if not fits(grouped(masks), self._rooms):
            return False
        return not self.courses.floats or self.courses.ending(masks).fits

    def key(self, masks: Masks) -> object:
        """What `ways` depends on."""
        return self.courses.at_last(masks), grouped(masks)

    def draw(self, masks: Masks, rng: Rng) -> tuple[list[int], Told]:
        """The room of each card, and what lay in places that no longer exist; each way equally
        likely."""
        afloat, told = self.courses.draw(masks, rng), dict[str, int]()
        pairs = enumerate(masks)
        known = tuple(1 << afloat[-1][c] if c in afloat[-1] else mask for c, mask in pairs)
        lie = dealer(known, self._rooms).deal(rng)
        rooms = before = [lie[card] for card in range(len(masks))]
        for number in reversed(range(len(self.gatherings))):
            may = self._may(number, before, afloat[number])
            lay = dealer(tuple(may.values()), self.gatherings[number].rooms).deal(rng)
            here = {card: lay[place] for place, card in enumerate(may)}
            told |= self.gatherings[number].told(here)
            before = self.gatherings[number].back(before, here)
        return rooms, told

    def pasts(self, rooms: list[int], number: int | None = None) -> Iterator[Told]:
        """Everything that may have lain in places that no longer exist, if the cards lie in these
        rooms (of the stage to which this gathering led)."""
        number = len(self.gatherings) if number is None else number
        if number == 0:
            yield {}
            return
        gathering, may = self.gatherings[number - 1], self._may(number - 1, rooms, {})
        for lay in _fillings(list(may.values()), list(gathering.rooms)):
            here = dict(zip(may, lay, strict=True))
            for earlier in self.pasts(gathering.back(rooms, here), number - 1):
                yield {**earlier, **gathering.told(here)}

    def has(self, past: Past) -> bool:
        """Whether this may have been."""
        pairs = zip(past, self.masks, strict=True)
        return all(all(map(int.__and__, rooms, masks)) for rooms, masks in pairs)

    @cached_property
    def courses(self) -> "Courses":
        """How cards that were known and lost from sight may have gone."""
        from whoknows.deals.factual.floating_cards import courses

        return courses(self)

    @cached_property
    def gatherings(self) -> tuple[Gathering, ...]:
        return tuple(stage.before for stage in self.stages if stage.before is not None)

    @property
    def _rooms(self) -> Rooms:
        return self.stages[-1].rooms

    def _may(self, number: int, rooms: list[int], known: Mapping[int, int]) -> dict[int, int]:
        """From which sources each card may have come that was gathered and now lies there."""
        gathering = self.gatherings[number]
        masks = (1 << known[c] if c in known else m for c, m in enumerate(self.masks[number]))
        pairs = zip(masks, rooms, strict=True)
        may = (0 if is_one(gathering.came[r]) else m & gathering.sources for m, r in pairs)
        return {card: mask for card, mask in enumerate(may) if mask}


def stages(space: "Factual") -> tuple["Factual", ...]:
    """The stages up to this one."""
    found = [space]
    while found[-1].before is not None:
        found.append(found[-1].before.stage)
    return tuple(reversed(found))


def rewound(space: "Factual", world: Masks, told: Told) -> Past | None:
    """Where each card lay at every stage in this world; None if there is no such world."""
    for name in space.told:
        if name not in told:
            raise Error(f"say what lay in {name} as well")
    past, rooms = [world], world
    for stage in reversed(stages(space)[1:]):
        assert stage.before is not None
        before = stage.before.before(rooms, told)
        if before is None:
            return None
        past.append(before)
        rooms = before
    return tuple(reversed(past))


def trail(space: "Factual", seats: frozenset[int], past: Past | None) -> Trail:
    """What these seats together know, if this is what happened; without any seats, what everyone
    knows."""
    found: list[Masks] = []
    for number, stage in enumerate(stages(space)):
        masks = stage.masks
        if past is not None and seats:
            alike = stage.alike(seats)
            rooms = zip(masks, past[number], strict=True)
            masks = tuple(mask & alike[room_of(room)] for mask, room in rooms)
        if stage.before is not None:
            pairs = zip(masks, found[-1], strict=True)
            masks = tuple(mask & stage.before.ahead(before) for mask, before in pairs)
        found.append(masks)
    return Trail(stages(space), tuple(found))


def _fillings(masks: list[int], left: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to put cards of these masks into rooms in which so much room is left."""
    if not masks:
        yield ()
        return
    for room, size in enumerate(left):
        if size and masks[0] >> room & 1:
            less = [*left[:room], size - 1, *left[room + 1 :]]
            yield from ((room, *rest) for rest in _fillings(masks[1:], less))
