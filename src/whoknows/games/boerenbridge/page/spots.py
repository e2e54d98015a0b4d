"""Where on the table an action is done, for whoever wants to point at it."""

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Action, Bid, Play

Spot = tuple[str, str]  # the kind of a thing and its name: `data-face="QH"`


def spots(_: Boerenbridge, action: Action) -> list[Spot]:
    """The card that is played; a bid belongs to its seat."""
    match action:
        case Play(_, card):
            return [("face", cards.text(card))]
        case Bid(seat, _):
            return [("plate", seat)]
    return []
