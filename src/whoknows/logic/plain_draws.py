"""Drawing worlds from the plain arrays of `chances.Flat`, uncompiled.

The definition of `draw_kernels`, and what draws where nothing can be compiled: the same worlds for
the same random state, a hundred times slower.
"""

import numpy as np
from numpy.typing import NDArray

BITS = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def draw(
    child: NDArray[np.int32],
    cut: NDArray[np.uint64],
    size: int,
    state: NDArray[np.uint64],
    drawn: NDArray[np.int32],
    words: NDArray[np.uint64],
) -> None:
    """Fill `drawn` with the value codes of worlds, a row each; -1 from where a word equals a cut,
    and that word is kept."""
    counter = int(state[0])
    for row in range(len(drawn)):
        drawn[row] = -1
        node = 0
        for depth in range(drawn.shape[1]):
            counter = (counter + GOLDEN) & BITS
            random = _mixed(counter) >> (64 - size)
            code = next(
                value
                for value, (below, upto) in enumerate(zip(child[node], cut[node], strict=True))
                if below >= 0 and random <= upto
            )
            if random == cut[node, code]:
                words[row] = random
                break
            drawn[row, depth] = code
            node = int(child[node, code])
    state[0] = counter


def _mixed(counter: int) -> int:
    """64 random bits from a counter that grows by GOLDEN (SplitMix64)."""
    mixed = (counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9 & BITS
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & BITS
    return mixed ^ (mixed >> 31)
