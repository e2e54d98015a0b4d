"""The end of a diagram, where all cards left are alike: read off from the room that is left.

Of cards that nobody has mentioned, a seat knows only which lie in the places it sees. So what
follows a node depends on how many cards each place still gets, and the layers need not be gone
through node by node. They come out the same.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.vocabulary import Fact

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction

    from whoknows.logic.diagram import Diagram

Layer = NDArray[np.int32]


def ending(space: "Diagram", facts: tuple[Fact, ...]) -> int:
    """How many of the facts, which are given from the top down, are alike at the end."""
    # What lay in places that no longer exist, and who saw it, does not matter here.
    past = space.used.difference(space.variables.values(), space.store.told)
    if past or len(space.alike) != 1 or len({fact.values for fact in facts}) > 1:
        return 0
    unspoken = set(space.alike[0])
    spoken = [number for number, fact in enumerate(facts, 1) if fact.name not in unspoken]
    start = spoken[-1] if spoken else 0
    numbers = [number for fact in facts[start:] for number in space.numbers(fact)]
    in_a_row = all(later == number + 1 for number, later in pairwise(numbers))
    return len(facts) - start if in_a_row else 0


def last_layers(
    space: "Diagram", functions: list["BCDDFunction"], facts: tuple[Fact, ...], seen: frozenset[int]
) -> list[Layer]:
    """The layers of these facts, which are alike, from the functions with which they begin.

    All functions are of one cell of somebody who sees these variables.
    """
    first, width = space.numbers(facts[0])[0], len(facts[0].values)
    shown = np.array([first + value in seen for value in range(width)])
    cubes = (function.pick_cube() or [] for function in functions)
    lies = [cube[first : first + width * len(facts)] for cube in cubes]
    lying = np.array(lies, bool).reshape(len(functions), len(facts), width)
    may = np.where((lying[0] & shown).any(axis=1)[:, None], lying[0], ~shown)
    return list(_layers(lying.sum(axis=1), may))


def _layers(left: NDArray[np.int64], may: NDArray[np.bool_]) -> Iterator[Layer]:
    """Where each value that a card may have leads, from the room left: a number in a mixed radix,
    with a digit for each place."""
    base = left.max(axis=0) + 1
    weight = np.cumprod([1, *base[:-1]])
    states = left @ weight
    for values in may:
        there = (states[:, None] // weight % base > 0) & values
        states, where = np.unique((states[:, None] - weight)[there], return_inverse=True)
        layer = np.full(there.shape, -1, np.int32)
        layer[there] = where
        yield layer
