"""What engines have in common whose sets of deals are claims: cards, rooms, and who sees which.

A claim (see `claims`) is only worked out when it is counted. What a seat knows of the deal is found
in one world, from what it sees there; so this much is refused by all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import product
from operator import or_
from typing import NoReturn, Self

from whoknows.core.error import Error
from whoknows.deals.factual.claims import (
    EVERYTHING,
    NOTHING,
    Claim,
    Known,
    Masks,
    stating,
    together,
)
from whoknows.deals.factual.contingency import Rooms
from whoknows.deals.factual.large import NESTED, TooLargeError
from whoknows.deals.factual.room_groups import is_one
from whoknows.logic.filling import Filling
from whoknows.logic.formula import Compare, Term
from whoknows.logic.vocabulary import Fact, Value, compared

Lots = tuple[int, ...]  # rooms in lots: a seat knows which cards lie in each of these


@dataclass(frozen=True, eq=False)
class ClaimedDeals:
    """Ways to put each card into a room of its mask; each seat sees its lots."""

    cards: tuple[Fact, ...]
    filling: Filling
    masks: Masks
    lots: tuple[Lots, ...]  # for each seat

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.cards

    @property
    def all(self) -> Claim:
        return EVERYTHING

    @property
    def none(self) -> Claim:
        return NOTHING

    @property
    def rooms(self) -> Rooms:
        """How many cards each room holds."""
        return self.filling.rooms

    def joined(self, sets: Iterable[Claim]) -> Claim:
        return together(sets)

    def compare(self, formula: Compare, facts: set[str]) -> Claim:
        values = {name: self.cards[self.number(name)].values for name in sorted(facts)}
        combined = (dict(zip(values, some, strict=True)) for some in product(*values.values()))
        fitting = (some for some in combined if compared(formula, some))
        held = (self.joined(self.is_value(*pair) for pair in some.items()) for some in fitting)
        return reduce(or_, held, NOTHING)

    # who knows what

    def knows(self, seat: int, held: Claim) -> Claim:
        return self.knows_together(frozenset((seat,)), held)

    def knows_whether(self, seat: int, held: Claim) -> Claim:
        return self.knows(seat, held) | self.knows(seat, ~held)

    def knows_together(self, seats: frozenset[int], held: Claim) -> Claim:
        excluded = ~held
        if self.is_world(excluded):
            return ~self.cell(seats, excluded)  # they exclude it wherever they see other things
        if not held.is_factual:
            raise TooLargeError(NESTED)
        return stating(Known(seats, held))

    def knows_value(self, seat: int, fact: str) -> Claim:
        values = self.cards[self.number(fact)].values
        return reduce(or_, (self.knows(seat, self.is_value(fact, value)) for value in values))

    def pairs(self, seat: int) -> int:
        raise Error("too many worlds to count the pairs that a seat cannot tell apart")

    # what happens

    def about(self, facts: Iterable[str]) -> Self:
        return self

    def since(self, before: Self, held: Claim) -> Claim:
        return held

    def seeing(self, seat: int, facts: Iterable[str], value: Value) -> Self:
        """The seat sees which of these cards lie in a place."""
        view = reduce(or_, (1 << self.room(self.number(fact), value) for fact in facts))
        lots = list(self.lots)
        lots[seat] = tuple(half for lot in lots[seat] for half in (lot & view, lot & ~view) if half)
        return replace(self, lots=tuple(lots))

    def refine(self, seats: Iterable[int], held: Claim) -> NoReturn:
        raise TooLargeError(": nothing can be told to some seats only")

    def settled(self, after: Self, held: Claim) -> NoReturn:
        raise TooLargeError(NESTED)

    def observe_term(self, seat: int, term: Term) -> NoReturn:
        raise TooLargeError(": a seat sees whole places")

    # which each engine says for itself

    def is_value(self, fact: str, value: Value) -> Claim:
        raise NotImplementedError

    def is_world(self, held: Claim) -> bool:
        """Whether a claim tells one world."""
        raise NotImplementedError

    def cell(self, seats: frozenset[int], world: Claim) -> Claim:
        """All that these seats cannot tell from this world."""
        raise NotImplementedError

    # for the rest of these engines

    def room(self, card: int, value: Value) -> int:
        """The room in which a card of that value lies."""
        room = self.filling.options[card][self.cards[card].codes[str(value)]]
        if room is None:
            raise AssertionError("a card of a deal may lie in every place")
        return room

    def lies_told(self, held: Claim) -> bool:
        """Whether a claim tells the room of every card."""
        rooms = [mask for _, mask in held.lies]
        return held.every and len(rooms) == len(self.cards) and all(map(is_one, rooms))

    def number(self, fact: str) -> int:
        """The number of a card."""
        return self._numbers[fact]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {fact.name: number for number, fact in enumerate(self.cards)}
