"""How the cards of some rooms are divided: wherever a bit stood for them, bits stand for the parts.

A seat that knew what lay in some rooms knows what lies in all that came of them. Where several
rooms are put together it may have known more than that: so the stage before is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.deals.factual.possible_pasts import Gathering
from whoknows.logic.filling import Filling
from whoknows.logic.vocabulary import Fact

if TYPE_CHECKING:
    from whoknows.deals.factual.factual_space import Factual


def parted(space: Factual, places: Collection[str], parts: Mapping[str, int]) -> Factual:
    """The space in which the cards of these places lie in the parts instead."""
    gone = reduce(or_, (_room(space, place) for place in places))
    new = Rebuilt(space, gone, tuple(parts.values()))
    facts = tuple(fact.parted(places, parts) for fact in space.facts)
    return replace(
        space,
        cards=facts,
        filling=Filling(new.sizes, _options(space, new, facts, list(parts))),
        masks=tuple(map(new.moved, space.masks)),
        lots=tuple(_lots(new, lots) for lots in space.lots),
        before=_before(space, new, gathered=len(places) > 1),
        slots=(),
        memo={},
    )


@dataclass(frozen=True)
class Rebuilt:
    """The rooms that stay, and after them a room for each part."""

    space: Factual
    gone: int
    parts: tuple[int, ...]

    @property
    def kept(self) -> list[int]:
        return [room for room in range(len(self.space.rooms)) if not self.gone >> room & 1]

    @property
    def sizes(self) -> tuple[int, ...]:
        return (*(self.space.rooms[room] for room in self.kept), *self.parts)

    def moved(self, rooms: int) -> int:
        """These rooms as they are now; a part without cards is no place for a card."""
        stay = sum(1 << new for new, old in enumerate(self.kept) if rooms >> old & 1)
        if not rooms & self.gone:
            return stay
        first = len(self.kept)
        return stay | sum(1 << first + n for n, size in enumerate(self.parts) if size)


def _room(space: Factual, place: str) -> int:
    rooms = {space.room(card, place) for card in range(len(space.facts))}
    if len(rooms) > 1:
        raise Error(f"{place} holds fixed numbers of some cards; in a large deal it stays whole")
    return 1 << rooms.pop()


def _lots(new: Rebuilt, lots: tuple[int, ...]) -> tuple[int, ...]:
    """What a seat tells apart now: what lay in several lots is in one, if it was put together."""
    touched = reduce(or_, (lot for lot in lots if lot & new.gone), 0)
    left = (lot for lot in lots if not lot & new.gone)
    return tuple(filter(None, map(new.moved, (touched, *left))))


def _before(space: Factual, new: Rebuilt, *, gathered: bool) -> Gathering | None:
    many = len(new.parts)
    if gathered:
        came = (*(1 << room for room in new.kept), *[new.gone] * many)
        return Gathering(space, new.gone, came)
    if space.before is None:
        return None
    came, source = space.before.came, new.gone.bit_length() - 1
    return replace(space.before, came=(*(came[room] for room in new.kept), *[came[source]] * many))


def _options(
    space: Factual, new: Rebuilt, facts: tuple[Fact, ...], parts: list[str]
) -> tuple[tuple[int, ...], ...]:
    """For each card the room of each place."""
    now = {old: room for room, old in enumerate(new.kept)}
    fresh = {part: len(now) + number for number, part in enumerate(parts)}
    made: dict[tuple[int | None, ...], tuple[int, ...]] = {}
    for card, fact in enumerate(facts):
        if space.filling.options[card] not in made:
            values = map(str, fact.values)
            rooms = (fresh[v] if v in fresh else now[space.room(card, v)] for v in values)
            made[space.filling.options[card]] = tuple(rooms)
    return tuple(made[options] for options in space.filling.options)
