"""How what is possible has shrunk: a bar for each thing made known, round by round.

The height of a bar is the number of worlds left, in bits (the logarithm); inside it is what the
viewer considers possible, or for ALL the mark of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from math import log2
from typing import NamedTuple
from weakref import WeakKeyDictionary

from whoknows.core.names import person
from whoknows.deals.deal_model import DealModel
from whoknows.logic.svg import DASHES, MARKS
from whoknows.logic.vocabulary import World
from whoknows.table.knowledge.amounts import (
    bits,
    counted_words,
    listed,
    power_of_ten,
    worlds_in_words,
)
from whoknows.table.knowledge.chapter import cases, told
from whoknows.table.knowledge.notices import quiet
from whoknows.table.knowledge.seat_badges import badge
from whoknows.table.knowledge.visible_moment import ALL, Moment, Stage

HIGH, TOP, FOOT = 64.0, 22.0, 16.0
COUNTS = 12.0  # where the numbers stand, above all that bars, marks and lines may cover
ROOMY = 40.0  # pitch of few bars
WIDE = 376.0  # of all bars: the whole match is seen at once
MARKED = 20.0  # pitch from which seats have marks on every bar
LINEAR = 12  # worlds up to which heights are counts


class Bar(NamedTuple):
    """One thing made known: how many worlds were left, in all and to whom."""

    step: int
    number: int  # of the stage in its step
    is_last: bool  # of its step
    sentence: str
    seats: tuple[str, ...]
    worlds: int
    cells: tuple[tuple[int, int], ...]  # seat, and how many it considers possible
    is_first: bool  # of a round
    is_now: bool
    is_fresh: bool  # other worlds than before


def timeline(moments: Sequence[Moment], step: int, stage: int | None = None) -> str:
    """All bars of the match so far, with the present one stressed."""
    bars = list(_bars(moments, step, stage))
    if not bars:
        return quiet("No cards have been dealt yet.")
    most = max(bar.worlds for bar in bars)
    rounds = sum(bar.is_first for bar in bars[1:])
    gap = min(10.0, 40.0 / max(1, rounds))  # between rounds
    pitch = min(ROOMY, (WIDE - 20 - rounds * gap) / len(bars))
    at, shapes, spots = 14.0, [], []
    now = next((n for n, bar in enumerate(bars) if bar.is_now), -9)
    for n, bar in enumerate(bars):
        at += gap if bar.is_first and bar is not bars[0] else 0
        crowded = pitch < 26 and 0 < abs(n - now) * pitch < 44  # room for the present bar's label
        shapes.append(_bar(bar, at, pitch, most, crowded))
        spots.append(at + _width(pitch) / 2)
        at += pitch
    if pitch < MARKED:
        shapes += _lines(bars, spots, most)
    wide, high = at + 6, TOP + HIGH + FOOT
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'style="max-width:{wide:.0f}px" role="group" '
        f'aria-label="Worlds left after each announcement">{"".join(shapes)}</svg>'
    )
    return f'<div class="k-timeline">{_caption(bars, is_log=most > LINEAR)}{svg}</div>'


def _bars(moments: Sequence[Moment], step: int, stage: int | None) -> Iterator[Bar]:
    now, before = _now(moments, step, stage), 0
    for part in told(moments):
        made, many = part.stage, cases(part.stage.model)
        cells, is_first = tuple(_cells(moments[0], made)), made.model.before is None
        yield Bar(
            part.step,
            part.number,
            part.is_last,
            made.update.sentence,
            made.model.seats,
            many,
            cells,
            is_first,
            is_now=(part.step, part.number) == now,
            is_fresh=many != before,
        )
        before = many


def _now(moments: Sequence[Moment], step: int, stage: int | None) -> tuple[int, int]:
    """The last thing made known up to the present."""
    stages = moments[step].stages
    if stage is not None and 0 <= stage < len(stages):
        return step, stage
    last = list(told(moments[: step + 1]))[-1:]
    return (last[0].step, last[0].number) if last else (-1, -1)


def _cells(first: Moment, stage: Stage) -> Iterator[tuple[int, int]]:
    """Whose cells are shown: the viewer's; for ALL everybody's."""
    if isinstance(first.viewer, int) and stage.mine is not None:
        yield first.viewer, cases(stage.mine)
    if first.viewer == ALL and stage.world is not None:
        yield from enumerate(_sizes(stage.model, stage.world))


def _sizes(model: DealModel, world: World) -> tuple[int, ...]:
    kept = _SIZES.get(model)
    if kept is None or kept[0] != world:
        seats = range(len(model.seats))
        kept = world, tuple(model.seat(seat, at=world).deals() for seat in seats)
        _SIZES[model] = kept
    return kept[1]


_SIZES: WeakKeyDictionary[DealModel, tuple[World, tuple[int, ...]]] = WeakKeyDictionary()


@lru_cache(maxsize=4_000)  # all but a few are as they were at the last step: some 4 MB
def _bar(bar: Bar, x: float, pitch: float, most: int, crowded: bool) -> str:
    wide, high = _width(pitch), _height(bar.worlds, most)
    foot = TOP + HIGH
    at = f'data-step="{bar.step}"' + ("" if bar.is_last else f' data-stage="{bar.number}"')
    said = escape(f"move {bar.step}: {bar.sentence}: {_counts(bar)}")
    now = ' class="bar now" aria-current="step"' if bar.is_now else ' class="bar"'
    labelled = bar.is_now or (bar.is_first and not crowded) or (pitch >= 26 and bar.is_fresh)
    label = _text(x + wide / 2, COUNTS, "count", _brief(bar.worlds)) if labelled else ""
    foots = pitch >= 22 or bar.is_now
    under = _text(x + wide / 2, foot + 12, "step", str(bar.step)) if foots else ""
    left = x - (pitch - wide) / 2
    return (
        f'<g{now} {at} tabindex="0" role="button" aria-label="{said}"><title>{said}</title>'
        f'<rect class="hit" x="{left:.1f}" y="0" width="{pitch:.1f}" height="{foot + FOOT:.0f}"/>'
        f'<rect class="all" x="{x:.1f}" y="{foot - high:.1f}" width="{wide:.1f}" '
        f'height="{high:.1f}" rx="2"/>{_inside(bar, x, wide, most)}{label}{under}</g>'
    )


def _inside(bar: Bar, x: float, wide: float, most: int) -> str:
    """The viewer's own cell as a bar inside the bar; several seats as marks on it."""
    foot = TOP + HIGH
    if len(bar.cells) == 1:
        ((seat, many),) = bar.cells
        high = _height(many, most)
        return (
            f'<rect class="mine seat{seat}" x="{x + wide * 0.2:.1f}" y="{foot - high:.1f}" '
            f'width="{wide * 0.6:.1f}" height="{high:.1f}" rx="2"/>'
        )
    if wide < MARKED - 4:
        return ""  # lines tell it
    steps = wide / max(1, len(bar.cells))
    return "".join(
        f'<text class="mark seat{seat}" x="{x + steps * (n + 0.5):.1f}" text-anchor="middle" '
        f'y="{foot - _height(many, most) + 3:.1f}" font-size="{min(9.0, steps + 1):.1f}">'
        f"{MARKS[seat % 7]}</text>"
        for n, (seat, many) in enumerate(bar.cells)
    )


def _lines(bars: Sequence[Bar], spots: Sequence[float], most: int) -> Iterator[str]:
    """If bars are narrow, a line for each seat through every round."""
    starts = [n for n, bar in enumerate(bars) if bar.is_first or n == 0]
    for start, end in zip(starts, [*starts[1:], len(bars)], strict=True):
        told = range(start, end)
        for n, (seat, _) in enumerate(bars[start].cells if len(bars[start].cells) > 1 else ()):
            ends = (
                f"{spots[i]:.1f},{TOP + HIGH - _height(bars[i].cells[n][1], most):.1f}"
                for i in told
                if len(bars[i].cells) > n
            )
            yield (
                f'<polyline class="thread seat{seat}" points="{" ".join(ends)}" '
                f'stroke-dasharray="{DASHES[seat % 4]}"/>'
            )


def _width(pitch: float) -> float:
    """Of a bar: what is between two of them shrinks with them."""
    return pitch - min(4.0, pitch / 4)


def _height(many: int, most: int) -> float:
    if most <= LINEAR:
        return max(3.0, HIGH * many / most)
    return max(3.0, HIGH * log2(max(many, 1)) / log2(most))


def _text(x: float, y: float, kind: str, text: str) -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'
    )


def _brief(many: int) -> str:
    """A count in at most five characters."""
    if many < 10_000:
        return str(many)
    if many < 10**6:
        return f"{many // 1000}k"
    return f"{many // 10**6}M" if many < 10**9 else power_of_ten(many)


def _counts(bar: Bar) -> str:
    return f"{worlds_in_words(bar.worlds)}, {bits(bar.worlds)} bits" + "".join(
        f"; {worlds_in_words(many)} to {person(bar.seats[seat])}" for seat, many in bar.cells
    )


def _caption(bars: list[Bar], *, is_log: bool) -> str:
    now = next((bar for bar in bars if bar.is_now), None)
    if now is None:
        return '<p class="said">Worlds left</p>'
    seats, height = now.seats, ", the height of a bar" * is_log
    told = counted_words if len(now.cells) == 1 else worlds_in_words
    cells = listed(f"{badge(seats, seat)}: {told(many)}" for seat, many in now.cells)
    return (
        f'<p class="said"><b>{worlds_in_words(now.worlds)}</b> left '
        f"({bits(now.worlds)} bits{height}){' · ' * bool(cells)}{cells}</p>"
    )
