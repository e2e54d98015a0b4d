"""All deals that fit some claims, as cases in each of which every claim is about one place.

What is claimed of single cards narrows the rooms in which they may lie, and full rooms narrow
the others. Where a claim ties several places, a card of it lies here or there: one case each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng, below
from whoknows.deals.factual.claim_counts import narrowed, placed, told_apart
from whoknows.deals.factual.claims import NOTHING, Claim, Masks
from whoknows.deals.factual.room_groups import is_one
from whoknows.deals.hands.hand_counts import SAFE, HandCounts, Hands, possible_hands
from whoknows.deals.hands.hand_deals import MOST_AT_ONCE, HandDeals
from whoknows.deals.hands.lattice import Ints, Lattice
from whoknows.deals.hands.local_claims import Options, fitting, places_of
from whoknows.logic.filling import Filling

Lies = dict[int, int]  # the place of each card


@dataclass(frozen=True)
class Choice:
    """A card of these was chosen, of those that lie in a place."""

    place: int
    cards: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class DealCase:
    """Deals with the cards in these rooms, and claims that are each about one place."""

    filling: Filling
    masks: Masks
    claims: tuple[Claim, ...]
    choices: tuple[Choice, ...] = ()  # a deal weighs as much as there were ways to choose
    alike: bool = True  # whether cards that nothing sets apart are one class

    @cached_property
    def fixed(self) -> Lies:
        """The place of each card that can lie in one place only."""
        options = self.filling.options
        rooms = {
            card: mask.bit_length() - 1 for card, mask in enumerate(self.masks) if is_one(mask)
        }
        return {card: options[card].index(room) for card, room in rooms.items()}

    @cached_property
    def axes(self) -> Mapping[int, int]:
        """The class of each other card."""
        return {card: n for n, some in enumerate(self.counts.classes) for card in some}

    @cached_property
    def total(self) -> int:
        """How many deals, or what they weigh."""
        constant = 1
        for choice in self.choices:
            if all(card in self.fixed for card in choice.cards):
                constant *= sum(self.fixed[card] == choice.place for card in choice.cards)
        return constant and constant * self.counts.total

    def lying(self, card: int, place: int) -> int:
        """In how many deals the card lies in the place."""
        counts = self.counts
        counts.all_lying  # noqa: B018 - first, since that tells the total too
        if card in self.fixed:
            return self.total * (self.fixed[card] == place)
        return counts.lying(place, self.axes[card])

    def fitting(self, claim: Claim) -> int | None:
        """How many deals fit a claim as well; None where that takes another count."""
        single = {axis for axis, some in enumerate(self.counts.classes) if len(some) == 1}
        if any(card in self.axes and self.axes[card] not in single for card in claim.cards):
            return self._of_one(claim)
        for place in sorted(places_of(claim, self.masks, self._options)):
            sets = self.counts.places[place].sets
            fits = fitting(claim, place, sets, self.lattice, self.axes, self.masks, self._options)
            return self.counts.held(place, fits)
        return self._of_one(claim)

    def draw(self, rng: Rng) -> Lies:
        """One of the deals."""
        return {**self.fixed, **HandDeals(self.counts).draw(rng)}

    def listed(self) -> Iterator[Lies]:
        """All of them, one by one."""
        few = self.total <= MOST_AT_ONCE
        counts = replace(self, alike=not few).counts
        return ({**self.fixed, **others} for others in HandDeals(counts).listed())

    def table(self) -> NDArray[np.int32]:
        """All of them: a row for each, with the place of every card."""
        counts = replace(self, alike=False).counts
        places = HandDeals(counts).table() if self.total else np.zeros((0, len(counts.classes)))
        found = np.zeros((len(places), len(self.masks)), np.int32)
        for card, place in self.fixed.items():
            found[:, card] = place
        for at, (card,) in enumerate(counts.classes):
            found[:, card] = places[:, at]
        return found

    @cached_property
    def classes(self) -> tuple[tuple[int, ...], ...]:
        """The cards that are not certain, those together that nothing sets apart."""
        return tuple(self._classes())

    @cached_property
    def lattice(self) -> Lattice:
        """The sets of these cards."""
        return Lattice(tuple(map(len, self.classes)))

    @cached_property
    def counts(self) -> HandCounts:
        """The hands that each place may hold of the cards that are not certain."""
        classes, lattice = self.classes, self.lattice
        axes = {card: n for n, some in enumerate(classes) for card in some}
        claims: dict[int, list[Claim]] = {}
        for claim in self.claims:
            claims.setdefault(min(places_of(claim, self.masks, self._options)), []).append(claim)
        chosen = {choice.place for choice in self.choices}
        hands, parts = [], {}
        for place in range(len(self._options[0])):
            several = self._groups(classes, place)
            sets = possible_hands(lattice, several)
            if place not in claims and place not in chosen and len(several) > 1:
                parts[place] = tuple(_unweighed(possible_hands(lattice, [one])) for one in several)
            for claim in claims.get(place, ()):
                sets = sets[fitting(claim, place, sets, lattice, axes, self.masks, self._options)]
            hands.append(Hands(sets, self._weights(lattice, axes, place, sets)))
        return HandCounts(classes, tuple(hands), parts)

    # below

    @property
    def _options(self) -> Options:
        return self.filling.options

    def _of_one(self, claim: Claim) -> int | None:
        """The same of a claim about one card alone."""
        if not claim.every or claim.parts or len(claim.lies) != 1:
            return None
        ((card, rooms),) = claim.lies
        options = self._options[card]
        there = [
            place for place, room in enumerate(options) if room is not None and rooms >> room & 1
        ]
        return sum(self.lying(card, place) for place in there)

    def _classes(self) -> Iterator[tuple[int, ...]]:
        """Cards that nothing sets apart from each other."""
        named = {card for claim in self.claims for card in claim.cards}
        named |= {card for choice in self.choices for card in choice.cards}
        groups: dict[object, list[int]] = {}
        for card, mask in enumerate(self.masks):
            if not is_one(mask):
                alone = card in named or not self.alike
                kind = card if alone else (mask, self._options[card])
                groups.setdefault(kind, []).append(card)
        return map(tuple, groups.values())

    def _groups(
        self, classes: Sequence[tuple[int, ...]], place: int
    ) -> list[tuple[Sequence[int], int]]:
        """Of which classes the place holds how many cards, as far as single cards tell."""
        rooms: dict[int, list[int]] = {}
        for options in self._options:
            room = options[place]
            if room is not None:
                rooms.setdefault(room, [])
        for axis, some in enumerate(classes):
            room = self._options[some[0]][place]
            if room is not None and self.masks[some[0]] >> room & 1:
                rooms[room].append(axis)
        left = {room: self.filling.rooms[room] for room in rooms}
        for card, where in self.fixed.items():
            room = self._options[card][place]
            if where == place and room is not None:
                left[room] -= 1
        return [(axes, left[room]) for room, axes in rooms.items()]

    def _weights(self, lattice: Lattice, axes: Mapping[int, int], place: int, sets: Ints) -> Ints:
        """In how many ways cards were chosen from each hand."""
        mine = [choice for choice in self.choices if choice.place == place]
        most = len(sets) * prod(len(choice.cards) for choice in mine)
        weights = np.ones(len(sets), np.int64 if most < SAFE else object)
        for choice in mine:
            open_ = [card for card in choice.cards if card in axes]
            if open_:
                sure = sum(self.fixed.get(card) == place for card in choice.cards)
                weights *= sure + sum(
                    (lattice.count(sets, axes[card]) for card in open_), np.zeros(len(sets), int)
                )
        return weights


def _unweighed(sets: Ints) -> Hands:
    return Hands(sets, np.ones(len(sets), np.int64))


@dataclass(frozen=True, eq=False)
class DealCases:
    """Cases that exclude each other."""

    cases: tuple[DealCase, ...]

    @cached_property
    def total(self) -> int:
        return sum(case.total for case in self.cases)

    def lying(self, card: int, place: int) -> int:
        """In how many deals the card lies in the place."""
        return sum(case.lying(card, place) for case in self.cases)

    def fitting(self, claim: Claim) -> int | None:
        """How many deals fit a claim as well; None where that takes another count."""
        found = [case.fitting(claim) for case in self.cases if case.total]
        return None if None in found else sum(many for many in found if many is not None)

    def draw(self, rng: Rng) -> Lies:
        """One of the deals, each equally likely."""
        number = below(rng, self.total)
        for case in self.cases:
            if number < case.total:
                return case.draw(rng)
            number -= case.total
        raise AssertionError("a number below the total falls into one of the cases")

    def table(self) -> NDArray[np.int32]:
        """All deals, as rows with the place of every card."""
        return np.concatenate([case.table() for case in self.cases])

    def listed(self) -> Iterator[Lies]:
        """All deals, one by one."""
        return (lies for case in self.cases if case.total for lies in case.listed())


def deal_cases(
    filling: Filling, masks: Masks, claim: Claim, choices: Sequence[Choice] = ()
) -> DealCases:
    """The deals with the cards in these rooms that fit the claim."""
    return DealCases(tuple(cases(filling, claim, masks, tuple(choices))))


def cases(
    filling: Filling, claim: Claim, masks: Masks, choices: tuple[Choice, ...] = ()
) -> Iterator[DealCase]:
    """The same, case by case."""
    claim, masks = _settled(filling, claim, masks)
    if claim == NOTHING or not all(masks):
        return
    parts = [claim] if not claim.every else [p for p in claim.parts if isinstance(p, Claim)]
    tied = next((p for p in parts if not places_of(p, masks, filling.options)), None)
    if tied is None:
        ordered = sorted(parts, key=lambda part: (part.lies, len(part.parts)))
        yield DealCase(filling, masks, tuple(ordered), choices)
        return
    card = min(tied.cards)
    for rooms in told_apart(tied, card, masks[card]):
        yield from cases(filling, claim, placed(masks, card, rooms), choices)


def _settled(filling: Filling, claim: Claim, masks: Masks) -> tuple[Claim, Masks]:
    """What is forced is done: cards that must lie somewhere fill rooms, which closes these."""
    while True:
        claim, masks = narrowed(claim, masks)
        if claim == NOTHING:
            return claim, masks
        left = list(filling.rooms)
        for mask in masks:
            if is_one(mask):
                left[mask.bit_length() - 1] -= 1
        if min(left) < 0:
            return NOTHING, masks
        shut = sum(1 << room for room, size in enumerate(left) if not size)
        fewer = tuple(mask if is_one(mask) else mask & ~shut for mask in masks)
        if fewer == masks:
            return claim, masks
        masks = fewer
