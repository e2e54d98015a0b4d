"""A small drawing for the lobby: a sheet on which cards are ticked off, place by place."""

from __future__ import annotations

ROWS, CELL, LEFT = 3, 20, 62
SURE = {(0, 0), (1, 2)}  # the row and the column of a tick
GONE = {(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 3), (2, 0), (2, 2)}  # and of a dot


def icon() -> str:
    """Rows of cards and columns of places, as SVG."""
    cells = "".join(_cell(row, column) for row in range(ROWS) for column in range(4))
    cards = "".join(_card(row) for row in range(ROWS))
    return f'<svg viewBox="0 0 200 84" aria-hidden="true">{cards}{cells}</svg>'


def _card(row: int) -> str:
    y = 14 + row * CELL
    return (
        f'<rect x="{LEFT - 24}" y="{y + 3}" width="16" height="{CELL - 6}" rx="3" '
        'fill="var(--wash)" stroke="var(--ink)"/>'
    )


def _cell(row: int, column: int) -> str:
    x, y = LEFT + column * CELL, 14 + row * CELL
    paper = "wash" if (row, column) in SURE else "paper"
    box = (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="var(--{paper})" '
        'stroke="var(--line)"/>'
    )
    sign = "✓" if (row, column) in SURE else "·" if (row, column) in GONE else "?"
    return (
        f'{box}<text x="{x + CELL / 2:g}" y="{y + 15}" text-anchor="middle" font-size="13" '
        f'fill="var(--ink)">{sign}</text>'
    )
