"""Compiled drawing of worlds from the plain arrays of `chances.Flat`.

`plain_draws` is its definition: the same words, so that the two can be read side by side.
"""

import numpy as np
from numpy.typing import NDArray

from whoknows.core.kernels import entry, word


@entry
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
