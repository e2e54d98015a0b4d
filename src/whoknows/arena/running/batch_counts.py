"""How games ended, in one array: a few numbers for each deal, seating and seat.

These are the points, then made and of by tally, then the share of the win in parts of WHOLE, which
compiled games leave out. Points are NaN where a game failed. Whoever reads them asks here, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.number]  # in as little room as they need
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
WHOLE = 840  # parts of a win


def points(counts: Counts) -> Counts:
    """By deal, seating and seat."""
    return counts[..., 0]


def tallied(counts: Counts, tallies: int) -> list[Counts]:
    """Made and of by tally, each by deal, seating and seat."""
    return [counts[..., 1 + number] for number in range(2 * tallies)]


def wins(counts: Counts, tallies: int) -> Counts:
    """The shares of the win, as told or by points."""
    last = 1 + 2 * tallies
    return counts[..., last] if counts.shape[-1] > last else by_points(points(counts))


def whole(counts: Counts) -> Flags:
    """By deal, whether none of its games failed."""
    failed: Flags = np.asarray(np.isnan(points(counts)).any(axis=(1, 2)))
    return ~failed


def by_points(points: Counts) -> Ints:
    """A seat's share of the win: all of it, or divided among those with the same points.

    In parts of WHOLE, so that shares among up to eight are whole numbers and add up exactly.
    """
    best = points == points.max(axis=2, keepdims=True)
    shares: Ints = WHOLE // best.sum(axis=2, keepdims=True) * best
    return shares


def seat(points: float, tallies: Iterable[Sequence[int]], share: int) -> list[float]:
    """The numbers of one seat; of each tally how many of how many."""
    return [points, *(number for tally in tallies for number in tally), share]


def failed(seats: int, tallies: int) -> Floats:
    """The numbers of all seats of a game that failed."""
    found = np.zeros((seats, 2 + 2 * tallies))
    found[:, 0] = np.nan
    return found


def small(counts: Counts) -> Counts:
    """The same numbers in less room, where they are whole."""
    if not np.isnan(counts).any():
        for kind in (np.int16, np.int32):
            less: Counts = counts.astype(kind)
            if (less == counts).all():
                return less
    return counts.astype(np.float64)
