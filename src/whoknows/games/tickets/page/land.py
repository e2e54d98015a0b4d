"""The land under the lines, made of nothing but the board: where trains go there is ground.

Every connection that is not a ferry has land around it, every city a piece of shore, and what such
connections enclose is land too. Ferries cross the sea.
"""

from collections.abc import Iterator

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.page.map_places import Array
from whoknows.games.tickets.page.railway_lines import RailwayLine

ROUND = 6  # connections in a circle, at most, that enclose land

Ways = dict[int, set[int]]


def shores(board: Board, lines: tuple[RailwayLine, ...], at: Array) -> str:
    """A path that, drawn with a thick pen, is the land around lines and cities."""
    dry = [line.path for line, c in zip(lines, board.connections, strict=True) if not c.ferry]
    return "".join([*dry, *(f"M{x:.0f} {y:.0f}h.1" for x, y in at.tolist())])


def inland(board: Board, at: Array) -> str:
    """A path around all that is enclosed by few connections."""
    places = [f"{x:.0f} {y:.0f}" for x, y in at.tolist()]
    rings = (_clockwise(ring, at) for ring in _rings(_ways(board)))
    return "".join(f"M{'L'.join(places[city] for city in ring)}Z" for ring in rings)


def _clockwise(ring: tuple[int, ...], at: Array) -> tuple[int, ...]:
    """All go the same way round: otherwise two would cancel out where they overlap."""
    (x, y), (u, v) = at[list(ring)].T, at[[*ring[1:], ring[0]]].T
    return ring if (x * v - u * y).sum() > 0 else ring[::-1]


def _ways(board: Board) -> Ways:
    ways: Ways = {city: set() for city in range(len(board.cities))}
    for line in board.connections:
        if not line.ferry:
            ways[line.a].add(line.b)
            ways[line.b].add(line.a)
    return ways


def _rings(ways: Ways) -> Iterator[tuple[int, ...]]:
    """Circles of connections without a short cut, each once: from its least city, one way round."""
    for first in sorted(ways):
        for second in sorted(ways[first]):
            if second > first:
                yield from _longer(ways, (first, second))


def _longer(ways: Ways, ring: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    first, second, last = ring[0], ring[1], ring[-1]
    for city in sorted(ways[last]):
        if city <= first or city in ring or ways[city] & set(ring[1:-1]):
            continue
        if first in ways[city]:
            if len(ring) > 1 and city > second:
                yield (*ring, city)
        elif len(ring) + 1 < ROUND:
            yield from _longer(ways, (*ring, city))
