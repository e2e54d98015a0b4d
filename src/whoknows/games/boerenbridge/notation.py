"""Actions as text: `N bids 2`, `N: QH`, `deal QH KH | ... , trump H`.

Each action has one text: the cards of a pile in order, clubs first and the two lowest.
"""

import re
from dataclasses import replace

from whoknows.core import names
from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Bid, DealRound, Play

BID = re.compile(r"(\w+) bids ([0-9]{1,2})")
PLAY = re.compile(r"(\w+): (\w+)")
DEAL = re.compile(r"deal ([\w? |]+), trump (\w+)")


def parse(seats: tuple[str, ...], text: str) -> Action:
    """The action of that text."""
    action = _read(seats, text)
    if text not in (str(action), _numbered(seats, action)):
        raise Error(f"{text!r} must be written {str(action)!r}")
    return action


def _read(seats: tuple[str, ...], text: str) -> Action:
    if found := BID.fullmatch(text):
        return Bid(_seat(seats, found[1], text), int(found[2]))
    if found := PLAY.fullmatch(text):
        return Play(_seat(seats, found[1], text), _card(found[2], text))
    if found := DEAL.fullmatch(text):
        return _deal(seats, found[1], found[2], text)
    such = f"such as '{seats[0]} bids 2' or '{seats[0]}: QH'"
    raise Error(f"{short(text)} is not an action of boerenbridge, {such}")


def _deal(seats: tuple[str, ...], dealt: str, shown: str, text: str) -> DealRound:
    piles = [tuple(sorted(_card(card, text) for card in p.split())) for p in dealt.split("|")]
    if len(piles) not in (len(seats), len(seats) + 1):
        raise Error(f"{text!r}: expected {len(seats)} hands and maybe a stock")
    hands, stock = tuple(piles[: len(seats)]), piles[len(seats)] if piles[len(seats) :] else ()
    if shown in cards.NAMES:
        return DealRound(hands, stock, cards.SUITS.index(shown))
    turned = _card(shown, text)
    return DealRound(hands, stock, cards.suit(turned), turned)


def _seat(seats: tuple[str, ...], name: str, text: str) -> str:
    try:
        return seats[names.number(seats, name)]
    except Error as fault:
        raise Error(f"{text!r}: {fault}") from None


def _numbered(seats: tuple[str, ...], action: Action) -> str:
    """The text of an action that tells the number of its seat."""
    if isinstance(action, DealRound):
        return str(action)
    return str(replace(action, seat=str(seats.index(action.seat))))


def _card(name: str, text: str) -> int:
    try:
        return cards.card(name)
    except KeyError:
        raise Error(f"{text!r}: no card {name}; cards look like QH and 10S") from None
