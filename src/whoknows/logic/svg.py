"""Shapes for pictures of models: worlds as nodes, dots and tiles, all as text.

One set of shapes serves notebooks and the table. A notebook gets its looks written out; a page
(`page=True`) gets classes for its style sheet, and data attributes that say what a click selects.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from math import cos, hypot, pi, sin

from whoknows.logic.graphviz import COLOURS

DASHES = ("", "7 4", "2 4", "9 3 2 3")
MARKS = "●▲■◆★✚⬟"
WIDE = 460.0  # of a graph, or more where it takes more
GAP = 8.0  # between nodes

Spot = tuple[float, float]
Span = tuple[str, int | None]  # some words of a legend, and whose colour they have


@dataclass(frozen=True, slots=True)
class Dot:
    """A world as it is drawn; `marks` begin with alive, removed (just now) or gone (before).

    Further marks: true, holds (a formula), mine (the viewer considers it possible), chosen,
    witness.
    """

    words: str
    marks: tuple[str, ...] = ("alive",)
    key: str = ""  # what a click on a page selects
    parts: str = ""  # the parts of a formula that hold there
    alike: tuple[int, ...] = ()  # the seats that cannot tell it from the chosen world
    rows: tuple[tuple[int | None, str], ...] = ()  # as a node: whose, and what
    label: str = ""  # as a small node: a few letters


def look(page: bool, classes: str, **inline: object) -> str:
    """How a shape looks: by its class on a page, otherwise written out."""
    if page:
        return f'class="{classes}"'
    return " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in inline.items())


def svg(
    wide: float, high: float, shapes: Iterable[str], *, page: bool, kind: str, title: str
) -> str:
    """A drawing with a name; on a page its style sheet says how large it may become."""
    size = look(page, kind, font_family="system-ui,sans-serif", style="max-width:100%;height:auto")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'width="{wide:.0f}" height="{high:.0f}" role="group" aria-label="{escape(title)}" '
        f"{size}>{''.join(shapes)}</svg>"
    )


def world_svg(piles: Mapping[str, list[str]]) -> str:
    """One world: a row for each place, its cards side by side."""
    named = 8 * max(map(len, piles), default=0) + 16
    shapes, width = [], 0.0
    for row, (name, cards) in enumerate(piles.items()):
        y, x = 6 + 34 * row, float(named)
        ink = 'font-size="13" fill="currentColor"'  # of the page, which may be dark
        shapes.append(f'<text x="4" y="{y + 18}" {ink}>{escape(name)}</text>')
        for card in cards:
            wide = 8 * len(card) + 16
            shapes.append(
                f'<rect x="{x:.0f}" y="{y}" width="{wide}" height="26" rx="5" fill="#fff" '
                f'stroke="#333"/><text x="{x + wide / 2:.0f}" y="{y + 18}" '
                f'text-anchor="middle" font-size="13" fill="#222">{escape(card)}</text>'
            )
            x += wide + 6
        width = max(width, x)
    high = 34 * len(piles) + 6
    return svg(width, high, shapes, page=False, kind="", title="a world")


def legend_inside(lines: Sequence[Sequence[Span]], corner: Spot) -> tuple[list[str], Spot]:
    """A legend below a drawing that is a file of its own, and the room that it takes."""
    told = []
    for number, spans in enumerate(lines):
        inside = "".join(
            f'<tspan fill="{"#222" if seat is None else COLOURS[seat % 7]}">{escape(text)}</tspan>'
            for text, seat in spans
        )
        y = corner[1] + 20 + 18 * number
        told.append(
            f'<text x="{corner[0]:g}" y="{y:g}" font-size="12.5" xml:space="preserve">'
            f"{inside}</text>"
        )
    letters = max((sum(len(text) for text, _ in spans) for spans in lines), default=0)
    return told, (corner[0] + 7 * letters, 18.0 * len(lines) + 10 * bool(lines))


# every relation


def graph(
    nodes: Sequence[Dot],
    lines: Mapping[str, list[tuple[int, int]]],
    *,
    page: bool = False,
    legend: Sequence[Sequence[Span]] = (),
) -> str:
    """Some worlds on a circle, a line for each seat that cannot tell two apart."""
    wide, high = _node_size(nodes)
    spots = _circle(len(nodes), wide, high)
    height = max(y for _, y in spots) + high / 2 + 6
    drawn = [
        _line(spots[one], spots[other], number, seat, lines, page)
        for number, (seat, pairs) in enumerate(lines.items())
        for one, other in pairs
    ]
    shapes = [_node(dot, spot, (wide, high), page) for dot, spot in zip(nodes, spots, strict=True)]
    told, room = legend_inside(legend, (6, height))
    title = "worlds, and who cannot tell them apart"
    size = max(WIDE, room[0], max(x for x, _ in spots) + wide / 2 + 6), height + room[1]
    return svg(*size, [*drawn, *shapes, *told], page=page, kind="graph", title=title)


def _node_size(nodes: Sequence[Dot]) -> Spot:
    letters = max((len(text) for dot in nodes for _, text in dot.rows), default=0)
    return max(52.0, 7.4 * letters + 30), 16.0 * max(len(dot.rows) for dot in nodes) + 10


def _circle(many: int, wide: float, high: float) -> list[Spot]:
    """Nodes round a circle, from the top, as wide as it takes to keep them apart; one or two stand
    side by side."""
    across = max(WIDE / 2 - wide / 2 - 6, many > 1 and wide / 2 + GAP)
    down = 0.0 if many < 3 else max(many * (high + GAP) / 5, 84.0)
    spots = _ring(many, across, down)
    while not _are_apart(spots, wide, high):
        across, down = across * 1.1, down * 1.1
        spots = _ring(many, across, down)
    left, top = min(x for x, _ in spots) - wide / 2 - 6, min(y for _, y in spots) - high / 2 - 6
    return [(x - min(left, -WIDE / 2), y - top) for x, y in spots]


def _ring(many: int, across: float, down: float) -> list[Spot]:
    if many == 1:
        return [(0.0, 0.0)]
    begin = -pi / 2 if many > 2 else pi
    turns = [begin + 2 * pi * n / many for n in range(many)]
    return [(across * cos(turn), down * sin(turn)) for turn in turns]


def _are_apart(spots: Sequence[Spot], wide: float, high: float) -> bool:
    return all(
        abs(x1 - x2) >= wide + GAP or abs(y1 - y2) >= high + GAP
        for (x1, y1), (x2, y2) in combinations(spots, 2)
    )


def _line(
    one: Spot,
    other: Spot,
    number: int,
    seat: str,
    lines: Mapping[str, list[tuple[int, int]]],
    page: bool,
) -> str:
    """One seat's line; lines of several seats run side by side, its mark in their middle."""
    (x1, y1), (x2, y2) = one, other
    length = hypot(x2 - x1, y2 - y1) or 1
    aside = (number - (len(lines) - 1) / 2) * 8
    dx, dy = -(y2 - y1) / length * aside, (x2 - x1) / length * aside
    at = 0.5 + 0.06 * (number - (len(lines) - 1) / 2)  # marks side by side would overlap
    x, y = x1 + (x2 - x1) * at + dx, y1 + (y2 - y1) * at + dy
    colour = COLOURS[number % 7]
    how = look(page, f"same seat{number}", stroke=colour, fill=colour)
    return (
        f"<g {how}>"
        f'<line x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 + dx:.1f}" y2="{y2 + dy:.1f}" '
        f'stroke-width="2.2" stroke-dasharray="{DASHES[number % 4]}"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="11" stroke="none">'
        f"{MARKS[number % 7]}</text><title>{escape(seat)} cannot tell these apart</title></g>"
    )


NODES = {  # fill, edge, ink
    "alive": ("#fff", "#333", "#222"),
    "holds": ("#cfe8f7", "#333", "#222"),
    "removed": ("#fff", "#c62828", "#777"),
    "gone": ("#fff", "#ccc", "#999"),
}


def _node(dot: Dot, spot: Spot, size: Spot, page: bool) -> str:
    (x, y), (wide, high) = spot, size
    fill, edge, ink = NODES["holds" if "holds" in dot.marks else dot.marks[0]]
    dash = "" if dot.marks[0] == "alive" else "4 3"
    box = look(page, "node", fill=fill, stroke=edge, stroke_width=1.5, stroke_dasharray=dash)
    rows = "".join(
        _row(number, text, x - wide / 2, y - high / 2 + 18 + 16 * n, ink, page)
        for n, (number, text) in enumerate(dot.rows)
    )
    return (
        f'{opened(dot, page)}<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" '
        f'width="{wide:.1f}" height="{high:.1f}" rx="8" {box}/>{rows}'
        f"{star(dot, x + wide / 2, y - high / 2 + 3, page)}</g>"
    )


def _row(number: int | None, text: str, x: float, y: float, ink: str, page: bool) -> str:
    colour = "#777" if number is None else COLOURS[number % 7]
    seat = "nobody" if number is None else f"seat{number}"
    mark = "·" if number is None else MARKS[number % 7]
    return (
        f'<text x="{x + 9:.1f}" y="{y:.1f}" font-size="11" '
        f"{look(page, f'mark {seat}', fill=colour)}>{mark}</text>"
        f'<text x="{x + 22:.1f}" y="{y:.1f}" font-size="13" '
        f"{look(page, 'ink', fill=ink)}>{escape(text)}</text>"
    )


def opened(dot: Dot, page: bool) -> str:
    """The beginning of a world's group: its name, and on a page what it is and does."""
    title = f"<title>{escape(dot.words)}</title>"
    if not page:
        return f"<g>{title}"
    if not dot.key:
        return f'<g class="world {" ".join(dot.marks)}">{title}'
    said = escape(f"{dot.words}: {SAID[dot.marks[0]]}{', the true world' * ('true' in dot.marks)}")
    parts = f' data-in="{dot.parts}"' if dot.parts else ""
    reached = -1 if dot.marks[0] == "gone" else 0
    return (
        f'<g class="world {" ".join(dot.marks)}" data-world="{dot.key}" tabindex="{reached}" '
        f'role="button" aria-label="{said}"{parts}>{title}'
    )


SAID = {"alive": "possible", "removed": "ruled out just now", "gone": "ruled out"}


def star(dot: Dot, x: float, y: float, page: bool) -> str:
    if "true" not in dot.marks:
        return ""
    ink = "#1b7f3b" if dot.rows or "fails" in dot.marks else "#fff"
    return (
        f'<text x="{x:.1f}" y="{y + 4.2:.1f}" text-anchor="middle" font-size="12" '
        f"{look(page, 'star', fill=ink)}>★</text>"
    )
