"""A place for every world of a chapter, kept while worlds vanish, and sets of worlds as bits.

A world has a number; a set of worlds is an integer with a bit for each. Numbers, keys and cells are
worked out once, for the model that gave the places, and kept as long as it lives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from whoknows.deals.deal_model import DealModel
from whoknows.logic.bitset import Bitset
from whoknows.logic.card_letters import spelled
from whoknows.logic.diagram import Diagram
from whoknows.logic.graph_layout import Spread, spread
from whoknows.logic.space import Set, assigned, neighbours
from whoknows.logic.vocabulary import Value, World
from whoknows.table.knowledge.chapter import Present, at_most
from whoknows.table.knowledge.naming import (
    NamedPile,
    ShortWorlds,
    is_wide,
    key,
    keys_of_codes,
    pile_names,
    piles,
)
from whoknows.table.knowledge.world_rows import held_in, listed, parted

GRAPH_WORLDS, CELL_WORLDS, TILE_WORLDS = 12, 400, 6_000
MOST_TILES = 320


class Cell(NamedTuple):
    """Worlds that a seat cannot tell apart, and the cards that it sees in them."""

    label: str
    numbers: tuple[int, ...]
    seen: tuple[int, ...]
    held: int  # the worlds as bits


class WorldLayout:
    """The worlds of one model, numbered."""

    def __init__(self, model: DealModel) -> None:
        self.vocabulary = model.vocabulary
        self.table, numbers = listed(model)
        wide = is_wide(model.vocabulary)
        self.keys = dict(zip(numbers, keys_of_codes(self.table[numbers], wide), strict=True))
        self._cells: dict[int, list[Cell]] = {}
        self._names = pile_names(model.vocabulary)
        self._short = ShortWorlds(model.vocabulary, self._names)
        self._words: dict[int, str] = {}
        self._spreads: dict[int, Spread] = {}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each world, by its key."""
        return {text: number for number, text in self.keys.items()}

    def bits(self, model: DealModel, held: Set) -> int:
        """A set of worlds of a model of the same chapter."""
        return held_in(self.table, model, held)

    def alive(self, model: DealModel) -> int:
        """All worlds of a model of the same chapter."""
        kept = _ALIVE.setdefault(model, {})
        if self not in kept:
            kept[self] = self.bits(model, model.space.all)
        return kept[self]

    def number(self, model: DealModel, world: World) -> int | None:
        """The number of a world, given as users write it."""
        values = next(model.space.assignments(model.point(world)), None)
        return None if values is None else self.numbers.get(key(self.vocabulary, values))

    def words(self, number: int) -> str:
        """A world in a few letters."""
        if number not in self._words:
            self._words[number] = self._short(self.table[number].tolist())
        return self._words[number]

    def values(self, number: int) -> Mapping[str, Value]:
        """A world as values of facts."""
        pairs = zip(self.vocabulary.facts, self.table[number].tolist(), strict=True)
        return {fact.name: fact.values[code] for fact, code in pairs}

    def piles(self, number: int) -> list[NamedPile]:
        """A world, place by place."""
        return piles(self.vocabulary, self.values(number), self._names)

    def spelled(self, cards: Sequence[str]) -> str:
        """Some cards in a few letters."""
        return spelled(self.vocabulary, cards)

    def cells(self, model: DealModel, seat: int) -> list[Cell]:
        """The cells of a seat in the model that gave the places, in the order of its cards."""
        if seat not in self._cells:
            held = self.parted(model, seat)
            found = (self._cell(seat, some) for some in held)
            self._cells[seat] = sorted(found, key=lambda cell: (cell.seen, cell.numbers))
        return self._cells[seat]

    def spread(self, model: DealModel, home: int) -> Spread:
        """The places of a graph in the model that gave the places; rows are cells of `home`."""
        if home not in self._spreads:
            order = {number: spot for spot, number in enumerate(self.keys)}
            cells = [self.cells(model, seat) for seat in range(len(model.seats))]
            parts = [[[order[n] for n in cell.numbers] for cell in some] for some in cells]
            found = spread(parts, home, lambda seat: [cell.label for cell in cells[seat]])
            spots = {number: found.spots[spot] for number, spot in order.items()}
            self._spreads[home] = replace(found, spots=spots)
        return self._spreads[home]

    def unseen(self, number: int, seats: Collection[int]) -> str:
        """The cards of a world, in a few letters, that none of these seats sees."""
        values = self.values(number)
        places = self.vocabulary.places
        hidden = {place.name for place in places if not any(seat in place.seen for seat in seats)}
        return self.spelled([c for c in self.vocabulary.world_facts if values[c] in hidden])

    def parted(self, model: DealModel, seat: int) -> list[int]:
        """The cells of a seat in a model of the same chapter, as bits; worked out only once."""
        kept = _PARTED.setdefault(model, {})
        if (self, seat) not in kept:
            kept[self, seat] = list(self._parted(model, seat))
        return kept[self, seat]

    def _parted(self, model: DealModel, seat: int) -> Iterator[int]:
        """Bits say what is left: asking an engine that does not list worlds would take longer."""
        space, left = model.space, self.alive(model)
        known = parted(self.table, model, seat, left)
        if known is not None:
            yield from known
            return
        if isinstance(space, Bitset | Diagram):
            yield from (self.bits(model, cell.held) for cell in model.cells(seat))
            return
        while left:
            first = (left & -left).bit_length() - 1
            cell = self.bits(model, neighbours(space, seat, assigned(space, self.values(first))))
            yield cell
            left &= ~cell

    def _cell(self, seat: int, worlds: int) -> Cell:
        """A cell of these worlds, named by the cards that the seat sees in all of them."""
        numbers = tuple(ascending(worlds))
        values, cards = self.values(numbers[0]), self.vocabulary.world_facts
        places = [p.name for p in self.vocabulary.places if seat in p.seen]
        seen = [tuple(n for n, c in enumerate(cards) if values[c] == place) for place in places]
        held = (self.spelled([cards[n] for n in some]) for some in seen)
        label, order = " · ".join(held) or "all alike", tuple(n for some in seen for n in some)
        return Cell(label, numbers, order, worlds)


def layout(model: DealModel) -> WorldLayout:
    """The places that this model gives to its worlds."""
    if model not in _LAYOUTS:
        _LAYOUTS[model] = WorldLayout(model)
    return _LAYOUTS[model]


def base(here: Present) -> DealModel | None:
    """The model that gives worlds their places: the chapter's first if it can be drawn.

    Of larger chapters the first that can be, and again the first with a few hundred worlds; what
    this move removed must have a place too. None if there are too many worlds for a picture.
    """
    if at_most(here.first, TILE_WORLDS):
        return here.first
    removed_from = here.model if here.before is None else here.before
    for limit in (CELL_WORLDS, TILE_WORLDS):
        if at_most(removed_from, limit):
            return earliest(here, limit)
    return None


def earliest(here: Present, limit: int) -> DealModel | None:
    """The chapter's first model with no more than this many worlds; None if there is none yet."""
    if at_most(here.first, limit):
        return here.first
    models = (part.stage.model for part in here.chapter)
    return next((model for model in models if at_most(model, limit)), None)


def ascending(numbers: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest on."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low


_LAYOUTS: WeakKeyDictionary[DealModel, WorldLayout] = WeakKeyDictionary()
_PARTED: WeakKeyDictionary[DealModel, dict[tuple[WorldLayout, int], list[int]]] = (
    WeakKeyDictionary()
)
_ALIVE: WeakKeyDictionary[DealModel, dict[WorldLayout, int]] = WeakKeyDictionary()
