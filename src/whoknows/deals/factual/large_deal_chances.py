"""Exact counts, odds and uniform samples of deals that are too many to draw.

Cards that may go to the same rooms are counted as a group, and a draw first decides how many of
each group go where. For compiled searches the deals of a seat become a flat diagram after all: a
node for each way to have room left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.uniform import Rng
from whoknows.deals.factual.claim_counts import count, narrowed, placed, told_apart
from whoknows.deals.factual.claims import EVERYTHING, Claim, Masks
from whoknows.deals.factual.contingency import chosen
from whoknows.deals.factual.possible_pasts import Trail
from whoknows.deals.factual.room_groups import grouped, settled
from whoknows.logic.chances import Chances, Flat, Layer
from whoknows.logic.vocabulary import Fact, Value

if TYPE_CHECKING:
    from whoknows.deals.factual.factual_space import Factual

MOST_NODES = 1 << 14  # of the flat diagram: beyond, drawing deals one by one is soon faster
MOST_STATES = 1 << 62  # so that the room left is a number of numpy's


@dataclass(frozen=True, eq=False)
class DealChances:
    """The deals that fit a claim with the cards in these rooms; all their pasts are as likely."""

    space: "Factual"
    claim: Claim
    masks: Masks
    trail: Trail

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The cards, those with the fewest possible rooms first."""
        return tuple(self.space.facts[card] for card in self._order)

    @cached_property
    def total(self) -> int:
        """How many deals there are."""
        return self._count(self.claim, self.masks)

    @cached_property
    def marginals(self) -> dict[tuple[str, Value], int]:
        """In how many deals each card lies in each place."""
        return {
            (self.space.facts[card].name, value): self._lying(card, self.space.room(card, value))
            for card in self._order
            for value in self.space.facts[card].values
        }

    def sample(self, rng: Rng) -> dict[str, Value]:
        """One deal, by whole numbers alone."""
        return self._world(self._codes(rng))

    def samples(self, rng: Rng, many: int) -> NDArray[np.int32]:
        """Many deals: one per row, the number of the place for each card."""
        columns = len(self.facts) + len(self._lay)
        return np.array([self._codes(rng) for _ in range(many)], np.int32).reshape(many, columns)

    def worlds(self, drawn: NDArray[np.int32]) -> Iterator[dict[str, Value]]:
        """What `samples` drew, as places of cards."""
        return map(self._world, drawn.tolist())

    @cached_property
    def flat(self) -> Flat:
        """Plain arrays that compiled code draws from."""
        if self.claim != EVERYTHING:
            raise Error("compiled code draws from what a seat knows, not from any set of deals")
        if self.trail.courses.floats:
            raise Error("compiled code cannot draw if some deals are likelier than others")
        return Chances(self.facts, self._layers(), self.total).flat

    @cached_property
    def _order(self) -> list[int]:
        # Cards that lie in one room first: they multiply no nodes.
        return sorted(range(len(self.masks)), key=lambda c: (self.masks[c].bit_count(), c))

    def _lying(self, card: int, room: int) -> int:
        here = self.masks[card] & 1 << room
        return self._count(self.claim, placed(self.masks, card, here)) if here else 0

    def _count(self, claim: Claim, masks: Masks) -> int:
        return count(claim, masks, self.trail)

    def _codes(self, rng: Rng) -> list[int]:
        """The number of the place of each card in one deal, and the card of each place that was."""
        lie, told = self.trail.draw(self._decided(rng), rng)
        places = [self.space.filling.options[card].index(lie[card]) for card in self._order]
        return [*places, *(told[fact.name] for fact in self._lay)]

    def _world(self, codes: list[int]) -> dict[str, Value]:
        facts = (*self.facts, *self._lay)
        return {fact.name: fact.values[code] for fact, code in zip(facts, codes, strict=True)}

    @cached_property
    def _lay(self) -> tuple[Fact, ...]:
        """What lay in places that no longer exist: part of a world, but not of its cards."""
        cards = tuple(fact.name for fact in self.space.facts)
        return tuple(Fact(name, cards) for name in self.space.told)

    def _decided(self, rng: Rng) -> Masks:
        """Masks in which all deals fit the claim: if it tells a card's rooms apart, one of them is
        drawn by how many deals it has."""
        claim, masks = self.claim, self.masks
        while claim != EVERYTHING:
            card = min(claim.cards)
            ways = [placed(masks, card, some) for some in told_apart(claim, card, masks[card])]
            drawn = ways[chosen([self._count(claim, way) for way in ways], rng)]
            claim, masks = narrowed(claim, drawn)
        return masks

    def _layers(self) -> tuple[Layer, ...]:
        """A node for each way to have room left, as one number in a mixed radix."""
        self._check_size()
        sizes = np.array(self.space.rooms) + 1
        weight = np.cumprod([1, *sizes[:-1]])
        states, layers = np.array([(sizes - 1) @ weight]), []
        for card in self._order:
            rooms = np.array(self.space.filling.options[card])
            may = (self.masks[card] >> rooms & 1).astype(bool)
            left = states[:, None] // weight[rooms] % sizes[rooms]
            after = np.where(may & (left > 0), states[:, None] - weight[rooms], -1)
            states = np.unique(after[after >= 0])
            layers.append(np.where(after < 0, -1, np.searchsorted(states, after)).astype(np.int32))
        return _without_dead_ends(layers)

    def _check_size(self) -> None:
        left = settled(grouped(self.masks), self.space.rooms)
        nodes = 0 if left is None else prod(size + 1 for size in left.rooms)
        if nodes > MOST_NODES or prod(size + 1 for size in self.space.rooms) > MOST_STATES:
            raise Error(f"{nodes:,} ways to have room left are too many for a search to draw from")


def _without_dead_ends(layers: list[Layer]) -> tuple[Layer, ...]:
    """The layers without branches from which the rooms cannot be filled."""
    alive = np.array([True, False])  # the child -1 finds the last
    found = []
    for layer in reversed(layers):
        found.append(np.where(alive[layer], layer, -1).astype(np.int32))
        alive = np.append((found[-1] >= 0).any(axis=1), False)
    return tuple(reversed(found))
