"""Boerenbridge as a small drawing for the lobby."""

CARDS = (49, 42, "♣"), (83, 42, "♦"), (117, 42, "♠"), (151, 30, "♥")
RED = "♦♥"


def icon() -> str:
    """A trick, its last card still in the hand."""
    drawn = "".join(_card(*card) for card in CARDS)
    return f'<svg viewBox="0 0 200 84" aria-hidden="true">{drawn}</svg>'


def _card(x: int, y: int, sign: str) -> str:
    ink = "gone" if sign in RED else "ink"
    return (
        f'<rect x="{x - 15}" y="{y - 20}" width="30" height="40" rx="5" fill="var(--paper)" '
        f'stroke="var(--ink)" stroke-width="1.5"/><text x="{x}" y="{y + 7}" text-anchor="middle" '
        f'font-size="19" fill="var(--{ink})">{sign}</text>'
    )
