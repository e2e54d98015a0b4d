"""How a tuning run goes, as a picture: the pool's best and mean candidate over generations."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDE, HIGH, LEFT, TOP = 640, 300, 48, 34
LINES = (("best", "#0072b2"), ("mean", "#d55e00"))
FONT = 'font-family="sans-serif" font-size="12"'


def plot(title: str, generations: Sequence[tuple[float, float]], champions: Sequence[int]) -> str:
    """An SVG of the best and the mean share of wins of each generation; a line where one became
    a champion."""
    values = [value for pair in generations for value in pair] or [0.0, 1.0]
    low, high = max(0.0, min(values) - 0.05), min(1.0, max(values) + 0.05)
    last = max(len(generations) - 1, 1)

    def x(number: float) -> float:
        return LEFT + (WIDE - LEFT - 16) * number / last

    def y(value: float) -> float:
        return TOP + (HIGH - TOP - 32) * (high - value) / (high - low)

    parts = [f'<text x="{LEFT}" y="16" {FONT}>{escape(title)}</text>']
    for step in range(int(low * 20) + 1, int(high * 20) + 1):
        at = y(step / 20)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDE - 16}" stroke="#8884"/>')
        parts.append(f'<text x="6" y="{at + 4:.1f}" {FONT}>{5 * step} %</text>')
    parts += [
        f'<path d="M{x(number):.1f} {TOP}V{HIGH - 32}" stroke="#8888" stroke-dasharray="3 3"/>'
        for number in champions
    ]
    for number, (name, colour) in enumerate(LINES):
        spots = " ".join(f"{x(n):.1f},{y(pair[number]):.1f}" for n, pair in enumerate(generations))
        parts.append(f'<polyline points="{spots}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at = WIDE - 120 + 60 * number
        parts.append(f'<text x="{at}" y="16" fill="{colour}" {FONT}>{name}</text>')
    about = f"generation, {len(generations)} so far; a dashed line: a champion joins the pool"
    parts.append(f'<text x="{LEFT}" y="{HIGH - 10}" {FONT}>{about}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" fill="#777">'
    return head + "".join(parts) + "</svg>\n"
