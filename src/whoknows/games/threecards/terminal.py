"""A position of threecards in words, as a seat sees it."""

from __future__ import annotations

from whoknows.games.threecards import BLANK, CARDS, SEATS, State, ThreeCards


def position(game: ThreeCards, state: State, seat: int) -> list[str]:
    """The seat's own card, those it was shown, and the points."""
    turns, names = 3 * game.rounds, game.seats
    others = [(s, card) for s, card in enumerate(state.hands) if card != BLANK and s != seat]
    seen = [f"{names[s]} holds {CARDS[card]}" for s, card in others]
    shown = f"; you saw that {', '.join(seen)}" if seen else ""
    points = ", ".join(f"{names[s]}: {state.points[s]}" for s in SEATS)
    return [
        f"turn {state.turn + 1} of {turns}; points {points}",
        f"you hold {CARDS[state.hands[seat]]}{shown}",
    ]
