"""Cards in a few letters, for pictures: by their own names if short, otherwise a letter for each.

Whoever has seen a picture may ask by its letters: formulas are spelled out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from string import ascii_letters

from whoknows.logic.formula import Atom, Formula, Name, rebuilt
from whoknows.logic.modal_operators import KnowsValue
from whoknows.logic.vocabulary import Vocabulary, World

SHORT = 3  # letters of a card's name that need no other


def letters(vocabulary: Vocabulary) -> dict[str, str]:
    """A short name for every card: its own, or a letter if names are long."""
    return _letters(vocabulary.world_facts)


# By the names alone: a vocabulary takes long to hash, and a page asks for every world's cards.
@lru_cache(maxsize=64)
def _letters(cards: tuple[str, ...]) -> dict[str, str]:
    if all(len(card) <= SHORT for card in cards) or len(cards) > len(ascii_letters):
        return {card: card for card in cards}
    return dict(zip(cards, ascii_letters, strict=False))


def spelled(vocabulary: Vocabulary, cards: Sequence[str]) -> str:
    """Some cards in a few letters."""
    names = letters(vocabulary)
    return run_together([names.get(card, card) for card in cards])


def run_together(names: Sequence[str]) -> str:
    """Names of cards, close together if each is one letter."""
    close = "".join(names)  # a page spells thousands: it is enough to measure them together
    return close if len(close) == len(names) else " ".join(names)


def spelled_where(
    vocabulary: Vocabulary, world: World, where: Callable[[Collection[int]], bool]
) -> str:
    """The cards of the places that these seats see: of those for which `where` is true."""
    shown = [p.cards for p in vocabulary.piles(world) if p.seen is not None and where(p.seen)]
    return " ".join(spelled(vocabulary, cards) for cards in shown if cards)


def shown_in_all(vocabulary: Vocabulary, worlds: Sequence[World]) -> list[tuple[str, str]]:
    """What was shown beside the deal, where it is the same in all these worlds: by name."""
    dealt, first = {*vocabulary.world_facts}, worlds[0]
    names = [fact.name for fact in vocabulary.facts if fact.name not in dealt]
    same = (name for name in names if all(world[name] == first[name] for world in worlds))
    return [(name, str(first[name])) for name in same]


def spelled_out(formula: Formula, vocabulary: Vocabulary) -> Formula:
    """The formula with the names of cards instead of their letters, unless a card has that name."""
    names = letters(vocabulary)
    cards: dict[Name, str] = {one: card for card, one in names.items() if one not in names}
    return _spelled_out(formula, cards) if cards else formula


def _spelled_out(formula: Formula, cards: dict[Name, str]) -> Formula:
    match formula:
        case Atom(name, (where, card)) if card in cards:
            return Atom(name, (where, cards[card]))
        case KnowsValue(seat, name) if name in cards:
            return KnowsValue(seat, cards[name])
    return rebuilt(formula, lambda part: _spelled_out(part, cards))
