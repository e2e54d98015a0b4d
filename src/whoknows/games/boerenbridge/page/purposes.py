"""What a card or a bid is good for, in words, from what its seat can know.

Whether a card takes the trick is certain where nobody after it can hold a better one. Where
somebody may, the likeliest of them is named.
"""

from collections.abc import Iterator
from fractions import Fraction

from whoknows.core.drawing import Seen, own_seat
from whoknows.core.names import person
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.page import card_faces
from whoknows.games.boerenbridge.rules import Boerenbridge, worth
from whoknows.games.boerenbridge.state import Action, Bid, Cards, Play, State


def purpose(moment: Seen, action: Action) -> str:
    """A sentence without its end."""
    match action:
        case Play(_, card):
            return f"{_trick(moment, card)}; {_wanted(moment.state, own_seat(moment))}"
        case Bid():
            return _hand(moment)
    return ""


def _trick(moment: Seen, card: int) -> str:
    """Whether it takes the trick."""
    state: State = moment.state
    led = (*state.trick, card)[0]
    own = worth(card, led, state.trump)
    if any(worth(other, led, state.trump) > own for other in state.trick):
        return "cannot take this trick"
    better = list(_better(moment, card, led))
    if not better:
        return "takes this trick for certain: nobody after you can have a better card"
    odds, seat, other = max(better)
    if odds == 1:
        return f"{person(seat)} has the {card_faces.name(other)}, which beats it"
    return (
        f"{person(seat)} may have the {card_faces.name(other)}, which beats it ({float(odds):.0%})"
    )


def _better(moment: Seen, card: int, led: int) -> Iterator[tuple[Fraction, str, int]]:
    """Who of those after the viewer may hold which card that beats this one, and how likely."""
    rules: Boerenbridge = moment.game
    state: State = moment.state
    after = [
        rules.seats[(own_seat(moment) + n) % rules.players]
        for n in range(1, rules.players - len(state.trick))
    ]
    odds, gone = moment.mine.ownership(), set(_played(state))
    for other in rules.pack(state.round):
        if other in gone or worth(other, led, state.trump) <= worth(card, led, state.trump):
            continue
        for seat in after:
            if share := odds[cards.text(other)].get(seat):
                yield share, seat, other


def _played(state: State) -> Iterator[int]:
    """The cards of this round that have left their hands."""
    for dealt, hand in zip(state.dealt, state.hands, strict=True):
        yield from (card for card in dealt if card != cards.HIDDEN and card not in hand)


def _wanted(state: State, seat: int) -> str:
    short = state.bids[seat] - state.won[seat]
    if short > 0:
        return f"you need {short} more"
    return "you need no more" if short == 0 else "you have too many already"


def _hand(moment: Seen) -> str:
    """What speaks for tricks: trumps, and the highest cards of the round."""
    state: State = moment.state
    hand: Cards = state.hands[own_seat(moment)]
    highest = max(map(cards.rank, moment.game.pack(state.round)))
    trumps = [card for card in hand if cards.suit(card) == state.trump]
    high = [card for card in hand if cards.rank(card) == highest]
    named = ", ".join(map(card_faces.short, high)) or "none"
    return f"of your {len(hand)} cards {len(trumps)} are trumps; highest of a suit: {named}"
