"""Even deals: those with the least difference between the richest and the poorest hand."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.deals.places import DealVocabulary, multinomial
from whoknows.logic.filling import MOST_WAYS, Filling
from whoknows.logic.formula import Named
from whoknows.logic.space import Engine, Held


def even_deals(
    sizes: Sequence[int], values: Sequence[int], hands: Sequence[int]
) -> NDArray[np.int32]:
    """All even deals of cards with these values, one per row: for every card the number of its
    place. `hands` are the places that count; what lies elsewhere is nobody's."""
    rooms = tuple(sizes)
    ways = multinomial(rooms)
    if ways > MOST_WAYS:
        raise Error(f"{ways:,} deals are too many to find the even ones among them")
    table = Filling(rooms, (tuple(range(len(rooms))),) * len(values)).listed()
    sums = np.stack([(table == hand) @ np.array(values) for hand in hands], axis=1)
    spread = sums.max(axis=1) - sums.min(axis=1)
    return np.asarray(table[spread == spread.min()])


def even(space: Engine[Held], words: DealVocabulary, values: Named[int]) -> Held:
    """The worlds that are even deals; the hands are the places that somebody owns."""
    worth = {str(card): value for card, value in values.items()}
    for card in words.world_facts:
        if card not in worth:
            raise Error(f"even: no value for {card}")
    hands = [n for n, place in enumerate(words.places) if place.owner is not None]
    sizes = [place.size for place in words.places]
    table = even_deals(sizes, [worth[card] for card in words.world_facts], hands)
    names = [place.name for place in words.places]
    made: dict[tuple[int, bytes], Held] = {}

    def node(rows: NDArray[np.int32], card: int) -> Held:
        """The rows as a set: deals with the same continuation share it."""
        if card == rows.shape[1]:
            return space.all
        key = card, rows[:, card:].tobytes()
        if key not in made:
            made[key] = reduce(or_, (branch(rows, card, n) for n in np.unique(rows[:, card])))
        return made[key]

    def branch(rows: NDArray[np.int32], card: int, place: int) -> Held:
        lying = space.is_value(words.world_facts[card], names[place])
        return lying & node(rows[rows[:, card] == place], card + 1)

    return node(table, 0)
