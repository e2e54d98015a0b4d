"""A position of a card game in words, as a seat sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whoknows.kit.card_state import CardState
from whoknows.kit.sight import Sight

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame


def position(game: AnyGame, state: CardState[Any], seat: int) -> list[str]:
    """The points, the cards that one sees, what one was shown, and what lies open."""
    points = zip(game.seats, game.scores(state), strict=True)
    lines = ["points " + ", ".join(f"{name}: {many:g}" for name, many in points)]
    if not state.lies:
        return [*lines, "no cards have been dealt yet"]
    sight = Sight(game, seat, state.veiled(seat))
    for place in game.places:
        if state.sees(seat, game.place(place)):
            cards = ", ".join(sight.cards(place)) or "nothing"
            lines.append(f"you hold {cards}" if place == sight.name else f"{place}: {cards}")
    lines += [f"{by} showed {to} {card}" for by, to, card in sight.shown]
    return [*lines, *game.lines(state.public)]
