"""How many pairs of worlds a seat cannot tell apart, in a diagram.

Cell by cell, if there are only facts. If a seat was told more, down two copies of the diagram at
once: what the seat sees is the same in both, everything else is free.
"""

from itertools import product
from typing import TYPE_CHECKING

from oxidd.bcdd import BCDDFunction

from whoknows.core.error import Error
from whoknows.logic.cell_pairs import pairs as pairs_in_cells
from whoknows.logic.flat_sets import from_nodes
from whoknows.logic.vocabulary import Fact

if TYPE_CHECKING:
    from whoknows.logic.diagram import Diagram

MOST_REACHED = 1_000_000  # pairs of nodes side by side


def pairs(space: "Diagram", seat: int) -> int:
    """The ordered pairs of worlds in one cell of the seat."""
    found = by_cells(space, seat)
    return by_nodes(space, seat) if found is None else found


def by_cells(space: "Diagram", seat: int) -> int | None:
    """The quick way; None if there is more than facts, or too much to list."""
    if not _is_bare(space) or not space.all.satisfiable():
        return None
    found = from_nodes(space, space.all, tuple(fact.name for fact in space.facts))
    return pairs_in_cells(found, [_looks(space, seat, fact) for fact in found.facts])


def _is_bare(space: "Diagram") -> bool:
    """Whether there is nothing but facts, the variables of each side by side: those for a place
    that no longer exists stand among the cards."""
    if not len(space.used) == len(space.variables) == len(set(space.variables.values())):
        return False
    level = space.store.manager.var_to_level
    places = {number: at for at, number in enumerate(sorted(space.used, key=level))}
    spans = ([places[number] for number in space.numbers(fact)] for fact in space.facts)
    return all(max(span) - min(span) == len(span) - 1 for span in spans)


def _looks(space: "Diagram", seat: int, fact: Fact) -> list[int]:
    """How the seat sees each value of a fact: 0 for all those that it does not see."""
    numbers = space.numbers(fact) * (2 if fact.is_proposition else 1)
    seen = [number in space.keys[seat] for number in numbers]
    return [at + 1 if is_seen else 0 for at, is_seen in enumerate(seen)]


def by_nodes(space: "Diagram", seat: int) -> int:
    """The slower way, which always works."""
    reached = {(space.all, space.all): 1} if space.all.satisfiable() else {}
    for number in sorted(space.used, key=space.store.manager.var_to_level):
        lower: dict[tuple[BCDDFunction, BCDDFunction], int] = {}
        for (one, other), ways in reached.items():
            ones, others = _halves(one, number), _halves(other, number)
            seen = number in space.keys[seat]
            for pair in zip(ones, others, strict=True) if seen else product(ones, others):
                if pair[0].satisfiable() and pair[1].satisfiable():
                    lower[pair] = lower.get(pair, 0) + ways
        if len(lower) > MOST_REACHED:
            raise Error("too many worlds to count the pairs that a seat cannot tell apart")
        reached = lower
    return sum(reached.values())


def _halves(function: BCDDFunction, number: int) -> tuple[BCDDFunction, BCDDFunction]:
    """The function with the variable true and false, where it is no higher than the top."""
    if function.node_var() != number:
        return function, function
    true, false = function.cofactors() or (function, function)
    return true, false
