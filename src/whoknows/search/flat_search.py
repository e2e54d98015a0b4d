"""Flat Monte Carlo: every first move in the same imagined states, and then a playout.

All moves share the same states and the same luck, so that they differ in hardly anything but
themselves. If there are many, the worse half is dropped again and again (sequential halving), and
the rest get more playouts. The move that the game's guide advises stays to the end: another must
beat it by a number of standard errors, so that noise does not decide.
"""

from collections.abc import Callable
from functools import partial
from math import ceil, log2, sqrt
from typing import NamedTuple

import numpy as np

from whoknows.core.game import Action, State
from whoknows.core.kernels import Floats, Int, Ints, Words, apply, copy, outer, spun, stage
from whoknows.search.leaf_values import Search, worth
from whoknows.search.plain import plain_flat
from whoknows.search.plain.plain_leaves import PlainSearch
from whoknows.search.tried_moves import Tried

NOBODY = -1  # advises
FEW = 5  # playouts tell nothing


class PlayoutRoom(NamedTuple):
    """What a playout writes down: the state, what may be done in it, its luck, what it came to."""

    state: Ints
    moves: Ints
    luck: Words
    values: Floats


def weighed(
    search: Search | PlainSearch[State, Action], seat: int, playouts: int, random: Words, *,
    halving: bool = True, advised: int = NOBODY, caution: float = 0.0,
) -> tuple[int, tuple[Tried, ...]]:  # fmt: skip
    """The best first move, and the mean value of each, over about this many playouts in all.

    `advised` is the number of the first move that the others must beat.
    """
    first = search.first
    left, at = np.arange(len(first)), 0
    rounds = max(1, ceil(log2(len(first)))) if halving else 1
    values = np.full((len(first), max(rounds, playouts)), np.nan)
    weigh = _weigher(search, seat, int(random[0]), values)
    for number in range(rounds):
        many = max(1, playouts // (rounds * len(left)))
        weigh(left, at, many)
        at += many
        if number + 1 < rounds:
            left = _better(left, values[left, :at].mean(axis=1), advised)
    means, counts = np.nanmean(values[:, :at], axis=1), at - np.isnan(values[:, :at]).sum(axis=1)
    best = int(left[np.argmax(means[left])])
    if advised != NOBODY and not _is_better(values[best, :at], values[advised, :at], caution):
        best = advised
    found = zip(first.tolist(), counts.tolist(), means.tolist(), strict=True)
    return int(first[best]), tuple(Tried(*one) for one in found)


def values_by_world(
    search: Search | PlainSearch[State, Action], seat: int, random: Words
) -> Floats:
    """A row for each first move, with what it came to in each of the states."""
    states = len(search.spots if isinstance(search, PlainSearch) else search.rows)
    values = np.full((len(search.first), states), np.nan)
    _weigher(search, seat, int(random[0]), values)(np.arange(len(search.first)), 0, states)
    return values


def _weigher(
    search: Search | PlainSearch[State, Action], seat: int, luck: int, values: Floats
) -> Callable[[Ints, int, int], None]:
    """A function that plays the moves that are left, in a number of states from one on."""
    if isinstance(search, PlainSearch):
        return partial(plain_flat.weigh, search, seat, luck, values)
    room, word = _room(search), np.uint64(luck)

    def weigh(left: Ints, at: int, many: int) -> None:
        _weigh(search, seat, left, at, many, word, room, values)

    return weigh


def _room(search: Search) -> PlayoutRoom:
    s, moves = np.empty(search.rows.shape[1], np.int64), np.empty(search.width, np.int64)
    return PlayoutRoom(s, moves, np.empty(1, np.uint64), search.base.copy())


def _better(left: Ints, means: Floats, advised: int) -> Ints:
    """The better half, and what was advised."""
    half = left[np.argsort(-means, kind="stable")[: (len(left) + 1) // 2]]
    return np.union1d(half, [advised]) if advised != NOBODY else np.sort(half)


def _is_better(values: Floats, advised: Floats, caution: float) -> bool:
    """Whether a move is better in the same states and luck, beyond doubt."""
    if len(values) < FEW and caution > 0:
        return False
    gains = values - advised
    doubt = float(gains.std(ddof=1)) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return float(gains.mean()) > caution * doubt


@outer
def _weigh(
    search: Search, seat: Int, left: Ints, at: Int, many: Int, luck: Int, room: PlayoutRoom,
    values: Floats,
) -> None:  # fmt: skip
    """Plays the moves that are left, in this many states from that one on."""
    g, s, r, u = search.tables, room.state, room.luck, room.values
    for number in range(at, at + many):
        row = number % search.rows.shape[0]
        for place in range(left.shape[0]):
            move = left[place]
            copy(search.rows[row], s)
            r[0] = spun(luck, np.int64(number))
            here = stage(g, s)
            apply(g, s, search.first[move])
            worth(search, s, here, room.moves, r, u)
            values[move, number] = u[seat]
