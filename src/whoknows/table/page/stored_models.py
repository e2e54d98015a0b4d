"""Models for a page that answers questions by itself: their worlds, those left, and cells.

    stored_model(moments, step, stage) -> what `static/evaluator.js` evaluates formulas in

Within a chapter the worlds and usually the cells are the same, so they are told as a part of their
own (`base`), which a page keeps once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict
from weakref import WeakKeyDictionary

from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.logic.card_letters import letters
from whoknows.table.knowledge.chapter import Present, present
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Moment
from whoknows.table.knowledge.world_layout import WorldLayout, ascending, earliest, layout

MOST_WORLDS = 2_000
Cells = list[list[int]]  # by seat and world: the number of its cell


class Base(TypedDict):
    """The worlds of a chapter: where each card lies in them, and whose each place is."""

    seats: list[str]
    cards: list[str]
    letters: dict[str, str]
    places: list[str]
    owners: list[int]
    worlds: list[str]  # the number of the place of each card, as one sign
    keys: list[str]
    cells: Cells


def stored_model(
    moments: Sequence[Moment], step: int, stage: int | None = None
) -> dict[str, object] | None:
    """All that is needed to answer any question here; None if there are too many worlds."""
    here = present(moments, step, stage)
    if here is None or not isinstance(here.moment, Dealt):
        return None
    model = earliest(here, MOST_WORLDS)
    if model is None:
        return None
    known = layout(model)
    spots = _spots(known)
    return {
        **once(_public, None, model, here.model),
        "mine": _bits(known.bits(here.model, here.moment.mine.held), spots),
        "true": _true(here, known, spots),
    }


def _public(_: None, first: DealModel, now: DealModel) -> dict[str, object]:
    """What is the same for all viewers."""
    known = layout(first)
    spots, base, alive = _spots(known), _base(first), known.alive(now)
    cells = _cells(known, now, spots)
    is_same = _same(base["cells"], cells, [spots[number] for number in ascending(alive)])
    return {"base": base, "alive": _bits(alive, spots), "cells": None if is_same else cells}


def _spots(known: WorldLayout) -> dict[int, int]:
    return {number: spot for spot, number in enumerate(known.keys)}


def _base(model: DealModel) -> Base:
    """The worlds of a chapter, told once for all its steps."""
    if model not in _BASES:
        _BASES[model] = _told(layout(model), model)
    return _BASES[model]


_BASES: WeakKeyDictionary[DealModel, Base] = WeakKeyDictionary()


def _told(known: WorldLayout, model: DealModel) -> Base:
    words = model.vocabulary
    places = [place.name for place in words.places]
    spot = {place: chr(48 + number) for number, place in enumerate(places)}
    values = [known.values(number) for number in known.keys]
    owners = [-1 if place.owner is None else place.owner for place in words.places]
    return {
        "seats": list(model.seats),
        "cards": list(words.world_facts),
        "letters": {letter: card for card, letter in letters(words).items()},
        "places": places,
        "owners": owners,
        "worlds": ["".join(spot[str(lies[card])] for card in words.world_facts) for lies in values],
        "keys": list(known.keys.values()),
        "cells": _cells(known, model, _spots(known)),
    }


def _cells(known: WorldLayout, model: DealModel, spots: dict[int, int]) -> Cells:
    found: Cells = []
    for seat in range(len(model.seats)):
        cells = [-1] * len(spots)
        for number, held in enumerate(known.parted(model, seat)):
            for world in ascending(held):
                cells[spots[world]] = number
        found.append(cells)
    return found


def _same(first: Cells, now: Cells, alive: Iterable[int]) -> bool:
    """Whether the cells are those of the first model, less the worlds that are gone."""
    left = list(alive)
    pairs = [
        {(before[w], after[w]) for w in left} for before, after in zip(first, now, strict=True)
    ]
    return all(
        len(both) == len({one for one, _ in both}) == len({other for _, other in both})
        for both in pairs
    )


def _bits(held: int, spots: dict[int, int]) -> str:
    signs = ["0"] * len(spots)
    for number in ascending(held):
        signs[spots[number]] = "1"
    return "".join(signs)


def _true(here: Present, known: WorldLayout, spots: dict[int, int]) -> int | None:
    """The true world, for ALL only."""
    if here.moment.viewer != ALL or here.moment.world is None:
        return None
    number = known.number(here.model, here.moment.world)
    return None if number is None else spots[number]
