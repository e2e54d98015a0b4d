"""What players want of a game that is over, as one number a seat."""

from __future__ import annotations

from typing import Literal, get_args

from whoknows.adapters.position import NumberedGame, Position
from whoknows.core.error import Error

# The own points less the mean of the others', which is zero-sum; the points; a share of the win.
Utility = Literal["margin", "points", "win"]


def checked_utility(text: str) -> Utility:
    """One of these; an `Error` if it is another."""
    for one in get_args(Utility):
        if one == text:
            found: Utility = one
            return found
    raise Error(f"no utility {text!r}; there are {', '.join(get_args(Utility))}")


def worth(position: Position, utility: Utility) -> list[float]:
    """What a game that is over is worth to each seat."""
    game, state = position.rules.game, position.state
    if utility == "win":
        won = game.winners(state)
        return [1 / len(won) if seat in won else 0.0 for seat in range(position.rules.seats)]
    points = [float(number) for number in game.scores(state)]
    if utility == "points":
        return points
    others = len(points) - 1
    return [own - (sum(points) - own) / others for own in points]


def bounds(rules: NumberedGame, utility: Utility) -> tuple[float, float]:
    """The least and the most that it can be."""
    least, most = rules.numbers.points
    match utility:
        case "win":
            return 0.0, 1.0
        case "points":
            return least, most
    return least - most, most - least
