"""How many pairs of worlds a seat cannot tell apart, from the layers of `Chances`.

Worlds go down the layers together as long as they come to the same node and look the same to
the seat. At the bottom each group is a cell, and a cell of n worlds has n * n ordered pairs.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.chances import Chances

MOST_GROUPS = 20_000_000


def pairs(chances: Chances, looks: Sequence[Sequence[int]]) -> int | None:
    """The ordered pairs of worlds in one cell; `looks` says for each fact how the seat sees each of
    its values (equal numbers look alike). None if there are too many groups to count this way."""
    node, cell = np.zeros(1, np.int64), np.zeros(1, np.int64)
    many = np.ones(1, np.int64 if chances.most < 1 << 62 else object)
    for layer, look in zip(chances.layers, looks, strict=True):
        if len(node) * layer.shape[1] > MOST_GROUPS:
            return None
        ahead = layer[node]
        group, value = np.nonzero(ahead >= 0)
        # Cells are renumbered at each layer, so that their numbers stay small.
        kinds = max(look) + 1
        _, cells = np.unique(cell[group] * kinds + np.array(look)[value], return_inverse=True)
        width = int(ahead.max(initial=0)) + 1
        found, where = np.unique(cells * width + ahead[group, value], return_inverse=True)
        many = _summed(many[group], where, len(found))
        cell, node = np.divmod(found, width)
    return sum(int(n) ** 2 for n in many)


def _summed(numbers: NDArray[np.int64], where: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    total = np.zeros(size, numbers.dtype)
    np.add.at(total, where, numbers)
    return total
