"""How far odds can be trusted: of what has odds p, p should happen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TENTHS = 10
LEAST, MANY = 20, 100  # of a tenth of odds, to tell: chance alone makes 11 and 5 points


def worst_tenth(odds: NDArray[np.float64], true: NDArray[np.bool_], least: int = LEAST) -> float:
    """The largest difference between odds and how often it happens, in percentage points, over
    tenths of odds of which there are enough to tell."""
    tenth = np.minimum((odds * TENTHS).astype(int), TENTHS - 1)
    enough = [n for n in range(TENTHS) if (tenth == n).sum() >= least]
    off = [abs(float((odds - true)[tenth == n].mean())) for n in enough]
    return 100 * max(off, default=0.0)


def told_tenths(odds: NDArray[np.float64], true: NDArray[np.bool_]) -> str:
    """Both in words: over tenths with a few odds, and over those with many."""
    few, many = worst_tenth(odds, true), worst_tenth(odds, true, MANY)
    return (
        f"held out: odds are within {few:.1f} percentage points in every tenth of {LEAST} or more, "
        f"within {many:.1f} in those of {MANY} or more"
    )
