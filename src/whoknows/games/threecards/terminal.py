"""A position of threecards in words, as a seat sees it."""

from __future__ import annotations

from whoknows.games.threecards import BLANK, CARDS, SEATS, State, ThreeCards


def position(game: ThreeCards, state: State, seat: int) -> list[str]:
    """One's own card, those one was shown, and the points."""
    turns = 3 * game.rounds
    seen = [f"{s} holds {CARDS[c]}" for s, c in enumerate(state.hands) if c != BLANK and s != seat]
    shown = f"; you saw that {', '.join(seen)}" if seen else ""
    points = ", ".join(f"{s}: {state.points[s]}" for s in SEATS)
    return [
        f"turn {state.turn + 1} of {turns}; points {points}",
        f"you hold {CARDS[state.hands[seat]]}{shown}",
    ]
