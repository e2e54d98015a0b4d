"""How learning goes, as a picture: shares of wins over games played, with their intervals.

Each opponent has a panel, and each kind of observation a curve in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

WIDE, HIGH, LEFT, TOP, BOTTOM = 640, 280, 48, 34, 32
COLOURS = ("#0072b2", "#d55e00", "#009e73")  # one for each kind of observation
FONT = 'font-family="sans-serif" font-size="12"'


class Point(NamedTuple):
    """After so many games, the share of wins, and half of its interval."""

    games: int
    value: float
    doubt: float


@dataclass(frozen=True, slots=True)
class Curve:
    """How well those did that observed this."""

    name: str
    points: tuple[Point, ...]


def plot(title: str, panels: Mapping[str, Sequence[Curve]]) -> str:
    """An SVG with one panel below another."""
    parts = [
        f'<g transform="translate(0,{number * HIGH})">'
        + _panel(f"{title}, against {against}", curves)
        + "</g>"
        for number, (against, curves) in enumerate(panels.items())
    ]
    box = f"0 0 {WIDE} {HIGH * len(panels)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="#777">'
    return head + "".join(parts) + "</svg>\n"


def _panel(title: str, curves: Sequence[Curve]) -> str:
    points = [point for curve in curves for point in curve.points] or [Point(1, 0.5, 0.5)]
    low = max(0.0, min(one.value - one.doubt for one in points) - 0.02)
    high = min(1.0, max(one.value + one.doubt for one in points) + 0.02)
    last = max(1, *(one.games for one in points), 1)

    def at(games: float, value: float) -> str:
        x = LEFT + (WIDE - LEFT - 16) * games / last
        y = TOP + (HIGH - TOP - BOTTOM) * (high - min(max(value, low), high)) / (high - low)
        return f"{x:.1f},{y:.1f}"

    parts = [f'<text x="{LEFT}" y="16" {FONT}>{escape(title)}</text>']
    for step in range(int(low * 10) + 1, int(high * 10) + 1):
        (left, y), right = at(0, step / 10).split(","), at(last, 0).split(",")[0]
        parts.append(f'<path d="M{left} {y}H{right}" stroke="#8884"/>')
        parts.append(f'<text x="6" y="{float(y) + 4:.1f}" {FONT}>{10 * step} %</text>')
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        above = [at(one.games, one.value + one.doubt) for one in curve.points]
        below = [at(one.games, one.value - one.doubt) for one in curve.points]
        middle = [at(one.games, one.value) for one in curve.points]
        band = " ".join([*above, *below[::-1]])
        parts.append(f'<polygon points="{band}" fill="{colour}" fill-opacity="0.2"/>')
        line = f'fill="none" stroke="{colour}" stroke-width="2"'
        parts.append(f'<polyline points="{" ".join(middle)}" {line}/>')
        x = WIDE - 60 * (len(curves) - number)
        parts.append(f'<text x="{x}" y="16" fill="{colour}" {FONT}>{escape(curve.name)}</text>')
    about = f"games of self-play, {last:,} so far"
    parts.append(f'<text x="{LEFT}" y="{HIGH - 10}" {FONT}>{about}</text>')
    return "".join(parts)
