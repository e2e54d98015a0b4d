"""How many deals fit a claim, and whether any does.

What is claimed of single cards narrows the rooms in which these may lie. Of what is left, a
few simple parts are counted by what they rule out, and others card by card: a card lies here
or there, and the claim becomes simpler. In the end only rooms are left, which a trail counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from whoknows.deals.factual.claims import EVERYTHING, NOTHING, Claim, Masks
from whoknows.deals.factual.contingency import Rooms
from whoknows.deals.factual.possible_pasts import Trail
from whoknows.deals.factual.room_groups import fits
from whoknows.logic.filling import Filling

MOST_RULED_OUT = 6  # parts: up to here 2^parts counts of groups are the quicker way


def narrowed(claim: Claim, masks: Masks) -> tuple[Claim, Masks]:
    """The masks with what is claimed of single cards in them, and the rest of the claim."""
    if claim.every and not claim.parts:
        return _all_narrowed(claim.lies, masks) if claim.lies else (claim, masks)
    claim = claim.given(masks)
    while claim.every and claim.lies:
        lies = dict(claim.lies)
        masks = tuple(lies.get(card, mask) for card, mask in enumerate(masks))
        claim = Claim(True, (), claim.parts).given(masks)
    return claim, masks


def _all_narrowed(lies: Iterable[tuple[int, int]], masks: Masks) -> tuple[Claim, Masks]:
    """The same if nothing else is claimed, as of most sets."""
    left = [*masks]
    for card, rooms in lies:
        left[card] &= rooms
        if masks[card] and not left[card]:
            return NOTHING, masks
    return EVERYTHING, tuple(left)


def possible(claim: Claim, masks: Masks, trail: Trail) -> bool:
    """Whether there is a deal with the cards in these rooms that fits the claim."""
    claim, masks = narrowed(claim, masks)
    if claim == NOTHING or not trail.fits(masks):
        return False
    if claim == EVERYTHING:
        return True
    if not claim.every:
        return any(possible(option, masks, trail) for option in claim.options())
    card = min(_parted(claim)[0].cards)
    apart = told_apart(claim, card, masks[card])
    return any(possible(claim, placed(masks, card, here), trail) for here in apart)


def count(claim: Claim, masks: Masks, trail: Trail) -> int:
    """How many deals with the cards in these rooms fit the claim."""
    claim, masks = narrowed(claim, masks)
    if claim == NOTHING:
        return 0
    if claim == EVERYTHING:
        return trail.ways(masks)
    # Cards that the claim does not mention count only by their groups.
    key = (claim, tuple(masks[card] for card in sorted(claim.cards)), trail.key(masks))
    if key not in trail.memo:
        trail.memo[key] = _counted(claim, masks, trail)
    return trail.memo[key]


def listed(claim: Claim, masks: Masks, trail: Trail, filling: Filling) -> Iterator[Masks]:
    """The deals with the cards in these rooms that fit the claim, one by one."""
    if possible(claim, masks, trail):
        yield from _listed(claim, masks, trail, filling, 0)


def _listed(
    claim: Claim, masks: Masks, trail: Trail, filling: Filling, card: int
) -> Iterator[Masks]:
    """The same from this card on; there is one deal at least."""
    if claim == EVERYTHING and not trail.courses.floats:
        yield from _filled([*masks], Counter(masks), trail.stages[-1].rooms, filling, card)
        return
    if card == len(masks):
        yield masks
        return
    rooms = (1 << room for room in filling.options[card] if room is not None)
    here = [room for room in rooms if room & masks[card]]
    for room in here:
        there = placed(masks, card, room)
        if len(here) == 1 or possible(claim, there, trail):
            yield from _listed(*narrowed(claim, there), trail, filling, card + 1)


def _filled(
    masks: list[int], groups: dict[int, int], rooms: Rooms, filling: Filling, card: int
) -> Iterator[Masks]:
    """The same if only the room is left to see to, for which the groups of cards are enough."""
    if card == len(masks):
        yield tuple(masks)
        return
    mask, all_rooms = masks[card], filling.options[card]
    here = [room for room in all_rooms if room is not None and mask >> room & 1]
    if len(here) > 1:
        here = [room for room in here if groups.get(1 << room, 0) < rooms[room]]
    for room in here:
        _move(groups, mask, 1 << room)
        if len(here) == 1 or fits(tuple(sorted(groups.items())), rooms):
            masks[card] = 1 << room
            yield from _filled(masks, groups, rooms, filling, card + 1)
        _move(groups, 1 << room, mask)
    masks[card] = mask


def _move(groups: dict[int, int], mask: int, to: int) -> None:
    """A card of one group becomes one of another."""
    groups[mask] -= 1
    if not groups[mask]:
        del groups[mask]
    groups[to] = groups.get(to, 0) + 1


def _counted(claim: Claim, masks: Masks, trail: Trail) -> int:
    if _is_simple(claim):
        part, rest = _parted(claim)
        ruled_out = count(rest & ~part, masks, trail)
        return count(rest, masks, trail) - ruled_out
    card = min(claim.cards)
    return sum(
        count(claim, placed(masks, card, here), trail)
        for here in told_apart(claim, card, masks[card])
    )


def told_apart(claim: Claim, card: int, mask: int) -> list[int]:
    """The rooms of a card, grouped as far as the claim tells them apart."""
    parts = [mask]
    for rooms in claim.rooms(card):
        halves = ((part & rooms, part & ~rooms) for part in parts)
        parts = [half for pair in halves for half in pair if half]
    return parts


def placed(masks: Masks, card: int, rooms: int) -> Masks:
    """The masks if the card lies in one of these rooms."""
    return (*masks[:card], rooms, *masks[card + 1 :])


def _is_simple(claim: Claim) -> bool:
    """Whether it has few parts, and each or what rules it out is about single cards."""
    clauses = (claim if claim.every else ~claim).parts
    return len(clauses) <= MOST_RULED_OUT and all(
        isinstance(part, Claim) and not part.parts for part in clauses
    )


def _parted(claim: Claim) -> tuple[Claim, Claim]:
    """A part that says little, and the rest of the claim."""
    if not claim.every:
        return claim, EVERYTHING
    parts = (part for part in claim.parts if isinstance(part, Claim))
    fewest = min(parts, key=lambda part: (len(part.lies) + len(part.parts), part.lies))
    return fewest, claim.without(fewest)
