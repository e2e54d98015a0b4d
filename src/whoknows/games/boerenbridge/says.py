"""What a move makes public: who was dealt the card, and which suit somebody has run out of.

Worlds are whole deals, so that what follows by counting is known too: when three have shown a
void, the last hearts must lie with the fourth. A bid rules nothing out.
"""

from whoknows.core.game import Update
from whoknows.core.names import written
from whoknows.deals import updates
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Bid, Cards, DealRound, Play, State
from whoknows.logic.formula import Atom, Formula, Not, all_of


def said(seats: tuple[str, ...], pack: Cards, public: State, action: Action) -> tuple[Update, ...]:
    """The updates of an action, from public information alone."""
    match action:
        case DealRound():
            return (_deal(seats, pack, action),)
        case Bid(seat, tricks):
            return (updates.Announce("true", f"{seat} bids {tricks}"),)
        case Play(seat, card):
            played = updates.Announce(_has(seat, card), f"{seat} plays {cards.text(card)}")
            return (played, *_void(seats, pack, public, action))


def _deal(seats: tuple[str, ...], pack: Cards, deal: DealRound) -> Update:
    places = {seat: len(hand) for seat, hand in zip(seats, deal.hands, strict=True)}
    if deal.stock:
        places["stock"] = len(deal.stock)
    dealt = tuple(cards.text(card) for card in pack if card != deal.turned)
    trumps = cards.NAMES[cards.SUITS[deal.trump]]
    shown = "" if deal.turned == cards.HIDDEN else f" ({cards.text(deal.turned)} is turned up)"
    sentence = f"each player is dealt {len(deal.hands[0])} cards; {trumps} are trumps{shown}"
    return updates.Deal(places, dealt, seats=seats, sentence=sentence)


def _void(seats: tuple[str, ...], pack: Cards, public: State, play: Play) -> tuple[Update, ...]:
    """Not to follow suit says that one has none of it, beyond those played."""
    if not public.trick or cards.suit(play.card) == cards.suit(public.trick[0]):
        return ()
    led = cards.suit(public.trick[0])
    if public.voids[seats.index(play.seat)] >> led & 1:
        return ()
    played = {card for pile in public.dealt for card in pile}
    left = [c for c in pack if cards.suit(c) == led and c not in played and c != public.turned]
    if not left:
        return ()
    none = all_of(*(Not(_has(play.seat, card)) for card in left))
    sentence = f"{play.seat} has no {cards.suit_name(public.trick[0])} left"
    return (updates.Announce(none, sentence),)


def _has(seat: str, card: int) -> Formula:
    return Atom("has", (written(seat), cards.text(card)))
