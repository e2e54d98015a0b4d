"""Questions that a seat answers by looking: at its hand, at the trick, at what has been played.

Those about a card answer with that card. A *plain* suit is one that is not trumps. The *highest
remaining* card of a suit: no card of the suit is higher that is unplayed and outside the hand, or
in the present trick.
"""

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.graphs.decision_graph import GraphAnswer
from whoknows.games.boerenbridge.graphs.round_view import RoundView, of_suit, without_suit
from whoknows.games.boerenbridge.state import Cards


def leading(sight: RoundView) -> GraphAnswer:
    return GraphAnswer(not sight.trick)


def last_to_play(sight: RoundView) -> GraphAnswer:
    return GraphAnswer(not sight.later)


def can_follow(sight: RoundView) -> GraphAnswer:
    return GraphAnswer(bool(of_suit(sight.hand, sight.led)))


def holds_trumps(sight: RoundView) -> GraphAnswer:
    return GraphAnswer(bool(of_suit(sight.hand, sight.trump)))


def is_ruffed(sight: RoundView) -> GraphAnswer:
    """A trump lies on the table, and another suit was led."""
    return GraphAnswer(sight.led != sight.trump and bool(of_suit(sight.trick, sight.trump)))


def highest_remaining_trump(sight: RoundView) -> GraphAnswer:
    return _found(_highest_remaining(sight, sight.trump))


def highest_remaining_of_led(sight: RoundView) -> GraphAnswer:
    return _found(None if sight.led is None else _highest_remaining(sight, sight.led))


def highest_remaining_plain(sight: RoundView) -> GraphAnswer:
    """The highest remaining card of a plain suit; of several, the highest."""
    plain = (suit for suit in range(len(cards.SUITS)) if suit != sight.trump)
    tops = (_highest_remaining(sight, suit) for suit in plain)
    return _found(sight.highest(card for card in tops if card is not None))


def lowest_of_two(sight: RoundView) -> GraphAnswer:
    """The lowest card of a plain suit of which the hand has two or more.

    Of several such suits, the lowest card of them all.
    """
    plain = without_suit(sight.hand, sight.trump)
    paired = (card for card in plain if len(of_suit(plain, cards.suit(card))) >= 2)
    return _found(sight.lowest(paired))


def winning_trump(sight: RoundView) -> GraphAnswer:
    """The lowest trump that beats the table."""
    return _found(sight.lowest(trumps_above(sight)))


def card_below(sight: RoundView) -> GraphAnswer:
    """The highest card that follows suit and stays below the best on the table."""
    following = of_suit(sight.hand, sight.led)
    return _found(sight.highest(c for c in following if sight.order(c) < sight.order(sight.best)))


def trump_below(sight: RoundView) -> GraphAnswer:
    """The highest trump of the hand below the highest on the table."""
    top = sight.highest(of_suit(sight.trick, sight.trump))
    own = of_suit(sight.hand, sight.trump)
    return _found(None if top is None else sight.highest(card for card in own if card < top))


def highest_plain(sight: RoundView) -> GraphAnswer:
    """The highest card that is not a trump."""
    return _found(sight.highest(without_suit(sight.hand, sight.trump)))


def trumps_above(sight: RoundView) -> Cards:
    """The trumps of the hand that beat the table."""
    own = of_suit(sight.hand, sight.trump)
    return tuple(card for card in own if sight.order(card) > sight.order(sight.best))


def _highest_remaining(sight: RoundView, suit: int) -> int | None:
    """The seat's own card of the suit, if no unseen card and no card on the table is higher."""
    own = max(of_suit(sight.hand, suit), default=None)
    out = of_suit((*sight.unseen, *sight.trick), suit)
    return own if own is not None and all(own > card for card in out) else None


def _found(card: int | None) -> GraphAnswer:
    return GraphAnswer(card is not None, card=card)
