"""Claims about one place: whether each hand that it may hold fits them.

Most of what is said of hands is so: a seat has one of three cards, it has none of them, the
envelope is not these. A claim about several places is told apart card by card until it is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from whoknows.deals.factual.claims import Claim, Masks
from whoknows.deals.hands.lattice import Ints, Lattice

Options = Sequence[Sequence[int | None]]  # for each card and place, the room


def places_of(claim: Claim, masks: Masks, options: Options) -> set[int]:
    """The places of which it can be said to speak alone."""
    found = set(range(len(options[0])))
    for card, rooms in claim.lies:
        found &= {p for p in found if _sign(card, rooms, p, masks, options) is not None}
    for part in claim.parts:
        assert isinstance(part, Claim)
        found &= places_of(part, masks, options)
    return found


def fitting(
    claim: Claim,
    place: int,
    sets: Ints,
    lattice: Lattice,
    axes: Mapping[int, int],
    masks: Masks,
    options: Options,
) -> NDArray[np.bool_]:
    """Which hands of the place fit the claim; its cards are classes of their own."""
    parts = []
    for card, rooms in claim.lies:
        if card in axes:
            inside = lattice.count(sets, axes[card]) > 0
            parts.append(inside if _sign(card, rooms, place, masks, options) else ~inside)
        else:
            parts.append(np.full(len(sets), bool(masks[card] & rooms)))
    for part in claim.parts:
        assert isinstance(part, Claim)
        parts.append(fitting(part, place, sets, lattice, axes, masks, options))
    start = np.full(len(sets), claim.every)
    return reduce(and_ if claim.every else or_, parts, start)


def _sign(card: int, rooms: int, place: int, masks: Masks, options: Options) -> bool | None:
    """Whether it says that the card lies in the place, or that it does not; None: neither."""
    room = options[card][place]
    here = masks[card] & (0 if room is None else 1 << room)
    inside = masks[card] & rooms
    if inside == here:
        return True
    return False if inside == masks[card] & ~here else None
