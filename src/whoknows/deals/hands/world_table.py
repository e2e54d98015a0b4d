"""Worlds in which cards were shown as rows of value codes, all at once: listed, sought, told apart.

A row has for each card the number of its place, and for each showing which card was chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.deals.factual.claims import Claim, Other
from whoknows.deals.factual.large import NESTED, TooLargeError
from whoknows.deals.hands.showings import Chose
from whoknows.logic.partition import Partition

if TYPE_CHECKING:
    from whoknows.deals.hands.hand_space import HandSpace

Codes = NDArray[np.int32]
Flags = NDArray[np.bool_]


def world_table(space: HandSpace, held: Claim) -> Codes:
    """All worlds of a set, in the order in which the engine lists them."""
    asked = space.chances(held).asked
    if asked is None or not space.deals(asked):
        return np.zeros((0, len(space.facts)), np.int32)
    table, chosen = space.cases(asked).table(), dict(asked.chosen)
    for showing in space.showings:
        can = table[:, showing.cards] == showing.place
        if showing.fact.name in chosen:
            can &= np.array(showing.cards) == chosen[showing.fact.name]
        row, code = np.nonzero(can)
        table = np.column_stack([table[row], code.astype(np.int32)])
    return table


@dataclass(frozen=True)
class WorldTable:
    """Rows that are worlds of a space, or were before something was announced there."""

    space: HandSpace
    rows: Codes

    def held(self, held: Claim) -> Flags:
        """Which of them are in a set of worlds; refused where it speaks of knowledge."""
        found = self._fits(held) & self._fits(self.space.told.public)
        for card, mask in enumerate(self.space.masks):
            if not self._may(card, mask).all():
                found &= self._lies(card, mask)
        return found

    def alike(self, seat: int) -> list[Flags]:
        """Those that look the same to a seat, in the order of their first rows."""
        whole = Partition(np.zeros(len(self.rows), np.int64), 1)
        labels = whole.refined(self._seen(seat)).labels
        return [labels == label for label in dict.fromkeys(labels.tolist())]

    def _fits(self, claim: Claim) -> Flags:
        found = np.full(len(self.rows), claim.every)
        for card, rooms in claim.lies:
            found = _joined(claim, found, self._lies(card, rooms))
        for part in claim.parts:
            own = self._fits(part) if isinstance(part, Claim) else self._states(part)
            found = _joined(claim, found, own)
        return found

    def _lies(self, card: int, rooms: int) -> Flags:
        """Where a card lies in one of these rooms."""
        found: Flags = self._may(card, rooms)[self._columns[card]]
        return found

    def _may(self, card: int, rooms: int) -> Flags:
        """For each place, whether there the card lies in one of these rooms."""
        options = self.space.filling.options[card]
        return np.array([room is not None and bool(rooms >> room & 1) for room in options])

    @cached_property
    def _columns(self) -> NDArray[np.intp]:
        """The rows as columns, each in a row in memory: claims ask for the same ones often."""
        return np.ascontiguousarray(self.rows.T, np.intp)

    def _states(self, part: Other) -> Flags:
        if not isinstance(part, Chose):
            raise TooLargeError(NESTED)
        for at, showing in enumerate(self.space.showings, len(self.space.cards)):
            if showing.fact.name == part.showing:
                chosen = np.array(showing.cards)[self._columns[at]]
                found: Flags = (chosen == part.card) == part.holds
                return found
        raise AssertionError("what was chosen was shown")

    def _seen(self, seat: int) -> Iterator[tuple[NDArray[np.integer], int]]:
        """What a seat sees: in which lot each card lies, and what it was shown; and how many
        there are of each."""
        space = self.space
        for card, options in enumerate(space.filling.options):
            lots = [-1 if room is None else _lot(space.lots[seat], room) for room in options]
            if len(set(lots)) > 1:
                yield np.array(lots)[self._columns[card]] + 1, max(lots) + 2
        for at, showing in enumerate(space.showings, len(space.cards)):
            if seat in showing.seen:
                yield self._columns[at], len(showing.cards)


def _joined(claim: Claim, one: Flags, other: Flags) -> Flags:
    return one & other if claim.every else one | other


def _lot(lots: tuple[int, ...], room: int) -> int:
    return next((number for number, lot in enumerate(lots) if lot >> room & 1), -1)
