"""The board as SVG: every connection as its train spaces, those that are owned in a seat's colour.

A pure function of the board and of who owns what. Geographic boards are projected so that
distances look right in their middle; labels go where they cover least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, cos, degrees, hypot, radians

from whoknows.games.tickets.board import GRAY, Board, Connection

SEATS = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#8c6d00")
PAINTS = {
    "red": "#d7443e",
    "pink": "#e08cc0",
    "white": "#ffffff",
    "yellow": "#f2ce3e",
    "green": "#62a858",
    "blue": "#4a86c5",
    "black": "#444444",
    "orange": "#ee9336",
}
GRAY_PAINT = "#c9c9c9"
WIDTH, MARGIN = 1000.0, 46.0
SPACE, GAP, THICK = 0.86, 9.0, 9.0  # share of a space that is filled; free ends; thickness
TEXT, LETTER = 13.0, 7.0  # size of a label's text, width of a letter in it

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def drawn(
    board: Board, owners: Sequence[int], *, new: int | None = None, width: str = "100%"
) -> str:
    """The board with its owners; `new` is a connection to stress."""
    at, height = _places(board)
    parts = [*_lines(board, at, owners, new), *_cities(board, at)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
        f'width="{width}" role="img" aria-label="{escape(board.title)}" '
        f'font-family="system-ui, sans-serif" font-size="{TEXT:g}">'
        f'<rect width="{WIDTH:g}" height="{height:g}" rx="14" fill="#f3f1ea"/>'
        f"{''.join(parts)}</svg>"
    )


def _places(board: Board) -> tuple[list[Point], float]:
    """Where each city is drawn, and how high the drawing is."""
    if board.map == "geographic":
        middle = sum(city.y for city in board.cities) / len(board.cities)
        raw = [(city.x * cos(radians(middle)), -city.y) for city in board.cities]
    else:
        raw = [(city.x, city.y) for city in board.cities]
    left, right = min(x for x, _ in raw), max(x for x, _ in raw)
    top, bottom = min(y for _, y in raw), max(y for _, y in raw)
    scale = (WIDTH - 2 * MARGIN) / (right - left)
    at = [(MARGIN + (x - left) * scale, MARGIN + (y - top) * scale) for x, y in raw]
    return at, 2 * MARGIN + (bottom - top) * scale


def _lines(board: Board, at: list[Point], owners: Sequence[int], new: int | None) -> Iterator[str]:
    for route in board.connections:
        owner = owners[route.number]
        yield _line(board, route, at, owner, route.number == new)


def _line(board: Board, route: Connection, at: list[Point], owner: int, is_new: bool) -> str:
    """One connection: a row of spaces along the line between its cities."""
    (ax, ay), (bx, by) = at[route.a], at[route.b]
    length = hypot(bx - ax, by - ay)
    side = 0.0 if route.twin < 0 else (THICK * 0.8 if route.number < route.twin else -THICK * 0.8)
    free = min(GAP, length / 6)
    step = (length - 2 * free) / route.length
    thick = THICK + 3 if owner >= 0 else THICK
    paint = SEATS[owner] if owner >= 0 else _paint(board, route)
    stroke = "#111" if is_new else ("#222" if owner >= 0 else "#8d8d86")
    dash = ' stroke-dasharray="3 2"' if route.tunnel else ""
    spaces = "".join(
        f'<rect x="{free + step * (n + (1 - SPACE) / 2):.1f}" y="{side - thick / 2:.1f}" '
        f'width="{step * SPACE:.1f}" height="{thick:g}" rx="2.5"/>'
        for n in range(route.length)
    )
    ferry = "".join(
        f'<circle cx="{free + step * (n + 0.5):.1f}" cy="{side:.1f}" r="2.6" fill="#555"/>'
        for n in range(route.ferry)
    )
    turn = degrees(atan2(by - ay, bx - ax))
    title = f"<title>{escape(_told(board, route, owner))}</title>"
    return (
        f'<g transform="translate({ax:.1f} {ay:.1f}) rotate({turn:.2f})" fill="{paint}" '
        f'stroke="{stroke}" stroke-width="{2.5 if is_new else 1}"{dash}>{title}{spaces}'
        f'<g stroke="none">{ferry}</g></g>'
    )


def _told(board: Board, route: Connection, owner: int) -> str:
    colour = "gray" if route.colour == GRAY else board.colours[route.colour]
    kind = f", ferry with {route.ferry} jokers" if route.ferry else ""
    kind += ", tunnel" if route.tunnel else ""
    owned = f", owned by {owner}" if owner >= 0 else ""
    return f"{route.name}: {route.length} {colour}{kind}{owned}"


def _paint(board: Board, route: Connection) -> str:
    if route.colour == GRAY:
        return GRAY_PAINT
    return PAINTS.get(board.colours[route.colour], GRAY_PAINT)


def _cities(board: Board, at: list[Point]) -> Iterator[str]:
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in at]
    middles = [
        ((at[r.a][0] + at[r.b][0]) / 2, (at[r.a][1] + at[r.b][1]) / 2) for r in board.connections
    ]
    for number, city in enumerate(board.cities):
        x, y = at[number]
        label = _label(city.name, x, y, taken, middles)
        taken.append(label.box)
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="#fff" stroke="#222" '
            f'stroke-width="2"/><text x="{label.x:.1f}" y="{label.y:.1f}" '
            f'text-anchor="{label.anchor}" stroke="#f3f1ea" stroke-width="3.5" '
            f'paint-order="stroke" fill="#222">{escape(city.name)}</text>'
        )


@dataclass(frozen=True, slots=True)
class _Label:
    """Text beside a city, and the box that it covers."""

    x: float
    y: float
    anchor: str
    box: Box


def _label(name: str, x: float, y: float, taken: list[Box], middles: list[Point]) -> _Label:
    """The place beside a city that covers least of what is drawn already."""
    wide = LETTER * len(name)
    options = [
        _boxed(x, y - 10, "middle", wide),
        _boxed(x, y + 20, "middle", wide),
        _boxed(x + 10, y + 4.5, "start", wide),
        _boxed(x - 10, y + 4.5, "end", wide),
        _boxed(x + 8, y - 8, "start", wide),
        _boxed(x - 8, y - 8, "end", wide),
    ]
    return min(options, key=lambda label: _covered(label.box, taken, middles))


def _boxed(x: float, y: float, anchor: str, wide: float) -> _Label:
    left = {"middle": x - wide / 2, "start": x, "end": x - wide}[anchor]
    return _Label(x, y, anchor, (left, y - TEXT, left + wide, y + 3))


def _covered(box: Box, taken: list[Box], middles: list[Point]) -> float:
    left, top, right, bottom = box
    outside = max(0.0, -left) + max(0.0, right - WIDTH)
    lines = sum(left - 4 < x < right + 4 and top - 4 < y < bottom + 4 for x, y in middles)
    boxes = sum(left < b[2] and right > b[0] and top < b[3] and bottom > b[1] for b in taken)
    return 100 * outside + 10 * boxes + 3 * lines
