"""Flat Monte Carlo: every first move in the same imagined states, and then a playout.

The moves share their states and their luck, so that they differ by little else than themselves.
Where they are many, the worse half is dropped again and again (sequential halving) and those that
are left get the more playouts. What the game's guide advises stays to the end: another move must be
better by so many standard errors of the difference, else noise would choose.
"""

from math import ceil, log2, sqrt
from typing import Any

import numpy as np

from whoknows.core.kernels import Int, Row, apply, copy, outer, spun, stage
from whoknows.search.leaf import Aim, worth
from whoknows.search.tried import Tried

NOBODY = -1  # advises
FEW = 5  # playouts tell nothing


def weighed(
    g: Any, rows: Any, first: Any, seat: int, aim: Aim, base: Any, playouts: int, width: int,
    random: Any, *, halving: bool = True, advised: int = NOBODY, caution: float = 0.0,
) -> tuple[int, tuple[Tried, ...]]:  # fmt: skip
    """The best first move, and each one's mean value over about so many playouts in all.

    `advised` is the place of a move among the first that others must beat.
    """
    left, at = np.arange(len(first)), 0
    rounds = max(1, ceil(log2(len(first)))) if halving else 1
    values = np.full((len(first), max(rounds, playouts)), np.nan)
    s, moves, u = np.empty(rows.shape[1], np.int64), np.empty(width, np.int64), base.copy()
    r = np.empty(1, np.uint64)
    for number in range(rounds):
        many = max(1, playouts // (rounds * len(left)))
        _weigh(
            g, rows, at, many, first, left, seat, aim, base, s, moves, u, random[0], r, values,
        )  # fmt: skip
        at += many
        if number + 1 < rounds:
            left = _better(left, values[left, :at].mean(axis=1), advised)
    means, counts = np.nanmean(values[:, :at], axis=1), at - np.isnan(values[:, :at]).sum(axis=1)
    best = int(left[np.argmax(means[left])])
    if advised != NOBODY and not _is_better(values[best, :at], values[advised, :at], caution):
        best = advised
    found = zip(first.tolist(), counts.tolist(), means.tolist(), strict=True)
    return int(first[best]), tuple(Tried(*one) for one in found)


def _better(left: Any, means: Any, advised: int) -> Any:
    """The better half, and what was advised."""
    half = left[np.argsort(-means, kind="stable")[: (len(left) + 1) // 2]]
    return np.union1d(half, [advised]) if advised != NOBODY else np.sort(half)


def _is_better(values: Any, advised: Any, caution: float) -> bool:
    """Whether a move is better in the same states and luck, beyond doubt."""
    if len(values) < FEW and caution > 0:
        return False
    gains = values - advised
    doubt = float(gains.std(ddof=1)) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return float(gains.mean()) > caution * doubt


@outer
def _weigh(
    g: Any, rows: Any, at: Int, many: Int, first: Row, left: Row, seat: Int, aim: Aim, base: Row,
    s: Row, moves: Row, u: Row, luck: Any, r: Row, values: Any,
) -> None:  # fmt: skip
    for number in range(at, at + many):
        row = number % rows.shape[0]
        for place in range(left.shape[0]):
            move = left[place]
            copy(rows[row], s)
            r[0] = spun(luck, np.int64(number))
            here = stage(g, s)
            apply(g, s, first[move])
            worth(g, s, here, aim, base, moves, r, u)
            values[move, number] = u[seat]
