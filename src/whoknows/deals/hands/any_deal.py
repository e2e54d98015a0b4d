"""Whether a deal fits a claim, and which: found by trying, or by a count if that does not tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whoknows.deals.factual.claims import Claim, Masks
from whoknows.deals.hands.deal_cases import cases
from whoknows.deals.hands.deal_search import Bits, deal_search
from whoknows.logic.filling import Filling
from whoknows.logic.worlds import UndecidedError


def any_deal(filling: Filling, claim: Claim, masks: Masks) -> bool:
    """Whether a deal with the cards in these rooms fits the claim."""
    clauses = deal_search(filling.rooms, len(masks)).clauses(claim)
    return first_deal(filling, masks, clauses, lambda: claim) is not None


def first_deal(
    filling: Filling, masks: Masks, clauses: Sequence[Bits] | None, claim: Callable[[], Claim]
) -> Sequence[int] | None:
    """The room of each card in a deal that fits a claim, always the same one; None if there is
    none. The claim is told as clauses, if these are not too many."""
    search = deal_search(filling.rooms, len(masks))
    if clauses is not None:
        deals = search.among(search.lying(masks), clauses)
        try:
            found = None if deals is None else search.find(deals)
            return None if found is None else search.places(found)
        except UndecidedError:
            pass
    those = cases(filling, claim(), masks)
    lies = next((lies for case in those if case.total for lies in case.listed()), None)
    if lies is None:
        return None
    rooms = (filling.options[card][lies[card]] for card in range(len(masks)))
    return [room for room in rooms if room is not None]
