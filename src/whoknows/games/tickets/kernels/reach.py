"""Which tickets are joined, and which are within reach of the trains left, compiled.

Sets of tickets are bits. A ticket is joined when its way costs nothing, so that the search for
ways at a limit of 0, which stays within a cluster, tells whether it is. What has to be claimed for
a ticket is marked with it.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, lowest
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.paths import (
    LAP,
    claim_ahead,
    cost,
    noted,
    walked,
    worth_more,
    write_prices,
)
from whoknows.games.tickets.kernels.shortage import clear_ways
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.reach import OVERLAP, ROUGHLY

NOWHERE = np.int64(0)  # a limit: only what costs nothing


@kernel
def usable_prices(g: Tables, s: Row, seat: Int) -> None:
    """Writes what each connection costs the seat; what its stations might lend costs nothing."""
    write_prices(g, s, seat)
    for number in range(g.board[T.CITIES] if g.board[T.MOST_STATIONS] else 0):
        if s[g.at[T.STATIONS] + number] == seat:
            city = g.board[T.RANK + number]
            for way in range(g.board[T.FIRST + city], g.board[T.FIRST + city + 1]):
                connection = g.board[way] >> T.CITY_BITS
                if s[g.at[T.OWNERS] + connection] >= 0:
                    g.room[T.PRICES + connection] = 0


@kernel
def separately(g: Tables, tickets: Int, left: Int) -> tuple[Int, Int, float, float]:
    """Which tickets are joined and which are within reach of this many trains, with the trains and
    claims that these need: each has a way of its own."""
    joined, wanted, total = np.int64(0), np.int64(0), np.int64(0)
    clear_ways(g)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        far = g.room[T.DISTANCES + ticket] = distance(g, ticket, left)
        joined |= np.int64(far == 0) << ticket
        if far > 0:
            wanted |= np.int64(1) << ticket
            total += far
            mark(g, ticket, noted(g, walked(g, g.board[T.FROM + ticket], g.board[T.TO + ticket])))
    trains = total**OVERLAP
    while trains > left + ROUGHLY * mean_length(g):
        ticket = farthest(g, wanted)
        wanted ^= np.int64(1) << ticket
        total -= g.room[T.DISTANCES + ticket]
        trains = total**OVERLAP
    return joined, wanted, trains, trains / mean_length(g)


@kernel
def together(g: Tables, tickets: Int, left: Int) -> tuple[Int, Int, float, float]:
    """As `separately`, with one way for all: that of `joint_paths` as far as the trains go."""
    joined = near(g, tickets)
    tickets &= ~joined
    wanted, trains, claims = np.int64(0), np.int64(0), np.int64(0)
    clear_ways(g)
    while tickets:
        best, least, many, found = next_ticket(g, tickets, left - trains)
        tickets &= ~found
        wanted |= found
        if best < 0:
            break
        tickets &= ~(np.int64(1) << best)
        wanted |= np.int64(1) << best
        trains += least
        claims += many
        mark(g, best, many)
        for place in range(T.NEW, T.NEW + many):
            claim_ahead(g, g.room[place])
    return joined, wanted, np.float64(trains), np.float64(claims)


@kernel
def mark(g: Tables, ticket: Int, many: Int) -> None:
    """The connections noted (this many) lie on the way of a ticket."""
    for place in range(T.NEW, T.NEW + many):
        g.room[T.ON_WAYS + g.room[place]] |= np.int64(1) << ticket


@kernel
def next_ticket(g: Tables, tickets: Int, left: Int) -> tuple[Int, Int, Int, Int]:
    """The ticket to join next, if this many trains suffice, or -1; its cost and how many
    connections it takes, which are noted; and those joined already."""
    best, least, many, found = np.int64(-1), left, np.int64(0), np.int64(0)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        its = distance(g, ticket, least)
        if its == 0:
            found |= np.int64(1) << ticket
        elif its > 0 and (best < 0 or its < least or worth_more(g, ticket, best)):
            best, least = ticket, its
            many = noted(g, walked(g, g.board[T.FROM + ticket], g.board[T.TO + ticket]))
    return best, least, many, found


@kernel
def farthest(g: Tables, tickets: Int) -> Int:
    """The first ticket to be given up: farthest, worth least, last on the board."""
    found, most = np.int64(-1), np.int64(0)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        far = g.room[T.DISTANCES + ticket]
        if far > most or (far == most and g.board[T.VALUE + ticket] <= g.board[T.VALUE + found]):
            found, most = ticket, far
    return found


@kernel
def near(g: Tables, tickets: Int) -> Int:
    """Those of the tickets whose way costs nothing at the prices written."""
    found = np.int64(0)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        found |= np.int64(distance(g, ticket, NOWHERE) == 0) << ticket
    return found


@kernel
def distance(g: Tables, ticket: Int, limit: Int) -> Int:
    """How many trains a ticket takes; below 0 if it is cut off, or farther than this limit."""
    return cost(g, g.board[T.FROM + ticket], g.board[T.TO + ticket], limit, LAP)


@kernel
def mean_length(g: Tables) -> float:
    return float(g.board[T.ALL_LENGTHS] / g.board[T.CONNECTIONS])
