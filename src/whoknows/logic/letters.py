"""Cards in a few letters, for pictures: by their own names if short, else a letter for each.

Who has seen a picture may ask by its letters: formulas are spelled out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from string import ascii_letters
from typing import Any

from whoknows.logic.formula import And, Atom, Formula, KnowsValue, Name, Or
from whoknows.logic.vocabulary import World

SHORT = 3  # letters of a card's name that need no other


@lru_cache(maxsize=64)
def letters(vocabulary: Any) -> dict[str, str]:
    """A short name for every card: its own, or a letter where names are long."""
    cards = vocabulary.world_facts
    if all(len(card) <= SHORT for card in cards) or len(cards) > len(ascii_letters):
        return {card: card for card in cards}
    return dict(zip(cards, ascii_letters, strict=False))


def spelled(vocabulary: Any, cards: Sequence[str]) -> str:
    """Some cards in a few letters."""
    names = letters(vocabulary)
    known = [names.get(card, card) for card in cards]
    return ("" if all(len(name) == 1 for name in known) else " ").join(known)


def spelled_where(vocabulary: Any, world: World, where: Callable[[Collection[int]], bool]) -> str:
    """The cards of the places that these seats see: of those for which `where` is true."""
    places = [place for place in getattr(vocabulary, "places", ()) if where(place.seen)]
    piles = [[str(card) for card in vocabulary.several(world[place.key])] for place in places]
    return " ".join(spelled(vocabulary, pile) for pile in piles if pile)


def spelled_out(formula: Formula, vocabulary: Any) -> Formula:
    """The formula with the names of cards instead of their letters, where no card is called so."""
    names = letters(vocabulary)
    cards: dict[Name, str] = {one: card for card, one in names.items() if one not in names}
    return _spelled_out(formula, cards) if cards else formula


def _spelled_out(formula: Formula, cards: dict[Name, str]) -> Formula:
    """The formula with the names of cards instead of their letters."""
    match formula:
        case Atom(name, (where, card)) if card in cards:
            return Atom(name, (where, cards[card]))
        case KnowsValue(seat, name) if name in cards:
            return KnowsValue(seat, cards[name])
        case And(several) | Or(several):
            return type(formula)(tuple(_spelled_out(part, cards) for part in several))
    inner = {
        field.name: _spelled_out(part, cards)
        for field in fields(formula)
        if isinstance(part := getattr(formula, field.name), Formula)
    }
    return replace(formula, **inner) if inner else formula  # type: ignore[arg-type]
