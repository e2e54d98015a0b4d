"""What is often said of cards, as formulas: any name will do, also one of several words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from whoknows.core.names import written
from whoknows.logic.formula import Atom, Formula, Not, all_of, any_of


def has_none(seat: str, cards: Iterable[str]) -> Formula:
    """That a seat has none of these cards."""
    return _has_none(seat, tuple(cards))


def has_some(seat: str, cards: Iterable[str]) -> Formula:
    """That a seat has at least one of these cards."""
    return any_of(*(Atom("has", (written(seat), card)) for card in cards))


def all_in(place: str, cards: Iterable[str]) -> Formula:
    """That all these cards lie in a place."""
    return all_of(*(Atom("in", (written(place), card)) for card in cards))


@lru_cache(1 << 12)  # searches let seats say it again and again
def _has_none(seat: str, cards: tuple[str, ...]) -> Formula:
    return all_of(*(Not(Atom("has", (written(seat), card))) for card in cards))
