"""What a move makes public: who was dealt the card, and which suit somebody has run out of.

Worlds are whole deals, so seats also know what follows by counting: when three have shown that they
have no hearts, the fourth must have the rest. A bid rules nothing out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whoknows.core.game import Update
from whoknows.core.names import written
from whoknows.core.plural import some
from whoknows.deals import updates
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Bid, Cards, DealRound, Play, State
from whoknows.logic.formula import Atom, Formula, Not, all_of

if TYPE_CHECKING:
    from whoknows.games.boerenbridge.rules import Boerenbridge


def said(rules: Boerenbridge, public: State, action: Action) -> tuple[Update, ...]:
    """The updates of an action, from public information alone."""
    pack = rules.pack(public.round)
    match action:
        case DealRound():
            return (_deal(rules, pack, action),)
        case Bid(seat, tricks):
            return (updates.Announce("true", f"{seat} bids {tricks}"),)
        case Play(seat, card):
            played = updates.Announce(_has(seat, card), f"{seat} plays {cards.text(card)}")
            return (played, *_void(rules.seats, pack, public, action))


def _deal(rules: Boerenbridge, pack: Cards, deal: DealRound) -> Update:
    places = {seat: len(hand) for seat, hand in zip(rules.seats, deal.hands, strict=True)}
    if deal.stock:
        places["stock"] = len(deal.stock)
    dealt = tuple(cards.text(card) for card in pack if card != deal.turned)
    trumps = cards.NAMES[cards.SUITS[deal.trump]]
    shown = "" if deal.turned == cards.HIDDEN else f" ({cards.text(deal.turned)} is turned up)"
    size = len(deal.hands[0])
    told = f"{size} cards each are dealt"
    if rules.is_named:
        told = f"each player is dealt {some(size, 'card')}"
    sentence = f"{told}; {trumps} are trumps{shown}"
    return updates.Deal(places, dealt, seats=rules.seats, sentence=sentence)


def _void(seats: tuple[str, ...], pack: Cards, public: State, play: Play) -> tuple[Update, ...]:
    """Not following suit says that the player has none of it left."""
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
