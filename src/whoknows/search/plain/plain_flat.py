"""Flat Monte Carlo by the plain rules: first moves in the same spots and luck, then a playout."""

from __future__ import annotations

from whoknows.core.chance import stream
from whoknows.core.game import Action, State
from whoknows.core.kernels import Floats, Ints
from whoknows.search.plain.plain_leaves import PlainSearch, worth


def weigh(
    search: PlainSearch[State, Action], seat: int, luck: int, values: Floats, left: Ints, at: int,
    many: int,
) -> None:  # fmt: skip
    """Plays the moves that are left, in this many spots from that one on."""
    for number in range(at, at + many):
        spot = search.spots[number % len(search.spots)]
        for place in left.tolist():
            after = search.rules.after(spot, search.moves[search.first[place]])
            values[place, number] = worth(search, after, stream(luck, number))[seat]
