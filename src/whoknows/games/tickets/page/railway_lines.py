"""The lines of connections: gently bent where a straight one would run into something.

A line is a curve between its cities, and its bend is the one that keeps best clear of other
cities and lines and has room for its train spaces. Two connections between the same cities share
a line and lie on either side of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, hypot

import numpy as np

from whoknows.games.tickets.board import Board, Connection
from whoknows.games.tickets.page.map_places import END, PITCH, Array

BENDS = (0.0, 9.0, -9.0, 17.0, -17.0, 26.0, -26.0, 36.0, -36.0, 50.0, -50.0, 66.0, -66.0)
BESIDE = 6.4  # of two parallel connections, from the middle
SAMPLES, FINE = 10, 40
SWEEPS = 2
TIGHT = 19.0  # the least for a train space

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Space:
    """A train space: its middle, how it is turned, and its length."""

    x: float
    y: float
    turn: float
    length: float


@dataclass(frozen=True, slots=True)
class RailwayLine:
    """A connection as it is drawn: the curve (for SVG), and its train spaces."""

    path: str
    spaces: tuple[Space, ...]
    points: tuple[Point, ...]


def lines(board: Board, at: Array) -> tuple[RailwayLine, ...]:
    """The lines of all connections, in their order."""
    bends = _bends(board, at)
    return tuple(_line(line, at, bends[_pair(line)]) for line in board.connections)


def _line(line: Connection, at: Array, bend: float) -> RailwayLine:
    side = 0.0 if line.twin < 0 else (BESIDE if line.number < line.twin else -BESIDE)
    points = list(_beside(_curve(at[line.a], at[line.b], bend, FINE), side))
    start, middle, end = points[0], points[FINE // 2], points[-1]
    cx, cy = (2 * middle[i] - (start[i] + end[i]) / 2 for i in (0, 1))
    path = f"M{start[0]:.0f} {start[1]:.0f}Q{cx:.0f} {cy:.0f} {end[0]:.0f} {end[1]:.0f}"
    return RailwayLine(path, tuple(_spaces(points, line.length)), tuple(points))


def _curve(a: Array, b: Array, bend: float, many: int) -> Array:
    """Points of the parabola from a to b that is so far off the straight line in its middle."""
    share = np.linspace(0, 1, many + 1)[:, None]
    way = b - a
    aside = np.array((-way[1], way[0])) / (np.hypot(*way) + 1e-9)
    points: Array = a + share * way + 4 * bend * share * (1 - share) * aside
    return points


def _beside(points: Array, side: float) -> Iterator[Point]:
    """The curve moved to one side; both sides begin in the same city, so the ends are nearer."""
    slope = np.gradient(points, axis=0)
    aside = np.stack((-slope[:, 1], slope[:, 0]), axis=1)
    aside /= np.linalg.norm(aside, axis=1)[:, None] + 1e-9
    for x, y in points + side * aside:
        yield float(x), float(y)


def _spaces(points: list[Point], many: int) -> Iterator[Space]:
    """Train spaces of one length along the curve, some way from its ends."""
    far = [0.0]
    for (x, y), (u, v) in pairwise(points):
        far.append(far[-1] + hypot(u - x, v - y))
    step = (far[-1] - 2 * END) / many
    xs, ys = zip(*points, strict=True)
    for number in range(many):
        ends = [END + step * (number + share) for share in (0.15, 0.5, 0.85)]
        (ax, x, bx), (ay, y, by) = np.interp(ends, far, xs), np.interp(ends, far, ys)
        turn = degrees(atan2(by - ay, bx - ax))
        yield Space(float(x), float(y), turn, step)


def _pair(line: Connection) -> tuple[int, int]:
    return line.a, line.b


def _bends(board: Board, at: Array) -> dict[tuple[int, int], float]:
    """How far each line is bent: one after the other takes what costs least beside the rest."""
    pairs = {_pair(line): line for line in board.connections}
    ends = list(pairs)
    choices = np.array([[_curve(at[a], at[b], bend, SAMPLES) for bend in BENDS] for a, b in ends])
    own = np.array([_costs(line, at, c) for line, c in zip(pairs.values(), choices, strict=True)])
    room = _room([line.twin >= 0 for line in pairs.values()])
    near = _neighbours(choices)
    chosen = own.argmin(axis=1)
    for _ in range(SWEEPS):
        for number, pair in enumerate(ends):
            cost = own[number].copy()
            for other in near[number]:
                points = _apart(choices[other, chosen[other]], at, set(pair) & set(ends[other]))
                cost += _crowding(choices[number], points, room[number, other])
            chosen[number] = int(cost.argmin())
    return {pair: BENDS[choice] for pair, choice in zip(ends, chosen, strict=True)}


def _room(doubles: list[bool]) -> Array:
    """How far apart two lines should be; a double takes more."""
    wide = np.array([1.6 if double else 1.0 for double in doubles])
    room: Array = 4.5 * (wide[:, None] + wide) + 3
    return room


def _neighbours(choices: Array) -> list[list[int]]:
    """For each line those that may come near to it, however they are bent."""
    low, high = choices.min(axis=(1, 2)), choices.max(axis=(1, 2))
    meet = ((low <= high[:, None] + 16) & (high >= low[:, None] - 16)).all(axis=2)
    np.fill_diagonal(meet, False)
    return [np.flatnonzero(row).tolist() for row in meet]


def _apart(points: Array, at: Array, shared: set[int]) -> Array:
    """Points of a curve without those beside a city where both lines end."""
    for city in shared:
        points = points[np.linalg.norm(points - at[city], axis=1) > 34]
    return points


def _crowding(mine: Array, points: Array, room: float) -> Array:
    """How much each of these curves comes too near to points of another line."""
    if not len(points):
        return np.zeros(len(mine))
    far = np.sqrt(_squares(mine, points).min(axis=2))
    cost: Array = np.maximum(0, room - far).sum(axis=1) * 7
    return cost


def _costs(line: Connection, at: Array, curves: Array) -> Array:
    """What is wrong with each bend by itself: too near to a city, too short, too much of it."""
    bends = np.abs(BENDS)
    others = np.delete(at, [line.a, line.b], axis=0)
    length = np.linalg.norm(np.diff(curves, axis=1), axis=2).sum(axis=1)
    short = np.maximum(0.0, line.length * TIGHT + 2 * END - length)
    long = np.maximum(0.0, length - line.length * PITCH * 1.5 - 2 * END)
    if not len(others):
        alone: Array = short * short + bends
        return alone
    near = np.sqrt(_squares(curves, others).min(axis=1))
    hit = np.maximum(0, 19 - near)
    cost: Array = (hit * hit).sum(axis=1) * 3 + short * short * 1.2 + long * 0.3 + bends * 1.6
    return cost


def _squares(curves: Array, points: Array) -> Array:
    """How far each point of each curve is from each of these points, squared."""
    across = curves[:, :, None, 0] - points[:, 0]
    down = curves[:, :, None, 1] - points[:, 1]
    return across * across + down * down
