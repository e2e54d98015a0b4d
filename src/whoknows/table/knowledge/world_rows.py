"""The worlds of a model as rows of value codes, and sets of its worlds as bits, one per row.

A model that lists its worlds has such a table; of a diagram it is read off level by level, all rows
at once; so are deals of which cards were shown. Other engines are asked world by world.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from oxidd.bcdd import BCDDFunction

from whoknows.deals.deal_model import DealModel
from whoknows.deals.factual.claims import Claim
from whoknows.deals.factual.large import TooLargeError
from whoknows.deals.hands.hand_space import HandSpace
from whoknows.deals.hands.world_table import WorldTable, world_table
from whoknows.logic.bitset import Bitset
from whoknows.logic.chances import Chances
from whoknows.logic.diagram import Diagram
from whoknows.logic.flat_sets import from_nodes
from whoknows.logic.partition import bits, rows
from whoknows.logic.space import Set

Table = NDArray[np.int32]


def listed(model: DealModel) -> tuple[Table, list[int]]:
    """A table of worlds, and which of its rows are worlds of the model."""
    space, facts = model.space, model.vocabulary.facts
    if isinstance(space, Bitset):
        return space.table, rows(space.all, len(space.table)).tolist()
    if isinstance(space, Diagram) and _is_plain(model):
        table = _read_off(model, space)
    elif isinstance(space, HandSpace):
        table = world_table(space, space.all)
    else:
        worlds = list(space.assignments(space.all))
        codes = [[fact.codes[str(world[fact.name])] for fact in facts] for world in worlds]
        table = np.array(codes, np.int32).reshape(-1, len(facts))
    return table, list(range(len(table)))


def held_in(table: Table, model: DealModel, held: Set) -> int:
    """Which rows of a table are in a set of worlds of a model with the same facts."""
    space, facts = model.space, model.vocabulary.facts
    if isinstance(space, Bitset) and isinstance(held, int) and _same(space.table, table):
        return held & space.all
    if isinstance(space, Diagram) and isinstance(held, BCDDFunction) and _is_plain(model):
        return _inside(table, model, space, held)
    if isinstance(space, HandSpace) and isinstance(held, Claim):
        try:
            return bits(WorldTable(space, table).held(held))
        except TooLargeError:  # it speaks of knowledge, which takes each world by itself
            pass
    numbers = {codes.tobytes(): number for number, codes in enumerate(table)}
    found = 0
    for world in space.assignments(held & space.all):
        codes = np.array([fact.codes[str(world[fact.name])] for fact in facts], np.int32)
        if codes.tobytes() in numbers:
            found |= 1 << numbers[codes.tobytes()]
    return found


def parted(table: Table, model: DealModel, seat: int, held: int) -> list[int] | None:
    """The cells of a seat among these rows; None where the engine tells that otherwise."""
    numbers = rows(held, len(table))
    cells: Sequence[NDArray[np.generic]]
    if isinstance(model.space, HandSpace):
        cells = WorldTable(model.space, table[numbers]).alike(seat)
    elif isinstance(model.space, Diagram) and _is_plain(model):
        cells = _looking_alike(table[numbers], model, model.space, seat)
    else:
        return None
    found = []
    for cell in cells:
        some = np.zeros(len(table), bool)
        some[numbers[cell]] = True
        found.append(bits(some))
    return found


def _looking_alike(
    table: Table, model: DealModel, space: Diagram, seat: int
) -> list[NDArray[np.integer]]:
    """The rows that agree on every variable that a seat sees, the first row's cell first."""
    columns = [
        table[:, column] == fact.codes[str(value)]
        for column, fact in enumerate(model.vocabulary.facts)
        for value in fact.values
        if space.variables[fact.name, str(value)] in space.keys[seat]
    ]
    seen = np.packbits(np.array(columns, bool).reshape(-1, len(table)), axis=0)
    _, cell = np.unique(seen, axis=1, return_inverse=True)
    cell = cell.reshape(-1)
    ordered = np.argsort(cell, kind="stable")
    cells = np.split(ordered, np.flatnonzero(np.diff(cell[ordered])) + 1)
    return sorted(cells, key=lambda some: int(some[0]))


def _is_plain(model: DealModel) -> bool:
    """Whether a world tells nothing but where its cards lie."""
    facts = tuple(fact.name for fact in model.vocabulary.facts)
    return facts == model.vocabulary.world_facts


def _same(one: Table, other: Table) -> bool:
    return one is other or np.array_equal(one, other)


def _read_off(model: DealModel, space: Diagram) -> Table:
    found, columns = _levels(model, space, space.all)
    node: NDArray[np.integer] = np.zeros(1, np.int64)
    codes = np.zeros((1, 0), np.int32)
    for layer in found.layers:
        row, code = np.nonzero(layer[node] >= 0)
        codes = np.column_stack([codes[row], code.astype(np.int32)])
        node = layer[node[row], code]
    table = np.zeros_like(codes)
    for level, (column, coded) in enumerate(columns):
        table[:, column] = coded[codes[:, level]]
    return np.ascontiguousarray(table[np.lexsort(table.T[::-1])])


def _inside(table: Table, model: DealModel, space: Diagram, held: BCDDFunction) -> int:
    """Goes down the diagram with all rows at once; a row that falls off is not in the set."""
    if space.is_empty(held):
        return 0
    found, columns = _levels(model, space, held & space.all)
    node = np.zeros(len(table), np.int64)
    for layer, (column, coded) in zip(found.layers, columns, strict=True):
        back = np.argsort(coded)
        node = np.where(node >= 0, layer[node, back[table[:, column]]], -1)
    return bits(node >= 0)


def _levels(
    model: DealModel, space: Diagram, held: BCDDFunction
) -> tuple[Chances, list[tuple[int, Table]]]:
    """The levels of a diagram; for each the column of its fact, and the codes of its values."""
    facts = model.vocabulary.facts
    found = from_nodes(space, held, model.vocabulary.world_facts)
    numbers = {fact.name: number for number, fact in enumerate(facts)}
    columns = []
    for fact in found.facts:
        number = numbers[fact.name]
        coded = np.array([facts[number].codes[str(value)] for value in fact.values], np.int32)
        columns.append((number, coded))
    return found, columns
