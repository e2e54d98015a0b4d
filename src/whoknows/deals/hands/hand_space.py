"""The engine for deals of which cards were shown and hands were spoken of: exact for each seat.

A set of worlds is a claim (see `factual.claims`), which is only worked out when it is counted, hand
by hand. A world is a deal and, for each showing, the card that was chosen. What a seat knows of the
deal is found from what it saw; what one knows of what another knows is refused, as for all
deals too large to list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import product
from math import comb
from operator import and_, or_
from typing import TYPE_CHECKING, NoReturn

from whoknows.core.error import Error
from whoknows.deals.factual.claims import (
    EVERYTHING,
    NOTHING,
    Claim,
    Known,
    Masks,
    Other,
    lying,
    stating,
)
from whoknows.deals.factual.large import NESTED, TooLargeError
from whoknows.deals.factual.possible_pasts import Trail
from whoknows.deals.factual.room_groups import is_one
from whoknows.deals.hands.any_deal import any_deal
from whoknows.deals.hands.deal_cases import Choice, DealCases, Lies, deal_cases
from whoknows.logic.filling import Filling
from whoknows.logic.formula import Compare, Term
from whoknows.logic.space import assigned
from whoknows.logic.vocabulary import Fact, Value, compared

if TYPE_CHECKING:
    from whoknows.deals.factual.factual_space import Factual
    from whoknows.deals.hands.hand_chances import HandChances

MOST_CARDS = 24  # sets of cards are numbered: beyond, there are too many
MOST_HANDS = 200_000  # of one place
KEPT = 64  # counts that a space remembers
Lots = tuple[int, ...]


@dataclass(frozen=True)
class Chose(Other):
    """This card was chosen when something was shown."""

    showing: str
    card: int


@dataclass(frozen=True)
class Shown:
    """A showing: one of these cards, of those that lie in a place; who saw which."""

    fact: Fact
    place: int
    rooms: tuple[int, ...]  # for each of the cards, the room in which it then lies
    cards: tuple[int, ...]
    seen: frozenset[int] = frozenset()

    @property
    def claim(self) -> Claim:
        """What all know of it: one of the cards lies there."""
        pairs = zip(self.cards, self.rooms, strict=True)
        return reduce(or_, (lying(card, 1 << room) for card, room in pairs))


@dataclass(frozen=True)
class Asked:
    """A set of worlds: rooms for each card, what else is claimed, and what was chosen."""

    masks: Masks
    parts: frozenset[Claim]
    chosen: tuple[tuple[str, int], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not all(self.masks) or NOTHING in self.parts


@dataclass(frozen=True, eq=False)
class HandSpace:
    """A space whose worlds are deals with what was chosen to be shown."""

    cards: tuple[Fact, ...]
    filling: Filling
    masks: Masks
    lots: tuple[Lots, ...]  # for each seat: it knows which cards lie in each of these lots of rooms
    claims: frozenset[Claim] = frozenset()  # what all know beside the rooms of single cards
    showings: tuple[Shown, ...] = ()
    _memo: dict[object, DealCases] = field(default_factory=dict, init=False, repr=False)
    _cells: dict[Asked, None] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def made_of(cls, space: Factual) -> HandSpace:
        """The same worlds, of which hands can now be spoken."""
        return cls(space.facts, space.filling, space.masks, space.lots)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*self.cards, *(showing.fact for showing in self.showings))

    @property
    def all(self) -> Claim:
        return EVERYTHING

    @property
    def none(self) -> Claim:
        return NOTHING

    # what is possible

    def is_value(self, fact: str, value: Value) -> Claim:
        if fact in self._shown:
            return stating(Chose(fact, self._numbers[str(value)]))
        card = self._numbers[fact]
        return lying(card, 1 << self._room(card, value))

    def compare(self, formula: Compare, facts: set[str]) -> Claim:
        values = {name: self.cards[self._numbers[name]].values for name in sorted(facts)}
        combined = (dict(zip(values, some, strict=True)) for some in product(*values.values()))
        held = (assigned(self, some) for some in combined if compared(formula, some))
        return reduce(or_, held, NOTHING)

    def is_empty(self, held: Claim) -> bool:
        asked = self._asked(held)
        if asked is None:
            return True
        for cell in reversed(self._cells):
            extra = _beyond(asked, cell) if (cell, ()) in self._memo else None
            found = None if extra is None else self._cases(cell).fitting(extra)
            if found is not None:
                return not found
        return not any_deal(self.filling, self._claim(asked), asked.masks, self._trail)

    def count(self, held: Claim) -> int:
        asked = self._asked(held)
        if asked is None:
            return 0
        chosen = dict(asked.chosen)
        free = [s for s in self.showings if s.fact.name not in chosen]
        if not free:
            return self.deals(asked)
        choices = tuple(Choice(showing.place, showing.cards) for showing in free)
        return self._cases(asked, choices).total

    def some(self, held: Claim) -> Mapping[str, Value]:
        return next(self.assignments(held))

    def assignments(self, held: Claim) -> Iterator[Mapping[str, Value]]:
        asked = self._asked(held)
        if asked is None or not self.deals(asked):
            return
        for lies in self._cases(asked).listed():
            values = {fact.name: fact.values[lies[n]] for n, fact in enumerate(self.cards)}
            for chosen in self._choices(asked, lies):
                yield {**values, **chosen}

    def project(self, held: Claim, facts: tuple[str, ...]) -> Claim:
        if not held.every:
            return held
        return Claim(True, held.lies, frozenset(p for p in held.parts if not _is_choice(p)))

    def chances(self, held: Claim) -> HandChances:
        """The chances of a set of worlds: every deal is equally likely, and then every choice."""
        from whoknows.deals.hands.hand_chances import HandChances

        return HandChances(self, self._asked(held))

    # who knows what

    def knows(self, seat: int, held: Claim) -> Claim:
        return self.knows_together(frozenset((seat,)), held)

    def knows_whether(self, seat: int, held: Claim) -> Claim:
        return self.knows(seat, held) | self.knows(seat, ~held)

    def knows_together(self, seats: frozenset[int], held: Claim) -> Claim:
        excluded = ~held
        if self._is_world(excluded):
            return ~self._cell(seats, excluded)
        if not held.is_factual:
            raise TooLargeError(NESTED)
        return stating(Known(seats, held))

    def knows_value(self, seat: int, fact: str) -> Claim:
        values = self.cards[self._numbers[fact]].values
        return reduce(or_, (self.knows(seat, self.is_value(fact, value)) for value in values))

    def pairs(self, seat: int) -> int:
        raise Error("too many worlds to count the pairs that a seat cannot tell apart")

    # what happens

    def about(self, facts: Iterable[str]) -> HandSpace:
        return self

    def since(self, before: HandSpace, held: Claim) -> Claim:
        return held

    def restrict(self, held: Claim) -> HandSpace:
        if not held.is_factual:
            raise TooLargeError(NESTED)
        alone, parts = (dict(held.lies), held.parts) if held.every else ({}, {held})
        masks = tuple(mask & alone.get(card, -1) for card, mask in enumerate(self.masks))
        said = frozenset(part for part in parts if isinstance(part, Claim))
        return replace(self, masks=masks, claims=self.claims | said)

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> HandSpace:
        names = tuple(facts)
        if value is None:
            return self._saw(seat, names)
        view = reduce(or_, (1 << self._room(self._numbers[name], value) for name in names))
        lots = list(self.lots)
        lots[seat] = tuple(half for lot in lots[seat] for half in (lot & view, lot & ~view) if half)
        return replace(self, lots=tuple(lots))

    def choose(self, fact: Fact, allowed: Mapping[Value, Claim]) -> HandSpace:
        literals = [_literal(claim) for claim in allowed.values()]
        cards = tuple(card for card, _ in literals)
        rooms = tuple(room for _, room in literals)
        places = {self.filling.options[card].index(room) for card, room in literals}
        if len(places) != 1:
            raise TooLargeError(": what is shown lies in one place")
        return replace(self, showings=(*self.showings, Shown(fact, places.pop(), rooms, cards)))

    def refine(self, seats: Iterable[int], held: Claim) -> NoReturn:
        raise TooLargeError(": nothing can be told to some seats only")

    def settled(self, after: HandSpace, held: Claim) -> NoReturn:
        raise TooLargeError(NESTED)

    def observe_term(self, seat: int, term: Term) -> NoReturn:
        raise TooLargeError(": a seat sees whole places")

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> NoReturn:
        raise TooLargeError(": cards of which some were shown cannot be parted")

    def remember(self, fact: Fact, place: str) -> NoReturn:
        raise TooLargeError(": cards of which some were shown cannot be put together")

    # for the rest of this engine

    def deals(self, asked: Asked) -> int:
        """How many deals there are in a set, however much was chosen in each."""
        if (asked, ()) in self._memo or asked in self._cells:
            return self._cases(asked).total
        for cell in reversed(self._cells):
            extra = _beyond(asked, cell)
            found = None if extra is None else self._cases(cell).fitting(extra)
            if found is not None:
                return found
        return self._cases(asked).total

    def cases(self, asked: Asked) -> DealCases:
        """The deals of a set."""
        return self._cases(asked)

    def choices(self, asked: Asked, lies: Lies) -> dict[str, tuple[int, ...]]:
        """For each showing, the cards that can have been chosen in a deal."""
        chosen = dict(asked.chosen)
        found = {}
        for showing in self.showings:
            there = tuple(card for card in showing.cards if lies[card] == showing.place)
            name = showing.fact.name
            found[name] = (chosen[name],) if name in chosen else there
        return found

    # below

    def _choices(self, asked: Asked, lies: Lies) -> Iterator[dict[str, Value]]:
        can = self.choices(asked, lies)
        for some in product(*can.values()):
            yield {n: self.cards[card].name for n, card in zip(can, some, strict=True)}

    def _cases(self, asked: Asked, choices: tuple[Choice, ...] = ()) -> DealCases:
        key = (asked, choices)
        if key not in self._memo:
            if len(self._memo) >= KEPT:
                del self._memo[next(iter(self._memo))]
            claim = self._claim(asked)
            self._memo[key] = deal_cases(self.filling, asked.masks, claim, choices)
        return self._memo[key]

    def _claim(self, asked: Asked) -> Claim:
        """All that is claimed of the deals of a set beside the rooms of single cards."""
        chosen = dict(asked.chosen)
        shown = (s.claim for s in self.showings if s.fact.name not in chosen)
        return reduce(and_, (*self.claims, *asked.parts, *shown), EVERYTHING)

    @cached_property
    def _trail(self) -> Trail:
        """How the cards may have come to where they lie: they were dealt."""
        from whoknows.deals.factual.factual_space import Factual

        return Trail((Factual(self.cards, self.filling, self.masks, self.lots),), (self.masks,))

    def _asked(self, held: Claim) -> Asked | None:
        """The set as rooms, claims and choices; None if it is empty at first sight."""
        lies, parts = (dict(held.lies), held.parts) if held.every else ({}, frozenset({held}))
        masks = [mask & lies.get(card, -1) for card, mask in enumerate(self.masks)]
        chosen: dict[str, int] = {}
        for one in held.stated:
            if isinstance(one, Chose) and chosen.setdefault(one.showing, one.card) != one.card:
                return None
        further = set[Claim]()
        for part in parts:
            plain = _plain(part, chosen)
            if plain is None:
                return self._in_world(held, masks, chosen)
            further.add(plain)
        further.discard(EVERYTHING)
        for showing, card in chosen.items():
            shown = self._shown[showing]
            if card not in shown.cards:
                return None
            masks[card] &= 1 << shown.rooms[shown.cards.index(card)]
        asked = Asked(tuple(masks), frozenset(further), tuple(sorted(chosen.items())))
        return None if asked.is_empty else asked

    def _in_world(self, held: Claim, masks: list[int], chosen: Mapping[str, int]) -> Asked | None:
        """The same in one world, where all is known that anybody knows there."""
        if not all(map(is_one, masks)) or len(chosen) < len(self.showings):
            raise TooLargeError(NESTED)
        world = reduce(and_, (stating(Chose(*pair)) for pair in chosen.items()), EVERYTHING)
        for card, mask in enumerate(masks):
            world = world & lying(card, mask)

        def holds(part: Other) -> bool:
            match part:
                case Chose(showing, card):
                    return (chosen[showing] == card) == part.holds
                case Known(seats, claim):
                    return self.is_empty(self._cell(seats, world) & ~claim) == part.holds
            raise TypeError(f"not a part of a claim: {part!r}")

        return (
            self._asked(world & held.answered(holds)) if held.answered(holds) != NOTHING else None
        )

    def _cell(self, seats: frozenset[int], world: Claim) -> Claim:
        """All that these seats cannot tell from this world."""
        lies = tuple((card, self._alike(seats, room)) for card, room in world.lies)
        chosen = {p.showing: p for p in world.stated if isinstance(p, Chose)}
        seen = (chosen[s.fact.name] for s in self.showings if s.seen & seats)
        narrow = tuple((card, rooms) for card, rooms in lies if self.masks[card] & ~rooms)
        cell = Claim(True, narrow, frozenset(seen))
        asked = self._asked(cell)
        if asked is not None:
            self._cells.setdefault(asked)
            if len(self._cells) > KEPT:
                del self._cells[next(iter(self._cells))]
        return cell

    def _alike(self, seats: frozenset[int], room: int) -> int:
        """The rooms from which these seats together cannot tell this one (all are bits)."""
        rooms = -1
        for seat in seats:
            for lot in self.lots[seat]:
                if lot & room:
                    rooms &= lot
        return rooms

    def _saw(self, seat: int, names: tuple[str, ...]) -> HandSpace:
        if not all(name in self._shown for name in names):
            raise TooLargeError(": a seat sees whole places")
        showings = (
            replace(s, seen=s.seen | {seat}) if s.fact.name in names else s for s in self.showings
        )
        return replace(self, showings=tuple(showings))

    def _is_world(self, held: Claim) -> bool:
        """Whether a claim tells the room of every card, and what was chosen each time."""
        rooms = [mask for _, mask in held.lies]
        chosen = {part.showing for part in held.stated if isinstance(part, Chose)}
        told = len(chosen) == len(held.parts) == len(self.showings)
        return held.every and told and len(rooms) == len(self.cards) and all(map(is_one, rooms))

    def _room(self, card: int, value: Value) -> int:
        room = self.filling.options[card][self.cards[card].codes[str(value)]]
        if room is None:
            raise AssertionError("a card of a deal may lie in every place")
        return room

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {fact.name: number for number, fact in enumerate(self.cards)}

    @cached_property
    def _shown(self) -> dict[str, Shown]:
        return {showing.fact.name: showing for showing in self.showings}


def can_list_hands(space: Factual) -> bool:
    """Whether all hands of each place are few enough to be listed."""
    many = len(space.facts)
    if space.before or space.slots or many > MOST_CARDS:
        return False
    sizes = [0] * len(space.facts[0].values)
    for room, size in enumerate(space.rooms):
        for place in range(len(sizes)):
            if any(options[place] == room for options in space.filling.options):
                sizes[place] += size
    return all(comb(many, size) <= MOST_HANDS for size in sizes)


def _plain(part: Claim | Other, chosen: Mapping[str, int]) -> Claim | None:
    """What it claims of the cards, given what was chosen; None if it is about more than that."""
    claim = part if isinstance(part, Claim) else stating(part)
    if claim.is_factual:
        return claim
    if not all(isinstance(one, Chose) and one.showing in chosen for one in _others(claim)):
        return None
    return claim.answered(
        lambda one: isinstance(one, Chose) and (chosen[one.showing] == one.card) == one.holds
    )


def _others(claim: Claim) -> Iterator[Other]:
    """All in it that is not about where the cards lie."""
    for part in claim.parts:
        yield from _others(part) if isinstance(part, Claim) else (part,)


def _literal(claim: Claim) -> tuple[int, int]:
    """The card and the room of a claim that a card lies in a room."""
    if not claim.every or claim.parts or len(claim.lies) != 1 or not is_one(claim.lies[0][1]):
        raise TooLargeError(": what is shown lies in one place")
    ((card, rooms),) = claim.lies
    return card, rooms.bit_length() - 1


def _beyond(asked: Asked, cell: Asked) -> Claim | None:
    """What a set claims beyond a cell that it lies in; None if it does not lie in it."""
    if asked.chosen != cell.chosen or not asked.parts >= cell.parts:
        return None
    if any(mine & ~theirs for mine, theirs in zip(asked.masks, cell.masks, strict=True)):
        return None
    pairs = enumerate(zip(asked.masks, cell.masks, strict=True))
    extra = reduce(and_, asked.parts - cell.parts, EVERYTHING)
    for card, (mine, theirs) in pairs:
        if mine != theirs:
            extra = extra & lying(card, mine)
    return extra


def _is_choice(part: object) -> bool:
    return isinstance(part, Chose)
