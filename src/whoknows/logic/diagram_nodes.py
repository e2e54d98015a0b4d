"""Diagrams drawn whole: nodes are numbered in arrays and handed to oxidd as one file.

oxidd reads a quarter of a million nodes (in the format DDDMP) in a tenth of the time that as
many calls take. An edge is the number of a node, 1 is the terminal; minus means not.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from oxidd.bcdd import BCDDFunction, BCDDManager
from oxidd.util import DDDMPFile

from whoknows.core.error import Error

Edges = NDArray[np.int64]
TRUE, FALSE = 1, -1
MOST_WRITTEN = 10**8 - 2  # numbers are written in eight digits
NUMBERS = "id", "variable", "then", "other"
PARTS = ["id", "a", "variable", "b", "then_sign", "then", "c", "other_sign", "other", "end"]
LINE = np.dtype([(part, "2u4" if part in NUMBERS else "S1") for part in PARTS])


def one_of_each(
    manager: BCDDManager, numbers: Sequence[Sequence[int]], layers: Sequence[Edges]
) -> BCDDFunction:
    """Of the variables of each fact exactly one is true, and then its branch holds.

    The variables are given in their order, none between them; the layers as by `Filling.layers`: a
    row for each state, a column for each variable.
    """
    drawn = _Nodes()
    below, first = np.array([TRUE]), sum(map(len, numbers))
    for layer in reversed(layers):
        first -= layer.shape[1]
        below = drawn.layer(first, layer, below)
    return drawn.read(manager, [number for fact in numbers for number in fact], int(below[0]))


class _Nodes:
    """Nodes so far, those below first: the variable, and where it leads if true and if false."""

    def __init__(self) -> None:
        self.made: list[Edges] = []
        self.many = 1

    def layer(self, first: int, layer: Edges, below: Edges) -> Edges:
        """The edges to the states of a layer, from those to the states of the next."""
        free = np.append(below, FALSE)  # none of the variables further down is true
        chain = np.full(len(layer), FALSE)
        for option in range(layer.shape[1] - 1, -1, -1):
            chain = self.add(first + option, free[layer[:, option]], chain)
            if option:
                free = self.add(first + option, FALSE, free)
        return chain

    def add(self, variable: int, then: Edges | int, other: Edges) -> Edges:
        """A node for each pair of edges, except those that are false either way."""
        made = np.empty((3, len(other)), np.int64)
        made[0], made[1], made[2] = variable, then, other
        some = np.flatnonzero((made[1] != FALSE) | (made[2] != FALSE))
        self.made.append(made[:, some])
        edges = np.full(len(other), FALSE)
        edges[some] = np.arange(self.many + 1, self.many + 1 + len(some))
        self.many += len(some)
        return edges

    def read(self, manager: BCDDManager, variables: list[int], root: int) -> BCDDFunction:
        """What oxidd makes of them."""
        if root in (TRUE, FALSE):
            return manager.true() if root == TRUE else manager.false()
        every = " ".join(map(str, range(len(variables))))
        head = f".ver DDDMP-2.0\n.mode A\n.varinfo 4\n.nnodes {self.many}\n"
        head += f".nvars {len(variables)}\n.nsuppvars {len(variables)}\n"
        head += f".ids {every}\n.permids {every}\n.nroots 1\n.rootids {root}\n.nodes\n1 T 0 0\n"
        text = head.encode() + _text(np.concatenate(self.made, axis=1)) + b".end\n"
        try:
            with TemporaryDirectory() as folder:
                path = Path(folder) / "diagram"
                path.write_bytes(text)
                with DDDMPFile(path) as file:
                    drawn = manager.import_dddmp(file, variables)
        except OSError as error:
            why = error.strerror or error
            raise Error(f"a diagram needs a folder for temporary files: {why}") from None
        return drawn[0]


def _text(made: Edges) -> bytes:
    """One line per node, all of the same width: its number, variable, then, else."""
    variable, then, other = made
    if len(variable) > MOST_WRITTEN:
        raise MemoryError
    lines = np.empty(len(variable), LINE)
    lines["a"], lines["b"], lines["c"], lines["end"] = b" ", b" ", b" ", b"\n"
    lines["id"], lines["variable"] = _digits(np.arange(2, len(lines) + 2)), _digits(variable)
    lines["then_sign"], lines["then"] = np.where(then < 0, b"-", b"0"), _digits(abs(then))
    lines["other_sign"], lines["other"] = np.where(other < 0, b"-", b"0"), _digits(abs(other))
    return lines.tobytes()


def _digits(numbers: Edges) -> NDArray[np.uint32]:
    """Eight digits of each number, four and four."""
    digits: NDArray[np.uint32] = _four_digits()[np.stack(np.divmod(numbers, 10_000), axis=1)]
    return digits


@cache
def _four_digits() -> NDArray[np.uint32]:
    """0000 to 9999 as four letters each."""
    return np.frombuffer(b"".join(b"%04d" % number for number in range(10_000)), np.uint32)
