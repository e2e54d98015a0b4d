"""The way in: `deal({"Anna": 2, "Bram": 2, "Cleo": 2}, cards="abcdef")`."""

from collections.abc import Collection, Iterable
from numbers import Integral
from typing import Literal

from whoknows.deals.deal_model import DealModel
from whoknows.deals.updates import Deal
from whoknows.logic.formula import Formula, Name, Named


def deal(
    places: Named[int],
    *,
    cards: Iterable[Name],
    seats: Iterable[Name] | None = None,
    owner: Named[Name] | None = None,
    seen: Named[Collection[Name]] | Literal["own", "others"] = "own",
    contains: Named[Collection[tuple[Collection[Name], int]]] | None = None,
    law: str | Iterable[str | Formula] = (),
    looked: bool = True,
    engine: Literal["auto", "bitset", "diagram", "factual"] = "auto",
    nodes: int | None = None,
    even: Named[int] | None = None,
) -> DealModel:
    """The model of all deals of the cards to the places.

    places    how many cards each place holds; a place named like a seat is its hand
    seats     who sits at the table (by default the numbered places, or all if there are none)
    owner     whose place it is, if its name does not say so
    seen      who sees which place: its owner ("own"), all but its owner ("others"), or seats
              by place (a place that is not mentioned is seen by its owner)
    contains  what a place holds of some cards: {"envelope": [(suspects, 1), (weapons, 1)]}
    law       formulas that everyone knows to hold
    looked    False: nobody has looked at any card yet (see `DealModel.look`)
    engine    "bitset" lists the worlds, "diagram" draws them, "factual" keeps only where each
              card may lie (see the concepts); "auto" takes the first of these that can hold them
    nodes     how many nodes a diagram may have
    even      what each card is worth, if everyone knows that the cards were dealt as evenly as
              possible: the least difference between the richest and the poorest hand

    >>> import whoknows as wk
    >>> wk.deal({"Anna": 2, "Bram": 2, "stock": 1}, cards="abcde", seats=["Anna", "Bram"])
    30 worlds for seats Anna, Bram
    """
    return Deal(
        {key: int(size) if isinstance(size, Integral) else size for key, size in places.items()},
        tuple(cards),
        None if seats is None else tuple(seats),
        dict((owner or {}).items()),
        seen,
        dict((contains or {}).items()),
        (law,) if isinstance(law, str) else tuple(law),
        looked,
        engine,
        nodes,
        dict((even or {}).items()),
    ).to(None)
