"""Heads in a deal of which nothing has been said, however large: the tickets of the USA, of Europe.

Cards were dealt, drawn and looked at, and that is all. So cards of a kind, which may lie in the
same rooms, are like each other: a seat knows in which of its lots of rooms a card lies, and cannot
tell the rooms of a lot apart. What she thinks of a card, and thinks that another thinks, follows
from room to room at any depth, and her odds of a card that is not hers do not depend on what she
holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from math import factorial, prod
from operator import or_

from whoknows.deals.deal_model import DealModel
from whoknows.deals.factual.claims import Claim
from whoknows.deals.factual.factual_space import Factual
from whoknows.logic.space import Set
from whoknows.table.knowledge.place_names import whereabouts


def silent(model: DealModel) -> Factual | None:
    """The deal, if nothing but dealing, drawing and looking has happened to it."""
    space = model.space
    if not isinstance(space, Factual) or space.before is not None or space.slots:
        return None
    kinds = list(set(space.masks))
    apart = all(not one & other for n, one in enumerate(kinds) for other in kinds[:n])
    return space if apart else None


def rows(
    model: DealModel, space: Factual, path: tuple[int, ...], here: Set
) -> dict[str, list[Mapping[str, Fraction]]]:
    """For each card: the odds, by owner, that the last one on the path may have for it, if the
    viewer considers these worlds possible."""
    assert isinstance(here, Claim)
    _, masks, _ = space.narrowed(here)
    return {
        fact.name: [_odds(model, space, card, lot) for lot in _lots(space, path, card, masks[card])]
        for card, fact in enumerate(space.cards)
    }


def deals(space: Factual, seat: int) -> int:
    """How many deals the seat considers possible, whatever it holds."""
    return prod(
        _ways([space.rooms[room] for room in _ascending(lot & kind)])
        for kind in set(space.masks)
        for lot in space.lots[seat]
    )


def _lots(space: Factual, path: tuple[int, ...], card: int, rooms: int) -> list[int]:
    """The lots of the last one in which a card may lie, for all that those before it know."""
    for seat in path[:-1]:
        rooms = reduce(or_, _seen(space, seat, card, rooms))
    return list(_seen(space, path[-1], card, rooms))


def _seen(space: Factual, seat: int, card: int, rooms: int) -> Iterator[int]:
    """The lots of a seat that have one of these rooms, as far as the card may lie there."""
    for lot in space.lots[seat]:
        if lot & rooms & _filled(space):
            yield lot & space.masks[card] & _filled(space)


def _filled(space: Factual) -> int:
    """The rooms that hold any cards."""
    return sum(1 << room for room, size in enumerate(space.rooms) if size)


def _odds(model: DealModel, space: Factual, card: int, lot: int) -> Mapping[str, Fraction]:
    """Each owner's share of a lot."""
    found: dict[str, int] = {}
    for room in _ascending(lot):
        owner = whereabouts(model.vocabulary, str(space.value(card, 1 << room)))
        found[owner] = found.get(owner, 0) + space.rooms[room]
    total = sum(found.values())
    return {owner: Fraction(many, total) for owner, many in found.items()}


def _ways(sizes: list[int]) -> int:
    """How many ways there are to fill rooms of these sizes."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def _ascending(rooms: int) -> Iterator[int]:
    return (room for room in range(rooms.bit_length()) if rooms >> room & 1)
