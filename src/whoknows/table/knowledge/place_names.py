"""Places as people call them: by their owner, or in words."""

from __future__ import annotations

from collections.abc import Sequence
from string import digits

from whoknows.deals.places import DealVocabulary


def whereabouts(vocabulary: DealVocabulary, place: str) -> str:
    """A place as people call it: its owner's name, or in words; several may have the same name."""
    owner = vocabulary.owner(place)
    return owner if owner in vocabulary.seats else in_words(vocabulary.seats, place)


def in_words(seats: Sequence[str], place: str) -> str:
    """A place that is nobody's, in words; the games' own names for them have numbers."""
    name = place.rstrip(digits)
    if name in ("offer", "long") and place != name and int(place[len(name) :]) < len(seats):
        return f"offered to {seats[int(place[len(name) :])]}"
    return {"stock": "in the stock", "under": "in the stock", "out": "out of play"}.get(
        name, f"in {place}"
    )
