"""Paints and signs of train cards and seats, drawn as our own shapes.

A colour is told by its sign as well as by its paint, and a seat by its mark. Signs of colours are
thin strokes and marks of seats are solid, so that nobody takes a free connection for an owned one.
"""

from dataclasses import dataclass

from whoknows.games.tickets.board import GRAY, Board

JOKER = "joker"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a colour is painted: its body, its edge, the ink on it, and the path of its sign."""

    fill: str
    edge: str
    ink: str
    sign: str
    pen: float = 1.7  # with which the sign is drawn


PAINTS = {
    "red": Paint("#cf4540", "#8f2420", "#fff", "M-3-3 3 3M-3 3 3-3"),
    "blue": Paint("#4285c8", "#245a92", "#fff", "M-5 .8C-3.6-3.4-1.6-3.4 0 0S3.6 3.4 5-.8"),
    "green": Paint("#57a15a", "#2d6a34", "#fff", "M-4 3.2-1-3.2M1 3.2 4-3.2"),
    "yellow": Paint("#f2cf45", "#a5830f", "#3a2f00", "M0 0h.01", 4.6),
    "orange": Paint(
        "#ee9a3c", "#a65c10", "#3c1f00", "M-2.8 0a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0"
    ),
    "pink": Paint("#dd93c8", "#95497f", "#43103a", "M-4.2-3-1.2 0-4.2 3M.8-3 3.8 0 .8 3"),
    "white": Paint("#fdfcf7", "#8b8778", "#4b483d", "M-4.4 0h.01M0 0h.01M4.4 0h.01", 2.6),
    "black": Paint("#45454b", "#17171a", "#fff", "M-1.9-3.2V3.2M1.9-3.2V3.2"),
    JOKER: Paint("#8a7bd0", "#4b3c91", "#fff", "M0-3.8V3.8M-3.3-1.9 3.3 1.9M-3.3 1.9 3.3-1.9"),
}
PLAIN = Paint("#cfccc3", "#8a877e", "#3c3b36", "")
SPARE = (
    Paint("#7cc4bf", "#2f7a75", "#0e2c2a", "M-4-2.4H4M-4 2.4H4"),
    Paint("#b08a64", "#6d4d2c", "#fff", "M-4 2.4 0-2.6 4 2.4"),
    Paint("#a9b947", "#65711a", "#2b3000", "M-4-2.4 0 2.6 4-2.4"),
    Paint("#8fa0b5", "#4d5f76", "#fff", "M-3-3H3V3H-3Z"),
)
MARKS = (
    "M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0Z",
    "M0-4 4 3.2H-4Z",
    "M-3.1-3.1H3.1V3.1H-3.1Z",
    "M0-4.4 4 0 0 4.4-4 0Z",
    "M0-4.6 1.2-1.5 4.5-1.4 1.9.7 2.8 3.9 0 2-2.8 3.9-1.9.7-4.5-1.4-1.2-1.5Z",
    "M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3Z",
    "M0-4.2 4-1.3 2.5 3.4H-2.5L-4-1.3Z",
)


def paint(board: Board, colour: int) -> Paint:
    """How a colour of this board is painted; your own boards may have colours of their own."""
    if colour == GRAY:
        return PLAIN
    if colour == board.joker:
        return PAINTS[JOKER]
    name = board.colours[colour]
    return PAINTS.get(name) or SPARE[colour % len(SPARE)]


def sign(some: Paint, size: float = 1.0) -> str:
    """The sign of a colour about (0, 0)."""
    if not some.sign:
        return ""
    scaled = "" if size == 1 else f' transform="scale({size:g})"'
    return (
        f'<path class="sign" d="{some.sign}" fill="none" stroke="{some.ink}" '
        f'stroke-width="{some.pen}" stroke-linecap="round"{scaled}/>'
    )


def mark(seat: int, turn: float = 0.0) -> str:
    """The mark of a seat about (0, 0), upright on something that is turned."""
    turned = f' transform="rotate({-turn:.0f})"' if turn else ""
    return f'<path class="mark mark{seat}" d="{MARKS[seat % len(MARKS)]}"{turned}/>'
