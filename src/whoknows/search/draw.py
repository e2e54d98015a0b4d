"""Worlds for a compiled search, drawn uniformly from what a seat knows."""

from typing import Any, NamedTuple

import numpy as np

from whoknows.core.kernels import Compiled, Int, Row, kernel, word
from whoknows.logic.knowledge import Knowledge


class Worlds(NamedTuple):
    """A seat's possible deals as plain arrays (see `logic.chances.Flat`), in the game's numbers."""

    child: Any
    cut: Any
    cards: Any  # the card of each fact
    owners: Any  # who owns it, for each fact and value


def worlds(knowledge: Knowledge, rules: Compiled) -> Worlds:
    """The worlds that a seat considers possible."""
    chances = knowledge.chances
    owners = np.full((len(chances.facts), chances.flat.child.shape[1]), -1, np.int64)
    for number, fact in enumerate(chances.facts):
        owners[number, : len(fact.values)] = [rules.places[str(value)] for value in fact.values]
    cards = np.array([rules.cards[fact.name] for fact in chances.facts], np.int64)
    return Worlds(chances.flat.child, chances.flat.cut, cards, owners)


@kernel
def draw(worlds: Worlds, owners: Row, r: Row) -> None:
    """Writes an owner for every card, each possible deal equally likely (to 2^-64)."""
    node: Int = 0
    for number in range(worlds.cards.shape[0]):
        random = word(r)
        value = 0
        while worlds.child[node, value] < 0 or random > worlds.cut[node, value]:
            value += 1
        owners[worlds.cards[number]] = worlds.owners[number, value]
        node = worlds.child[node, value]
