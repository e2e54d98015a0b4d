"""How far odds can be trusted: of what has odds p, p should happen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TENTHS = 10
LEAST = 100  # of a tenth of odds, to tell: chance alone makes 5 points of difference


def worst_tenth(odds: NDArray[np.float64], true: NDArray[np.bool_], least: int = LEAST) -> float:
    """The largest difference between odds and how often it happens, in percentage points, over
    tenths of odds of which there are enough to tell."""
    tenth = np.minimum((odds * TENTHS).astype(int), TENTHS - 1)
    enough = [n for n in range(TENTHS) if (tenth == n).sum() >= least]
    off = [abs(float((odds - true)[tenth == n].mean())) for n in enough]
    return 100 * max(off, default=0.0)
