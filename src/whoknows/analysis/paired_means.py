"""The mean of trials, and how far it may be off.

Moves are tried in the same worlds with the same luck, so what counts is the difference in each
trial: what both have in common drops out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats

PLAINLY = 2.5  # standard errors after which nobody looks further


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, its standard error, and the degrees of freedom of that."""

    value: float
    error: float
    freedom: int

    def is_above(self, limit: float) -> bool:
        """Plainly."""
        return self.value - limit > PLAINLY * self.error

    def is_below(self, limit: float) -> bool:
        return limit - self.value > PLAINLY * self.error

    def reach(self, doubt: float) -> float:
        """How far the truth is to each side at most, except with this probability."""
        from scipy.special import stdtrit

        return float(stdtrit(self.freedom, 1 - doubt / 2)) * self.error


def mean(values: Floats, worlds: int) -> Mean:
    """Of trials, each in a world of its own; or, if `worlds` is not 1, in runs that have every
    world once: then trials of the same world differ by luck alone, and nothing else does."""
    runs = values.reshape(-1, worlds)
    if len(runs) == 1:
        return Mean(float(runs.mean()), float("inf"), 1)
    spread = float(runs.var(axis=0, ddof=1).mean())
    return Mean(float(runs.mean()), sqrt(spread / runs.size), worlds * (len(runs) - 1))
