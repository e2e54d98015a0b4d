"""The railway game: claim connections for your secret tickets, on four boards."""

from typing import Literal

from whoknows.games.tickets.rules import Tickets


def game(
    board: str = "europe24",
    rules: Literal["classic", "knowledge"] | None = None,
    seats: int | None = None,
    hand: int | None = None,
    block: Literal["card", "agent"] = "card",
    draw: bool = False,
    deal: Literal["any", "even"] = "any",
    as_original: bool = False,
    names: str = "",
) -> Tickets:
    return Tickets(board, rules, seats, hand, block, draw, deal, as_original, names)
