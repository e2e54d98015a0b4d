"""Models as drawings for a notebook or a page: SVG and HTML, made of text alone.

What reads well depends on the size: every relation up to a dozen worlds, the cells of one seat up
to a few hundred, tiles above that, and always the table of who has what. If you ask for a graph you
get one, up to a few hundred worlds. Worlds keep their places while others vanish; those that the
last update removed are marked.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.logic.cell_boxes import Box, CellTile, boxes, tiles
from whoknows.logic.formula import Name
from whoknows.logic.graph_picture import circle, network
from whoknows.logic.graphviz import COLOURS
from whoknows.logic.kripke_graph import KRIPKE_WORLDS
from whoknows.logic.picture_marks import PictureMarks, beginning, earliest
from whoknows.logic.svg import MARKS as MARKS
from whoknows.logic.vocabulary import World

if TYPE_CHECKING:
    from whoknows.logic.belief import Belief
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model import Model, Sentence
    from whoknows.logic.weights import Number

Kind = Literal["auto", "graph", "pairs", "cells", "tiles"]
GRAPH_WORLDS, CELL_WORLDS, TILE_WORLDS = 12, 400, 6_000
LIMITS = {"graph": KRIPKE_WORLDS, "pairs": KRIPKE_WORLDS, "cells": 2_000, "tiles": TILE_WORLDS}
STYLE = (
    "font-family:system-ui,sans-serif;font-size:14px;color:#222;background:#fff;"
    "padding:10px;line-height:1.45"
)


@dataclass(frozen=True)
class Picture:
    """A drawing: `html` as a whole, which a notebook shows by itself; of a graph also its `svg`.

    >>> import whoknows as wk
    >>> picture = wk.deal({"Anna": 1, "Bram": 1}, cards="ab").picture(kind="graph")
    >>> picture.svg[:4], picture.html.count("<svg")
    ('<svg', 1)
    """

    html: str
    svg: str = ""
    note: str = ""  # why it is not as wished
    missing: str = ""  # why it is not a graph

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file: a graph as .svg, any picture as .html."""
        kind = Path(path).suffix.lower()
        if kind not in (".svg", ".html"):
            raise Error(f"{path}: a picture must be an .svg or .html file")
        if kind == ".svg" and not self.svg:
            reason = self.missing or "this is not a graph"
            raise Error(f"{path}: {reason}; name the file .html to get a picture that fits")
        with whole(path) as put:
            put((self.svg if kind == ".svg" else PAGE.format(self.html)).encode())

    def _repr_html_(self) -> str:
        return self.html


PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>whoknows</title>'
    '<meta name="viewport" content="width=device-width"></head>'
    '<body style="margin:0">{}</body></html>'
)


@dataclass(frozen=True)
class Wish:
    """How to draw the worlds, and whose lines; everyone's if nobody is named."""

    kind: Kind = "auto"
    lines: Iterable[Name] | None = None
    width: int = 760

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise Error(f"no kind of picture {self.kind}; kinds are {', '.join(get_args(Kind))}")
        if self.lines is not None and self.kind in ("cells", "tiles"):
            raise Error(f"{self.kind} have no lines; lines= is for a graph")

    @property
    def drawn(self) -> Kind:
        """What to draw: whoever names lines wants a graph."""
        return "graph" if self.kind == "auto" and self.lines is not None else self.kind


def model_picture(
    model: "Model", seat: Name | None, at: World | None, formula: "Sentence | None", wish: Wish
) -> Picture:
    """The worlds as the size allows or as wished, and the table of odds."""
    number = 0 if seat is None else model.vocabulary.seat(seat)
    knowledge = model.seat(number, at=at) if at is not None else model.outsider()
    return _picture(PictureMarks(model, number, formula, at=at), knowledge, wish)


def seat_picture(knowledge: "Knowledge", formula: "Sentence | None", wish: Wish) -> Picture:
    """The same for somebody in this seat: its cell is marked, and nothing that it cannot know."""
    scene = PictureMarks(knowledge.model, knowledge.number or 0, formula, mine=knowledge.worlds)
    return _picture(scene, knowledge, wish)


def knowledge_picture(knowledge: "Knowledge") -> Picture:
    """How many worlds a seat considers possible, and the table of its odds."""
    said = f"<p><b>{escape(repr(knowledge))}</b></p>"
    return Picture(f'<div style="{STYLE}">{said}{odds_table(knowledge)}</div>')


def _picture(scene: PictureMarks, knowledge: "Knowledge", wish: Wish) -> Picture:
    first = beginning(scene.model)
    drawn = _wished(scene, wish) or _fitting(scene, first)
    parts = [_heading(scene.model, first), drawn.html, odds_table(knowledge)]
    html = f'<div style="{STYLE};max-width:{wish.width}px">{"".join(parts)}</div>'
    return replace(drawn, html=html)


def belief_picture(belief: "Belief") -> Picture:
    """From how many deals a seat believes what it does, and its odds beside what is known."""
    said = f"<p><b>{escape(repr(belief))}</b></p>"
    known, told = belief.knowledge, f"{belief.knowledge.seat}, who believes"
    believed = odds_table(known, belief.ownership(), told)
    return Picture(f'<div style="{STYLE}">{said}{believed}{odds_table(known)}</div>')


def odds_table(
    knowledge: "Knowledge",
    believed: Mapping[str, Mapping[str, "Number"]] | None = None,
    told: str = "",
) -> str:
    """Card by seat (fact by value), the odds as shades and percentages: those that are known, or
    others, of whom that is told."""
    odds = believed or knowledge.ownership()
    columns = list(odds)
    rows = list(dict.fromkeys(owner for row in odds.values() for owner in row))
    if len(rows) * len(columns) > 600:
        return ""
    head = "".join(f'<th style="padding:1px 5px">{escape(c)}</th>' for c in columns)
    body = "".join(
        f'<tr><th style="text-align:right;padding-right:6px;white-space:nowrap">'
        f"{_badge(knowledge.model, row)}</th>"
        + "".join(_shade(odds[column].get(row, Fraction(0))) for column in columns)
        + "</tr>"
        for row in rows
    )
    nobody = "someone who sees nothing"
    whose = f"to {told or (nobody if knowledge.number is None else knowledge.seat)}"
    return (
        f'<p style="margin:10px 0 2px"><b>How likely, {escape(whose)}</b></p>'
        f'<div style="overflow-x:auto"><table style="border-collapse:separate;border-spacing:1px;'
        f'font-size:12px"><tr><th></th>{head}</tr>{body}</table></div>'
    )


def _heading(model: "Model", first: "Model") -> str:
    many, all_ = model.count(), first.count()
    of = f" of {all_:,}" if all_ != many else ""
    text = f'<p style="margin:0"><b>{many:,}{of} world{"s" * (all_ != 1)}</b>'
    if model.before is not None:
        text += f" after: {escape(model.history[-1].sentence)}"
    if model.notice:
        text += f'<br><span style="color:#a40000">{escape(model.notice)}</span>'
    return text + "</p>"


# the worlds


def _wished(scene: PictureMarks, wish: Wish) -> Picture | None:
    """The worlds as somebody wants them; None if anything that fits will do."""
    seats = _seats(scene.model, wish.lines)
    kind = wish.drawn
    if kind == "auto":
        return None
    limit = LIMITS[kind]
    first = earliest(scene.model, limit)
    if first is None:
        what = kind if kind in ("cells", "tiles") else "a graph"
        many = f"{scene.model.count():,} worlds are too many for {what} (at most {limit:,})"
        note = f"{many}, so here is a picture that fits"
        drawn = _fitting(scene, beginning(scene.model))
        return Picture(f"<p>{note}.</p>{drawn.html}", note=note, missing=many)
    if kind in ("graph", "pairs"):
        return _graph(scene, first, seats, pairs=kind == "pairs")
    return _cells(scene, first, tiled=kind == "tiles")


def _seats(model: "Model", names: Iterable[Name] | None) -> tuple[int, ...]:
    named = (names,) if isinstance(names, str | int) else names
    every = range(len(model.seats))
    return tuple(every) if named is None else tuple(sorted({*map(model.vocabulary.seat, named)}))


def _fitting(scene: PictureMarks, first: "Model") -> Picture:
    if first.count() > TILE_WORLDS:
        return Picture("<p>Too many worlds to draw; their odds are below.</p>")
    if first.count() <= GRAPH_WORLDS:
        return _graph(scene, first, _seats(scene.model, None), pairs=False)
    return _cells(scene, first, tiled=first.count() > CELL_WORLDS)


def _graph(scene: PictureMarks, first: "Model", seats: tuple[int, ...], pairs: bool) -> Picture:
    if first.count() <= GRAPH_WORLDS:
        drawn = circle(scene, first, seats)
    else:
        drawn = network(scene, first, seats, pairs=pairs)
    whose = " &nbsp; ".join(_badge(scene.model, scene.model.seats[seat]) for seat in seats)
    title = f'<p style="margin:6px 0 2px">Who cannot tell two worlds apart: {whose}</p>'
    words = "".join(map(_faint, drawn.words))
    html = title + drawn.svg + words + _faint(" · ".join(scene.legend))
    return Picture(html, drawn.alone, drawn.note)


def _cells(scene: PictureMarks, first: "Model", tiled: bool) -> Picture:
    name = scene.model.seats[scene.seat]
    title = f'<p style="margin:6px 0 2px">What {_badge(scene.model, name)} can tell apart</p>'
    cells = _told_apart(
        sorted((_box(first, scene, cell) for cell in first.cells(name)), key=lambda box: box.label)
    )
    drawn = tiles(list(map(_tile, cells)), scene.seat) if tiled else boxes(cells, scene.seat)
    return Picture(title + drawn + _faint(" · ".join(scene.legend)))


def _box(first: "Model", scene: PictureMarks, cell: Iterable[World]) -> Box:
    worlds = list(cell)
    dots = tuple(scene.dot(world, "") for world in worlds)
    here = any({"true", "mine"} & {*dot.marks} for dot in dots)
    return Box(first.vocabulary.label(first.seats[scene.seat], worlds), dots, here)


def _told_apart(cells: list[Box]) -> list[Box]:
    """The same with a number each where several would be called alike."""
    times, number = Counter(cell.label for cell in cells), Counter[str]()
    told = []
    for cell in cells:
        number[cell.label] += 1
        many = f" ({number[cell.label]})" if times[cell.label] > 1 else ""
        told.append(replace(cell, label=cell.label + many))
    return told


def _tile(cell: Box) -> CellTile:
    states = [dot.marks[0] for dot in cell.dots]
    left, removed = states.count("alive"), states.count("removed")
    true = any("true" in dot.marks for dot in cell.dots)
    marks = ("true",) if true else ("mine",) * cell.mine
    return CellTile(cell.label, left, removed, len(states), marks)


def _faint(text: str) -> str:
    if not text:
        return ""
    return f'<p style="margin:2px 0;font-size:12px;color:#555">{escape(text)}</p>'


# words and colours


def _shade(odds: "Number") -> str:
    """One square of the table: darker is likelier; certain and impossible have signs, unless the
    odds are an estimate."""
    sign = f"{float(odds):.0%}"
    if odds in (0, 1) and not isinstance(odds, float):
        sign = "✓" if odds else "·"
    blue = f"rgba(0,114,178,{float(odds) * 0.85:.2f})"
    colour = "#fff" if odds > Fraction(1, 2) else "#222"
    return (
        f'<td title="{odds}" style="background:{blue};color:{colour};text-align:center;'
        f'min-width:30px;padding:2px 3px">{sign}</td>'
    )


def _badge(model: "Model", seat: str) -> str:
    if seat not in model.seats:
        return escape(seat)
    mark = MARKS[model.seats.index(seat) % len(MARKS)]
    return f'<span style="color:{_colour(model, seat)}">{mark}</span> {escape(seat)}'


def _colour(model: "Model", seat: str) -> str:
    return COLOURS[model.seats.index(seat) % len(COLOURS)]
