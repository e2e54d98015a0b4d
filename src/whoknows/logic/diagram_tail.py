"""The end of a diagram, where cards are tied by room alone: read off from the room that is left.

Of cards that nobody has mentioned, a seat knows only which lie in the places it sees; of some
others it was told in which places they are or are not. So what follows a node depends on how many
cards each place still gets, and the layers need not be gone through node by node. They come out
the same. Often, as where tricks are played, this is the whole diagram.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.vocabulary import Fact

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction

    from whoknows.logic.diagram import Diagram

Layer = NDArray[np.int32]
States = NDArray[np.int64]


def ending(space: "Diagram", facts: tuple[Fact, ...]) -> int:
    """How many of the facts, which are given from the top down, are alike at the end, or would be
    if no single values were ruled out."""
    # What lay in places that no longer exist, and who saw it, does not matter here.
    past = space.used.difference(space.variables.values(), space.store.told)
    if past or len(space.alike) > 1 or len({fact.values for fact in facts}) > 1:
        return 0
    untied = space.single.keys() | set(*space.alike)
    tied = [number for number, fact in enumerate(facts, 1) if fact.name not in untied]
    start = tied[-1] if tied else 0
    numbers = [number for fact in facts[start:] for number in space.numbers(fact)]
    in_a_row = all(later == number + 1 for number, later in pairwise(numbers))
    return len(facts) - start if in_a_row else 0


def last_layers(
    space: "Diagram", functions: list["BCDDFunction"], facts: tuple[Fact, ...], seen: frozenset[int]
) -> list[Layer]:
    """The layers of these facts, from the functions with which they begin.

    All functions are of one cell of somebody who sees these variables.
    """
    return layers(*rooms(space, functions, facts, seen))


def rooms(
    space: "Diagram", functions: list["BCDDFunction"], facts: tuple[Fact, ...], seen: frozenset[int]
) -> tuple[States, NDArray[np.bool_]]:
    """How much room each function leaves for these facts, and which values each may have."""
    first, width = space.numbers(facts[0])[0], len(facts[0].values)
    shown = np.array([first + value in seen for value in range(width)])
    cubes = (function.pick_cube() or [] for function in functions)
    lies = [cube[first : first + width * len(facts)] for cube in cubes]
    lying = np.array(lies, bool).reshape(len(functions), len(facts), width)
    may = np.where((lying[0] & shown).any(axis=1)[:, None], lying[0], ~shown)
    return lying.sum(axis=1), may & _not_ruled_out(space, facts)


def _not_ruled_out(space: "Diagram", facts: tuple[Fact, ...]) -> NDArray[np.bool_]:
    gone = (space.single.get(fact.name, frozenset()) for fact in facts)
    return np.array(
        [
            [str(value) not in out for value in fact.values]
            for fact, out in zip(facts, gone, strict=True)
        ]
    )


def layers(left: States, may: NDArray[np.bool_]) -> list[Layer]:
    """Where each value that a card may have leads, from the room left: a number with some bits
    for each place."""
    bits = [int(most).bit_length() for most in left.max(axis=0)]
    one = 1 << np.cumsum([0, *bits[:-1]])
    room = (one << bits) - one
    states, found, stuck = left @ one, [], False
    for values in may:
        there = (states[:, None] & room != 0) & values
        stuck = stuck or not there.any(axis=1).all()
        states, layer = _next_states((states[:, None] - one)[there], there)
        found.append(layer)
    return _leading_on(found) if stuck else found


def _next_states(after: States, there: NDArray[np.bool_]) -> tuple[States, Layer]:
    """The distinct ones, and the row of each where it came from."""
    states = np.sort(after)
    states = states[np.append(True, states[1:] != states[:-1])]
    layer = np.full(there.shape, -1, np.int32)
    layer[there] = states.searchsorted(after)
    return states, layer


def _leading_on(layers: list[Layer]) -> list[Layer]:
    """Without the rows from which not every card finds room."""
    kept, rows = [], np.array([0, -1], np.int32)
    for layer in reversed(layers):
        on = rows[layer]
        some = (on >= 0).any(axis=1)
        kept.append(on[some])
        rows = np.append(np.where(some, np.cumsum(some) - 1, -1), -1).astype(np.int32)
    return kept[::-1]
