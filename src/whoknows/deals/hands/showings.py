"""What was shown, and sets of worlds in which something was chosen to be shown.

A showing lets somebody choose one of some cards that lie in a place. A set of worlds is then the
rooms of each card, what else is claimed of the deal, and what was chosen, as far as it is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from whoknows.deals.factual.claims import (
    NOTHING,
    Claim,
    Masks,
    Other,
    lying,
    stating,
    together,
)
from whoknows.deals.factual.large import TooLargeError
from whoknows.deals.factual.room_groups import is_one
from whoknows.logic.vocabulary import Fact


@dataclass(frozen=True)
class Chose(Other):
    """This card was chosen when something was shown."""

    showing: str
    card: int


@dataclass(frozen=True)
class Shown:
    """A showing: one of these cards, of those that lie in a place; who saw which."""

    fact: Fact
    place: int
    rooms: tuple[int, ...]  # for each of the cards, the room in which it then lies
    cards: tuple[int, ...]
    seen: frozenset[int] = frozenset()

    @cached_property
    def claim(self) -> Claim:
        """What all know of it: one of the cards lies there."""
        pairs = zip(self.cards, self.rooms, strict=True)
        return reduce(or_, (lying(card, 1 << room) for card, room in pairs))


@dataclass(frozen=True)
class Asked:
    """A set of worlds: rooms for each card, what else is claimed, and what was chosen."""

    masks: Masks
    parts: frozenset[Claim]
    chosen: tuple[tuple[str, int], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not all(self.masks) or NOTHING in self.parts

    @property
    def is_deal(self) -> bool:
        """Whether it tells the room of every card."""
        return all(map(is_one, self.masks))

    @cached_property
    def named(self) -> frozenset[str]:
        """The showings of which it tells what was chosen."""
        return frozenset(name for name, _ in self.chosen)


def plain(part: Claim | Other, chosen: Mapping[str, int]) -> Claim | None:
    """What it claims of the cards, given what was chosen; None if it is about more than that."""
    claim = part if isinstance(part, Claim) else stating(part)
    if claim.is_factual:
        return claim
    if not all(isinstance(one, Chose) and one.showing in chosen for one in _others(claim)):
        return None
    return claim.answered(
        lambda one: isinstance(one, Chose) and (chosen[one.showing] == one.card) == one.holds
    )


def _others(claim: Claim) -> Iterator[Other]:
    """All in it that is not about where the cards lie."""
    for part in claim.parts:
        yield from _others(part) if isinstance(part, Claim) else (part,)


def literal(claim: Claim) -> tuple[int, int]:
    """The card and the room of a claim that a card lies in a room."""
    if not claim.every or claim.parts or len(claim.lies) != 1 or not is_one(claim.lies[0][1]):
        raise TooLargeError(": what is shown lies in one place")
    ((card, rooms),) = claim.lies
    return card, rooms.bit_length() - 1


def beyond(asked: Asked, cell: Asked) -> Claim | None:
    """What a set claims beyond a cell that it lies in; None if it does not lie in it."""
    if asked.chosen != cell.chosen or not asked.parts >= cell.parts:
        return None
    if any(mine & ~theirs for mine, theirs in zip(asked.masks, cell.masks, strict=True)):
        return None
    pairs = enumerate(zip(asked.masks, cell.masks, strict=True))
    lies = (lying(card, mine) for card, (mine, theirs) in pairs if mine != theirs)
    return together((*(asked.parts - cell.parts), *lies))


def is_choice(part: object) -> bool:
    return isinstance(part, Chose)
