"""Lines between worlds that a seat cannot tell apart: which are drawn, and how they run.

A cell is connected by as few and as short lines as possible, or every two of its worlds are joined.
A line that would run over another world, or over another seat's line, is bent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.graph_layout import Spot

CLEAR = 11.5  # that a line keeps from the worlds that it does not join
BENDS = (0, 12, -12, 20, -20, 30, -30, 44, -44)  # how far the middle of a line may go aside
FEW = 1_000  # lines for which all of these are tried; of more, the first two
PARTS = 7  # straight ones that stand for a bent line when it is measured

Pair = tuple[int, int]
Points = NDArray[np.float64]
Numbers = NDArray[np.int64]


class KripkeLine(NamedTuple):
    """From one world to another; a bent one is drawn towards a third spot."""

    one: Spot
    other: Spot
    towards: Spot | None

    @property
    def middle(self) -> Spot:
        """Where it is farthest from straight."""
        x, y = (self.one[0] + self.other[0]) / 2, (self.one[1] + self.other[1]) / 2
        return (
            (x, y)
            if self.towards is None
            else ((x + self.towards[0]) / 2, (y + self.towards[1]) / 2)
        )


def every_pair(cell: Sequence[int]) -> list[Pair]:
    """Every two worlds of a cell."""
    return list(combinations(cell, 2))


def spanning(cell: Sequence[int], spots: Mapping[int, Spot]) -> list[Pair]:
    """The shortest lines that connect a cell: one fewer than it has worlds."""
    at = np.array([spots[world] for world in cell])
    left = np.ones(len(cell), bool)  # what is not joined yet
    far, nearest = np.full(len(cell), np.inf), np.zeros(len(cell), np.int64)
    found: list[Pair] = []
    new = 0
    for _ in cell[1:]:
        left[new] = False
        there = ((at - at[new]) ** 2).sum(1)
        closer = there < far
        far[closer], nearest[closer] = there[closer], new
        new = int(np.where(left, far, np.inf).argmin())
        found.append((cell[nearest[new]], cell[new]))
    return found


def run(joined: Sequence[Pair], spots: Mapping[int, Spot]) -> list[KripkeLine]:
    """How these lines run: straight if they can, otherwise bent to keep clear of all these
    spots."""
    if not joined:
        return []
    worlds = sorted(spots)
    at = np.array([spots[world] for world in worlds])
    towards = _towards(at, np.searchsorted(worlds, np.array(joined)))
    return [
        KripkeLine(spots[one], spots[other], over)
        for (one, other), over in zip(joined, towards, strict=True)
    ]


def _towards(at: Points, ends: Numbers) -> list[Spot | None]:
    """The spot that each line is bent towards, None for a straight one."""
    one, other = at[ends[:, 0]], at[ends[:, 1]]
    aside = (other - one)[:, ::-1] * (-2, 2)
    aside /= np.maximum(np.hypot(*(other - one).T), 1)[:, None]
    bends = _bends(at, ends, aside)
    spots = (one + other) / 2 + bends[:, None] * aside
    pairs = zip(spots.tolist(), bends.tolist(), strict=True)
    return [(x, y) if bend else None for (x, y), bend in pairs]


def _bends(at: Points, ends: Numbers, aside: Points) -> Points:
    """For each line the first bend that is clear, or the clearest if none is."""
    best, chosen = np.full(len(ends), -np.inf), np.zeros(len(ends))
    earlier = _earlier(ends)
    for number, bend in enumerate(BENDS if len(ends) <= FEW else BENDS[:2]):
        tried = np.flatnonzero((best < CLEAR) & (earlier <= number))
        clear = _clearance(at, ends[tried], bend * aside[tried], PARTS if bend else 1)
        better = clear > best[tried]
        best[tried[better]], chosen[tried[better]] = clear[better], bend
    return chosen


def _earlier(ends: Numbers) -> Numbers:
    """How many earlier lines join the same two worlds: each must run differently."""
    seen: Counter[frozenset[int]] = Counter()
    found = np.zeros(len(ends), np.int64)
    for number, pair in enumerate(map(frozenset, ends.tolist())):
        found[number] = seen[pair]
        seen[pair] += 1
    return found


def _clearance(at: Points, ends: Numbers, off: Points, parts: int) -> Points:
    """How far each line stays from the nearest world that is not one of its ends."""
    t = np.linspace(0, 1, parts + 1)[None, :, None]
    one, other = at[ends[:, 0]][:, None], at[ends[:, 1]][:, None]
    curve = one + t * (other - one) + 2 * t * (1 - t) * off[:, None]
    mine = np.zeros((len(ends), len(at)), bool)
    mine[np.arange(len(ends))[:, None], ends] = True
    nearest = np.full(len(ends), np.inf)
    for part in range(parts):
        far = _from_segment(at, curve[:, part], curve[:, part + 1])
        far[mine] = np.inf
        nearest = np.minimum(nearest, far.min(1))
    found: Points = np.sqrt(nearest)
    return found


def _from_segment(at: Points, begin: Points, end: Points) -> Points:
    """How far, squared, every world is from every segment."""
    (ax, ay), (bx, by) = (end - begin).T, begin.T
    x, y = at[:, 0] - bx[:, None], at[:, 1] - by[:, None]
    length = np.maximum(ax**2 + ay**2, 1e-9)
    share = np.clip((x * ax[:, None] + y * ay[:, None]) / length[:, None], 0, 1)
    found: Points = (x - share * ax[:, None]) ** 2 + (y - share * ay[:, None]) ** 2
    return found
