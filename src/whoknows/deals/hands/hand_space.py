"""The engine for deals of which cards were shown and hands were spoken of: exact for each seat.

A set of worlds is a claim (see `factual.claims`), which is only worked out when it is counted, hand
by hand. A world is a deal and, for each showing, the card that was chosen. What a seat knows of the
deal is found from what it saw. Whether a seat is sure that another knows something is found from
deals side by side (see `doubted`); in how many worlds it does is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NoReturn

from whoknows.deals.factual.claimed_deals import ClaimedDeals
from whoknows.deals.factual.claims import (
    EVERYTHING,
    NOTHING,
    Claim,
    Known,
    Other,
    lying,
    stating,
    together,
)
from whoknows.deals.factual.large import NESTED, TooLargeError
from whoknows.deals.factual.room_groups import is_one
from whoknows.deals.hands.deal_cases import Choice, DealCases, Lies, deal_cases
from whoknows.deals.hands.doubted import Doubters, any_doubted, doubts_of, without_the_sure
from whoknows.deals.hands.last_answers import Answers
from whoknows.deals.hands.showings import Asked, Chose, Shown, beyond, is_choice, literal, plain
from whoknows.deals.hands.told_deals import ToldDeals
from whoknows.logic.vocabulary import Fact, Value

if TYPE_CHECKING:
    from whoknows.deals.factual.factual_space import Factual
    from whoknows.deals.hands.hand_chances import HandChances


@dataclass(frozen=True, eq=False)
class HandSpace(ClaimedDeals):
    """A space whose worlds are deals with what was chosen to be shown."""

    claims: frozenset[Claim] = frozenset()  # what all know beside the rooms of single cards
    showings: tuple[Shown, ...] = ()
    _memo: Answers[object, DealCases] = field(default_factory=Answers, init=False, repr=False)
    _cells: Answers[Asked, None] = field(default_factory=Answers, init=False, repr=False)
    _sure: Answers[Claim, bool] = field(default_factory=Answers, init=False, repr=False)
    _doubters: Answers[tuple[Asked, tuple[frozenset[int], ...]], Doubters] = field(
        default_factory=Answers, init=False, repr=False
    )

    @classmethod
    def made_of(cls, space: Factual) -> HandSpace:
        """The same worlds, of which hands can now be spoken."""
        return cls(space.facts, space.filling, space.masks, space.lots)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*self.cards, *(showing.fact for showing in self.showings))

    # what is possible

    def is_value(self, fact: str, value: Value) -> Claim:
        if fact in self._shown:
            return stating(Chose(fact, self.number(str(value))))
        card = self.number(fact)
        return lying(card, 1 << self.room(card, value))

    def is_empty(self, held: Claim) -> bool:
        told, doubts = doubts_of(held)
        asked = self.asked(held if self.is_world(told) else told)
        if asked is None:
            return True
        if doubts and not self.is_world(told):
            return self._sure.once(held, lambda: not any_doubted(self, asked, doubts))
        for cell in reversed(self._cells):
            extra = beyond(asked, cell) if (cell, ()) in self._memo else None
            found = None if extra is None else self._cases(cell).fitting(extra)
            if found is not None:
                return not found
        return self.told.first_rooms(asked) is None

    def count(self, held: Claim) -> int:
        held = without_the_sure(self, held)
        asked = self.asked(held)
        if asked is None:
            return 0
        chosen = dict(asked.chosen)
        free = [s for s in self.showings if s.fact.name not in chosen]
        if not free and asked.is_deal:
            return int(self.told.first_rooms(asked) is not None)
        if not free:
            return self.deals(asked)
        choices = tuple(Choice(showing.place, showing.cards) for showing in free)
        return self._cases(asked, choices).total

    def some(self, held: Claim) -> Mapping[str, Value]:
        return self.first(held) or next(self.assignments(held))

    def first(self, held: Claim) -> Mapping[str, Value] | None:
        """A world of the set, always the same, without listing any other; None if it is empty."""
        asked = self.asked(held)
        lies = None if asked is None else self.told.first_lies(asked)
        return None if asked is None or lies is None else next(self._worlds(asked, lies))

    def assignments(self, held: Claim) -> Iterator[Mapping[str, Value]]:
        asked = self.asked(held)
        if asked is None:
            return
        if asked.is_deal:
            lies = self.told.first_lies(asked)
            listed: Iterable[Lies] = () if lies is None else (lies,)
        else:
            listed = self._cases(asked).listed() if self.deals(asked) else ()
        for lies in listed:
            yield from self._worlds(asked, lies)

    def project(self, held: Claim, facts: tuple[str, ...]) -> Claim:
        if not held.every:
            return held
        return Claim(True, held.lies, frozenset(p for p in held.parts if not is_choice(p)))

    def chances(self, held: Claim) -> HandChances:
        """The chances of a set of worlds: every deal is equally likely, and then every choice."""
        from whoknows.deals.hands.hand_chances import HandChances

        return HandChances(self, self.asked(held))

    # what happens

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
        return self.seeing(seat, names, value)

    def choose(self, fact: Fact, allowed: Mapping[Value, Claim]) -> HandSpace:
        literals = [literal(claim) for claim in allowed.values()]
        cards = tuple(card for card, _ in literals)
        rooms = tuple(room for _, room in literals)
        places = {self.filling.options[card].index(room) for card, room in literals}
        if len(places) != 1:
            raise TooLargeError(": what is shown lies in one place")
        return replace(self, showings=(*self.showings, Shown(fact, places.pop(), rooms, cards)))

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
            extra = beyond(asked, cell)
            found = None if extra is None else self._cases(cell).fitting(extra)
            if found is not None:
                return found
        return self._cases(asked).total

    def cases(self, asked: Asked) -> DealCases:
        """The deals of a set."""
        return self._cases(asked)

    def choices(self, asked: Asked, lies: Lies) -> dict[str, tuple[int, ...]]:
        """For each showing, the cards that can have been chosen in a deal."""
        chosen, found = dict(asked.chosen), {}
        for showing in self.showings:
            there = tuple(card for card in showing.cards if lies[card] == showing.place)
            name = showing.fact.name
            found[name] = (chosen[name],) if name in chosen else there
        return found

    @cached_property
    def told(self) -> ToldDeals:
        """What all know beside the rooms of single cards."""
        return ToldDeals(self.filling, self.claims, self.showings)

    def doubters(self, asked: Asked, seats: tuple[frozenset[int], ...]) -> Doubters:
        """What is known of what these seats cannot tell apart in a set."""
        return self._doubters.once((asked, seats), lambda: Doubters(self, asked, seats))

    # below

    def _worlds(self, asked: Asked, lies: Lies) -> Iterator[Mapping[str, Value]]:
        """A deal with everything that can have been chosen in it."""
        values = {fact.name: fact.values[lies[n]] for n, fact in enumerate(self.cards)}
        can = self.choices(asked, lies)
        for some in product(*can.values()):
            yield {**values, **{n: self.cards[c].name for n, c in zip(can, some, strict=True)}}

    def _cases(self, asked: Asked, choices: tuple[Choice, ...] = ()) -> DealCases:
        claim = self.told.claim(asked)
        return self._memo.once(
            (asked, choices), lambda: deal_cases(self.filling, asked.masks, claim, choices)
        )

    def asked(self, held: Claim) -> Asked | None:
        """The set as rooms, claims and choices; None if it is empty at first sight."""
        lies, parts = (dict(held.lies), held.parts) if held.every else ({}, frozenset({held}))
        masks = [mask & lies.get(card, -1) for card, mask in enumerate(self.masks)]
        chosen: dict[str, int] = {}
        for one in held.stated:
            if isinstance(one, Chose) and chosen.setdefault(one.showing, one.card) != one.card:
                return None
        further = set[Claim]()
        for part in parts:
            claim = plain(part, chosen)
            if claim is None:
                return self._in_world(held, masks, chosen)
            further.add(claim)
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
        chose = (stating(Chose(*pair)) for pair in chosen.items())
        world = together((*chose, *(lying(card, mask) for card, mask in enumerate(masks))))

        def holds(part: Other) -> bool:
            if isinstance(part, Chose):
                return (chosen[part.showing] == part.card) == part.holds
            assert isinstance(part, Known)
            return self.is_empty(self.cell(part.seats, world) & ~part.claim) == part.holds

        left = held.answered(holds)
        return self.asked(world & left) if left != NOTHING else None

    def cell(self, seats: frozenset[int], world: Claim) -> Claim:
        """All that these seats cannot tell from this world; of such sets more is remembered."""
        cell = self.alike(seats, world)
        asked = self.asked(cell)
        if asked is not None:
            self._cells.once(asked, lambda: None)
        return cell

    def alike(self, seats: frozenset[int], world: Claim) -> Claim:
        """The same set."""
        lies = tuple((card, self._alike(seats, room)) for card, room in world.lies)
        chosen = {p.showing: p for p in world.stated if isinstance(p, Chose)}
        seen = (chosen[s.fact.name] for s in self.showings if s.seen & seats)
        narrow = tuple((card, rooms) for card, rooms in lies if self.masks[card] & ~rooms)
        return Claim(True, narrow, frozenset(seen))

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
        also = {n: replace(self._shown[n], seen=self._shown[n].seen | {seat}) for n in names}
        return replace(self, showings=tuple(also.get(s.fact.name, s) for s in self.showings))

    def is_world(self, held: Claim) -> bool:
        chosen = {part.showing for part in held.stated if isinstance(part, Chose)}
        told = len(chosen) == len(held.parts) == len(self.showings)
        return told and self.lies_told(held)

    @cached_property
    def _shown(self) -> dict[str, Shown]:
        return {showing.fact.name: showing for showing in self.showings}
