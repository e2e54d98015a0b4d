"""Models as drawings for a notebook or a page: SVG and HTML, made of text alone.

What reads well depends on the size: every relation up to a dozen worlds, the cells of one
seat up to a few hundred, a tile a cell above that, and always the table of who has what.
Worlds keep their places while others vanish; those that the last update removed are marked.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from whoknows.logic.boxes import Box, Tile, boxes, tiles
from whoknows.logic.formula import Name
from whoknows.logic.graph import COLOURS, indistinguishable
from whoknows.logic.svg import MARKS as MARKS
from whoknows.logic.svg import Dot, graph
from whoknows.logic.vocabulary import World

if TYPE_CHECKING:
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model import Model, Sentence

GRAPH_WORLDS, CELL_WORLDS, TILE_WORLDS = 12, 400, 6_000
STYLE = (
    "font-family:system-ui,sans-serif;font-size:14px;color:#222;background:#fff;"
    "padding:10px;line-height:1.45"
)


@dataclass(frozen=True)
class Picture:
    """A drawing: `html` as a whole; a notebook shows it by itself."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def model_picture(
    model: "Model", seat: Name | None, at: World | None, formula: "Sentence | None", width: int
) -> Picture:
    """The worlds as the size allows, and the table of odds."""
    name = model.seats[0 if seat is None else model.vocabulary.seat(seat)]
    first = _beginning(model)
    parts = [_heading(model, first)]
    if first.count() <= TILE_WORLDS:
        parts.append(_worlds(model, first, name, at, formula))
    else:
        parts.append("<p>Too many worlds to draw; their odds are below.</p>")
    knowledge = model.seat(name, at=at) if at is not None else model.outsider()
    parts.append(odds_table(knowledge))
    return Picture(f'<div style="{STYLE};max-width:{width}px">{"".join(parts)}</div>')


def knowledge_picture(knowledge: "Knowledge") -> Picture:
    """How many worlds a seat considers possible, and the table of its odds."""
    said = f"<p><b>{escape(repr(knowledge))}</b></p>"
    return Picture(f'<div style="{STYLE}">{said}{odds_table(knowledge)}</div>')


def odds_table(knowledge: "Knowledge") -> str:
    """Card by seat (fact by value), the odds as shades and percentages."""
    odds = knowledge.ownership()
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
    whose = "to one who sees nothing" if knowledge.number is None else f"to {knowledge.seat}"
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


def _worlds(
    model: "Model", first: "Model", seat: str, at: World | None, formula: "Sentence | None"
) -> str:
    dot = _marking(model, at, formula)
    if first.count() <= GRAPH_WORLDS:
        worlds = [model.vocabulary.words(world) for world in first.worlds]
        legend = " &nbsp; ".join(_badge(model, seat) for seat in model.seats)
        title = f'<p style="margin:6px 0 2px">Who cannot tell two worlds apart: {legend}</p>'
        return title + graph(list(map(dot, worlds)), _lines(model, worlds))
    title = f'<p style="margin:6px 0 2px">What {_badge(model, seat)} can tell apart</p>'
    cells = sorted(
        (_box(first, seat, cell, dot) for cell in first.cells(seat)), key=lambda box: box.label
    )
    number = model.seats.index(seat)
    if first.count() <= CELL_WORLDS:
        drawn = boxes(cells, number)
    else:
        drawn = tiles(list(map(_tile, cells)), number)
    return title + drawn + _legend(model, at, formula)


def _lines(model: "Model", worlds: list[str]) -> dict[str, list[tuple[int, int]]]:
    numbers = {world: number for number, world in enumerate(worlds)}
    return {
        seat: [(numbers[one], numbers[other]) for one, other in indistinguishable(model, seat)]
        for seat in model.seats
    }


def _box(first: "Model", seat: str, cell: Iterable[World], dot: Callable[[str], Dot]) -> Box:
    worlds = list(cell)
    dots = tuple(dot(first.vocabulary.words(world)) for world in worlds)
    here = any("true" in dot.marks for dot in dots)
    return Box(first.vocabulary.label(seat, worlds), dots, here)


def _tile(cell: Box) -> Tile:
    states = [dot.marks[0] for dot in cell.dots]
    left, removed = states.count("alive"), states.count("removed")
    return Tile(cell.label, left, removed, len(states), ("true",) * cell.mine)


def _legend(model: "Model", at: World | None, formula: "Sentence | None") -> str:
    """What the marks mean, for those that are used."""
    said = ["★ the true world"] if at is not None else []
    said += [f"filled: {escape(str(formula))}"] if formula is not None else []
    before = _comparable(model)
    said += ["red: ruled out just now"] if before and before.count() > model.count() else []
    return f'<p style="margin:2px 0;font-size:12px;color:#555">{" · ".join(said)}</p>'


def _marking(model: "Model", at: World | None, formula: "Sentence | None") -> Callable[[str], Dot]:
    """How each world, given in words, is drawn."""
    words = model.vocabulary.words
    alive = frozenset(map(words, model.worlds))
    before = _comparable(model)
    gone = frozenset() if before is None else frozenset(map(words, before.worlds)) - alive
    holding = None if formula is None else frozenset(map(words, model.where(formula)))
    true = None if at is None else words(model.world(at))

    def dot(world: str) -> Dot:
        state = "alive" if world in alive else "removed" if world in gone else "gone"
        fits = () if holding is None else ("holds" if world in holding else "fails",)
        rows = tuple(_row(model, part) for part in world.split(" | "))
        return Dot(world, (state, *fits, *("true",) * (world == true)), rows=rows)

    return dot


def _row(model: "Model", part: str) -> tuple[int | None, str]:
    """A pile of a world, as one line of its node: whose it is, and the cards."""
    name, _, cards = part.partition(": ")
    return (model.seats.index(name), cards) if cards and name in model.seats else (None, part)


def _shade(odds: Fraction) -> str:
    """One square of the table: darker is likelier; certain and impossible have signs."""
    sign = "✓" if odds == 1 else "·" if odds == 0 else f"{float(odds):.0%}"
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


def _beginning(model: "Model") -> "Model":
    """The earliest model with the same vocabulary: its worlds have places of their own."""
    while (before := _comparable(model)) is not None:
        model = before
    return model


def _comparable(model: "Model") -> "Model | None":
    before = model.before
    return before if before is not None and before.vocabulary == model.vocabulary else None
