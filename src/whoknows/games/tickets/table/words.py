"""Actions in a few words, for buttons and for a list."""

from __future__ import annotations

from whoknows.core.seen import Seen
from whoknows.games.tickets import moves
from whoknows.games.tickets.moves import Action, Keep, Names
from whoknows.games.tickets.rules import Tickets

KINDS = ("Keep", "Extra", "Withdraw", "Claim", "Block", "Take", "Blind", "Draw", "Station", "Pass")
ALL = ("", "it", "both", "all three", "all four", "all five")


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label, kind by kind."""
    actions = sorted(moment.actions, key=lambda action: KINDS.index(type(action).__name__))
    return [(str(action), label(moment.game, action)) for action in actions]


def label(rules: Tickets, action: Action) -> str:
    """An action in a few words."""
    match action:
        case moves.Claim(_, line, pay, completes):
            return f"Claim {line} with {pay}{_worth(rules, line)}{_completes(completes)}"
        case moves.Block(_, target, ticket, line, pay, completes):
            why = f" ({ticket})" if ticket else ""
            worth = _worth(rules, line)
            return f"Block {target}{why} at {line} with {pay}{worth}{_completes(completes)}"
        case moves.Take(_, colour):
            return f"Take {colour}"
        case moves.Blind():
            return "Draw from the pile"
        case moves.Draw():
            return "Draw tickets"
        case moves.Keep(_, _, _, completes):
            return f"Keep {kept(action)}{_completes(completes)}"
        case moves.Station(_, city, pay):
            return f"Station in {city} with {pay}"
        case moves.Extra(_, pay):
            return f"Pay {pay} more for the tunnel"
        case moves.Withdraw():
            return "Give up the tunnel"
        case moves.Pass():
            return "Pass"
    return str(action)


def kept(action: Keep) -> str:
    """Which of the tickets offered are kept, in the fewest words."""
    many = len(action.kept) + len(action.back)
    if not action.back and many < len(ALL):
        return ALL[many]
    if len(action.back) == 1 and many > 3:
        return f"all but {action.back[0]}"
    only = "only " if len(action.kept) == 1 else ""
    return only + listed(action.kept)


def listed(names: Names) -> str:
    """Names with commas and a last *and*."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _worth(rules: Tickets, line: str) -> str:
    return f" (+{rules.map.parameters.points[rules.map.connection(line).length]})"


def _completes(names: Names) -> str:
    return f", completing {', '.join(names)}" if names else ""
