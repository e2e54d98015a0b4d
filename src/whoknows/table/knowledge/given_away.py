"""What each move gave away: how much each of the others learned from it, in bits and in words.

    tellings(moments) -> [{"step": 12, "by": "Bram", "gave": [{"to": "Cleo", "bits": 2.3}]}]

Whoever considers n deals possible lacks log2(n) bits of knowing where every card is, so a move that
leaves one in eight of them tells three bits. A move that shows a card says that in so many words;
`unsaid` are the bits beyond it. All of this is counted exactly, for one who sees everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log2
from typing import TypedDict

from whoknows.logic.formula import all_of
from whoknows.table.knowledge.chapter import cases, considered
from whoknows.table.knowledge.discoveries import Fact, discoveries, has, said_of
from whoknows.table.knowledge.visible_moment import Dealt, Moment

MOMENTS = 3  # of a game that are worth a look
LEAST = 0.05  # bits that are worth telling


class Gift(TypedDict):
    """What somebody learned from a move, in bits: in all, and beyond what it said openly."""

    to: str
    bits: float
    unsaid: float


class Telling(TypedDict):
    """A move: who made it, what it told each of the others, and who now knows what."""

    step: int
    by: str
    gave: list[Gift]
    words: list[str]


def tellings(moments: Sequence[Moment]) -> list[Telling]:
    """Every move of a seat that told somebody something; the moments are of who sees all."""
    pairs = pairwise(moments)
    found = (telling(before, after) for before, after in pairs)
    return [one for one in found if one is not None and (one["gave"] or one["words"])]


def telling(before: Moment, after: Moment) -> Telling | None:
    """One move; None if it was not a seat's, or was about other cards than the move before it."""
    if not isinstance(before, Dealt) or not isinstance(after, Dealt):
        return None
    seats = after.game.seats
    if after.by not in seats or not after.stages or not _is_about_the_same(before, after):
        return None
    said = sorted(said_of(after))
    gifts = [_gift(before, after, n, said) for n, name in enumerate(seats) if name != after.by]
    gave = [gift for gift in gifts if gift["bits"] >= LEAST]
    words = [one["words"] for one in discoveries(before, after)]
    return Telling(step=after.step, by=after.by, gave=gave, words=words)


def worth_a_look(told: Sequence[Telling], most: int = MOMENTS) -> list[Telling]:
    """The moves after which somebody could work out the most, in the order of the game: what was
    said openly does not count, and every discovery counts as much as a bit."""
    ranked = sorted(told, key=lambda one: (-_interest(one), one["step"]))
    return sorted((one for one in ranked[:most] if _interest(one)), key=lambda one: one["step"])


def _interest(one: Telling) -> float:
    return max((gift["unsaid"] for gift in one["gave"]), default=0.0) + len(one["words"])


def _is_about_the_same(before: Dealt, after: Dealt) -> bool:
    """Whether deals can be counted against each other."""
    was, now = before.model.vocabulary, after.model.vocabulary
    return was.places == now.places and was.cards == now.cards


def _gift(before: Dealt, after: Dealt, seat: int, said: Sequence[Fact]) -> Gift:
    was, now = considered(before, seat), cases(considered(after, seat))
    openly = was.worlds & before.model.where(all_of(*map(has, said))) if said else was.worlds
    bits, unsaid = (_bits(many, now) for many in (cases(was), openly.deals()))
    return Gift(to=after.game.seats[seat], bits=bits, unsaid=unsaid)


def _bits(before: int, after: int) -> float:
    """How many bits it is from so many deals to so few."""
    return round(log2(before) - log2(after), 2) if before > after else 0.0
