"""Compiled drawing of worlds from the plain arrays of `chances.Flat`."""

import numpy as np
from numba import njit
from numba.core.types import Array, int64, uint64, void
from numba.core.types import int32 as i4
from numpy.typing import NDArray

NODES = Array(i4, 2, "C")
CUTS = Array(uint64, 2, "C")
WORDS = Array(uint64, 1, "C")


@njit(uint64(WORDS), cache=True)
def word(state: NDArray[np.uint64]) -> np.uint64:
    """The next 64 random bits (SplitMix64: a counter, then a mixing of its bits)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(mixed ^ (mixed >> np.uint64(31)))


@njit(void(NODES, CUTS, int64, WORDS, NODES, WORDS), cache=True)
def draw(
    child: NDArray[np.int32],
    cut: NDArray[np.uint64],
    size: int,
    state: NDArray[np.uint64],
    drawn: NDArray[np.int32],
    words: NDArray[np.uint64],
) -> None:
    """Fill `drawn` with the value codes of worlds, a row each.

    Where a word of `size` bits equals a cut, it does not tell on which side of it the draw
    lies: the codes from there on are -1 and the word is kept, for the caller to finish.
    """
    shift = np.uint64(64 - size)
    for row in range(drawn.shape[0]):
        node = np.int64(0)
        for depth in range(drawn.shape[1]):
            if node < 0:
                drawn[row, depth] = -1
                continue
            random = word(state) >> shift
            code = np.int64(0)
            while child[node, code] < 0 or random > cut[node, code]:
                code += 1
            if random == cut[node, code]:
                words[row] = random
                drawn[row, depth] = -1
                node = np.int64(-1)
            else:
                drawn[row, depth] = code
                node = np.int64(child[node, code])
