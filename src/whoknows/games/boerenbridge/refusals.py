"""Why a bid or a card is refused: a rule of the game, and nothing that the seat cannot see."""

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Bid, Cards, DealRound, Play, State


def reason(name: str, hand: Cards, size: int, state: State, action: Action) -> str:
    """What is wrong with this action of the seat to move, in a round of this many cards."""
    match action:
        case DealRound():
            return f"the cards are dealt, and it is {name}'s turn"
        case Bid(seat) | Play(seat) if seat != name:
            return f"it is {name}'s turn"
        case Bid(_, tricks):
            return _bid(name, tricks, size, state)
        case Play(_, card):
            return _card(name, card, hand, state)


def _bid(name: str, tricks: int, size: int, state: State) -> str:
    if not state.is_bidding:
        return "the bidding is over"
    if tricks > size:
        return f"a bid is from 0 to {size} tricks"
    return f"the bids may not add up to {size}: {name} may not bid {tricks}"


def _card(name: str, card: int, hand: Cards, state: State) -> str:
    if state.is_bidding:
        return f"{name} has to bid first"
    if card not in hand:
        return f"it is not in {name}'s hand"
    return f"{name} holds {cards.suit_name(state.trick[0])} and must follow"
