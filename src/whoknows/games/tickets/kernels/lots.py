"""Tickets drawn by lot: fair draws from a list."""

from typing import Any

import numpy as np

from whoknows.core.kernels import GOLDEN, Int, kernel, mix
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables

HALF, LOW, SPAN = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(0x100000000)


@kernel
def draw_listed(g: Tables, number: Int, listed: Int, counter: Any) -> Any:
    """Puts any of the tickets listed from this number on there."""
    chosen, counter = picked(listed - number, counter)
    here, there = T.LISTED + number, T.LISTED + number + chosen
    g.room[here], g.room[there] = g.room[there], g.room[here]
    return counter


@kernel
def picked(limit: Int, counter: Any) -> Any:
    """A number below the limit, each equally likely, as `below` with the counter at hand."""
    many = np.uint64(limit)
    counter += GOLDEN
    scaled = (mix(counter) >> HALF) * many
    while scaled & LOW < many and scaled & LOW < SPAN % many:
        counter += GOLDEN
        scaled = (mix(counter) >> HALF) * many
    return np.int64(scaled >> HALF), counter
