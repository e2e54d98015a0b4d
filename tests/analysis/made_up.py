"""Decisions with known values: moves that are worth what we say, with luck that we say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np

from whoknows.analysis.trials import Trials


def decision(
    worth: Mapping[str, float], *, shared: float = 10.0, own: float = 5.0, played: str | None = None
) -> Trials[str]:
    """Moves of this worth; luck has a part that all share in a world, and one of each move."""
    moves = tuple(worth)

    def values(places: Sequence[int], many: int, rng: Random) -> np.ndarray:
        luck = np.random.default_rng(rng.getrandbits(64))
        world = luck.normal(0, shared, many)
        means = np.array([[worth[moves[place]]] for place in places])
        return means + world + luck.normal(0, own, (len(places), many))

    eligible = len(moves) - (played is not None)
    return Trials(moves, values, eligible)
