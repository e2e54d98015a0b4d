"""What each player could expect as the game went on, as a drawing, with the mistakes marked.

A line for each seat goes through its decisions: what it was worth to the seat, from what the seat
knew. A mistake is a dot on it, the larger the more it lost; a click goes there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt

from whoknows.logic.svg import DASHES, MARKS
from whoknows.table.messages import Loss

WIDE, HIGH = 220.0, 130.0
LEFT, TOP, FOOT, RIGHT = 26.0, 8.0, 10.0, 8.0
LEAST, LARGEST = 3.0, 7.0  # radius of a dot


def points_graph(losses: Sequence[Loss], seats: Sequence[str], steps: int) -> str:
    """The drawing; nothing if nothing was judged."""
    told = [one for one in losses if one["tries"]]
    if not told:
        return ""
    plot = _Plot(told, steps)
    lines = [_line(plot, told, name, seat) for seat, name in enumerate(seats)]
    dots = [_dot(plot, one, seats) for one in told if one["mistake"]]
    return (
        f'<svg class="expected" viewBox="0 0 {WIDE:g} {HIGH:g}" role="group" data-left="{LEFT:g}" '
        f'data-right="{WIDE - RIGHT:g}" aria-label="What each player could expect, in points">'
        f"{''.join(_scale(plot))}{''.join(lines)}{''.join(dots)}"
        f'<line class="now" x1="{LEFT:g}" x2="{LEFT:g}" y1="{TOP:g}" y2="{HIGH - FOOT:g}"/></svg>'
        f'<p class="legend">{" ".join(_named(name, seat) for seat, name in enumerate(seats))}</p>'
    )


class _Plot:
    """Where steps and points lie."""

    def __init__(self, told: Sequence[Loss], steps: int) -> None:
        values = [one["worth"] for one in told]
        self.steps, self.low, self.high = max(1, steps), min(values), max(values)
        self.most = max((one["lost"] for one in told if one["mistake"]), default=1.0)

    def x(self, step: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * step / self.steps

    def y(self, points: float) -> float:
        part = (points - self.low) / ((self.high - self.low) or 1.0)
        return HIGH - FOOT - (HIGH - FOOT - TOP) * part


def _scale(plot: _Plot) -> Iterator[str]:
    """The most and the least, and zero if it lies between."""
    zero = [0.0] if plot.low < 0 < plot.high else []
    for points in dict.fromkeys((plot.low, *zero, plot.high)):
        y = plot.y(points)
        yield f'<line class="grid" x1="{LEFT:g}" x2="{WIDE - RIGHT:g}" y1="{y:.1f}" y2="{y:.1f}"/>'
        is_near = points == 0 and min(abs(y - plot.y(end)) for end in (plot.low, plot.high)) < 10
        if not is_near:
            yield f'<text x="{LEFT - 4:g}" y="{y + 3:.1f}" text-anchor="end">{points:.0f}</text>'


def _line(plot: _Plot, told: Sequence[Loss], name: str, seat: int) -> str:
    own = [one for one in told if one["seat"] == name]
    way = " ".join(f"{plot.x(one['step']):.1f},{plot.y(one['worth']):.1f}" for one in own)
    dash = DASHES[seat % len(DASHES)]
    drawn = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline class="seat{seat}" points="{way}"{drawn}/>'


def _dot(plot: _Plot, one: Loss, seats: Sequence[str]) -> str:
    radius = LEAST + (LARGEST - LEAST) * sqrt(one["lost"] / plot.most)
    said = f"{one['seat']} at move {one['step']}: lost {one['lost']:.1f}, better: {one['words']}"
    return (
        f'<circle class="seat{seats.index(one["seat"])} slip" data-step="{one["step"]}" '
        f'tabindex="0" role="button" cx="{plot.x(one["step"]):.1f}" '
        f'cy="{plot.y(one["worth"]):.1f}" r="{radius:.1f}" aria-label="{escape(said)}">'
        f"<title>{escape(said)}</title></circle>"
    )


def _named(name: str, seat: int) -> str:
    mark = MARKS[seat % len(MARKS)]
    return f'<span class="seat{seat}" aria-hidden="true">{mark}</span> {escape(name)}'
