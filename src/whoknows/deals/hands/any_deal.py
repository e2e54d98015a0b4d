"""Whether a deal fits a claim, and which: found by trying, or by a count if that does not tell."""

from __future__ import annotations

from collections.abc import Sequence

from whoknows.deals.factual.claims import Claim, Masks
from whoknows.deals.hands.deal_cases import cases
from whoknows.deals.hands.deal_search import DealSearch
from whoknows.logic.filling import Filling
from whoknows.logic.worlds import UndecidedError


def any_deal(filling: Filling, claim: Claim, masks: Masks) -> bool:
    """Whether a deal with the cards in these rooms fits the claim."""
    return first_deal(filling, claim, masks) is not None


def first_deal(filling: Filling, claim: Claim, masks: Masks) -> Sequence[int] | None:
    """The room of each card in such a deal, always the same one; None if there is none."""
    search = DealSearch(filling.rooms, masks)
    clauses = search.clauses(claim)
    if clauses is not None:
        deals = search.among(search.all, clauses)
        try:
            found = None if deals is None else search.find(deals)
            return None if found is None else search.places(found)
        except UndecidedError:
            pass
    listed = (lies for case in cases(filling, claim, masks) if case.total for lies in case.listed())
    lies = next(listed, None)
    if lies is None:
        return None
    rooms = (filling.options[card][lies[card]] for card in range(len(masks)))
    return [room for room in rooms if room is not None]
