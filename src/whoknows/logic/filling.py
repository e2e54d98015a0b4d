"""Filling rooms: how the worlds of a deal are made, for both engines.

Facts take their values one after the other, and each value takes a place in a room of
limited size; at the end every room is full. The state on the way is how much room is left,
so worlds share it: a diagram has a node a state, a list grows row by row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Room = tuple[int, ...]


@dataclass(frozen=True)
class Filling:
    """For each fact, the room that each of its values takes a place in (None: not allowed)."""

    rooms: Room
    options: tuple[tuple[int | None, ...], ...]

    def step(self, number: int, left: Room, option: int) -> Room | None:
        """The room left when the fact takes that value, or None if it does not fit."""
        room = self.options[number][option]
        if room is None or not left[room]:
            return None
        after = (*left[:room], left[room] - 1, *left[room + 1 :])
        fits = all(map(int.__le__, after, self._takers[number + 1]))
        return after if fits else None

    @cached_property
    def _takers(self) -> tuple[Room, ...]:
        """For each fact and room, how many facts from this one on may take a place in it."""
        takers = [(0,) * len(self.rooms)]
        for options in reversed(self.options):
            takers.append(
                tuple(later + (room in options) for room, later in enumerate(takers[-1]))
            )
        return tuple(reversed(takers))

    def listed(self) -> NDArray[np.int32]:
        """All ways, a row each, as the number of the value that each fact takes."""
        table = np.zeros((1, len(self.options)), np.int32)
        left = np.array([self.rooms], np.int32)
        for number, options in enumerate(self.options):
            values = np.array([v for v, room in enumerate(options) if room is not None])
            rooms = np.array([room for room in options if room is not None])
            row, chosen = np.nonzero(left[:, rooms] > 0)
            table, left = table[row], left[row]
            table[:, number] = values[chosen]
            left[np.arange(len(left)), rooms[chosen]] -= 1
            fits = (left <= self._takers[number + 1]).all(axis=1)
            table, left = table[fits], left[fits]
        return table

    def drawn(self, node: Callable[[int, list[Any]], Any], full: Any, none: Any) -> Any:
        """The diagram of all ways; `node(number, branches)` makes one from a branch a value."""
        layers = self._layers()
        made: dict[Room, Any] = {left: full for left in layers[-1]}
        for number in reversed(range(len(self.options))):
            made = {
                left: node(number, [made.get(after, none) for after in afters])  # type: ignore[arg-type]
                for left, afters in layers[number].items()
            }
        return made[self.rooms]

    def _layers(self) -> list[dict[Room, list[Room | None]]]:
        """For each fact, the states that can be reached and where each value leads."""
        layers: list[dict[Room, list[Room | None]]] = []
        reached: set[Room] = {self.rooms}
        for number, options in enumerate(self.options):
            layer = {
                left: [self.step(number, left, option) for option in range(len(options))]
                for left in reached
            }
            layers.append(layer)
            reached = {after for afters in layer.values() for after in afters if after}
        return [*layers, {left: [] for left in reached}]
