"""The engine for deals too large to draw: the rooms in which each card may still lie.

A set of deals is a claim (see `claims`), which is only worked out when it is counted. So facts
are exact at any size; what a seat knows of them is found in one world, from what it sees
there. What one knows of what another knows would need all worlds at once: it is refused.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import product
from operator import and_, or_
from typing import TYPE_CHECKING, NoReturn

from whoknows.core.error import Error
from whoknows.deals.factual import counting
from whoknows.deals.factual.claims import EVERYTHING, NOTHING, Claim, Known, Masks, knowing, lying
from whoknows.deals.factual.groups import is_one
from whoknows.deals.factual.table import Rooms
from whoknows.logic.filling import Filling
from whoknows.logic.formula import Compare, Term
from whoknows.logic.vocabulary import Fact, Value, compared

if TYPE_CHECKING:
    from whoknows.deals.factual.chances import DealChances

LARGE = "for a deal this large only factual knowledge is kept"
NESTED = (
    f"{LARGE}: what a seat knows of the cards can be asked in one world (at=), but cannot be "
    "announced, and nested questions are not answered"
)


@dataclass(frozen=True, eq=False)
class Factual:
    """A space whose worlds are the ways to put each card into a room of its mask."""

    facts: tuple[Fact, ...]
    filling: Filling
    masks: Masks
    seen: tuple[int, ...]  # for each seat, the rooms whose cards it sees
    memo: counting.Memo = field(default_factory=dict, repr=False)

    @classmethod
    def filled(cls, facts: Sequence[Fact], filling: Filling, seats: int) -> "Factual":
        """The worlds in which the facts fill the rooms, before anyone has seen anything."""
        masks = (
            sum(1 << room for room in set(options) if room is not None)
            for options in filling.options
        )
        return cls(tuple(facts), filling, tuple(masks), (0,) * seats)

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

    # what is possible

    def is_value(self, fact: str, value: Value) -> Claim:
        return lying(self._numbers[fact], 1 << self.room(self._numbers[fact], value))

    def compare(self, formula: Compare, facts: set[str]) -> Claim:
        values = {name: self.facts[self._numbers[name]].values for name in sorted(facts)}
        combined = (dict(zip(values, some, strict=True)) for some in product(*values.values()))
        held = (self._cube(some) for some in combined if compared(formula, some))
        return reduce(or_, held, NOTHING)

    def is_empty(self, held: Claim) -> bool:
        return not counting.possible(*self.narrowed(held), self.rooms)

    def count(self, held: Claim) -> int:
        return counting.count(*self.narrowed(held), self.rooms, self.memo)

    def assignments(self, held: Claim) -> Iterator[Mapping[str, Value]]:
        return self._listed(*self.narrowed(held), {})

    def project(self, held: Claim, facts: tuple[str, ...]) -> Claim:
        return held  # there is nothing in a world but where its cards lie

    def chances(self, held: Claim) -> "DealChances":
        """The chances of a set of worlds."""
        from whoknows.deals.factual.chances import DealChances

        return DealChances(self, *self.narrowed(held))

    # who knows what

    def knows(self, seat: int, held: Claim) -> Claim:
        return self.knows_together(frozenset((seat,)), held)

    def knows_together(self, seats: frozenset[int], held: Claim) -> Claim:
        rooms = reduce(or_, (self.seen[seat] for seat in seats))
        excluded = ~held
        if self._is_world(excluded):
            # They exclude this one world wherever they see other cards. What they see is full, so
            # the cards in it say all.
            seen = (lying(card, room) for card, room in excluded.lies if room & rooms)
            return ~reduce(and_, seen, EVERYTHING)
        if not held.is_factual:
            raise Error(NESTED)
        return knowing(rooms, held)

    def knows_value(self, seat: int, fact: str) -> Claim:
        values = self.facts[self._numbers[fact]].values
        return reduce(or_, (self.knows(seat, self.is_value(fact, value)) for value in values))

    def pairs(self, seat: int) -> int:
        raise Error("too many worlds to count the pairs that a seat cannot tell apart")

    # what happens

    def restrict(self, held: Claim) -> "Factual":
        if not held.is_factual:
            raise Error(NESTED)
        if held.tied:
            names = " and ".join(self.facts[card].name for card in held.tied[:3])
            raise Error(f"{LARGE}, card by card: what ties {names} together cannot be said")
        lies, other = dict(held.lies), -1 if held.every else 0
        masks = tuple(mask & lies.get(card, other) for card, mask in enumerate(self.masks))
        return replace(self, masks=masks)

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> "Factual":
        if value is None:
            raise Error(f"{LARGE}: a seat sees whole places")
        rooms = (1 << self.room(self._numbers[fact], value) for fact in facts)
        seen = list(self.seen)
        seen[seat] = reduce(or_, rooms, seen[seat])
        return replace(self, seen=tuple(seen))

    def refine(self, seats: Iterable[int], held: Claim) -> "Factual":
        raise Error(f"{LARGE}: nothing can be told to some seats only")

    def settled(self, after: "Factual", held: Claim) -> NoReturn:
        raise Error(NESTED)

    def observe_term(self, seat: int, term: Term) -> NoReturn:
        raise Error(f"{LARGE}: a seat sees whole places")

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> NoReturn:
        raise Error(f"{LARGE}: the cards of {' and '.join(places)} cannot be parted")

    def choose(self, fact: Fact, allowed: Mapping[Value, Claim]) -> NoReturn:
        raise Error(f"{LARGE}: no card can be shown in private")

    # for the rest of this engine

    def room(self, card: int, value: Value) -> int:
        """The room in which a card of that value lies."""
        room = self.filling.options[card][self.facts[card].codes[str(value)]]
        if room is None:
            raise AssertionError("a card of a deal may lie in every place")
        return room

    def narrowed(self, held: Claim) -> tuple[Claim, Masks]:
        """What is claimed beyond single cards, and the masks; in a world, what is known there."""
        claim, masks = counting.narrowed(held, self.masks)
        if claim.is_factual:
            return claim, masks
        if not all(map(is_one, masks)):
            raise Error(NESTED)
        return claim.answered(lambda known: self._is_known(known, masks)), masks

    def _is_known(self, known: Known, world: Masks) -> bool:
        """In this world, whoever sees the rooms excludes all deals that do not fit the claim."""
        cell = tuple(
            here if here & known.rooms else mask
            for here, mask in zip(world, self.masks, strict=True)
        )
        return known.holds != counting.possible(~known.claim, cell, self.rooms)

    def _is_world(self, held: Claim) -> bool:
        """Whether a claim says of every card in which room it lies, and no more."""
        rooms = [mask for _, mask in held.lies]
        return held.every and len(rooms) == len(self.facts) and all(map(is_one, rooms))

    def _listed(
        self, claim: Claim, masks: Masks, values: dict[str, Value]
    ) -> Iterator[Mapping[str, Value]]:
        """The deals that fit a claim, card by card."""
        claim, masks = counting.narrowed(claim, masks)
        if not counting.possible(claim, masks, self.rooms):
            return
        if len(values) == len(self.facts):
            yield values
            return
        fact = self.facts[len(values)]
        for value in fact.values:
            lies = self.is_value(fact.name, value)
            yield from self._listed(claim & lies, masks, {**values, fact.name: value})

    def _cube(self, values: Mapping[str, Value]) -> Claim:
        return reduce(and_, (self.is_value(*pair) for pair in values.items()))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {fact.name: number for number, fact in enumerate(self.facts)}
