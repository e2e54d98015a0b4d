"""Deals that a seat must rule out, and which of its lessons do so: as `logic.lessons` asks.

A deal that is left is sought with as many lessons as can be. One that it fits by chance need not be
asked about; of the others each is added, if some deal fits it too. What cannot be added excludes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whoknows.deals.factual.claims import Claim, Masks
from whoknows.deals.factual.contingency import Rooms
from whoknows.deals.hands.deal_search import Bits, Deals, DealSearch, deal_search


@dataclass(frozen=True)
class DealDoubts:
    """Deals to be ruled out, and lessons as clauses, by number."""

    search: DealSearch
    deals: Deals | None
    lessons: Mapping[int, list[Bits]]

    def excluding(self, chosen: frozenset[int]) -> frozenset[int] | None:
        """What excludes a deal that these lessons leave, so chosen that little does; None if they
        leave none."""
        deals, deal = self._with(self.deals, *chosen)
        if deals is None or deal is None:
            return None
        excluded = set[int]()
        waiting = [number for number in self.lessons if number not in chosen]
        while True:
            fit = [number for number in waiting if self._fits(deal, number)]
            waiting = [number for number in waiting if number not in fit]
            deals, deal = self._kept(deals, fit), None
            while deal is None:
                if not waiting:
                    return frozenset(excluded)
                number = waiting.pop(0)
                more, deal = self._with(deals, number)
                if more is None or deal is None:
                    excluded.add(number)
                else:
                    deals = more

    def _with(self, deals: Deals | None, *numbers: int) -> tuple[Deals | None, Bits | None]:
        """Those of the deals that fit some lessons as well, and one of them."""
        if deals is None:
            return None, None
        clauses = [clause for number in numbers for clause in self.lessons[number]]
        more = self.search.among(deals, clauses)
        return more, None if more is None else self.search.find(more)

    def _kept(self, deals: Deals, numbers: list[int]) -> Deals:
        """Those that fit these lessons as well; there are some."""
        clauses = [clause for number in numbers for clause in self.lessons[number]]
        return self.search.among(deals, clauses) or deals

    def _fits(self, deal: Bits, number: int) -> bool:
        return all(deal & clause for clause in self.lessons[number])


def deal_doubts(
    rooms: Rooms, masks: Masks, doubts: Claim, lessons: Mapping[int, Claim]
) -> DealDoubts | None:
    """The deals that fit a claim; None where that or a lesson is too much to be said by clauses."""
    search = deal_search(tuple(rooms), len(masks))
    clauses = search.clauses(doubts)
    told = {number: search.clauses(claim) for number, claim in lessons.items()}
    plain = {number: some for number, some in told.items() if some is not None}
    if clauses is None or len(plain) < len(told):
        return None
    return DealDoubts(search, search.among(search.lying(masks), clauses), plain)
