"""The graph of a model: a circle of nodes that describe their worlds, or many in rows and columns.

Every graph is drawn twice: for a page, which explains it around the drawing, and for a file of its
own, with its legend inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from textwrap import wrap
from typing import TYPE_CHECKING

from whoknows.logic.card_letters import letters, shown_in_all, spelled, spelled_where
from whoknows.logic.graph_layout import Cells, Spread, spread
from whoknows.logic.kripke_graph import KRIPKE_LINES, count_pairs, kripke, node, ties
from whoknows.logic.picture_marks import PictureMarks
from whoknows.logic.svg import MARKS, Span, graph
from whoknows.logic.vocabulary import World

if TYPE_CHECKING:
    from whoknows.logic.model import Model

LONG = 84  # letters of a line of the legend
FULL = 16  # letters of a line in a node that need no shorter names
FEW = "there are only as many lines as needed: worlds joined by one colour are one cell"
STROKES = ("───", "─ ─", "┈┈┈", "─┈─")  # samples of how the lines of seats are dashed


@dataclass(frozen=True)
class Network:
    """A graph, and what there is to say about it."""

    svg: str
    alone: str  # the same with its legend inside
    words: tuple[str, ...] = ()
    note: str = ""  # why it is not as wished


def circle(scene: PictureMarks, first: Model, seats: Sequence[int]) -> Network:
    """The few worlds of `first`, with a line wherever one of these seats cannot tell two apart."""
    worlds = list(first.worlds)
    cells = _parts(scene.model, worlds)
    lines = {
        name: [pair for cell in cells[n] for pair in combinations(cell, 2)] if n in seats else []
        for n, name in enumerate(first.seats)
    }
    nodes = [scene.dot(world) for world in worlds]
    words: tuple[str, ...] = ()
    if any(len(text) > FULL for dot in nodes for _, text in dot.rows):
        pairs = zip(nodes, worlds, strict=True)
        nodes = [replace(dot, rows=_in_letters(first, world) or dot.rows) for dot, world in pairs]
        words = _named_cards(first)
    legend = _legend(scene, seats, words)
    return Network(graph(nodes, lines), graph(nodes, lines, legend=legend), words)


def _in_letters(model: Model, world: World) -> tuple[tuple[int | None, str], ...]:
    """What a node says of a deal, one line per place, if the names of its cards are long."""
    rows: list[tuple[int | None, str]] = []
    for pile in model.vocabulary.piles(world):
        text = spelled(model.vocabulary, pile.cards)
        if pile.place in model.seats:
            rows.append((model.seats.index(pile.place), text))
        else:
            rows.append((None, f"{pile.place}: {text}"))
    return tuple(rows)


def network(scene: PictureMarks, first: Model, seats: Sequence[int], *, pairs: bool) -> Network:
    """The many worlds of `first` in rows and columns, with the lines of these seats."""
    worlds, now = list(first.worlds), _parts(scene.model, list(first.worlds))
    places = _places(first, worlds, scene.seat)
    drawn = {seat: now[seat] for seat in seats}
    many = count_pairs(drawn)
    note = too_many_lines(many) if pairs and many > KRIPKE_LINES else ""
    words = (*_about(scene, places), note or ("" if pairs else FEW))
    words = tuple(filter(None, words))
    tied = ties(drawn, places.spots, pairs=pairs and not note)
    apart = {scene.seat, places.across}
    dots = {
        n: scene.dot(world, spelled_where(first.vocabulary, world, lambda by: not apart & {*by}))
        for n, world in enumerate(worlds)
    }
    near = [n for n, dot in dots.items() if "true" in dot.marks]
    legends = ((), _legend(scene, seats, words))
    nodes = {n: node(dot, places.spots[n]) for n, dot in dots.items()}
    svg, alone = (
        kripke(nodes, places, tied, first.seats, home=scene.seat, near=near, legend=legend)
        for legend in legends
    )
    return Network(svg, alone, words, note)


def too_many_lines(many: int) -> str:
    """A note if not every pair is drawn."""
    return (
        f"every pair would be {many:,} lines (at most {KRIPKE_LINES:,}); "
        "here are just enough to join each cell"
    )


def _parts(model: Model, worlds: Sequence[World]) -> list[Cells]:
    """The cells of all seats, worlds by their numbers."""
    words = model.vocabulary.words
    numbers = {words(world): number for number, world in enumerate(worlds)}
    return [
        sorted(sorted(numbers[words(world)] for world in cell) for cell in model.cells(seat))
        for seat in model.seats
    ]


def _places(first: Model, worlds: Sequence[World], home: int) -> Spread:
    """Rows and columns begin in the order of their labels."""
    found = [
        sorted((_label(first, seat, [worlds[n] for n in cell]), cell) for cell in cells)
        for seat, cells in enumerate(_parts(first, worlds))
    ]
    parts = [[cell for _, cell in cells] for cells in found]
    return spread(parts, home, lambda seat: [label for label, _ in found[seat]])


def _label(model: Model, seat: int, cell: Sequence[World]) -> str:
    """What the seat sees in a cell: its cards in letters, or what is the same in all its worlds."""
    words = model.vocabulary
    if not hasattr(words, "places"):
        return words.label(model.seats[seat], cell)
    shown = (spelled(words, [card]) for _, card in shown_in_all(words, cell))
    return "·".join([spelled_where(words, cell[0], lambda by: seat in by), *shown])


# what is said of it


def _about(scene: PictureMarks, places: Spread) -> list[str]:
    """What rows and columns are, and which letter is which card."""
    rows = f"rows are cells of {_named(scene.model, scene.seat)}"
    columns = (
        f", columns of {_named(scene.model, places.across)}" if places.across is not None else ""
    )
    return [rows + columns, *(_named_cards(scene.model) if places.rows else ())]


def _named_cards(model: Model) -> tuple[str, ...]:
    """Which letter is which card, if cards have letters here."""
    given = letters(model.vocabulary) if hasattr(model.vocabulary, "places") else {}
    named = [f"{letter} {card}" for card, letter in given.items() if card != letter]
    return (", ".join(named),) if named else ()


def _named(model: Model, seat: int) -> str:
    return f"{MARKS[seat % len(MARKS)]} {model.seats[seat]}"


def _legend(scene: PictureMarks, seats: Sequence[int], words: Sequence[str]) -> list[list[Span]]:
    """The same as lines of coloured text, with the seats whose lines are drawn first."""
    who: list[Span] = [
        (f"{_named(scene.model, seat)} {STROKES[seat % len(STROKES)]}   ", seat) for seat in seats
    ]
    legend = [[("cannot tell apart:  ", None), *who]]
    for text in (*words, *scene.legend):
        legend += [[(line, None)] for line in wrap(text, LONG)]
    return legend
