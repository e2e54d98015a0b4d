"""How far out of the way of a ticket each connection lies, as everyone can work it out.

    detour of a connection = the cheapest way to join the ticket through it - the cheapest at all

in trains that a seat still has to put down, or at other prices. A seat with several tickets may
plan one of them over the way of another, so detours are told for every two of them: the second once
the first is joined.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.paths import Owners, Prices, is_closed
from whoknows.games.tickets.state import NOBODY

FAR = 999  # more than anything costs
Trains = NDArray[np.int16]


class Detours(NamedTuple):
    """What a network leaves to be done."""

    free: NDArray[np.int64]  # connections that the seat may still claim
    missing: Trains  # for each ticket what it would cost to join it; `FAR` if nothing can
    by: Trains  # for two tickets, of which the first is joined, and a free connection


def detours(board: Board, seat: int, owners: Owners, players: int, prices: Prices = ()) -> Detours:
    """All detours of a seat's network."""
    costs = prices or tuple(one.length for one in board.connections)
    shut = [is_closed(board, seat, owners, n, players) for n in range(len(owners))]
    free = [n for n, owner in enumerate(owners) if owner == NOBODY and not shut[n]]
    apart = _apart(board, seat, owners, shut, costs)
    a, b = (np.array([getattr(t, end) for t in board.tickets]) for end in "ab")
    ways = np.array([_way(board, shut, apart, t.a, t.b) for t in board.tickets])
    near = np.where(ways[:, :, None], apart[None], FAR).min(axis=1)  # of each way to each city
    near[apart[a, b] >= FAR] = FAR  # what cannot be joined joins nothing
    own = np.minimum(apart[a, b], near[:, a] + near[:, b])
    from_a = np.minimum(apart[a][None], near[:, a][:, :, None] + near[:, None, :])
    from_b = np.minimum(apart[b][None], near[:, b][:, :, None] + near[:, None, :])
    x, y = (np.array([getattr(board.connections[n], end) for n in free], int) for end in "ab")
    length = np.array([costs[n] for n in free], np.int16)
    through = np.minimum(from_a[:, :, x] + from_b[:, :, y], from_a[:, :, y] + from_b[:, :, x])
    by = np.minimum(through + length - own[:, :, None], FAR)
    alone = np.minimum(apart[a][:, x] + apart[b][:, y], apart[a][:, y] + apart[b][:, x])
    same = np.arange(len(a))
    by[same, same] = np.minimum(alone + length - apart[a, b][:, None], FAR)
    by[:, (apart[a, b] == 0) | (apart[a, b] >= FAR)] = FAR
    return Detours(np.array(free, int), np.minimum(apart[a, b], FAR), by.astype(np.int16))


def _apart(board: Board, seat: int, owners: Owners, shut: list[bool], costs: Prices) -> Trains:
    """What it would cost to join each two cities."""
    many = len(board.cities)
    found = np.full((many, many), FAR, np.int16)
    np.fill_diagonal(found, 0)
    for one in board.connections:
        if not shut[one.number]:
            cost = 0 if owners[one.number] == seat else costs[one.number]
            found[one.a, one.b] = found[one.b, one.a] = min(cost, found[one.a, one.b])
    for city in range(many):
        np.minimum(found, found[:, city, None] + found[city], out=found)
    return found


def _way(board: Board, shut: list[bool], apart: Trains, a: int, b: int) -> NDArray[np.bool_]:
    """The cities of a cheapest way between two; of equal ways the first on the board."""
    passed = np.zeros(len(board.cities), bool)
    passed[[a, b]] = True
    while a != b and apart[a, b] < FAR:
        here = a
        steps = [c for n, c in board.neighbours[a] if not shut[n] and (c == b or not passed[c])]
        a = next((c for c in steps if apart[here, c] + apart[c, b] == apart[here, b]), b)
        passed[a] = True
    return passed
