"""Actions in a few words, for buttons and for a list: their labels, and what these ask for."""

from __future__ import annotations

from whoknows.core.actions import Pattern, word
from whoknows.core.drawing import Seen
from whoknows.core.plural import some
from whoknows.games.tickets import moves
from whoknows.games.tickets.moves import Action, Block, Claim, Keep, Names
from whoknows.games.tickets.rules import Tickets

ORDER = (
    moves.Keep, moves.Extra, moves.Withdraw, moves.Claim, moves.Block, moves.Take, moves.Blind,
    moves.Draw, moves.Station, moves.Pass,
)  # fmt: skip
ALL = ("", "it", "both", "all three", "all four", "all five")


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label, kind by kind."""
    actions = sorted(moment.actions, key=lambda action: ORDER.index(type(action)))
    return [(str(action), label(moment.game, action)) for action in actions]


def label(rules: Tickets, action: Action) -> str:
    """An action in a few words."""

    def told(name: str) -> str:
        match name, action:
            case "worth", Claim() | Block():
                return _worth(rules, action.connection)
            case "which", Keep():
                return kept(action)
        return word(action, name)

    return Pattern(action.label or action.text).write(told)


def in_words(moment: Seen) -> str:
    """The last move in plain words: of a deal who gets what, as far as the viewer sees it."""
    told: str = moment.move
    if not told.startswith("deal "):
        return told
    names = moment.game.seats
    if moment.viewer == "all":
        hands = [tuple(hand.split(", ")) for hand in told.removeprefix("deal ").split(" | ")]
        return "; ".join(
            f"{name} gets {listed(hand)}" for name, hand in zip(names, hands, strict=True)
        )
    many = int(told.split()[1])
    dealt = f"each player gets {some(many, 'ticket')}"
    if not isinstance(moment.viewer, int):
        return dealt
    me = names[moment.viewer]
    own = tuple(told.removesuffix(f" to {me}").split(", ")[-many:])
    return f"{dealt}, {me} {listed(own)}"


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
    return str(rules.map.parameters.points[rules.map.connection(line).length])
