"""A Kripke graph of up to a few hundred worlds: a node for each, lines in the colours of seats.

Nodes stand in rows and columns (`spread`). The lines of a seat join what it cannot tell apart: just
enough to connect each of its cells, or one for every two worlds (`lines`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from whoknows.core.memo import once
from whoknows.logic.graph_layout import LEVEL, Cells, Head, Spot, Spread
from whoknows.logic.graphviz import COLOURS
from whoknows.logic.kripke_lines import KripkeLine, Pair, every_pair, run, spanning
from whoknows.logic.svg import DASHES, NODES, Dot, Span, legend_inside, look, opened, star, svg

KRIPKE_WORLDS = 200  # that are drawn at most
KRIPKE_LINES = 3_000  # at most, where every two worlds are joined
RADIUS = 10.5  # of a node
LETTERS = 3  # that a node has room for


class Tie(NamedTuple):
    """A cell of a seat, and the lines that are drawn for it."""

    seat: int
    cell: Sequence[int]
    lines: list[KripkeLine]


def ties(parts: Mapping[int, Cells], spots: Mapping[int, Spot], *, pairs: bool) -> list[Tie]:
    """The lines of these seats, given their cells."""
    cells = [(seat, cell) for seat, those in parts.items() for cell in those if len(cell) > 1]
    joined: list[list[Pair]] = []
    for _, cell in cells:
        joined.append(every_pair(cell) if pairs else spanning(cell, spots))
    left = {world: spots[world] for those in parts.values() for cell in those for world in cell}
    lines = iter(run([pair for some in joined for pair in some], left))
    found = []
    for (seat, cell), some in zip(cells, joined, strict=True):
        found.append(Tie(seat, cell, [next(lines) for _ in some]))
    return found


def count_pairs(parts: Mapping[int, Cells]) -> int:
    """How many lines there are if every two worlds are joined."""
    return sum(len(cell) * (len(cell) - 1) // 2 for cells in parts.values() for cell in cells)


def kripke(
    nodes: Mapping[int, str],
    places: Spread,
    tied: Sequence[Tie],
    names: Sequence[str],
    *,
    home: int,
    near: Collection[int] = (),
    page: bool = False,
    legend: Sequence[Sequence[Span]] = (),
) -> str:
    """The drawing, of nodes that are drawn; lines of cells with a world of `near` are stressed. A
    file of its own has its legend inside."""
    shapes = list(once(_ties_drawn, (tuple(names), tuple(near), page), tied))
    shapes += [_row_head(head, home, page) for head in places.rows]
    shapes += [_column_head(head, places.across, page) for head in places.columns]
    shapes += [nodes[n] for n in sorted(nodes)]
    left, top, right, foot = once(_bounds, None, places, tied)
    told, room = legend_inside(legend, (left + 4, foot))
    right, foot = max(right, left + room[0]), foot + room[1]
    shapes += told
    moved = f'<g transform="translate({-left:.0f} {-top:.0f})">{"".join(shapes)}</g>'
    kind = "kripke stressed" if near else "kripke"
    title = "worlds, and who cannot tell them apart"
    return svg(right - left, foot - top, [moved], page=page, kind=kind, title=title)


def _ties_drawn(
    how: tuple[tuple[str, ...], tuple[int, ...], bool], tied: Sequence[Tie]
) -> list[str]:
    names, near, page = how
    return [_tie(tie, names[tie.seat], any(n in near for n in tie.cell), page) for tie in tied]


def _bounds(_: None, places: Spread, tied: Iterable[Tie]) -> tuple[float, float, float, float]:
    """What the nodes, the heads and the bent lines take up."""
    middles = [line.middle for tie in tied for line in tie.lines]
    across, down = zip((0, 0), places.size, *middles, strict=True)
    return min(across) - 4, min(down) - 4, max(across) + 4, max(down) + 4


# lines


def _tie(tie: Tie, name: str, near: bool, page: bool) -> str:
    classes = f"tie seat{tie.seat}{' near' * near}"
    how = look(page, classes, stroke=COLOURS[tie.seat % 7], fill="none", opacity=0.85)
    dash = DASHES[tie.seat % 4]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    width = 2.6 if near else 1.6
    return (
        f'<path d="{"".join(map(_path, tie.lines))}" stroke-width="{width}"{dashed} {how}>'
        f"<title>{escape(name)} cannot tell these {len(tie.cell)} worlds apart</title></path>"
    )


def _path(line: KripkeLine) -> str:
    begin, end = f"M{line.one[0]:g} {line.one[1]:g}", f"{line.other[0]:g} {line.other[1]:g}"
    if line.towards is None:
        return f"{begin}L{end}"
    x, y = line.towards
    return f"{begin}Q{x:.0f} {y:.0f} {end}"


# heads


def _row_head(head: Head, seat: int, page: bool) -> str:
    return _head(head.label, f'x="{head.x - 2:g}" y="{head.y + 4:g}" text-anchor="end"', seat, page)


def _column_head(head: Head, seat: int | None, page: bool) -> str:
    x, y = head.x, head.y - 3
    where = f'x="{x:g}" y="{y:g}" text-anchor="middle"'
    if len(head.label) > LEVEL:
        where = f'transform="translate({x + 4:g} {y:g}) rotate(-90)"'
    return _head(head.label, where, seat or 0, page)


def _head(label: str, where: str, seat: int, page: bool) -> str:
    how = look(page, f"head seat{seat}", fill=COLOURS[seat % 7], font_weight="bold")
    return f'<text {where} font-size="11.5" {how}>{escape(label)}</text>'


# nodes


def node(dot: Dot, spot: Spot, *, page: bool = False) -> str:
    """A world at its place."""
    x, y = spot
    state = dot.marks[0]
    radius = RADIUS if state == "alive" else 8.5 if state == "removed" else 2.5
    how = look(page, "dot", **_inline(dot))
    ring = ""
    if page and ("chosen" in dot.marks or "witness" in dot.marks):
        ring = f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS + 3}" class="ring"/>'
    return (
        f'{opened(dot, page)}{ring}<circle cx="{x:g}" cy="{y:g}" r="{radius}" {how}/>'
        f"{_inside(dot, spot, page)}</g>"
    )


def _inside(dot: Dot, spot: Spot, page: bool) -> str:
    """The star of the true world, or a few letters."""
    x, y = spot
    if "true" in dot.marks:
        return star(dot, x, y, page)
    if dot.marks[0] != "alive" or not 0 < len(dot.label) <= LETTERS:
        return ""
    how = look(page, "ink", fill="#222")
    return (
        f'<text x="{x:g}" y="{y + 3.4:g}" text-anchor="middle" font-size="10" {how}>'
        f"{escape(dot.label)}</text>"
    )


def _inline(dot: Dot) -> dict[str, object]:
    """How a node looks in a notebook."""
    if "true" in dot.marks:
        fill = "#fff" if "fails" in dot.marks else "#1b7f3b"
        return {"fill": fill, "stroke": "#111", "stroke_width": 2}
    fill, edge, _ = NODES["holds" if "holds" in dot.marks else dot.marks[0]]
    if dot.marks[0] == "gone":
        return {"fill": "#ccc"}
    if dot.marks[0] == "removed":
        return {"fill": fill, "stroke": edge, "stroke_dasharray": "3 2"}
    return {"fill": fill, "stroke": edge, "stroke_width": 2.8 if "mine" in dot.marks else 1.2}
