"""What one knows of what others know, by deals side by side that these cannot tell apart.

That a seat does not know something holds in a deal if there is another one, which looks the same to
that seat, in which it is false. So both are sought at once: the cards of two deals, of which those
lie alike that the seat sees, and in which it was shown the same. For each doubt there is one more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING

from whoknows.deals.factual.claims import NOTHING, Claim, Known, Masks, Other, stating
from whoknows.deals.factual.large import NESTED, TooLargeError
from whoknows.deals.hands.deal_search import Bits, DealSearch
from whoknows.deals.hands.showings import Chose
from whoknows.logic.worlds import UndecidedError

if TYPE_CHECKING:
    from whoknows.deals.hands.hand_space import HandSpace
    from whoknows.deals.hands.showings import Asked

MOST_TOGETHER = 300  # clauses that say of one showing that the same was chosen


def any_doubted(space: HandSpace, asked: Asked, doubts: Sequence[Known]) -> bool:
    """Whether there is a world of the set in which none of this is known."""
    if _doubted_at_once(space, asked, doubts):
        return True
    side = SideBySide(space, asked, doubts)
    deals = side.search.among(side.search.all, side.clauses())
    try:
        return deals is not None and side.search.find(deals) is not None
    except UndecidedError:
        raise TooLargeError(NESTED) from None


def _doubted_at_once(space: HandSpace, asked: Asked, doubts: Sequence[Known]) -> bool:
    """Whether the first world that is found is such a one: mostly it is, and is found sooner."""
    if not all(doubt.claim.is_factual for doubt in doubts):
        return False
    rooms = space.first_rooms(asked)
    if rooms is None:
        return False
    options = space.filling.options
    lies = {card: options[card].index(room) for card, room in enumerate(rooms)}
    chosen = (Chose(name, can[0]) for name, can in space.choices(asked, lies).items())
    pairs = tuple((card, 1 << room) for card, room in enumerate(rooms))
    world = Claim(True, pairs, frozenset(chosen))
    return not any(space.is_empty(space.alike(d.seats, world) & ~d.claim) for d in doubts)


class SideBySide:
    """A deal of a set, and for each doubt one that looks the same to who doubts."""

    def __init__(self, space: HandSpace, asked: Asked, doubts: Sequence[Known]) -> None:
        self.space, self.asked, self.doubts = space, asked, doubts
        self.many, self.width = len(space.cards), len(space.rooms)
        all_masks = [asked.masks, *(space.masks for _ in doubts)]
        moved = (
            mask << self.width * copy for copy, masks in enumerate(all_masks) for mask in masks
        )
        self.search = DealSearch(space.rooms * len(all_masks), tuple(moved))

    def clauses(self) -> list[Bits]:
        """All that is claimed of these deals, and what they have in common."""
        found = list(self._of(0, self.space.claim(self.asked), self.asked.masks))
        public = self.space.public_claim
        for copy, doubt in enumerate(self.doubts, 1):
            found += self._of(copy, public & ~doubt.claim, self.space.masks)
            found += self._alike(copy, doubt.seats)
        return found + list(self._shown_alike())

    def _of(self, copy: int, claim: Claim, masks: Masks) -> Iterator[Bits]:
        """What is claimed of one of the deals."""
        alone = DealSearch(self.space.rooms, masks)
        clauses = alone.clauses(claim)
        if clauses is None:
            raise TooLargeError(NESTED)
        for clause in clauses:
            parts = (
                self._lying(copy, card, clause >> card * self.width & (1 << self.width) - 1)
                for card in range(self.many)
            )
            yield reduce(or_, parts)

    def _alike(self, copy: int, seats: frozenset[int]) -> Iterator[Bits]:
        """Cards lie in the same lots of each of these seats."""
        for lot in {lot for seat in seats for lot in self.space.lots[seat]}:
            for card in range(self.many):
                yield self._lying(0, card, ~lot) | self._lying(copy, card, lot)

    def _shown_alike(self) -> Iterator[Bits]:
        """Of each showing that some of them saw, the same card was chosen in their deals."""
        chosen = dict(self.asked.chosen)
        for shown in self.space.showings:
            copies = [n for n, doubt in enumerate(self.doubts, 1) if shown.seen & doubt.seats]
            if not copies:
                continue
            ways = [
                [self._lying(copy, card, 1 << room) for copy in (0, *copies)]
                for card, room in zip(shown.cards, shown.rooms, strict=True)
                if chosen.get(shown.fact.name, card) == card
            ]
            if (1 + len(copies)) ** len(ways) > MOST_TOGETHER:
                raise TooLargeError(NESTED)
            yield from (reduce(or_, some) for some in product(*ways))

    def _lying(self, copy: int, card: int, rooms: int) -> Bits:
        here = (rooms & (1 << self.width) - 1) << copy * self.width
        return here << (copy * self.many + card) * len(self.search.rooms)


def doubts_of(held: Claim) -> tuple[Claim, tuple[Known, ...]]:
    """What a set claims besides, and what it says outright that seats do not know."""
    parts = held.parts if held.every else ()
    doubts = [part for part in parts if isinstance(part, Known) and not part.holds]
    if not doubts:
        return held, ()
    rest = Claim(True, held.lies, held.parts - set(doubts))
    return rest, tuple(sorted(doubts, key=repr))


def without_the_sure(space: HandSpace, held: Claim) -> Claim:
    """The same set without what it says of knowledge, where that is so in all of it or in none;
    refused where it is so in some."""
    parts = held.parts if held.every else frozenset({held})
    known = {part for part in parts if _is_of_knowledge(part)}
    rest = Claim(True, held.lies if held.every else (), parts - known)
    if not known or space.is_world(rest):
        return held
    for part in known:
        claim = part if isinstance(part, Claim) else stating(part)
        if _is_surely_empty(space, rest & claim):
            return NOTHING
        if not _is_surely_empty(space, rest & ~claim):
            raise TooLargeError(NESTED)
    return rest


def _is_of_knowledge(part: Claim | Other) -> bool:
    if isinstance(part, Claim):
        return any(map(_is_of_knowledge, part.parts))
    return isinstance(part, Known)


def _is_surely_empty(space: HandSpace, held: Claim) -> bool:
    try:
        return space.is_empty(held)
    except TooLargeError:
        return False
