"""The railway game, and its boards, as small drawings for the lobby."""

from whoknows.games.tickets.board import Board

WIDE, HIGH = 200, 84
EDGE = 6
TAKEN = {0: "seat0", 3: "seat1"}  # every so many connections of a small map are somebody's
CITIES = (34, 62), (84, 22), (122, 56), (168, 26)
LINES = (0, 1, "seat0"), (1, 2, "line"), (2, 3, "seat1"), (0, 2, "line")


def icon() -> str:
    """Four cities, and two connections that are claimed."""
    cars = "".join(_cars(*CITIES[one], *CITIES[other], ink) for one, other, ink in LINES)
    cities = "".join(
        f'<circle cx="{x}" cy="{y}" r="5.5" fill="var(--paper)" stroke="var(--ink)" '
        'stroke-width="2"/>'
        for x, y in CITIES
    )
    return f'<svg viewBox="0 0 200 84" aria-hidden="true">{cars}{cities}</svg>'


def _cars(x1: int, y1: int, x2: int, y2: int, ink: str) -> str:
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="var(--{ink})" stroke-width="8" '
        'stroke-dasharray="17 4"/>'
    )


def small_map(board: Board) -> str:
    """All cities of a board and its connections, some of them claimed."""
    places = _places(board)
    lines = "".join(
        f'<path d="M{places[line.a]}L{places[line.b]}" stroke="var(--{_ink(line.number)})"/>'
        for line in board.connections
    )
    cities = "".join(f'<path d="M{place}h0"/>' for place in places)
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true"><g stroke-width="2.4">{lines}</g>'
        f'<g stroke="var(--ink)" stroke-width="4.6" stroke-linecap="round">{cities}</g></svg>'
    )


def _ink(number: int) -> str:
    return TAKEN.get(number % 7, "line")


def _places(board: Board) -> list[str]:
    """Where the cities lie in the drawing, north at its top."""
    up = -1 if board.map == "geographic" else 1
    xs, ys = [city.x for city in board.cities], [up * city.y for city in board.cities]
    tall = (HIGH - 2 * EDGE) / (max(ys) - min(ys))
    wide = min(tall, (WIDE - 2 * EDGE) / (max(xs) - min(xs)))
    left = (WIDE - wide * (max(xs) - min(xs))) / 2
    return [
        f"{left + wide * (x - min(xs)):.0f} {EDGE + tall * (y - min(ys)):.0f}"
        for x, y in zip(xs, ys, strict=True)
    ]
