"""The engine for deals too large to draw: the rooms in which each card may still lie.

A set of deals is a claim (see `claims`), which is only worked out when it is counted. So facts
are exact at any size; what a seat knows of them is found in one world, from what it sees
there. What one seat knows about another's knowledge would need all worlds at once: it is refused.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, reduce
from math import comb
from operator import and_
from typing import TYPE_CHECKING, Any

from whoknows.deals.factual import claim_counts
from whoknows.deals.factual.claimed_deals import ClaimedDeals
from whoknows.deals.factual.claims import (
    NOTHING,
    Alike,
    Claim,
    Known,
    Lay,
    Masks,
    Other,
    lying,
    stating,
)
from whoknows.deals.factual.large import NESTED, PAST, TooLargeError
from whoknows.deals.factual.parted_rooms import parted
from whoknows.deals.factual.possible_pasts import (
    Gathering,
    Past,
    Told,
    Trail,
    rewound,
    stages,
    trail,
)
from whoknows.deals.factual.room_groups import is_one, room_of
from whoknows.logic.filling import Filling
from whoknows.logic.vocabulary import Fact, Value

if TYPE_CHECKING:
    from whoknows.deals.factual.large_deal_chances import DealChances
    from whoknows.deals.hands.deal_doubts import DealDoubts
    from whoknows.deals.hands.hand_space import HandSpace

MOST_CARDS = 24  # sets of cards are numbered: beyond, there are too many
MOST_HANDS = 300_000  # of one place: nine cards of 21


@dataclass(frozen=True, eq=False)
class Factual(ClaimedDeals):
    """A space whose worlds are the ways to put each card into a room of its mask."""

    before: Gathering | None = None
    slots: tuple[tuple[str, int], ...] = ()  # rooms of one card that will be told of by name
    memo: dict[object, int] = field(default_factory=dict, repr=False)
    _alike: dict[frozenset[int], Masks] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def filled(cls, facts: Sequence[Fact], filling: Filling, seats: int) -> "Factual":
        """The worlds in which the facts fill the rooms, before anyone has seen anything."""
        kinds = (set(options) - {None} for options in filling.options)
        masks = (sum(1 << room for room in rooms if room is not None) for rooms in kinds)
        all_rooms = (1 << len(filling.rooms)) - 1
        return cls(tuple(facts), filling, tuple(masks), ((all_rooms,),) * seats)

    # what is possible

    def is_value(self, fact: str, value: Value) -> Claim:
        if fact in self.told:
            return stating(Lay(fact, self.number(str(value))))
        return lying(self.number(fact), 1 << self.room(self.number(fact), value))

    def is_empty(self, held: Claim) -> bool:
        if not held.is_factual and (spoken := self._of_hands):
            return spoken.is_empty(held)
        claim, masks, how = self.narrowed(held)
        if claim.parts and claim.is_factual and self.lists_hands:
            from whoknows.deals.hands.any_deal import any_deal

            return not any_deal(self.filling, claim, masks)
        return not claim_counts.possible(claim, masks, how)

    def count(self, held: Claim) -> int:
        if not held.is_factual and (spoken := self._of_hands):
            return spoken.count(held)
        return claim_counts.count(*self.narrowed(held))

    def some(self, held: Claim) -> Mapping[str, Value]:
        return next(self.assignments(held))

    def assignments(self, held: Claim) -> Iterator[Mapping[str, Value]]:
        claim, masks, how = self.narrowed(held)
        for rooms in claim_counts.listed(claim, masks, how, self.filling):
            lies = {f.name: self.value(c, rooms[c]) for c, f in enumerate(self.cards)}
            for told in how.pasts(list(map(room_of, rooms))):
                yield {**lies, **{name: self.cards[told[name]].name for name in self.told}}

    def doubts(self, held: Claim, lessons: Mapping[int, Claim]) -> "DealDoubts | None":
        """Deals of the set, sought one by one (see `logic.lessons`)."""
        from whoknows.deals.hands.deal_doubts import deal_doubts

        claim, masks, _ = self.narrowed(held)
        alone = self.before is None and not self.slots
        return deal_doubts(self.rooms, masks, claim, lessons) if alone else None

    def project(self, held: Claim, facts: tuple[str, ...]) -> Claim:
        return held  # there is nothing in a world but where its cards lie, or lay

    def chances(self, held: Claim) -> "DealChances":
        """The chances of a set of worlds."""
        from whoknows.deals.factual.large_deal_chances import DealChances

        return DealChances(self, *self.narrowed(held))

    # what happens

    def restrict(self, held: Claim) -> Any:
        if not held.is_factual:
            raise TooLargeError(NESTED)
        if held.tied and (spoken := self._of_hands):
            return spoken.restrict(held)
        if held.tied:
            names = " and ".join(self.cards[card].name for card in held.tied[:3])
            raise TooLargeError(f", card by card: a claim cannot tie {names} together")
        lies, other = dict(held.lies), -1 if held.every else 0
        masks = tuple(mask & lies.get(card, other) for card, mask in enumerate(self.masks))
        return replace(self, masks=masks)

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> "Factual":
        if value is None:
            raise TooLargeError(": a seat sees whole places")
        return self.seeing(seat, facts, value)

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> "Factual":
        return parted(self, places, parts)

    def remember(self, fact: Fact, place: str) -> "Factual":
        return replace(self, slots=(*self.slots, (fact.name, self.room(0, place))))

    def choose(self, fact: Fact, allowed: Mapping[Value, Claim]) -> Any:
        spoken = self._of_hands
        if spoken is None:
            raise TooLargeError(": no card can be shown in private")
        return spoken.choose(fact, allowed)

    @cached_property
    def _of_hands(self) -> "HandSpace | None":
        """The same worlds on the engine that can speak of hands, if they are few enough.

        What is done to them then makes a space of that engine, not of this one.
        """
        from whoknows.deals.hands.hand_space import HandSpace

        return HandSpace.made_of(self) if self.lists_hands else None

    @cached_property
    def lists_hands(self) -> bool:
        """Whether all hands of each place are few enough to be listed."""
        many = len(self.cards)
        if self.before or self.slots or many > MOST_CARDS:
            return False
        sizes = [0] * len(self.cards[0].values)
        for room, size in enumerate(self.rooms):
            for place in range(len(sizes)):
                if any(options[place] == room for options in self.filling.options):
                    sizes[place] += size
        return all(comb(many, size) <= MOST_HANDS for size in sizes)

    # for the rest of this engine

    def value(self, card: int, room: int) -> Value:
        """The place of a card that lies in this room, given as a bit."""
        return self.cards[card].values[self.filling.options[card].index(room_of(room))]

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The places that no longer exist, but whose cards a world still names."""
        return tuple(name for stage in stages(self) for name, _ in stage.slots)

    @cached_property
    def public(self) -> Trail:
        """What everybody knows."""
        return self._trail(frozenset(), None)

    def alike(self, seats: frozenset[int]) -> Masks:
        """For each room, those from which these seats together cannot tell it."""
        if seats not in self._alike:
            lots = [lot for seat in seats for lot in self.lots[seat]]
            rooms = range(len(self.rooms))
            alike = (reduce(and_, (lot for lot in lots if lot >> r & 1), -1) for r in rooms)
            self._alike[seats] = tuple(alike)
        return self._alike[seats]

    def narrowed(self, held: Claim) -> tuple[Claim, Masks, Trail]:
        """What is claimed beyond single cards, the masks, and how the cards can have come there."""
        claim, masks = claim_counts.narrowed(held, self.public.masks[-1])
        if claim.is_factual:
            return claim, masks, self.public
        told = claim.told
        if all(map(is_one, masks)) and (told or not self.told):
            return self._in_world(claim, masks, told)
        for part in claim.stated:
            if isinstance(part, Alike):
                return claim.answered(partial(_is_alike, part)), masks, part.trail
        raise TooLargeError(PAST if told else NESTED)

    def _in_world(self, claim: Claim, world: Masks, told: Told) -> tuple[Claim, Masks, Trail]:
        """The same in one world, where all is known that anybody knows there."""
        past = rewound(self, world, told)
        if past is None:
            return NOTHING, world, self.public
        known = claim.answered(lambda part: part.holds == self._holds(part, past, told))
        return known, world, Trail(stages(self), past)

    def _holds(self, part: Other, past: Past, told: Told) -> bool:
        match part:
            case Lay(place, card):
                return told[place] == card
            case Alike(how):
                return how.has(past)
            case Known(seats, claim):
                how = self._trail(seats, past)
                return not claim_counts.possible(~claim, how.masks[-1], how)
        raise TypeError(f"not a part of a claim: {part!r}")

    def cell(self, seats: frozenset[int], world: Claim) -> Claim:
        past = rewound(self, tuple(room for _, room in world.lies), world.told)
        if past is None:
            return NOTHING
        how = self._trail(seats, past)
        pairs = enumerate(zip(how.masks[-1], self.masks, strict=True))
        lies = tuple((card, mask) for card, (mask, before) in pairs if mask != before)
        return Claim(True, lies, frozenset({Alike(how)} if self.before else ()))

    def _trail(self, seats: frozenset[int], past: Past | None) -> Trail:
        how = trail(self, seats, past)
        return how if self.before else replace(how, memo=self.memo)

    def is_world(self, held: Claim) -> bool:
        told = all(isinstance(part, Lay) and part.holds for part in held.parts)
        return told and self.lies_told(held)

    def number(self, fact: str) -> int:
        if fact in self.told:
            raise TooLargeError(PAST)
        return super().number(fact)


def _is_alike(given: Alike, part: Other) -> bool:
    """Whether something holds wherever all looks like this to somebody."""
    if not isinstance(part, Alike) or part.trail != given.trail:
        raise TooLargeError(PAST if isinstance(part, Lay) else NESTED)
    return part.holds
