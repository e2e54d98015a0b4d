"""Cards as numbers: thirteen per suit, clubs first and twos lowest; `QH` is their notation."""

from functools import cache

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
HIDDEN = -1
PACK = 52

_TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}


def suit(card: int) -> int:
    return card // 13


def rank(card: int) -> int:
    """0 for a two to 12 for an ace."""
    return card % 13


def suit_name(card: int) -> str:
    """The suit of a card in words, such as hearts."""
    return NAMES[SUITS[suit(card)]]


def text(card: int) -> str:
    return "?" if card == HIDDEN else _TEXTS[card]


def card(text: str) -> int:
    """The card of that notation; a KeyError if there is none."""
    return HIDDEN if text == "?" else _CARDS[text]


@cache
def highest(ranks: int) -> tuple[int, ...]:
    """The cards of this many of the highest ranks in every suit."""
    return tuple(card for card in range(PACK) if rank(card) >= 13 - ranks)
