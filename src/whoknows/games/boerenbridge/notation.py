"""Actions as text: `N bids 2`, `N: QH`, `deal QH KH | ... , trump H`."""

import re

from whoknows.core.error import Error
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Bid, Deal, Play

BID = re.compile(r"(\w+) bids (\d+)")
PLAY = re.compile(r"(\w+): (\w+)")
DEAL = re.compile(r"deal ([\w? |]+), trump (\w+)")


def parse(seats: tuple[str, ...], text: str) -> Action:
    """The action of that text."""
    if found := BID.fullmatch(text):
        return Bid(_seat(seats, found[1], text), int(found[2]))
    if found := PLAY.fullmatch(text):
        return Play(_seat(seats, found[1], text), _card(found[2], text))
    if found := DEAL.fullmatch(text):
        return _deal(seats, found[1], found[2], text)
    raise Error(f"{text!r} is not an action of boerenbridge, such as 'N bids 2' or 'N: QH'")


def _deal(seats: tuple[str, ...], dealt: str, shown: str, text: str) -> Deal:
    piles = [tuple(_card(card, text) for card in pile.split()) for pile in dealt.split("|")]
    if len(piles) not in (len(seats), len(seats) + 1):
        raise Error(f"{text!r}: expected {len(seats)} hands and perhaps a stock")
    stock = piles[len(seats)] if len(piles) > len(seats) else ()
    turned = cards.HIDDEN if shown in cards.SUITS else _card(shown, text)
    trump = cards.SUITS.index(shown) if shown in cards.SUITS else cards.suit(turned)
    return Deal(tuple(piles[: len(seats)]), stock, trump, turned)


def _seat(seats: tuple[str, ...], name: str, text: str) -> str:
    if name not in seats:
        raise Error(f"{text!r}: no seat {name}; seats are {', '.join(seats)}")
    return name


def _card(name: str, text: str) -> int:
    try:
        return cards.card(name)
    except KeyError:
        raise Error(f"{text!r}: no card {name}; cards are such as QH and 10S") from None
