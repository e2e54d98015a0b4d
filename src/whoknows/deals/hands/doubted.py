"""What one knows of what others know, by deals side by side that these cannot tell apart.

That a seat does not know something holds in a deal if there is another one, which looks the same to
that seat, in which it is false. So both are sought at once: the cards of two deals, of which those
lie alike that the seat sees, and in which it was shown the same. For each doubt there is one more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from itertools import chain, product
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from whoknows.deals.factual.claims import NOTHING, Claim, Known, Other, stating
from whoknows.deals.factual.large import NESTED, TooLargeError
from whoknows.deals.hands.deal_search import Bits, Deals, DealSearch, deal_search
from whoknows.deals.hands.showings import Asked, Chose
from whoknows.logic.worlds import UndecidedError

if TYPE_CHECKING:
    from whoknows.deals.hands.hand_space import HandSpace

MOST_TOGETHER = 300  # clauses that say of one showing that the same was chosen


def any_doubted(space: HandSpace, asked: Asked, doubts: Sequence[Known]) -> bool:
    """Whether there is a world of the set in which none of this is known."""
    doubters = space.doubters(asked, tuple(doubt.seats for doubt in doubts))
    return doubters.may_all_doubt([doubt.claim for doubt in doubts])


class Cell(NamedTuple):
    """Worlds that a seat cannot tell apart; as deals, where clauses can say which."""

    held: Claim
    deals: Deals | None


class Doubters:
    """A set of worlds, and for each of some seats what it cannot tell apart in it.

    Much may be asked of the same seats, so all that does not depend on what they doubt is prepared.
    """

    def __init__(self, space: HandSpace, asked: Asked, seats: tuple[frozenset[int], ...]) -> None:
        self.space, self.asked, self.seats = space, asked, seats
        self.many, self.width = len(space.cards), len(space.rooms)
        copies = 1 + len(seats)
        self.search = deal_search(space.rooms * copies, self.many * copies)
        self.alone = deal_search(space.rooms, self.many)

    def may_all_doubt(self, claims: Sequence[Claim]) -> bool:
        """Whether in some world each of these seats does not know its claim."""
        return self._at_once(claims) or self._side_by_side(claims)

    def _at_once(self, claims: Sequence[Claim]) -> bool:
        """Whether the first world that is found is such a one: mostly it is, and is found
        sooner."""
        if not all(claim.is_factual for claim in claims):
            return False
        pairs = zip(self._first_cells, claims, strict=True)
        return all(self._is_doubted(cell, claim) for cell, claim in pairs)

    def _is_doubted(self, cell: Cell, claim: Claim) -> bool:
        """Whether a claim is false in a world of a cell."""
        clauses = self.alone.clauses(~claim)
        if clauses is not None and cell.deals is not None:
            with suppress(UndecidedError):
                return self._is_any(self.alone, cell.deals, clauses)
        return not self.space.is_empty(cell.held & ~claim)

    def _side_by_side(self, claims: Sequence[Claim]) -> bool:
        """Whether there are a deal of the set, and for each seat one that looks the same to it, in
        which its claim is false."""
        if self._common is None:
            return False
        denied = (self._of(copy, ~claim) for copy, claim in enumerate(claims, 1))
        try:
            return self._is_any(self.search, self._common, list(chain.from_iterable(denied)))
        except UndecidedError:
            raise TooLargeError(NESTED) from None

    def _is_any(self, search: DealSearch, deals: Deals, clauses: Sequence[Bits]) -> bool:
        fitting = search.among(deals, clauses)
        return fitting is not None and search.find(fitting) is not None

    @cached_property
    def _first_cells(self) -> list[Cell]:
        """What each seat cannot tell from the first world of the set."""
        space = self.space
        rooms, lies = space.told.first_rooms(self.asked), space.told.first_lies(self.asked)
        if rooms is None or lies is None:
            return [Cell(NOTHING, None) for _ in self.seats]
        chosen = (Chose(name, can[0]) for name, can in space.choices(self.asked, lies).items())
        pairs = tuple((card, 1 << room) for card, room in enumerate(rooms))
        world = Claim(True, pairs, frozenset(chosen))
        return [self._cell(space.alike(seats, world)) for seats in self.seats]

    def _cell(self, held: Claim) -> Cell:
        asked = self.space.asked(held)
        clauses = None if asked is None else self.space.told.clauses(asked)
        if asked is None or clauses is None:
            return Cell(held, None)
        return Cell(held, self.alone.among(self.alone.lying(asked.masks), clauses))

    @cached_property
    def _common(self) -> Deals | None:
        """A deal of the set and one for each seat that looks the same to it; None if there are
        none."""
        each = [self.asked.masks, *(self.space.masks for _ in self.seats)]
        masks = (mask << self.width * copy for copy, masks in enumerate(each) for mask in masks)
        told = [self._told(copy) for copy in range(len(each))]
        alike = (self._alike(copy, seats) for copy, seats in enumerate(self.seats, 1))
        clauses = chain(*told, *alike, self._shown_alike())
        return self.search.among(self.search.lying(tuple(masks)), clauses)

    def _told(self, copy: int) -> list[Bits]:
        """What is claimed of one of the deals: of the first, all that is asked."""
        nobody = Asked(self.space.masks, frozenset())
        clauses = self.space.told.clauses(nobody if copy else self.asked)
        if clauses is None:
            raise TooLargeError(NESTED)
        return [self._moved(copy, clause) for clause in clauses]

    def _of(self, copy: int, claim: Claim) -> Iterator[Bits]:
        """A further claim of one of the deals."""
        clauses = self.alone.clauses(claim)
        if clauses is None:
            raise TooLargeError(NESTED)
        return (self._moved(copy, clause) for clause in clauses)

    def _moved(self, copy: int, clause: Bits) -> Bits:
        """A clause of one deal as one of its copy among several."""
        found, slot = 0, (1 << self.width) - 1
        while clause:
            card = ((clause & -clause).bit_length() - 1) // self.width
            found |= self._lying(copy, card, clause >> card * self.width & slot)
            clause &= ~(slot << card * self.width)
        return found

    def _alike(self, copy: int, seats: frozenset[int]) -> Iterator[Bits]:
        """Cards lie in the same lots of each of these seats."""
        for lot in {lot for seat in seats for lot in self.space.lots[seat]}:
            for card in range(self.many):
                yield self._lying(0, card, ~lot) | self._lying(copy, card, lot)

    def _shown_alike(self) -> Iterator[Bits]:
        """Of each showing that some of them saw, the same card was chosen in their deals."""
        chosen = dict(self.asked.chosen)
        for shown in self.space.showings:
            copies = [n for n, seats in enumerate(self.seats, 1) if shown.seen & seats]
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
