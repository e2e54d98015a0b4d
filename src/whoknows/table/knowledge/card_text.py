"""Cards as people write them: playing cards with their suits, others by name or by letter."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from whoknows.deals.places import DealVocabulary
from whoknows.logic.card_letters import letters

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@lru_cache(maxsize=1_000)  # a page names every card hundreds of times
def suit_and_rank(card: str) -> tuple[str, str] | None:
    """The suit and the rank of a playing card; None for any other card."""
    rank, suit = card[:-1], card[-1:]
    return (suit, rank) if suit in SUITS and rank in RANKS else None


def spoken(card: str) -> str:
    """A card as people write it: `Q♥`; others by their own name."""
    parts = suit_and_rank(card)
    return card if parts is None else f"{parts[1]}{SUITS[parts[0]]}"


@lru_cache(maxsize=1_000)
def pretty(card: str) -> str:
    """The same in the colour of its suit."""
    parts = suit_and_rank(card)
    if parts is None:
        return escape(card)
    red = "red" if parts[0] in "DH" else "black"
    return f'<span class="playing {red}">{spoken(card)}</span>'


def named(vocabulary: DealVocabulary, card: str) -> str:
    """A card by its name, after the letter that pictures give it, if it has one."""
    letter = letters(vocabulary).get(card, card)
    return pretty(card) if letter == card else f"<b>{letter}</b> {escape(card)}"
