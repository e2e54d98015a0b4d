"""Systematic resampling: each case as often as its weight says, up to one more or less.

One random number serves all draws, so that nothing but the fractions is left to luck.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng, bits

PRECISE = 53  # bits of a float


def resampled(weights: NDArray[Any], many: int, rng: Rng) -> NDArray[np.int64]:
    """The numbers of the cases drawn, in order: this many in all."""
    upto = np.cumsum(weights, dtype=np.float64)
    start = bits(rng, PRECISE) / 2**PRECISE
    marks = (np.arange(many) + start) * (upto[-1] / many)
    # Rounding may put the last mark beyond everything, or beside cases of no weight.
    last = int(np.flatnonzero(weights)[-1])
    drawn: NDArray[np.int64] = np.minimum(np.searchsorted(upto, marks, side="right"), last)
    return drawn


def effective(weights: NDArray[Any]) -> float:
    """How many cases of equal weight tell as much as these (Kish)."""
    squares = float(np.square(weights, dtype=np.float64).sum())
    return float(weights.sum()) ** 2 / squares if squares else 0.0
