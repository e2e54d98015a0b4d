"""Who may hold which ticket, compiled: the worlds that are left, as bits.

The tickets of a game are numbered from 0 in the order of the board, so all games of as many seats
and tickets have the same worlds, numbered once. What a seat says keeps some of them. A seat's cell
is the worlds with its hand; it knows what holds in all that are left of its cell.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import Int, Ints, Row, Words, how_many, kernel, lowest

MOST = 4096  # with more worlds the plain models are the better tool
WORD = 64


class TicketWorlds(NamedTuple):
    """All worlds of a number of seats with a number of tickets each; a set of worlds is a row of
    64-bit words."""

    players: int
    tickets: int
    hands: Row  # every possible hand, as bits of tickets
    has: Words  # by seat and ticket: the worlds in which the seat has it
    cells: Words  # by seat and hand: the worlds in which the seat has that hand


def how_many_worlds(players: int, held: int) -> int:
    return prod(comb(held * left, held) for left in range(1, players + 1))


@cache
def worlds(players: int, held: int) -> TicketWorlds:
    """The worlds of a game, of which there may be MOST."""
    tickets = range(players * held)
    hands = [*_hands(frozenset(tickets), held)]
    by_seat = np.array([*_deals(frozenset(tickets), players, held)]).T
    has = [_set(hand >> ticket & 1) for hand in by_seat for ticket in tickets]
    cells = [_set(hand == one) for hand in by_seat for one in hands]
    return TicketWorlds(players, len(tickets), np.array(hands), np.array(has), np.array(cells))


def _hands(tickets: frozenset[int], held: int) -> Iterator[int]:
    """Every choice of this many of these tickets, as bits."""
    return (sum(1 << ticket for ticket in some) for some in combinations(sorted(tickets), held))


def _deals(tickets: frozenset[int], players: int, held: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal these tickets to this many players."""
    if players == 0:
        yield ()
        return
    for hand in _hands(tickets, held):
        left = frozenset(ticket for ticket in tickets if not hand >> ticket & 1)
        yield from ((hand, *rest) for rest in _deals(left, players - 1, held))


def _set(chosen: Ints) -> Words:
    """The worlds that are chosen."""
    padded = np.zeros(-(-len(chosen) // WORD) * WORD, np.uint8)
    padded[: len(chosen)] = chosen
    return np.packbits(padded, bitorder="little").view(np.uint64)


@kernel
def every(k: TicketWorlds) -> Int:
    """All tickets of the game, as bits."""
    return (1 << k.tickets) - 1


@kernel
def fill(k: TicketWorlds, w: Row) -> None:
    """All worlds are possible."""
    for word in range(w.shape[0]):
        w[word] = having(k, word, 0, every(k))


@kernel
def count(w: Row) -> Int:
    """How many worlds are left."""
    many = 0
    for word in range(w.shape[0]):
        many += how_many(np.int64(w[word]))
    return many


@kernel
def say_has_one(k: TicketWorlds, w: Row, seat: Int, tickets: Int) -> None:
    """The seat has one of these tickets."""
    for word in range(w.shape[0]):
        w[word] &= having(k, word, seat, tickets)


@kernel
def say_has_none(k: TicketWorlds, w: Row, seat: Int, tickets: Int) -> None:
    """The seat has none of these tickets."""
    for word in range(w.shape[0]):
        w[word] &= ~having(k, word, seat, tickets)


@kernel
def having(k: TicketWorlds, word: Int, seat: Int, tickets: Int) -> Int:
    """The worlds, in one word, in which the seat has one of these tickets."""
    found = np.uint64(0)
    while tickets:
        found |= k.has[seat * k.tickets + lowest(tickets), word]
        tickets &= tickets - 1
    return found


@kernel
def say_knows_one(k: TicketWorlds, w: Row, seat: Int, other: Int, tickets: Int) -> None:
    """Of one of these tickets the seat knows that the other has it.

    What the seat knows in one of its cells does not change when worlds of another go.
    """
    for hand in range(k.hands.shape[0]):
        if known(k, w, seat, hand, other, tickets) == 0:
            for word in range(w.shape[0]):
                w[word] &= ~k.cells[seat * k.hands.shape[0] + hand, word]


@kernel
def known(k: TicketWorlds, w: Row, seat: Int, hand: Int, other: Int, tickets: Int) -> Int:
    """Those of these tickets that the other has in all worlds left with this hand of the seat."""
    cell, sure = seat * k.hands.shape[0] + hand, tickets
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        for word in range(w.shape[0]):
            if w[word] & k.cells[cell, word] & ~k.has[other * k.tickets + ticket, word]:
                sure &= ~(1 << ticket)
                break
    return sure


@kernel
def cell_size(k: TicketWorlds, w: Row, seat: Int, hand: Int) -> Int:
    """How many worlds are left in which the seat has this hand."""
    many = 0
    for word in range(w.shape[0]):
        many += how_many(np.int64(w[word] & k.cells[seat * k.hands.shape[0] + hand, word]))
    return many
