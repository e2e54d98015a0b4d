"""Filling rooms: how the worlds of a deal are made, for both engines.

Facts take their values one after the other, and each value takes a place in a room of limited size;
at the end every room is full. The state on the way is how much room is left, so worlds share it: a
diagram has a node for each state, a list grows row by row.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Room = tuple[int, ...]
Node = TypeVar("Node")
MOST_WAYS = 5_000_000  # to list, one by one


@dataclass(frozen=True)
class Filling:
    """For each fact, the room that each of its values takes a place in (None: not allowed)."""

    rooms: Room
    options: tuple[tuple[int | None, ...], ...]

    @cached_property
    def _is_free(self) -> bool:
        """Whether every fact may take a place in every room, so that nothing can go wrong."""
        rooms = set(range(len(self.rooms)))
        return all(rooms <= set(options) for options in set(self.options))

    @cached_property
    def _takers(self) -> tuple[Room, ...]:
        """For each fact and room, how many facts from this one on may take a place in it."""
        takers = [(0,) * len(self.rooms)]
        for options in reversed(self.options):
            takers.append(tuple(later + (room in options) for room, later in enumerate(takers[-1])))
        return tuple(reversed(takers))

    def listed(self) -> NDArray[np.int32]:
        """All ways, one per row, as the number of the value that each fact takes."""
        left, steps = self._full, []
        for moves in self._moves():
            after = moves[left].ravel()
            chosen = np.flatnonzero(after >= 0)
            row = chosen // moves.shape[1]
            left = after[chosen]
            steps.append((row, chosen - row * moves.shape[1]))
        return self._traced(steps, len(left))

    def layers(self) -> list[NDArray[np.int64]]:
        """For each fact, a row for each state that can be reached and a column for each value: the
        row of the next state (-1: none)."""
        left, layers = self._full, []
        for moves in self._moves():
            after = moves[left]
            left, rows = np.unique(after[after >= 0], return_inverse=True)
            after[after >= 0] = rows
            layers.append(after)
        return layers

    @property
    def _full(self) -> NDArray[np.int64]:
        """The state with which it begins: all room is left."""
        return np.array([np.prod(np.array(self.rooms) + 1) - 1])

    def _moves(self) -> Iterator[NDArray[np.int64]]:
        """For each fact: from every state, the one that each value leads to (-1: none).

        The room left is kept as one number in a mixed radix, with a digit for each room.
        """
        sizes = np.array(self.rooms) + 1
        weight = np.cumprod([1, *sizes[:-1]])
        states = np.arange(sizes.prod())[:, None]
        digits = states // weight % sizes
        known: dict[tuple[int | None, ...], NDArray[np.int64]] = {}
        for number, options in enumerate(self.options):
            if options not in known:
                rooms = [-1 if room is None else room for room in options]
                there = (digits[:, rooms] > 0) & (np.array(rooms) >= 0)
                known[options] = np.where(there, states - weight[rooms], -1)
            moves = known[options]
            if not self._is_free:
                fits = (digits <= self._takers[number + 1]).all(axis=1)
                moves = np.where(fits[moves], moves, -1)
            yield moves

    def _traced(
        self, steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]], ways: int
    ) -> NDArray[np.int32]:
        """Each way followed back from its end to its beginning."""
        table = np.empty((len(steps), ways), np.int32)
        at = np.arange(ways)
        for number in reversed(range(len(steps))):
            row, value = steps[number]
            table[number] = value[at]
            at = row[at]
        return table.T

    def drawn(self, node: Callable[[int, list[Node]], Node], full: Node, none: Node) -> Node:
        """The diagram of all ways; `node(number, branches)` makes a node from a branch for each
        value."""
        made = [full]
        for number, layer in reversed(list(enumerate(self.layers()))):
            branches = [*made, none]  # -1 is the last
            made = [node(number, [branches[after] for after in row]) for row in layer.tolist()]
        return made[0]
