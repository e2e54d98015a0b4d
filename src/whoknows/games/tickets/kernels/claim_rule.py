"""The conduct of the knowledge game, compiled: shortest paths, which decide what may be claimed.

Where whole games are played, the paths of all seats are kept, and searched again only where they
may have changed. A connection that another takes leaves every path alone that does not use it: what
was reached through it is reached later now, if at all, and so becomes nobody's first parent. A
seat's own claims make ways cheaper: all its paths are searched again.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, lowest
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.paths import path, write_prices
from whoknows.games.tickets.kernels.scoring import owns
from whoknows.games.tickets.kernels.tables import Tables


@kernel
def own_tickets(g: Tables, s: Row, seat: Int) -> Int:
    """Lists the tickets of a seat in the order it got them; how many."""
    room, where, many = g.room, s[g.at[T.WHERE] :], 0
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket):
            place = T.LISTED + many
            while place > T.LISTED and where[room[place - 1]] > where[ticket]:
                room[place] = room[place - 1]
                place -= 1
            room[place] = ticket
            many += 1
    return np.int64(many)


@kernel
def path_of(seat: Int, ticket: Int) -> Int:
    """Where the seat's path for a ticket is kept: how many connections it has, then these."""
    return mind.PATHS + (seat * mind.TICKETS + ticket) * mind.CITIES


@kernel
def holding(m: Row, seat: Int, connection: Int, tickets: Int) -> Int:
    """Those of these tickets on whose path for the seat the connection lies."""
    found = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        at = path_of(seat, ticket)
        for place in range(at + 1, at + 1 + m[at]):
            if m[place] == connection:
                found |= 1 << ticket
    return found


@kernel
def full(g: Tables, s: Row, m: Row, seat: Int, tickets: Int) -> Int:
    """Those of these tickets for which the seat's path is all its own."""
    found = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        at, own = path_of(seat, ticket), 0
        for place in range(at + 1, at + 1 + m[at]):
            own += s[g.at[T.OWNERS] + m[place]] == seat
        if own == m[at] and own > 0:
            found |= 1 << ticket
    return found


@kernel
def take_over(g: Tables, s: Row, m: Row, seat: Int, connection: Int, tickets: Int) -> None:
    """The seat now owns the connection: its paths for all tickets change, and of others
    those that lose it."""
    twin = g.board[T.TWIN + connection]
    for other in range(g.players):
        lost = tickets
        if other != seat:
            lost = holding(m, other, connection, tickets)
            # Of two parallel connections others may lose both.
            if twin >= 0:
                lost |= holding(m, other, twin, tickets)
        if lost:
            search(g, s, m, other, lost)


@kernel
def search(g: Tables, s: Row, m: Row, seat: Int, tickets: Int) -> None:
    """Searches the seat's paths for these tickets."""
    write_prices(g, s, seat)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        at, name = path_of(seat, ticket), m[mind.NAMES + ticket]
        m[at] = path(g, g.board[T.FROM + name], g.board[T.TO + name])
        for place in range(m[at]):
            m[at + 1 + place] = g.room[T.WAY + place]
