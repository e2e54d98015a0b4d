"""Cards in places: what the atoms of a deal mean and how its worlds are written.

A fact is a card, its value the place it lies in. `has(1,a)`: a lies in a place owned by seat
1; `in(stock,a)`: in that place. What somebody chose to show in private is a fact of its own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial, prod
from typing import NamedTuple

from whoknows.core.error import Error
from whoknows.logic.card_letters import shown_in_all
from whoknows.logic.formula import Atom, Name
from whoknows.logic.vocabulary import (
    Fact,
    Literals,
    Pile,
    UnknownError,
    Value,
    Vocabulary,
    World,
    check_mapping,
)
from whoknows.logic.world import ShownWorld


@dataclass(frozen=True)
class Place:
    """Somewhere cards lie: how many, whose they are, and which seats see them."""

    key: Name
    size: int
    owner: int | None = None
    seen: frozenset[int] = frozenset()

    @property
    def name(self) -> str:
        return str(self.key)


class Shows(NamedTuple):
    """What a fact of its own is about: one seat showed another a card."""

    fact: str
    by: int
    to: int


@dataclass(frozen=True)
class DealVocabulary(Vocabulary):
    """The words of a deal: cards are facts, places are their values."""

    places: tuple[Place, ...]
    cards: tuple[Name, ...]
    past: tuple[str, ...] = ()  # places that no longer exist, but whose card a world still names
    showings: tuple[Shows, ...] = ()  # who showed to whom what a world names

    @property
    def has_past(self) -> bool:
        return 0 < len(self.past) == len(self.facts) - len(self.cards)

    @cached_property
    def world_facts(self) -> tuple[str, ...]:
        return tuple(map(str, self.cards))

    def place(self, name: Name) -> Place:
        """The place of that name; a seat's place may be given by the seat's number."""
        found = self._place(name) or self._place(self.called(name))
        if found is None:
            raise UnknownError("place", name, (place.name for place in self.places))
        return found

    def _place(self, name: Name) -> Place | None:
        return self._by_place.get(str(name))

    @cached_property
    def _by_place(self) -> dict[str, Place]:
        return {place.name: place for place in self.places}

    def card(self, name: Name) -> str:
        """The card of that name, as the facts write it."""
        if str(name) not in self._card_names:
            raise UnknownError("card", name, self.world_facts)
        return str(name)

    def fact(self, name: Name) -> Fact:
        if str(name) not in self.by_name:
            raise UnknownError("card", name, self.world_facts)
        return self.by_name[str(name)]

    def value(self, fact: Fact, value: Value) -> Value:
        if str(value) not in fact.codes:
            value = self.called(value)
        return super().value(fact, value)

    def meaning(self, atom: Atom) -> Literals:
        match atom:
            case Atom("has", (seat, card)):
                owner, name = self.seat(seat), self.card(card)
                return tuple((name, p.name) for p in self.places if p.owner == owner)
            case Atom("in", (place, card)):
                return ((self.card(card), self.place(place).name),)
        raise Error(f"{atom}: the atoms of a deal are has(SEAT,CARD) and in(PLACE,CARD)")

    def is_shown(self, name: Name) -> bool:
        """Whether this is what somebody chose to show."""
        spelled = str(name)
        return spelled not in self._card_names and spelled in self.by_name

    @cached_property
    def _card_names(self) -> frozenset[str]:
        return frozenset(self.world_facts)

    def several(self, content: object) -> Iterable[Name]:
        """The cards of a place: a list of them, one card, or a word of one-letter cards."""
        if isinstance(content, int) or (isinstance(content, str) and content in self.by_name):
            return (content,)
        if not isinstance(content, Iterable):
            raise Error(f"a place needs a list of cards, not {content!r}")
        return tuple(content)

    def assignment(self, world: World) -> dict[str, Value]:
        check_mapping("a world", world)
        lies: dict[str, Value] = {}
        for key, content in world.items():
            if self.is_shown(key):
                one = (
                    content[0]
                    if isinstance(content, list | tuple) and len(content) == 1
                    else content
                )
                lies[str(key)] = self.value(self.by_name[str(key)], one)
                continue
            place = self._told_place(key).name
            for card in self.several(content):
                name = self.card(card)
                if name in lies:
                    raise Error(f"the world has {card} twice")
                lies[name] = place
        for name in self.world_facts:
            if name not in lies:
                raise Error(f"the world does not say where {name} lies")
        return lies

    def _told_place(self, key: Name) -> Place:
        """The place of that name; who mistakes what was shown is told how that is called."""
        try:
            return self.place(key)
        except UnknownError as fault:
            shown = (fact.name for fact in self.facts if self.is_shown(fact.name))
            raise UnknownError("place", key, (*fault.names, *shown)) from None

    def world(self, assigned: Mapping[str, Value]) -> World:
        lying: dict[str, list[Name]] = {name: [] for name in self._by_place}
        for name, card in zip(self.world_facts, self.cards, strict=True):
            lying[str(assigned[name])].append(card)
        piles: dict[Name, object] = dict(zip(self._keys, lying.values(), strict=True))
        if len(self.facts) > len(self.cards):
            piles |= {name: value for name, value in assigned.items() if self.is_shown(name)}
        return ShownWorld(piles, self.words, self._key)

    @cached_property
    def _keys(self) -> tuple[Name, ...]:
        return tuple(place.key for place in self.places)

    def _key(self, told: Name) -> Name | None:
        place = self._place(self.called(told))
        return None if place is None else place.key

    def words(self, world: World) -> str:
        return " | ".join(f"{pile.place}: {' '.join(pile.cards)}" for pile in self.piles(world))

    def piles(self, world: World) -> list[Pile]:
        seers = {place.name: place.seen for place in self.places}
        return [
            Pile(str(key), list(map(str, self.several(content))), seers.get(str(key)))
            for key, content in world.items()
        ]

    def owner(self, value: Value) -> str:
        owner = self.place(value).owner
        return str(value) if owner is None else self.seats[owner]

    def label(self, seat: Name, cell: Sequence[World]) -> str:
        number = self.seat(seat)
        seen = [place.key for place in self.places if number in place.seen]
        cards = [" ".join(map(str, self.several(cell[0][key]))) for key in seen]
        shown = [f"{name} {card}" for name, card in shown_in_all(self, cell)]
        return " · ".join([*cards, *shown]) or "all"

    def sight(self, seat: Name, world: World) -> str:
        number = self.seat(seat)
        lying = {self._key(told): cards for told, cards in world.items()}  # in the order given
        seen = [place for place in self.places if number in place.seen]
        shown = ", ".join(
            " ".join(map(str, self.several(lying[place.key])))
            if place.owner == number
            else f"{place.name}: {' '.join(map(str, self.several(lying[place.key])))}"
            for place in seen
            if place.key in lying
        )
        name = self.seats[number]
        return f"what {name} sees ({shown})" if shown else f"what {name} sees"

    def facts_parted(self, places: Collection[str], parts: Collection[str]) -> Iterator[Fact]:
        """The facts after the cards of some places are divided; what was shown stays."""
        for fact in self.facts:
            yield fact if self.is_shown(fact.name) else fact.parted(places, parts)

    def with_places(self, facts: tuple[Fact, ...], places: Iterable[Place]) -> "DealVocabulary":
        """The same cards in other places."""
        return replace(self, facts=facts, places=tuple(places))


def multinomial(sizes: Iterable[int]) -> int:
    """In how many ways cards can be dealt to places of these sizes."""
    many = tuple(sizes)
    return factorial(sum(many)) // prod(map(factorial, many))
