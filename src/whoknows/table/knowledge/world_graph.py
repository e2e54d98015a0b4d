"""Worlds as a graph, with lines between those that a seat cannot tell apart.

A few stand on a circle and show all cards; up to a few hundred stand in rows and columns, the cells
of two seats. Positions are worked out once, for the model that gave the places; lines once for each
model.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, get_args
from weakref import WeakKeyDictionary

from whoknows.core.memo import once
from whoknows.deals.deal_model import DealModel
from whoknows.logic.graph_layout import Cells, Spot, Spread
from whoknows.logic.graph_picture import too_many_lines
from whoknows.logic.kripke_graph import KRIPKE_LINES, Tie, count_pairs, kripke, node, ties
from whoknows.logic.svg import graph
from whoknows.table.knowledge.amounts import listed
from whoknows.table.knowledge.naming import NamedPile
from whoknows.table.knowledge.notices import quiet
from whoknows.table.knowledge.seat_badges import badge
from whoknows.table.knowledge.world_layout import WorldLayout, ascending
from whoknows.table.knowledge.world_marks import Row, WorldMarks

Graph = Literal["graph", "lines", "pairs"]  # few lines, those of one seat only, all lines
GRAPHS = get_args(Graph)
CLIQUE = 6  # worlds that are alike are all joined; more of them in a ring
ALL_CARDS = 9  # up to this many cards a node shows all, otherwise those that differ between worlds


# a few worlds


def circle(model: DealModel, seen: WorldMarks, kind: Graph) -> str:
    """Worlds that show their cards."""
    return once(_circle, (seen, kind), model)


def _circle(wanted: tuple[WorldMarks, Graph], model: DealModel) -> str:
    seen, kind = wanted
    numbers = list(seen.layout.keys)
    rows = _rows(seen.layout, numbers)
    nodes = [seen.dot(n, rows[n]) for n in numbers]
    spots = {n: spot for spot, n in enumerate(numbers)}
    drawn = _drawn(model, seen, kind)
    lines = {
        name: _pairs(model, seat, seen, spots, kind) if seat in drawn else []
        for seat, name in enumerate(model.seats)
    }
    return _title(model, drawn) + graph(nodes, lines, page=True)


def _drawn(model: DealModel, seen: WorldMarks, kind: Graph) -> list[int]:
    """The seats whose lines are drawn."""
    return [seen.seat] if kind == "lines" else list(range(len(model.seats)))


def _title(model: DealModel, seats: list[int]) -> str:
    who = listed(badge(model.seats, seat) for seat in seats)
    return f'<p class="said">A line joins two worlds that a seat cannot tell apart: {who}</p>'


def _pairs(
    model: DealModel, seat: int, seen: WorldMarks, spots: dict[int, int], kind: Graph
) -> list[tuple[int, int]]:
    """Which nodes a line of this seat joins; if very many are alike, a ring of them."""
    found: list[tuple[int, int]] = []
    for cell in seen.layout.parted(model, seat):
        held = [spots[n] for n in ascending(cell) if n in spots]
        ring = zip(held, [*held[1:], held[0]], strict=True)
        every = kind == "pairs" or len(held) <= CLIQUE
        found += combinations(held, 2) if every else ring
    return found


def _rows(known: WorldLayout, numbers: list[int]) -> dict[int, tuple[Row, ...]]:
    """What each node says, one line per place: all cards, or only those that differ between
    worlds."""
    told = {n: known.piles(n) for n in numbers}
    cards = known.vocabulary.world_facts
    if len(cards) > ALL_CARDS and len(numbers) > 1:
        lies = [known.values(n) for n in numbers]
        cards = tuple(card for card in cards if len({each[card] for each in lies}) > 1)
    return {n: tuple(_lines(known, told[n], set(cards))) for n in numbers}


def _lines(known: WorldLayout, piles: list[NamedPile], kept: set[str]) -> Iterator[Row]:
    """What a node says about these cards, and where they are if they are nobody's."""
    for pile in piles:
        text = known.spelled([card for card in pile.cards if card in kept])
        if text:
            yield pile.owner, text if pile.owner is not None else f"{pile.place}: {text}"


# many worlds


def network(model: DealModel, base: DealModel, seen: WorldMarks, kind: Graph) -> str:
    """The worlds of `base` in rows and columns, with the lines of those that are left."""
    known, home = seen.layout, seen.seat
    places = known.spread(base, home)
    apart = {home} if places.across is None else {home, places.across}
    nodes = dict(once(_plain_nodes, (seen.unmarked, tuple(apart)), places))
    for n in ascending(seen.marked):
        nodes[n] = _node(seen.within(1 << n), n, tuple(apart), places.spots[n])
    near = [] if seen.centre is None else [seen.centre]
    drawn = _drawn(model, seen, kind)
    many = count_pairs({seat: _cells(model, known, seat) for seat in drawn})
    note = quiet(f"{too_many_lines(many)}.") if kind == "pairs" and many > KRIPKE_LINES else ""
    tied = _ties(model, base, seen, "graph" if note else kind)
    svg = kripke(nodes, places, tied, model.seats, home=home, near=near, page=True)
    return note + _title(model, drawn) + _table(model, home, places.across) + svg


def _plain_nodes(drawn: tuple[WorldMarks, tuple[int, ...]], places: Spread) -> dict[int, str]:
    """All worlds as they are drawn for everyone."""
    seen, apart = drawn
    return {n: _node(seen.within(1 << n), n, apart, places.spots[n]) for n in seen.layout.keys}


@lru_cache(maxsize=2_000)  # most worlds are as they were at the last step: some 1 MB in all
def _node(marks: WorldMarks, number: int, apart: tuple[int, ...], spot: Spot) -> str:
    """A world at its place, with the cards that these seats do not see."""
    return node(marks.dot(number, label=marks.layout.unseen(number, apart)), spot, page=True)


def _table(model: DealModel, home: int, across: int | None) -> str:
    text = f"A row for each hand of {badge(model.seats, home)}"
    if across is not None:
        text += f", a column for each of {badge(model.seats, across)}"
    return f'<p class="said">{text}</p>'


def _ties(model: DealModel, base: DealModel, seen: WorldMarks, kind: Graph) -> list[Tie]:
    """The lines of a model, found once."""
    known = seen.layout
    kept, wanted = _TIES.setdefault(model, {}), (known, seen.seat, kind)
    if wanted not in kept:
        parts = {seat: _cells(model, known, seat) for seat in _drawn(model, seen, kind)}
        spots = known.spread(base, seen.seat).spots
        kept[wanted] = ties(parts, spots, pairs=kind == "pairs")
    return kept[wanted]


def _cells(model: DealModel, known: WorldLayout, seat: int) -> Cells:
    return sorted([*ascending(cell)] for cell in known.parted(model, seat))


_TIES: WeakKeyDictionary[DealModel, dict[tuple[WorldLayout, int, Graph], list[Tie]]] = (
    WeakKeyDictionary()
)
