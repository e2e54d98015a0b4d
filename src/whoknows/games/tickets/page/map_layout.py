"""All of a board's picture that never changes, worked out once: places, lines, names, land."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from whoknows.games.tickets.board import Board, Connection
from whoknows.games.tickets.page import land
from whoknows.games.tickets.page.city_names import CityName, large_letters, letters, names
from whoknows.games.tickets.page.glyphs import PAINTS, paint, sign
from whoknows.games.tickets.page.map_places import Array, places
from whoknows.games.tickets.page.railway_lines import RailwayLine, Space, lines

THICK, FULL = 9.6, 0.9  # of a train space: its thickness, and how much of the pitch it fills
MARGIN = 40.0  # around cities

Point = tuple[float, float]


@dataclass(frozen=True, eq=False)  # each board has one, so that it is quick to look up
class MapLayout:
    """Where everything is, and the SVG of what looks the same in every position."""

    board: Board
    at: tuple[Point, ...]
    lines: tuple[RailwayLine, ...]
    names: tuple[CityName, ...]
    box: tuple[float, float, float, float]  # left, top, width, height
    ground: str  # sea and land
    spaces: tuple[str, ...]  # of each connection, while it is free
    labels: tuple[str, ...]  # of each city, for a map of any size


@lru_cache(maxsize=16)
def layout(board: Board) -> MapLayout:
    """The plan of a board."""
    at = places(board)
    drawn = lines(board, at)
    named = names(board, at, drawn, letters(at))
    points = tuple((float(x), float(y)) for x, y in at)
    box = _box(points, drawn, named)
    return MapLayout(
        board,
        points,
        drawn,
        named,
        box,
        _ground(box, land.shores(board, drawn, at), land.inland(board, at)),
        tuple(_free(board, c, line) for c, line in zip(board.connections, drawn, strict=True)),
        tuple(_labels(board, at, drawn, named, box)),
    )


def _box(
    at: tuple[Point, ...], drawn: tuple[RailwayLine, ...], named: tuple[CityName, ...]
) -> tuple[float, float, float, float]:
    """What is drawn, with a margin."""
    xs = [x for x, _ in at] + [x for line in drawn for x, _ in line.points]
    ys = [y for _, y in at] + [y for line in drawn for _, y in line.points]
    left = min(min(xs) - MARGIN, *(name.box[0] - 8 for name in named))
    right = max(max(xs) + MARGIN, *(name.box[2] + 8 for name in named))
    top = min(min(ys) - MARGIN, *(name.box[1] - 8 for name in named))
    bottom = max(max(ys) + MARGIN, *(name.box[3] + 8 for name in named))
    return left, top, right - left, bottom - top


def _ground(box: tuple[float, float, float, float], shores: str, inland: str) -> str:
    """The sea, two lines of shallow water, the coast, the land."""
    left, top, wide, high = box
    coast = "".join(
        f'<path class="{kind}" d="{shores}{inland}" stroke-width="{pen}"/>'
        for kind, pen in (("shallow", 84), ("shore", 71), ("coast", 61), ("land", 58))
    )
    return (
        f'<rect class="sea" x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{high:.0f}" '
        f'rx="14"/><g stroke-linecap="round" stroke-linejoin="round">{coast}</g>'
    )


def _free(board: Board, connection: Connection, line: RailwayLine) -> str:
    """The empty train spaces, in the connection's colour."""
    some = paint(board, connection.colour)
    first = (connection.length - connection.ferry) // 2
    marked = range(first, first + connection.ferry)
    joker = f'<circle r="4.6" fill="{PAINTS["joker"].fill}"/>{sign(PAINTS["joker"], 0.85)}'
    drawn = "".join(
        f"{placed(space)}{car(space)}{joker if number in marked else sign(some)}</g>"
        for number, space in enumerate(line.spaces)
    )
    return f'<g class="paint" fill="{some.fill}" stroke="{some.edge}">{drawn}</g>'


def placed(space: Space) -> str:
    """A group that is moved and turned to a space; never upside down."""
    return f'<g transform="translate({space.x:.1f} {space.y:.1f})rotate({upright(space):.0f})">'


def upright(space: Space) -> float:
    return (space.turn + 90) % 180 - 90


def car(space: Space, thick: float = THICK) -> str:
    """The body of a train space or of a car on it."""
    long = space.length * FULL
    return (
        f'<rect class="car" x="{-long / 2:.1f}" y="{-thick / 2:.1f}" width="{long:.1f}" '
        f'height="{thick:g}" rx="2.4"/>'
    )


def _labels(
    board: Board,
    at: Array,
    drawn: tuple[RailwayLine, ...],
    named: tuple[CityName, ...],
    box: tuple[float, float, float, float],
) -> Iterator[str]:
    """Every name twice: as it stands on a map of the usual size, and larger on a small one."""
    left, top, wide, high = box
    within = (left + 12, top + 6, left + wide - 12, top + high - 6)
    large = names(board, at, drawn, large_letters(wide), within)
    for city, name, larger in zip(board.cities, named, large, strict=True):
        yield _label(city.name, name, "fine") + _label(city.name, larger, "large")


def _label(text: str, name: CityName, kind: str) -> str:
    return (
        f'<text class="{kind}" x="{name.x:.1f}" y="{name.y:.1f}" font-size="{name.size:.1f}" '
        f'text-anchor="{name.anchor}">{escape(text)}</text>'
    )
