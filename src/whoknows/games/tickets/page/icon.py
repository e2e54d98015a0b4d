"""The railway game as a small drawing for the lobby."""

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
