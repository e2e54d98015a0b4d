"""What a seat can tell apart: a partition of rows. Sets of rows are big integers, a bit for
each."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
Column = NDArray[Any]  # a value for each row: numbers, or objects where they are large

# Up to this many bits in all cells together it is faster to go through the cells one by one.
CELL_BITS = 1 << 22


@dataclass(frozen=True, eq=False)
class Partition:
    """The cells of a seat: rows with the same label look the same to it."""

    labels: Labels
    size: int

    @cached_property
    def cells(self) -> tuple[int, ...] | None:
        """Each cell as a set of rows, if there are few."""
        if self.size * len(self.labels) > CELL_BITS:
            return None
        inside = np.zeros((self.size, len(self.labels)), bool)
        inside[self.labels, np.arange(len(self.labels))] = True
        packed = np.packbits(inside, axis=1, bitorder="little")
        return tuple(int.from_bytes(row.tobytes(), "little") for row in packed)

    def untouched(self, held: int) -> int:
        """The union of the cells that have no world in the set."""
        if self.cells is None:
            touched = np.zeros(self.size, bool)
            touched[self.labels[rows(held, len(self.labels))]] = True
            return bits(~touched[self.labels])
        union = 0
        for cell in self.cells:
            if not cell & held:
                union |= cell
        return union

    def refined(self, columns: Iterable[tuple[Column, int]]) -> "Partition":
        """The partition by label and the columns' codes together; each says how many it has."""
        joint, size = self.labels, self.size
        for codes, many in columns:
            if size * many >= 1 << 62:
                joint, size = numbered(joint)
            joint, size = joint * many + codes, size * many
        return Partition(*(_renumbered(joint, size) if size < 1 << 16 else numbered(joint)))


def bits(held: NDArray[np.bool_]) -> int:
    """A row of truth values as an integer, the first row the lowest bit."""
    return int.from_bytes(np.packbits(held, bitorder="little").tobytes(), "little")


def unpacked(held: int, size: int) -> NDArray[np.bool_]:
    """The row of truth values of a set that lies within `size` rows."""
    octets = np.frombuffer(held.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(octets, count=size, bitorder="little").astype(bool)


def rows(held: int, size: int) -> NDArray[np.int64]:
    """The numbers of the rows in a set."""
    return np.flatnonzero(unpacked(held, size))


def numbered(column: Column) -> tuple[Labels, int]:
    """The values of a column as numbers from 0, and how many there are."""
    found, numbers = np.unique(column, return_inverse=True)
    return numbers.astype(np.int64), len(found)


def _renumbered(labels: Labels, size: int) -> tuple[Labels, int]:
    """The same for numbers below a small size, without sorting."""
    used = np.zeros(size, bool)
    used[labels] = True
    return (np.cumsum(used) - 1)[labels], int(used.sum())
