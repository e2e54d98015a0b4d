"""Whether a set is empty, or all of another: at once, where an engine writes equal sets alike.

Both lie inside the worlds of their space. To test any set, an engine first cuts off what lies
outside, which takes as long as to find the set.
"""

from __future__ import annotations

from whoknows.logic.bitset import Bitset
from whoknows.logic.diagram import Diagram
from whoknows.logic.space import Set, Space


def is_none(space: Space, held: Set) -> bool:
    """Whether no world is in the set."""
    if isinstance(space, Bitset | Diagram):
        return held == space.none
    return space.is_empty(held)


def is_all(space: Space, held: Set, of: Set) -> bool:
    """Whether a part of a set is all of it."""
    if held == of or isinstance(space, Bitset | Diagram):
        return held == of
    return space.is_empty(of & ~held)
