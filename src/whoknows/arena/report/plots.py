"""Plots as our own SVG: sharp at any width, in the colours of the page, light or dark.

Places across are percentages, so a plot fills whatever room it has while its text keeps its size.
An agent has a colour (Okabe and Ito's, which the colour-blind can tell apart) and a shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, isfinite, log10

from whoknows.arena.report.conclusions import figures, number
from whoknows.arena.statistics.ratings import Interval

SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "M0-5.6L5.6 4.4H-5.6z",
    "M-4.5-4.5h9v9h-9z",
    "M0-6L6 0L0 6L-6 0z",
    "M0 5.6L5.6-4.4H-5.6z",
    "M-2-5.5h4v3.5h3.5v4H2v3.5h-4V2h-3.5v-4H-2z",
    "M0-6L5.7-1.9L3.5 4.9h-7L-5.7-1.9z",
)
COLOURS = len(SHAPES)
PLAIN = -1  # the style of what is no agent
WIDE = 20  # a scale that spans more than this factor is logarithmic
BARS = 48  # of a distribution, at most
ROW, HILL, CHART = 30, 46, 260  # heights in pixels
ROOM = 0.04  # beyond the outermost figures, as a share of the scale


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A name with a style, and its figure."""

    name: str
    style: int
    figure: Interval


@dataclass(frozen=True, slots=True)
class Track:
    """A curve: a name with a style, and figures over numbers."""

    name: str
    style: int
    points: tuple[tuple[float, Interval], ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers on a line, as percentages of its length."""

    low: float
    high: float
    is_log: bool = False

    def at(self, value: float) -> float:
        low, high, value = (log10(n) if self.is_log else n for n in (self.low, self.high, value))
        return 100 * (value - low) / (high - low)

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers within the scale."""
        if self.is_log:
            powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
            for steps in ((1, 2, 5), (1, 3), (1,)):
                found = [s * 10.0**p for p in powers for s in steps]
                found = [n for n in found if self.low <= n <= self.high]
                if len(found) <= most + 2:
                    break
            return found
        step = _step((self.high - self.low) / most)
        return [step * n for n in range(ceil(self.low / step), floor(self.high / step) + 1)]


def mark(style: int) -> str:
    """The sign of an agent, beside its name."""
    return f'<svg class="mark" width="14" height="14" viewBox="-7 -7 14 14">{_shape(style)}</svg>'


def named(style: int, name: str) -> str:
    text = escape(name).replace("(", "<wbr>(").replace(",", ",<wbr>")
    sign = "" if style == PLAIN else mark(style)
    return f'<span class="who">{sign}<span>{text}</span></span>'


def intervals(rows: Sequence[PlotRow], title: str, zero: bool = False, digits: int = 2) -> str:
    """A dot with a whisker in each row, on one scale."""
    rows = [row for row in rows if isfinite(row.figure.value)]
    if not rows:
        return ""
    scale = _scale([n for row in rows for n in _ends(row.figure)], zero)
    drawn = "".join(
        f"{named(row.style, row.name)}{_cell(ROW, [*_grid(scale, zero), _whisker(scale, row)])}"
        f'<b class="figure">{number(row.figure.value, digits)}</b>'
        for row in rows
    )
    return _plot("intervals", title, drawn, scale)


def spreads(spread: Mapping[str, Mapping[float, int]], styles: Mapping[str, int]) -> str:
    """How often each agent scored what: one hill per agent, on one scale."""
    spread = {agent: counts for agent, counts in spread.items() if counts}
    if not spread:
        return ""
    values = sorted({value for counts in spread.values() for value in counts})
    size = _bar(values)
    low, bars = values[0] - size / 2, int((values[-1] - values[0]) / size) + 1
    scale = Scale(low, low + bars * size)
    hills = {agent: _hill(counts, low, size, bars) for agent, counts in spread.items()}
    top = max(max(hill) for hill in hills.values())
    drawn = ""
    for agent, hill in hills.items():
        shapes = [_area(hill, top, styles[agent]), _mean(scale, spread[agent])]
        drawn += f"{named(styles[agent], agent)}{_cell(HILL, [*_grid(scale), *shapes])}"
    return _plot("spreads", "points in a game", drawn, scale)


def chart(tracks: Sequence[Track], over: str, title: str) -> str:
    """Curves with a band for each interval; a mark for each figure."""
    known = [n for track in tracks for _, figure in track.points for n in _ends(figure)]
    if not known:
        return ""
    xs = sorted({x for track in tracks for x, _ in track.points})
    across, up = _across(xs), _scale(known)
    lines = [_level(up, tick) for tick in up.ticks(5)]
    drawn = _svg(CHART, [*lines, *(_track(across, up, track) for track in tracks)], "field")
    ticks = xs if len(xs) <= 12 else across.ticks()
    legend = "".join(f"<li>{named(track.style, track.name)}</li>" for track in tracks)
    return (
        f'<figure class="chart"><figcaption>{escape(title)}</figcaption>'
        f'<ul class="legend">{legend}</ul>'
        f"{_heights(up)}{drawn}<span></span>{_widths(across, ticks)}"
        f'<p class="over">{escape(over)}{" (log scale)" if across.is_log else ""}</p></figure>'
    )


def _track(across: Scale, up: Scale, track: Track) -> str:
    found = [(across.at(x), f) for x, f in track.points if isfinite(f.value)]
    line = " ".join(f"{x:.2f},{100 - up.at(f.value):.2f}" for x, f in found)
    sure = [(x, f) for x, f in found if isfinite(f.low)]
    band = [f"{x:.2f},{100 - up.at(f.high):.2f}" for x, f in sure]
    band += [f"{x:.2f},{100 - up.at(f.low):.2f}" for x, f in reversed(sure)]
    marks = "".join(
        _at(x, f"{100 - up.at(f.value):.2f}%", track.style, f"{track.name}: {figures(f)}")
        for x, f in found
    )
    return (
        f'<g class="{_colour(track.style)}"><svg viewBox="0 0 100 100" preserveAspectRatio="none" '
        f'width="100%" height="100%"><polygon class="band" points="{" ".join(band)}"/>'
        f'<polyline class="curve" points="{line}"/></svg>{marks}</g>'
    )


def _across(xs: Sequence[float]) -> Scale:
    """From the first number to the last, with some room to spare; logarithmic if they are far
    apart."""
    if xs[0] > 0 and xs[-1] / xs[0] > WIDE:
        room = (xs[-1] / xs[0]) ** ROOM
        return Scale(xs[0] / room, xs[-1] * room, is_log=True)
    room = (xs[-1] - xs[0]) * ROOM or 1.0
    return Scale(xs[0] - room, xs[-1] + room)


def _whisker(scale: Scale, row: PlotRow) -> str:
    ends = [scale.at(n) for n in _ends(row.figure)]
    low, high = ends[0], ends[-1]
    drawn = f'<line class="whisker" x1="{low:.2f}%" x2="{high:.2f}%"/>' + "".join(
        f'<line class="whisker" x1="{x:.2f}%" x2="{x:.2f}%" y1="-4" y2="4"/>' for x in (low, high)
    )
    told = f"{row.name}: {figures(row.figure)}"
    sign = _at(scale.at(row.figure.value), "0", row.style, told)
    return f'<svg class="{_colour(row.style)}" y="50%">{drawn}{sign}</svg>'


def _at(x: float, y: str, style: int, told: str) -> str:
    return (
        f'<svg class="at" x="{x:.2f}%" y="{y}">{_shape(style)}<title>{escape(told)}</title></svg>'
    )


def _bar(values: Sequence[float]) -> float:
    """How wide a bar is: a round number, with neither too many bars nor gaps between them."""
    if len(values) < 2:
        return 1.0
    gap = min(after - before for before, after in pairwise(values))
    span = values[-1] - values[0]
    return gap if span / gap < BARS else gap * ceil(span / gap / BARS)


def _hill(counts: Mapping[float, int], low: float, size: float, bars: int) -> list[float]:
    """The share of games in each bar."""
    found, games = [0.0] * bars, sum(counts.values())
    for value, many in counts.items():
        found[min(int((value - low) / size), bars - 1)] += many / games
    return found


def _area(hill: Sequence[float], top: float, style: int) -> str:
    steps = "".join(f"V{1 - share / top:.4f}h1" for share in hill)
    return (
        f'<svg class="{_colour(style)}" viewBox="0 0 {len(hill)} 1" preserveAspectRatio="none" '
        f'width="100%" height="100%"><path class="hill" d="M0 1{steps}V1z"/></svg>'
    )


def _mean(scale: Scale, counts: Mapping[float, int]) -> str:
    mean = sum(value * many for value, many in counts.items()) / sum(counts.values())
    x = f"{scale.at(mean):.2f}%"
    told = f"mean {number(mean)}"
    return f'<line class="mean" x1="{x}" x2="{x}" y1="0" y2="100%"><title>{told}</title></line>'


def _plot(kind: str, title: str, drawn: str, scale: Scale) -> str:
    return (
        f'<figure class="plot {kind}"><figcaption>{escape(title)}</figcaption>{drawn}'
        f"<span></span>{_widths(scale, scale.ticks())}</figure>"
    )


def _widths(scale: Scale, ticks: Iterable[float]) -> str:
    """The numbers under a plot."""
    texts = [f'<text x="{scale.at(t):.2f}%" y="14">{_tick(t)}</text>' for t in ticks]
    return _svg(20, texts, "axis")


def _heights(scale: Scale) -> str:
    """The numbers beside a chart."""
    texts = [
        f'<text x="100%" y="{100 - scale.at(t):.2f}%" dy="4">{_tick(t)}</text>'
        for t in scale.ticks(5)
    ]
    return _svg(CHART, texts, "axis beside")


def _grid(scale: Scale, zero: bool = False) -> list[str]:
    return [
        f'<line class="{"zero" if zero and not tick else "grid"}" x1="{scale.at(tick):.2f}%" '
        f'x2="{scale.at(tick):.2f}%" y1="0" y2="100%"/>'
        for tick in scale.ticks()
    ]


def _level(scale: Scale, tick: float) -> str:
    y = f"{100 - scale.at(tick):.2f}%"
    return f'<line class="grid" x1="0" x2="100%" y1="{y}" y2="{y}"/>'


def _cell(high: int, shapes: Iterable[str]) -> str:
    """A row of a plot: at least this high, and higher if its name needs it."""
    return f'<div class="cell" style="min-height:{high}px">{_svg("100%", shapes, "row")}</div>'


def _svg(high: int | str, shapes: Iterable[str], kind: str) -> str:
    return f'<svg class="{kind}" width="100%" height="{high}">{"".join(shapes)}</svg>'


def _shape(style: int) -> str:
    # A colour that comes again has another shape.
    shape = SHAPES[0 if style == PLAIN else (style + style // COLOURS) % len(SHAPES)]
    return f'<path class="{_colour(style)}" d="{shape}"/>'


def _colour(style: int) -> str:
    return "plain" if style == PLAIN else f"c{style % COLOURS}"


def _scale(values: Sequence[float], zero: bool = False) -> Scale:
    low, high = min(values), max(values)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    room = (high - low) * ROOM or max(abs(low), 1) * ROOM
    return Scale(low - room, high + room)


def _ends(found: Interval) -> list[float]:
    """Low, value and high; only the value if there is no interval."""
    known = [n for n in (found.low, found.value, found.high) if isfinite(n)]
    return sorted(known)


def _step(size: float) -> float:
    """The smallest round number (1, 2 or 5 with zeros) that is at least this size."""
    power = 10.0 ** floor(log10(size))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= size * 0.999)


def _tick(value: float) -> str:
    text = f"{round(value, 10):.6g}" if abs(value) < 1e6 else f"{value:.3g}"
    return text.replace("-", "−")
