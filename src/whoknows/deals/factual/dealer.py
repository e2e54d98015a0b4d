"""Deals cards to rooms, each to one of its own, with every way to do so equally likely."""

from dataclasses import dataclass
from functools import lru_cache

from whoknows.core.error import Error
from whoknows.core.uniform import Rng
from whoknows.deals.factual.claims import Masks
from whoknows.deals.factual.contingency import Contingency, Rooms
from whoknows.deals.factual.room_groups import grouped, is_one, quickest, room_of, settled


@dataclass(frozen=True, eq=False)
class Dealer:
    """What must be, and a table of what may be."""

    certain: dict[int, int]  # the room of each card that has one only
    groups: list[list[int]]  # the other cards
    places: list[list[int]]  # for each room its number, as often as there is a place left
    table: Contingency
    turned: bool  # whether the places are dealt to the cards

    def deal(self, rng: Rng) -> dict[int, int]:
        """The room of each card."""
        if self.turned:
            taken = self.table.draw(self.places, self.groups, rng)
            return self.certain | {card: room for room, card in taken}
        return self.certain | dict(self.table.draw(self.groups, self.places, rng))


@lru_cache(maxsize=64)
def dealer(masks: Masks, rooms: Rooms) -> Dealer:
    """Who deals the cards to the rooms of their masks."""
    left = settled(grouped(masks), rooms)
    if left is None:
        raise Error("no world is left")
    now = [left.masks[mask] for mask in masks]
    return Dealer(
        {card: room_of(mask) for card, mask in enumerate(now) if is_one(mask)},
        [[card for card, mask in enumerate(now) if mask == group] for group, _ in left.groups],
        [[room] * size for room, size in enumerate(left.rooms)],
        *quickest(left.groups, left.rooms),
    )
