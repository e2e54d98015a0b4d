"""How fast worlds vanish, as a plot: the worlds left after each announcement, over many games.

`tickets.py` writes it to docs/tickets-worlds.svg.
"""

from math import log
from typing import Any

import numpy as np

Array = Any  # of numpy

WIDE, HIGH, EDGE = 640, 360, 48


def plot(left: Array) -> str:
    """Worlds left by announcement on a logarithmic scale: mean, median, four games of five."""
    last, top = left.shape[1] - 1, log(left.max())

    def x(number: float) -> float:
        return EDGE + (WIDE - 2 * EDGE) * number / float(last)

    def y(worlds: float) -> float:
        return HIGH - EDGE - (HIGH - 2 * EDGE) * log(worlds) / top

    def points(values: Array) -> list[str]:
        return [f"{x(number):.1f},{y(value):.1f}" for number, value in enumerate(values)]

    low, half, high = np.quantile(left, (0.1, 0.5, 0.9), axis=0)
    area = " ".join([*points(high), *reversed(points(low))])
    shapes = [f'<polygon points="{area}" fill="#56b4e9" fill-opacity="0.3"/>']
    for values, colour in ((half, "#0072b2"), (left.mean(axis=0), "#d55e00")):
        line = " ".join(points(values))
        shapes.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for worlds in (1, 3, 10, 30, 90):
        shapes.append(text(EDGE - 8, y(worlds) + 4, str(worlds), "end"))
        shapes.append(f'<path d="M{EDGE} {y(worlds):.1f}H{WIDE - EDGE}" stroke="#ccc"/>')
    for number in range(0, last + 1, 5):
        shapes.append(text(x(number), HIGH - EDGE + 18, str(number)))
    shapes.append(text(WIDE / 2, HIGH - 8, "announcements"))
    for place, name, colour in (
        (120, "worlds left:", "#000"),
        (200, "mean", "#d55e00"),
        (260, "median", "#0072b2"),
        (360, "four games of five", "#2b7bb0"),
    ):
        shapes.append(text(place, 24, name, colour=colour))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="13"><title>How fast worlds vanish</title>'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>{"".join(shapes)}</svg>\n'
    )


def text(x: float, y: float, words: str, anchor: str = "middle", colour: str = "#000") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{words}</text>"
