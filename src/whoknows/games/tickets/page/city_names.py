"""Where the names of cities stand: beside their city, where they cover least of what is drawn.

A map that is shown small has larger letters, so its names have places of their own.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.page.map_places import Array
from whoknows.games.tickets.page.railway_lines import RailwayLine

SMALLEST, LARGEST = 13.6, 15.4  # letters
NARROW, WIDE = "fijlrtI.' ", "mwMWOQ"
SWEEPS = 3
NARROWEST, READABLE = 350.0, 9.0  # pixels: a map on a phone, and letters on it

Box = tuple[float, float, float, float]  # left, top, right, bottom
EVERYWHERE = (-inf, -inf, inf, inf)


@dataclass(frozen=True, slots=True)
class CityName:
    """A city's name: where it stands, and whether its start, middle or end stands there."""

    x: float
    y: float
    anchor: str
    size: float
    box: Box


def names(
    board: Board, at: Array, lines: tuple[RailwayLine, ...], size: float, within: Box = EVERYWHERE
) -> tuple[CityName, ...]:
    """The names of all cities: one after the other takes the place that costs least."""
    covered = np.array([(space.x, space.y) for line in lines for space in line.spaces])
    options = [
        _options(city.name, size, *xy) for city, xy in zip(board.cities, at.tolist(), strict=True)
    ]
    costs = [_costs(some, at, covered, within) for some in options]
    reach = [_around([name.box for name in some]) for some in options]
    chosen = [min(range(len(own)), key=own.__getitem__) for own in costs]
    for _ in range(SWEEPS):
        for city, some in enumerate(options):
            others = [options[o][chosen[o]].box for o in range(len(options)) if o != city]
            near = [box for box in others if _shared(box, reach[city])]
            total = [c + _overlaps(n.box, near) for c, n in zip(costs[city], some, strict=True)]
            chosen[city] = min(range(len(total)), key=total.__getitem__)
    return tuple(some[choice] for some, choice in zip(options, chosen, strict=True))


def letters(at: Array) -> float:
    """The size of letters: a wide board is shown smaller, so it has larger ones."""
    wide = float(np.ptp(at[:, 0]))
    return min(LARGEST, max(SMALLEST, wide / 52))


def large_letters(wide: float) -> float:
    """The size of letters that can be read on a map so wide when it is shown smallest."""
    return max(SMALLEST, wide * READABLE / NARROWEST)


def width(text: str, size: float) -> float:
    """About how wide a text is."""
    return sum(size * (0.38 if c in NARROW else 0.92 if c in WIDE else 0.64) for c in text)


def _options(text: str, size: float, x: float, y: float) -> list[CityName]:
    """Places around a city, those that read best first."""
    wide, half = width(text, size), size / 2
    spots = []
    for far in (0.0, 5.0, 10.0):
        spots += [
            (x + 9 + far, y, "start"),
            (x - 9 - far, y, "end"),
            (x, y - 8.5 - half - far, "middle"),
            (x, y + 8.5 + half + far, "middle"),
            (x + 5 + far, y - 9 - far, "start"),
            (x + 5 + far, y + 9 + far, "start"),
            (x - 5 - far, y - 9 - far, "end"),
            (x - 5 - far, y + 9 + far, "end"),
            (x + wide / 4, y - 8.5 - half - far, "middle"),
            (x - wide / 4, y - 8.5 - half - far, "middle"),
            (x + wide / 4, y + 8.5 + half + far, "middle"),
            (x - wide / 4, y + 8.5 + half + far, "middle"),
        ]
    return [_name(u, v, anchor, wide, size) for u, v, anchor in spots]


def _name(x: float, y: float, anchor: str, wide: float, size: float) -> CityName:
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    box = (left, y - size * 0.5, left + wide, y + size * 0.5)
    return CityName(x, y + size * 0.34, anchor, size, box)


def _costs(some: list[CityName], at: Array, covered: Array, within: Box) -> list[float]:
    """What each place of a name costs, were there no other names."""
    boxes = np.array([name.box for name in some])
    covers = 4 * _near(boxes, covered, 7.5), 8 * _near(boxes, at, 5.5)
    ranks = 0.12 * np.arange(len(some))
    alone: list[float] = (ranks + covers[0] + covers[1]).tolist()
    return [cost + _outside(name, within) for cost, name in zip(alone, some, strict=True)]


def _outside(name: CityName, within: Box) -> float:
    """How far a name reaches beyond the map."""
    left, top, right, bottom = name.box
    over = (within[0] - left, within[1] - top, right - within[2], bottom - within[3])
    return 2 * sum(max(0.0, much) for much in over)


def _near(boxes: Array, points: Array, far: float) -> Array:
    """How deep these points lie in each box or so near to it, all together."""
    left, top, right, bottom = boxes.T[:, :, None]
    x = np.maximum(left - points[:, 0], points[:, 0] - right)
    y = np.maximum(top - points[:, 1], points[:, 1] - bottom)
    deep = np.maximum(0, far - np.maximum(x, y)) / far
    depth: Array = np.minimum(deep, 1.5).sum(axis=1)
    return depth


def _around(boxes: list[Box]) -> Box:
    """The box around all of these."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _overlaps(box: Box, others: list[Box]) -> float:
    return sum(_shared(box, other) for other in others)


def _shared(box: Box, other: Box) -> float:
    """How much two names have of each other, with a little room around them."""
    across = min(box[2], other[2]) - max(box[0], other[0]) + 3
    down = min(box[3], other[3]) - max(box[1], other[1]) + 1
    return across * down * 0.15 if across > 0 and down > 0 else 0.0
