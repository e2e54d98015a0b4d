"""Sets of worlds as `Chances`: from the rows of a bitset or the nodes of a diagram.

An engine that neither lists nor draws its worlds has chances of its own.
"""

from operator import itemgetter
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from whoknows.logic.bitset import Bitset
from whoknows.logic.chances import Chances, Uniform
from whoknows.logic.diagram_tail import ending, last_layers, rooms
from whoknows.logic.partition import rows
from whoknows.logic.past_chances import Counted
from whoknows.logic.room_chances import RoomChances
from whoknows.logic.space import Set, Space
from whoknows.logic.vocabulary import Fact, Vocabulary

if TYPE_CHECKING:
    from oxidd.bcdd import BCDDFunction

    from whoknows.logic.diagram import Diagram


@runtime_checkable
class HasChances(Protocol):
    """A space that knows the chances of its sets, by all of its facts."""

    def chances(self, held: Set) -> Uniform: ...


def chances(
    space: Space, held: Set, words: Vocabulary, cell: tuple[int, ...] | None = None
) -> Uniform:
    """The chances of a set of worlds: of its deals, or with their pasts if they have any.

    If the set is a cell, `cell` says what these seats together cannot tell apart (nobody: all).
    """
    if isinstance(space, HasChances):
        return space.chances(held)
    if words.has_past:
        return Counted(space, held, words.facts)
    if isinstance(space, Bitset) and isinstance(held, int):
        return _from_rows(space, held, words.world_facts)
    return _of_diagram(space, held, words.world_facts, cell)  # type: ignore[arg-type]


def _of_diagram(
    space: "Diagram", held: "BCDDFunction", names: tuple[str, ...], cell: tuple[int, ...] | None
) -> Uniform:
    facts = _by_level(space, set(names))
    if cell is None or ending(space, facts) < len(facts) or not held.satisfiable():
        return from_nodes(space, held, names, cell)
    left, may = rooms(space, [held], facts, _seen(space, cell))
    return RoomChances(facts, left[0], may)


def _from_rows(space: Bitset, held: int, names: tuple[str, ...]) -> Chances:
    """A node for each distinct beginning of rows."""
    columns = [number for number, fact in enumerate(space.facts) if fact.name in set(names)]
    facts = tuple(space.facts[column] for column in columns)
    table = np.unique(space.table[rows(held & space.all, len(space.table))][:, columns], axis=0)
    node, layers = np.zeros(len(table), np.int64), []
    for fact, codes in zip(facts, table.T, strict=True):
        found, ahead = np.unique(node * len(fact.values) + codes, return_inverse=True)
        layer = np.full((int(node.max(initial=0)) + 1, len(fact.values)), -1, np.int32)
        layer[np.divmod(found, len(fact.values))] = np.arange(len(found))
        layers.append(layer)
        node = ahead
    # All rows end in the one last node.
    layers[-1] = np.where(layers[-1] < 0, -1, 0).astype(np.int32)
    return Chances(facts, tuple(layers), len(table))


def from_nodes(
    space: "Diagram",
    held: "BCDDFunction",
    names: tuple[str, ...],
    cell: tuple[int, ...] | None = None,
) -> Chances:
    """Worlds told apart by these facts: a node for each distinct function of the facts still to
    come."""
    # Where there are few, machine words will do.
    most = min(1.0001 * (space.all & held).sat_count_float(len(space.used)), 2.0**64)
    held = space.project(held, names)
    facts = _by_level(space, set(names))
    functions, layers = [held], []
    by_room = cell is not None and held.satisfiable()
    end = len(facts) - (ending(space, facts) if by_room else 0)
    for fact in facts[:end]:
        ahead: dict[BCDDFunction, int] = {}
        if fact.is_proposition:
            children = _proposition(functions, space.numbers(fact)[0], ahead)
        else:
            children = _one_of(functions, len(fact.values), ahead)
        layers.append(np.array(children, np.int32).reshape(-1, len(fact.values)))
        functions = list(ahead)
    if end < len(facts):
        layers += last_layers(space, functions, facts[end:], _seen(space, cell or ()))
    return Chances(facts, tuple(layers), int(most))


def _seen(space: "Diagram", cell: tuple[int, ...]) -> frozenset[int]:
    return frozenset[int]().union(*(space.keys[seat] for seat in cell))


def _one_of(
    functions: list["BCDDFunction"], width: int, ahead: dict["BCDDFunction", int]
) -> list[int]:
    """The children of functions whose next variables are values of which one is true."""
    children: list[int] = []
    for function in functions:
        for later in range(width - 1, -1, -1):
            halves = function.cofactors()
            if halves is None:  # it is false: neither this value is possible nor one to come
                children += [-1] * (later + 1)
                break
            lower, function = halves
            if not lower.satisfiable():
                children.append(-1)
                continue
            for _ in range(later):
                further = lower.cofactor_false()
                if further is None:
                    break
                lower = further
            children.append(ahead.setdefault(lower, len(ahead)))
    return children


def _proposition(
    functions: list["BCDDFunction"], number: int, ahead: dict["BCDDFunction", int]
) -> list[int]:
    """The children of functions whose next variable, if they depend on it, is this one."""
    children: list[int] = []
    for function in functions:
        halves = function.cofactors() if function.node_var() == number else None
        true, false = halves or (function, function)
        for lower in (false, true):
            satisfiable = lower.satisfiable()
            children.append(ahead.setdefault(lower, len(ahead)) if satisfiable else -1)
    return children


def _by_level(space: "Diagram", names: set[str]) -> tuple[Fact, ...]:
    """These facts, and the values of each, from the top of the diagram to its bottom."""

    level = space.store.manager.var_to_level
    found: list[tuple[int, Fact]] = []
    for fact in space.facts:
        if fact.name in names:
            levels = list(map(level, space.numbers(fact)))
            in_order = levels == sorted(levels)
            found.append((min(levels), fact if in_order else _ordered(fact, levels)))
    return tuple(fact for _, fact in sorted(found, key=itemgetter(0)))


def _ordered(fact: Fact, levels: list[int]) -> Fact:
    by_level = sorted(zip(levels, fact.values, strict=True), key=itemgetter(0))
    return Fact(fact.name, tuple(value for _, value in by_level))
