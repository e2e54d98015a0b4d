"""Where on the board an action is done, for whoever wants to point at it."""

from whoknows.games.tickets.moves import Action, Blind, Block, Claim, Draw, Keep, Station, Take
from whoknows.games.tickets.rules import Tickets

Spot = tuple[str, str]  # the kind of a thing and its name: `data-line="Madrid-Paris"`
DECK, STOCK = "deck", "stock"


def spots(_: Tickets, action: Action) -> list[Spot]:
    """The things on the board that an action is about."""
    match action:
        case Claim() | Block():
            return [("line", action.connection)]
        case Station():
            return [("city", action.city)]
        case Take():
            return [("take", action.colour)]
        case Blind():
            return [("take", DECK)]
        case Draw():
            return [("take", STOCK)]
        case Keep():
            return [("ticket", name) for name in action.kept]
    return []
