"""One deal that fits, found by trying: where a count would be more work than the question is worth.

A deal is one whole number, with a bit for each card and room: set where the card may lie. So is a
clause: the card lies here, or that one there; a deal fits it if they have a bit in common. What is
forced is done first (a clause of one card is left, a room is full or wants all that may lie in it),
and then a card of the shortest clause is tried here and there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from whoknows.deals.factual.claims import Claim, Masks
from whoknows.deals.factual.contingency import Rooms
from whoknows.logic.worlds import UndecidedError

Bits = int
MOST_CLAUSES = 200  # into which one claim is parted
MOST_TRIES = 2_000


class Deals(NamedTuple):
    """Some deals: where each card may lie, and clauses that do not hold by themselves."""

    allowed: Bits
    clauses: tuple[Bits, ...] = ()


@dataclass(frozen=True)
class DealSearch:
    """A search for deals of so many cards into rooms of these sizes."""

    rooms: Rooms
    cards: int

    def lying(self, masks: Masks) -> Deals:
        """The deals in which each card lies in one of its rooms."""
        width = self._width
        return Deals(sum(mask << card * width for card, mask in enumerate(masks)))

    def clauses(self, claim: Claim) -> list[Bits] | None:
        """The claim as clauses in order, all of which hold; None if these are too many."""
        if claim.every:
            found = [self._lying(card, rooms) for card, rooms in claim.lies]
            for part in claim.parts:
                further = self.clauses(part) if isinstance(part, Claim) else None
                if further is None or len(found) + len(further) > MOST_CLAUSES:
                    return None
                found += further
            return sorted(found)
        return self._one_of(claim)

    def among(self, deals: Deals, clauses: Iterable[Bits]) -> Deals | None:
        """Those of some deals that fit these clauses too; None if there are clearly none."""
        allowed, waiting = deals.allowed, [*deals.clauses, *clauses]
        while True:
            narrowed = self._roomed(allowed)
            if narrowed is None:
                return None
            before, left = allowed, []
            allowed = narrowed
            for clause in waiting:
                here = allowed & clause
                if not here:
                    return None
                if self._holes(allowed & ~clause):
                    continue  # some card lies where the clause says, anyway
                slot = self._slot_of(here)
                if here & ~slot:
                    left.append(clause)
                else:
                    allowed = allowed & ~slot | here
            waiting = left
            if allowed == before:
                narrowed = self._packed(allowed, waiting)
                if narrowed is None or narrowed == allowed:
                    return None if narrowed is None else Deals(allowed, tuple(waiting))
                allowed = narrowed

    def find(self, deals: Deals) -> Bits | None:
        """One of some deals, as `among` gives them, the same whenever it is asked; None if there is
        none.

        An `UndecidedError` if so many tries did not tell.
        """
        return self._found(deals, [MOST_TRIES])

    def places(self, deal: Bits) -> list[int]:
        """The room of each card in a deal."""
        slots = (deal >> card * self._width & self._slot for card in range(self.cards))
        return [slot.bit_length() - 1 for slot in slots]

    # below

    def _one_of(self, claim: Claim) -> list[Bits] | None:
        """That one of some parts holds: a clause, or one for each way to take a clause of each."""
        alone = 0
        for card, rooms in claim.lies:
            alone |= self._lying(card, rooms)
        found = [alone]
        for part in claim.parts:
            further = self.clauses(part) if isinstance(part, Claim) else None
            if further is None or len(found) * len(further) > MOST_CLAUSES:
                return None
            found = [one | other for one in found for other in further]
        return found

    def _found(self, deals: Deals, tries: list[int]) -> Bits | None:
        tries[0] -= 1
        if tries[0] < 0:
            raise UndecidedError
        allowed, clauses = deals
        if not clauses:
            return self._filled(allowed)
        here = min((self._several(allowed & clause), allowed & clause) for clause in clauses)[1]
        slot = self._slot_of(here)
        for left in (allowed & ~slot | here & slot, allowed & ~(here & slot)):
            fewer = self.among(Deals(left, clauses), ())
            found = None if fewer is None else self._found(fewer, tries)
            if found is not None:
                return found
        return None

    def _roomed(self, allowed: Bits) -> Bits | None:
        """A full room takes no more cards, and one that wants all that may lie in it gets them."""
        if self._holes(allowed):
            return None
        before, fixed = allowed, self._fixed(allowed)
        for room, (column, size) in enumerate(self._columns):
            here = allowed & column
            many = here.bit_count()
            if many < size:
                return None
            if many == size:
                allowed = allowed & ~((here >> room) * self._slot) | here
                continue
            if allowed != before:
                before, fixed = allowed, self._fixed(allowed)
            sure = here & fixed
            if sure.bit_count() >= size:
                if sure.bit_count() > size:
                    return None
                allowed &= ~(here & ~sure)
        return None if self._holes(allowed) else allowed

    def _packed(self, allowed: Bits, clauses: list[Bits]) -> Bits | None:
        """As many clauses that have no card in common as there is room left take all of it."""
        fixed = self._fixed(allowed)
        for column, size in self._columns:
            free = size - (fixed & column).bit_count()
            if not free:
                continue
            taken = 0
            for clause in clauses:
                here = allowed & clause
                if not here & ~column and not here & taken:
                    taken |= here
                    free -= 1
            if free < 0:
                return None
            if not free:
                allowed &= ~column | taken | fixed
        return allowed

    def _filled(self, allowed: Bits) -> Bits | None:
        """A deal of these, now that only rooms are left: cards make way for others."""
        width, slot = self._width, self._slot
        may = [allowed >> card * width & slot for card in range(self.cards)]
        inside: list[list[int]] = [[] for _ in self.rooms]
        for card in sorted(range(len(may)), key=lambda card: may[card].bit_count()):
            if not self._seated(card, may, inside, set()):
                return None
        return sum(1 << card * width + room for room, some in enumerate(inside) for card in some)

    def _seated(
        self, card: int, may: Sequence[int], inside: list[list[int]], full: set[int]
    ) -> bool:
        """Puts a card into a room that it may lie in; others make way where that helps."""
        rooms = [room for room in range(self._width) if may[card] >> room & 1 and room not in full]
        for room in rooms:
            if len(inside[room]) < self.rooms[room]:
                inside[room].append(card)
                return True
        for room in rooms:
            full.add(room)
            for place, other in enumerate(inside[room]):
                if self._seated(other, may, inside, full):
                    inside[room][place] = card
                    return True
        return False

    def _several(self, here: Bits) -> int:
        """Of how many cards these are."""
        return self.cards - self._holes(here).bit_count()

    def _holes(self, some: Bits) -> Bits:
        """The cards of which it has no bit: their highest bits."""
        high = self._high
        return high & ~(((some & ~high) + self._below) | some)

    def _fixed(self, allowed: Bits) -> Bits:
        """The cards that may lie in one room only; all may lie somewhere."""
        single = self._holes(allowed & (allowed - self._ones))
        return allowed & ((single >> self._width - 1) * self._slot)

    def _slot_of(self, here: Bits) -> Bits:
        """All bits of the first card among these."""
        card = ((here & -here).bit_length() - 1) // self._width
        return self._slot << card * self._width

    def _lying(self, card: int, rooms: int) -> Bits:
        return (rooms & self._slot) << card * self._width

    @cached_property
    def _width(self) -> int:
        return len(self.rooms)

    @cached_property
    def _slot(self) -> Bits:
        return (1 << self._width) - 1

    @cached_property
    def _ones(self) -> Bits:
        """The lowest bit of each card."""
        return sum(1 << card * self._width for card in range(self.cards))

    @cached_property
    def _high(self) -> Bits:
        """The highest bit of each card."""
        return self._ones << self._width - 1

    @cached_property
    def _below(self) -> Bits:
        """All other bits."""
        return self._high - self._ones

    @cached_property
    def _columns(self) -> list[tuple[Bits, int]]:
        """For each room its bits, and how many cards it holds."""
        return [(self._ones << room, size) for room, size in enumerate(self.rooms)]


@lru_cache(maxsize=64)  # the same rooms are searched again and again
def deal_search(rooms: tuple[int, ...], cards: int) -> DealSearch:
    """The search for deals of so many cards into these rooms."""
    return DealSearch(rooms, cards)
