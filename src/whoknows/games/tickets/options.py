"""The options of the railway game, and how the form for a new game describes them."""

from dataclasses import dataclass
from typing import Literal

from whoknows.core.features import option
from whoknows.core.names import names_option
from whoknows.games.tickets.board import boards

Rules = Literal["classic", "knowledge"]
Blocks = Literal["card", "agent"]
Deals = Literal["any", "even"]


@dataclass(frozen=True)
class TicketsOptions:
    """The fields of the game."""

    board: str = option(
        "europe24",
        label="board",
        about="The map. The knowledge game was designed for europe24; small has six cities.",
        choices=boards,
    )
    rules: Rules | None = option(
        None,
        label="rules",
        about="Classic: tickets are drawn in secret. Knowledge: everyone knows which tickets are "
        "held, but not by whom, and every claim gives something away.",
        usual="knowledge on europe24, otherwise classic",
    )
    asked_players: int | None = option(
        None,
        label="seats",
        about="How many players, 2 to 5.",
        usual="3, or 2 in the classic game",
        option="seats",
    )
    hand: int | None = option(
        None,
        label="tickets each",
        about="Knowledge game: how many tickets each player gets.",
        usual="2",
    )
    block: Blocks = option(
        "card",
        label="a blocker names",
        about="Knowledge game: what a blocking player must announce.",
        words={"card": "the player and the ticket", "agent": "only the player"},
    )
    draw: bool = option(
        False,
        label="tickets may be drawn",
        about="Knowledge game: from a stock that nobody sees.",
    )
    deal: Deals = option(
        "any",
        label="deals",
        about="Knowledge game: any deal, or only the most even ones by points; everyone knows "
        "which.",
        words={"any": "any", "even": "only even ones"},
    )
    as_original: bool = option(
        False,
        label="as the original program",
        about="Knowledge game: follow the original program where it departs from its own rules.",
    )
    names: str = names_option()
