"""Actions in a few words for a list, and the rules for the page."""

from __future__ import annotations

from whoknows.core.seen import Seen
from whoknows.games.tickets.moves import (
    Action,
    Blind,
    Block,
    Claim,
    Draw,
    Extra,
    Keep,
    Pass,
    Station,
    Take,
    Withdraw,
)
from whoknows.games.tickets.rules import Tickets

ORDER = (Keep, Extra, Withdraw, Claim, Block, Take, Blind, Draw, Station, Pass)


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label, kind by kind."""
    actions = sorted(moment.actions, key=lambda action: ORDER.index(type(action)))
    return [(str(action), label(moment.game, action)) for action in actions]


def label(rules: Tickets, action: Action) -> str:
    """An action in a few words."""
    match action:
        case Claim(_, line, pay, completes):
            return f"Claim {line} with {pay}{_worth(rules, line)}{_completes(completes)}"
        case Block(_, target, ticket, line, pay, completes):
            why = f" ({ticket})" if ticket else ""
            worth = _worth(rules, line)
            return f"Block {target}{why} at {line} with {pay}{worth}{_completes(completes)}"
        case Take(_, colour):
            return f"Take {colour}"
        case Blind():
            return "Draw from the pile"
        case Draw():
            return "Draw tickets"
        case Keep(_, kept, back):
            return f"Keep {', '.join(kept)}" + (f"; put back {', '.join(back)}" if back else "")
        case Station(_, city, pay):
            return f"Station in {city} with {pay}"
        case Extra(_, pay):
            return f"Pay {pay} more for the tunnel"
        case Withdraw():
            return "Give up the tunnel"
        case Pass():
            return "Pass"
    return str(action)


def _worth(rules: Tickets, line: str) -> str:
    return f" (+{rules.map.parameters.points[rules.map.connection(line).length]})"


def _completes(names: tuple[str, ...]) -> str:
    return f", completing {', '.join(names)}" if names else ""
