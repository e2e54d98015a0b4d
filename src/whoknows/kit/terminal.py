"""A position of a card game in words, as a seat sees it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from whoknows.kit.card_state import CardState
from whoknows.kit.sight import Sight

if TYPE_CHECKING:
    from whoknows.kit.card_game import CardGame


def position(game: CardGame[Any, Any], state: CardState[Any], seat: int) -> list[str]:
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
    return lines + public_lines(state.public)


def public_lines(public: object) -> list[str]:
    """What all see, field by field; what is empty goes without saying."""
    if not is_dataclass(public) or isinstance(public, type):
        return [str(public)]
    values = ((field.name, getattr(public, field.name)) for field in fields(public))
    return [
        f"{name.replace('_', ' ')}: {_told(value)}"
        for name, value in values
        if value not in (None, ())
    ]


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(_told, value)) or "none"
    return "none" if value is None else str(value)
