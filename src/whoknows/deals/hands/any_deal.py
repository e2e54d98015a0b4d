"""Whether any deal fits a claim: found by trying, or by a count where that is no longer work.

A deal is tried card by card, which soon finds one where there are many. Where nearly all is
settled, or a few tries do not tell, the hands that are left are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_

from whoknows.deals.factual.claim_counts import narrowed, placed, told_apart
from whoknows.deals.factual.claims import EVERYTHING, NOTHING, Claim, Masks
from whoknows.deals.factual.possible_pasts import Trail
from whoknows.deals.hands.deal_cases import DealCase, cases
from whoknows.logic.filling import Filling

FEW_SETS = 1 << 10  # of cards that are left: up to here a count is the quicker way
MOST_TRIES = 100


def any_deal(filling: Filling, claim: Claim, masks: Masks, trail: Trail) -> bool:
    """Whether a deal with the cards in these rooms fits the claim."""
    return any(_has_any(case, trail) for case in cases(filling, claim, masks))


def _has_any(case: DealCase, trail: Trail) -> bool:
    if case.lattice.many > FEW_SETS:
        claim = reduce(and_, case.claims, EVERYTHING)
        found = _tried(claim, case.masks, trail, Tries(MOST_TRIES))
        if found is not None:
            return found
    return case.total > 0


@dataclass
class Tries:
    """How many are left."""

    left: int


def _tried(claim: Claim, masks: Masks, trail: Trail, tries: Tries) -> bool | None:
    """Whether there is such a deal; None if the tries do not suffice to tell."""
    tries.left -= 1
    claim, masks = narrowed(claim, masks)
    if claim == NOTHING or not trail.fits(masks):
        return False
    if claim == EVERYTHING:
        return True
    if tries.left < 0:
        return None
    part = claim if not claim.every else min(_parts(claim), key=lambda one: len(one.cards))
    card = min(part.cards)
    for rooms in told_apart(claim, card, masks[card]):
        found = _tried(claim, placed(masks, card, rooms), trail, tries)
        if found is not False:
            return found
    return False


def _parts(claim: Claim) -> list[Claim]:
    return [part for part in claim.parts if isinstance(part, Claim)]
