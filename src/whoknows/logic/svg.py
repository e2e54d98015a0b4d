"""Shapes for pictures of models: worlds as nodes, dots and tiles, all as SVG text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from math import ceil, cos, pi, sin, sqrt

from whoknows.logic.graph import COLOURS

DASHES = ("", "7 4", "2 4", "9 3 2 3")


@dataclass(frozen=True)
class Cell:
    """A cell of the seat that is drawn: what it sees there, and its worlds in words."""

    label: str
    worlds: tuple[str, ...]


@dataclass(frozen=True)
class Marked:
    """The worlds, in words, that are drawn in a special way."""

    alive: frozenset[str]
    removed: frozenset[str]
    true: str | None
    holding: frozenset[str] | None


def world_svg(piles: Mapping[str, list[str]]) -> str:
    """One world: a row a place, its cards side by side."""
    named = 8 * max(map(len, piles), default=0) + 16
    shapes, width = [], 0.0
    for row, (name, cards) in enumerate(piles.items()):
        y, x = 6 + 34 * row, float(named)
        shapes.append(f'<text x="4" y="{y + 18}" font-size="13">{escape(name)}</text>')
        for card in cards:
            wide = 8 * len(card) + 16
            shapes.append(
                f'<rect x="{x:.0f}" y="{y}" width="{wide}" height="26" rx="5" fill="#fff" '
                f'stroke="#333"/><text x="{x + wide / 2:.0f}" y="{y + 18}" '
                f'text-anchor="middle" font-size="13">{escape(card)}</text>'
            )
            x += wide + 6
        width = max(width, x)
    height = 34 * len(piles) + 6
    return (
        f'<svg viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="system-ui,sans-serif">'
        f"{''.join(shapes)}</svg>"
    )


def graph(
    worlds: list[str], lines: Mapping[str, list[tuple[str, str]]], marked: Marked, width: int
) -> str:
    """A dozen worlds on a circle, a line for each seat that cannot tell two apart."""
    middle, height = width / 2, 380 if len(worlds) > 2 else 150
    spots = {
        world: (
            middle + 0.3 * width * cos(2 * pi * n / len(worlds) - pi / 2),
            height / 2 + (height / 2 - 40) * sin(2 * pi * n / len(worlds) - pi / 2),
        )
        for n, world in enumerate(worlds)
    }
    drawn = [
        _line(spots[one], spots[other], number, len(lines), seat)
        for number, (seat, pairs) in enumerate(lines.items())
        for one, other in pairs
    ]
    return _svg(width, height, [*drawn, *(_node(world, spots[world], marked) for world in worlds)])


def _line(
    one: tuple[float, float], other: tuple[float, float], number: int, seats: int, seat: str
) -> str:
    """One seat's line; lines of several seats run side by side."""
    (x1, y1), (x2, y2) = one, other
    length = sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) or 1
    aside = (number - (seats - 1) / 2) * 6
    dx, dy = -(y2 - y1) / length * aside, (x2 - x1) / length * aside
    return (
        f'<line x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 + dx:.1f}" y2="{y2 + dy:.1f}" '
        f'stroke="{COLOURS[number % 7]}" stroke-width="2.5" opacity="0.75" '
        f'stroke-dasharray="{DASHES[number % 4]}"><title>{escape(seat)}</title></line>'
    )


def _node(world: str, spot: tuple[float, float], marked: Marked) -> str:
    x, y = spot
    wide = max(44, 7.2 * len(world) + 14)
    fill, stroke, dash = "#fff", "#333", ""
    if world not in marked.alive:
        gone = world in marked.removed
        fill, stroke, dash = "#fff", ("#c62828" if gone else "#ccc"), "3 3"
    elif marked.holding is not None and world in marked.holding:
        fill = "#cfe8f7"
    bold = ' font-weight="bold"' if world == marked.true else ""
    colour = "#222" if world in marked.alive else "#999"
    star = "★ " if world == marked.true else ""
    return (
        f'<g><rect x="{x - wide / 2:.1f}" y="{y - 14:.1f}" width="{wide:.1f}" height="28" rx="8" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="1.5" stroke-dasharray="{dash}"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="12" fill="{colour}"'
        f"{bold}>{star}{escape(world)}</text></g>"
    )


def boxes(cells: list[Cell], marked: Marked, colour: str, width: int) -> str:
    """A box a cell with a dot a world."""
    across = max(2, ceil(sqrt(max(len(cell.worlds) for cell in cells) * 1.5)))
    down = ceil(max(len(cell.worlds) for cell in cells) / across)
    letters = max(len(cell.label) for cell in cells)
    wide, high = max(18 * across + 16, 7.5 * letters + 14), 18 * down + 30
    shapes, height = [], 0.0
    for cell, (x, y) in zip(cells, _grid(len(cells), wide, high, width), strict=True):
        shapes.append(_box(cell, x, y, wide, high, marked, colour))
        for number, world in enumerate(cell.worlds):
            spot = x + 17 + 18 * (number % across), y + 34 + 18 * (number // across)
            shapes.append(_dot(world, spot, marked, colour))
        height = y + high + 8
    return _svg(width, height, shapes)


def tiles(cells: list[Cell], marked: Marked, colour: str, width: int) -> str:
    """A tile a cell: what the seat sees, how many worlds are left, and a bar of them."""
    wide, high = max(64.0, 7.2 * max(len(cell.label) for cell in cells) + 44), 34.0
    shapes, height = [], 0.0
    for cell, (x, y) in zip(cells, _grid(len(cells), wide, high, width), strict=True):
        alive = sum(world in marked.alive for world in cell.worlds)
        removed = sum(world in marked.removed for world in cell.worlds)
        bar, room = wide - 14, len(cell.worlds)
        shapes += [
            _box(cell, x, y, wide, high, marked, colour),
            f'<text x="{x + wide - 7:.1f}" y="{y + 16:.1f}" text-anchor="end" font-size="11" '
            f'fill="#555">{alive or "–"}</text>',
            _bar(x + 7, y + 22, bar * alive / room, colour),
            _bar(x + 7 + bar * alive / room, y + 22, bar * removed / room, "#e9a3a0"),
        ]
        height = y + high + 8
    return _svg(width, height, shapes)


def _box(
    cell: Cell, x: float, y: float, wide: float, high: float, marked: Marked, colour: str
) -> str:
    alive = any(world in marked.alive for world in cell.worlds)
    here = marked.true is not None and marked.true in cell.worlds
    fill, edge = ("#e3f1fa" if here else "#fff"), (colour if alive else "#ccc")
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="7" '
        f'fill="{fill}" stroke="{edge}" stroke-width="{3 if here else 1.2}"/>'
        f'<text x="{x + 8:.1f}" y="{y + 16:.1f}" font-size="12" font-weight="bold" '
        f'fill="{"#222" if alive else "#aaa"}">{escape(cell.label)}</text>'
    )


def _dot(world: str, spot: tuple[float, float], marked: Marked, colour: str) -> str:
    x, y = spot
    title = f"<title>{escape(world)}</title>"
    if world == marked.true:
        return (
            f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#1b7f3b" stroke="#111"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="11" '
            f'fill="#fff">★</text>{title}</g>'
        )
    if world in marked.alive:
        plain = marked.holding is None or world in marked.holding
        look = f'r="6.5" fill="{colour if plain else "#fff"}" stroke="{colour}"'
    elif world in marked.removed:
        look = 'r="5.5" fill="#fff" stroke="#c62828" stroke-width="1.6" stroke-dasharray="2.5 2"'
    else:
        look = 'r="3" fill="#ddd"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" {look}>{title}</circle>'


def _bar(x: float, y: float, wide: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="6" fill="{colour}"/>'


def _grid(many: int, wide: float, high: float, width: int) -> Iterable[tuple[float, float]]:
    """Where boxes of this size go, row by row."""
    across = max(1, int((width - 4) // (wide + 8)))
    return [(4 + n % across * (wide + 8), 4 + n // across * (high + 8)) for n in range(many)]


def _svg(width: int, height: float, shapes: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height:.0f}" width="100%" role="img" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="system-ui,sans-serif">'
        f"{''.join(shapes)}</svg>"
    )
