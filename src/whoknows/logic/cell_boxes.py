"""The cells of one seat: a box for each with a dot for each world, or tiles if there are many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, sqrt

from whoknows.logic.graphviz import COLOURS
from whoknows.logic.svg import MARKS, Dot, Spot, look, opened, star, svg

PITCH, RADIUS = 22, 7.5  # of dots


@dataclass(frozen=True, slots=True)
class Box:
    """A cell of the seat that is drawn: what it sees there, and its worlds."""

    label: str
    dots: tuple[Dot, ...]
    mine: bool = False
    note: str = ""

    @property
    def alive(self) -> bool:
        return any(dot.marks[0] == "alive" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class CellTile:
    """A cell as numbers: the worlds left, those just ruled out, and all at first."""

    label: str
    left: int
    removed: int
    all: int
    marks: tuple[str, ...] = ()  # mine, true, chosen
    key: str = ""
    holds: int | None = None  # of those left, in how many a formula holds


def boxes(cells: Sequence[Box], seat: int, *, page: bool = False) -> str:
    """A box for each cell with a dot for each world, side by side as far as there is room."""
    across, wide = box_size([(cell.label, len(cell.dots)) for cell in cells])
    return boxed((box(cell, seat, across, wide, page=page) for cell in cells), page=page)


def box_size(cells: Sequence[tuple[str, int]]) -> tuple[int, float]:
    """How many dots stand side by side in boxes with these labels and so many dots, and how wide
    they are."""
    most = max(many for _, many in cells)
    across = max(2, ceil(sqrt(most * 1.5)))
    letters = max(len(label) for label, _ in cells)
    return across, max(PITCH * across + 14.0, 7.4 * letters + 20)


def boxed(drawn: Iterable[str], *, page: bool = False) -> str:
    """Boxes that are drawn, side by side."""
    return f"<div {look(page, 'cells', style=FLOW)}>{''.join(drawn)}</div>"


FLOW = "display:flex;flex-wrap:wrap;gap:8px"


def box(cell: Box, seat: int, across: int, wide: float, *, page: bool = False) -> str:
    """One cell with its dots."""
    high = PITCH * ceil(len(cell.dots) / across) + 32.0
    colour = COLOURS[seat % 7]
    fill, edge = ("#e3f1fa" if cell.mine else "#fff"), (colour if cell.alive else "#ccc")
    state = f"{'alive' if cell.alive else 'gone'}{' mine' * cell.mine}"
    width = 3 if cell.mine else 1.2
    frame = look(page, f"cell {state} seat{seat}", fill=fill, stroke=edge, stroke_width=width)
    ink = look(page, "label", fill="#222" if cell.alive else "#999")
    indent = (wide - PITCH * across) / 2 + PITCH / 2
    dots = (
        _dot(dot, (indent + PITCH * (n % across), 38 + PITCH * (n // across)), colour, page)
        for n, dot in enumerate(cell.dots)
    )
    shapes = [
        f'<rect x="2" y="2" width="{wide - 4:.1f}" height="{high - 4:.1f}" rx="8" {frame}/>',
        f'<text x="10" y="20" font-size="13" font-weight="bold" {ink}>{escape(cell.label)}</text>',
        *dots,
    ]
    title = f"{cell.label}{cell.note and f', {cell.note}'}"
    return svg(wide, high, shapes, page=page, kind="box", title=title)


def _dot(dot: Dot, spot: Spot, colour: str, page: bool) -> str:
    x, y = spot
    marks = "".join(_alike(seat, n, spot, page) for n, seat in enumerate(dot.alike))
    radius = {"alive": RADIUS, "removed": 6.5}.get(dot.marks[0], 3.0)
    ring = ""
    if page and ("chosen" in dot.marks or "witness" in dot.marks):
        ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS + 2.5}" class="ring"/>'
    return (
        f'{opened(dot, page)}{ring}<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" '
        f"{look(page, 'dot', **_dot_inline(dot, colour))}/>{star(dot, x, y, page)}{marks}</g>"
    )


def _dot_inline(dot: Dot, colour: str) -> dict[str, object]:
    if "true" in dot.marks:
        return {"fill": "#fff" if "fails" in dot.marks else "#1b7f3b", "stroke": "#111"}
    if dot.marks[0] == "removed":
        dashed = {"stroke_width": 1.6, "stroke_dasharray": "2.5 2"}
        return {"fill": "#fff", "stroke": "#c62828", **dashed}
    if dot.marks[0] == "gone":
        return {"fill": "#ddd"}
    return {"fill": "#fff" if "fails" in dot.marks else colour, "stroke": colour}


def _alike(seat: int, number: int, spot: Spot, page: bool) -> str:
    """The mark of a seat beside a dot that it cannot tell from the chosen world."""
    x, y = spot[0] + (8, -8, 8, -8)[number % 4], spot[1] + (-4, -4, 11, 11)[number % 4]
    how = look(page, f"mark seat{seat}", fill=COLOURS[seat % 7])
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" font-size="9" {how}>'
        f"{MARKS[seat % 7]}</text>"
    )


# a tile a cell


def tiles(cells: Sequence[CellTile], seat: int, *, page: bool = False) -> str:
    """A tile for each cell: what the seat sees, how many worlds are left, and a bar."""
    letters = max(len(cell.label) for cell in cells)
    wide = max(66.0, 8.2 * letters + 44)
    drawn = (_tile(cell, seat, wide, page) for cell in cells)
    return f"<div {look(page, 'tiles', style=FLOW)}>{''.join(drawn)}</div>"


def _tile(cell: CellTile, seat: int, wide: float, page: bool) -> str:
    state = " ".join(("alive" if cell.left else "gone", *cell.marks))
    starred = "★" if "true" in cell.marks else ""
    here = "true" in cell.marks or "mine" in cell.marks
    edge, ink = (COLOURS[seat % 7], "#222") if cell.left else ("#ccc", "#999")
    fill = "#e3f1fa" if here else "#fff"
    frame = look(page, "cell", fill=fill, stroke=edge, stroke_width=1 + 2 * here)
    shapes = [
        f'<rect x="1.5" y="1.5" width="{wide - 3:.1f}" height="33" rx="6" {frame}/>',
        f'<text x="8" y="17" font-size="12.5" font-weight="bold" '
        f"{look(page, 'label', fill=ink)}>{escape(cell.label)}{starred}</text>",
        f'<text x="{wide - 8:.1f}" y="17" text-anchor="end" font-size="11.5" '
        f"{look(page, 'count', fill='#555')}>{cell.left or '–'}</text>",
        *_bars(cell, wide - 16, COLOURS[seat % 7], page),
    ]
    said = f"{cell.label}: {cell.left} of {cell.all} left, {cell.removed} ruled out just now"
    click = f'data-world="{cell.key}" tabindex="0" role="button" aria-label="{escape(said)}"'
    group = f'class="tile {state} seat{seat}" {click}' if page else ""
    inside = f"<g {group}><title>{escape(said)}</title>{''.join(shapes)}</g>"
    return svg(wide, 36, [inside], page=page, kind="tiled", title=cell.label)


def _bars(cell: CellTile, room: float, colour: str, page: bool) -> Iterable[str]:
    left, removed = room * cell.left / cell.all, room * cell.removed / cell.all
    yield _bar(8, left, look(page, "left", fill=colour))
    yield _bar(8 + left, removed, look(page, "removed", fill="#e9a3a0"))
    if cell.holds:
        yield _bar(8, room * cell.holds / cell.all, look(page, "holding", fill="#e69f00"))


def _bar(x: float, wide: float, how: str) -> str:
    return f'<rect x="{x:.1f}" y="23" width="{wide:.1f}" height="6" {how}/>' if wide else ""
