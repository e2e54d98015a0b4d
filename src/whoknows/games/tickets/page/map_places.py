"""Where cities are drawn: a conic projection, then room for the cars.

Train spaces want to be of one size, and a map does not offer that: where cities are near and a
connection is long they are pushed apart, elsewhere they are held where they lie on the globe.
"""

from math import log, pi, radians

import numpy as np
from numpy.typing import NDArray

from whoknows.games.tickets.board import Board

Array = NDArray[np.float64]

PITCH = 23.5  # a train space, from one to the next
END = 13.0  # between a city and the first space
APART = 40.0  # cities, at least
CLEAR = 27.0  # a city from a line between others, at least
STEPS = 320
WIDEST = 1.3  # width to height, before there is room for the cars


def places(board: Board) -> Array:
    """For each city where it is drawn, in units of which a train space takes about 23."""
    raw = _squarer(_projected(board)) if board.map == "geographic" else _planned(board)
    ends, wanted = _wanted(board)
    span = np.linalg.norm(raw[ends[:, 0]] - raw[ends[:, 1]], axis=1)
    home = (raw - raw.mean(axis=0)) * (wanted.sum() / (span.sum() + 1e-9))
    return _relaxed(home + _nudges(len(home)), ends, wanted)


def _nudges(many: int) -> Array:
    """Next to nothing, each its own way: cities in one place or on one line can then part."""
    turns = np.arange(many) * 2.4
    return np.stack((np.cos(turns), np.sin(turns)), axis=1) / 100


def _projected(board: Board) -> Array:
    """Lambert's conformal cone about the middle of the board; x to the right, y down."""
    longitude = np.radians([city.x for city in board.cities])
    latitude = np.radians([city.y for city in board.cities])
    low, high = latitude.min(), latitude.max()
    first, second = low + (high - low) / 6, high - (high - low) / 6
    if second - first < radians(1):
        return np.stack((longitude * np.cos(first), -latitude), axis=1)
    cone = log(np.cos(first) / np.cos(second)) / log(_stretch(second) / _stretch(first))
    radius = _stretch(np.full(1, first)) ** cone * np.cos(first) / cone / _stretch(latitude) ** cone
    angle = cone * (longitude - longitude.mean())
    return np.stack((radius * np.sin(angle), radius * np.cos(angle)), axis=1)


def _squarer(raw: Array) -> Array:
    """Not much wider than high: on a page, height costs less than width."""
    wide, high = raw.max(axis=0) - raw.min(axis=0)
    much = min(2.0, max(1.0, wide / (high + 1e-9) / WIDEST))
    squared: Array = raw * np.array((much**-0.5, much**0.5))
    return squared


def _stretch(latitude: Array) -> Array:
    """Mercator's measure of a latitude: tan(45° + half of it)."""
    measure: Array = np.tan(pi / 4 + latitude / 2)
    return measure


def _planned(board: Board) -> Array:
    return np.array([(city.x, city.y) for city in board.cities], dtype=np.float64)


def _wanted(board: Board) -> tuple[NDArray[np.int64], Array]:
    """The pairs of cities that are joined, and how far apart they should be."""
    lengths = {(line.a, line.b): line.length for line in board.connections}
    wanted = [PITCH * length + 2 * END for length in lengths.values()]
    return np.array(list(lengths), dtype=np.int64), np.array(wanted)


def _relaxed(home: Array, ends: NDArray[np.int64], wanted: Array) -> Array:
    at, a, b = home.copy(), ends[:, 0], ends[:, 1]
    for step in range(STEPS):
        push = 0.012 * (home - at)
        _pull_lines(at, a, b, wanted, push)
        _part_cities(at, push)
        _clear_lines(at, a, b, push)
        at += np.clip(push, -6, 6) * (1 - 0.6 * step / STEPS)
    return at


def _pull_lines(
    at: Array, a: NDArray[np.int64], b: NDArray[np.int64], wanted: Array, push: Array
) -> None:
    """Too short a line pushes its cities apart; too long a one pulls, but less."""
    way = at[b] - at[a]
    length = np.linalg.norm(way, axis=1) + 1e-9
    over = length - wanted
    pull = way * (np.where(over < 0, 0.10, 0.045) * over / length)[:, None]
    np.add.at(push, a, pull)
    np.add.at(push, b, -pull)


def _part_cities(at: Array, push: Array) -> None:
    way = at[:, None] - at[None]
    far = np.linalg.norm(way, axis=2) + 1e-9
    np.fill_diagonal(far, np.inf)
    near = np.maximum(0, APART - far)
    push += 0.2 * (way / far[:, :, None] * near[:, :, None]).sum(axis=1)


def _clear_lines(at: Array, a: NDArray[np.int64], b: NDArray[np.int64], push: Array) -> None:
    """A city too near to a line between two others moves aside, and they the other way."""
    way = at[b] - at[a]
    share = ((at[:, None] - at[a]) * way).sum(axis=2) / (way * way).sum(axis=1)
    aside = at[:, None] - at[a] - share[:, :, None] * way
    far = np.linalg.norm(aside, axis=2) + 1e-9
    cities = np.arange(len(at))[:, None]
    strange = (cities != a) & (cities != b) & (share > 0) & (share < 1)
    force = 0.12 * np.where(strange, np.maximum(0, CLEAR - far), 0) / far
    moved = aside * force[:, :, None]
    push += moved.sum(axis=1)
    np.add.at(push, a, -moved.sum(axis=0) / 2)
    np.add.at(push, b, -moved.sum(axis=0) / 2)
