"""Seats as the page shows them: a mark in their colour, and a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from whoknows.logic.svg import MARKS


def badge(seats: Sequence[str], number: int) -> str:
    """A seat: its mark in its colour, and its name."""
    return _badge(seats[number], number)


@lru_cache(maxsize=256)  # of every seat a page has hundreds
def _badge(name: str, number: int) -> str:
    mark = MARKS[number % len(MARKS)]
    return (
        f'<span class="badge seat{number}"><span class="mark" aria-hidden="true">{mark}</span>'
        f"&#160;{escape(name)}</span>"
    )


def owner_badge(seats: Sequence[str], owner: str) -> str:
    """Who or what has a card: a seat with its mark, or a place in words."""
    return badge(seats, seats.index(owner)) if owner in seats else escape(owner)
