"""A position of twocards in words, as a seat sees it."""

from __future__ import annotations

from twocards import CARDS, State, TwoCards


def position(game: TwoCards, state: State, seat: int) -> list[str]:
    return [f"turn {state.turn + 1} of {3 * game.rounds}", f"you hold {CARDS[state.hands[seat]]}"]
