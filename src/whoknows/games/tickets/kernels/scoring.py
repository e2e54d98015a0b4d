"""What a network is worth, compiled: tickets joined, with and without stations.

Cities that are joined form clusters: each city points to another of its cluster or to itself.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables


@kernel
def clusters(g: Tables, s: Row, seat: Int) -> None:
    """Writes the clusters of a seat's network."""
    for city in range(T.CLUSTERS, T.CLUSTERS + g.board[T.CITIES]):
        g.room[city] = city - T.CLUSTERS
    for connection in range(g.board[T.CONNECTIONS]):
        if s[g.at[T.OWNERS] + connection] == seat:
            join(g, T.CLUSTERS, connection)


@kernel
def join(g: Tables, where: Int, connection: Int) -> None:
    one = root(g, where, g.board[T.A + connection])
    g.room[where + one] = root(g, where, g.board[T.B + connection])


@kernel
def root(g: Tables, where: Int, city: Int) -> Int:
    """The city that stands for a cluster."""
    while g.room[where + city] != city:
        city = g.room[where + city]
    return city


@kernel
def is_joined(g: Tables, where: Int, ticket: Int) -> bool:
    """Whether both cities of a ticket lie in the same cluster."""
    a, b = g.board[T.FROM + ticket], g.board[T.TO + ticket]
    return bool(root(g, where, a) == root(g, where, b))


@kernel
def owns(g: Tables, s: Row, seat: Int, ticket: Int) -> bool:
    """Whether the seat has a ticket in its hand."""
    return bool(s[g.at[T.WHERE] + ticket] >> 6 & 63 == seat << 3 | R.HAND)


@kernel
def worth(g: Tables, s: Row, seat: Int) -> Int:
    """What a seat's tickets are worth at the end of a classic game, its stations used best."""
    clusters(g, s, seat)
    many = np.int64(0)
    for number in range(g.board[T.CITIES] if g.board[T.MOST_STATIONS] else 0):
        city = g.board[T.RANK + number]
        has_ways = g.board[T.FIRST + city] < g.board[T.FIRST + city + 1]
        if s[g.at[T.STATIONS] + number] == seat and has_ways:
            g.room[T.LISTED + many] = city
            g.room[T.LENT + many] = g.board[T.FIRST + city]
            many += 1
    best = lending(g, s, seat, many)
    while next_choice(g, many):
        best = max(best, lending(g, s, seat, many))
    return np.int64(best)


@kernel
def next_choice(g: Tables, stations: Int) -> bool:
    """Another way for each station listed; false when all choices were made."""
    for number in range(stations):
        city = g.room[T.LISTED + number]
        g.room[T.LENT + number] += 1
        if g.room[T.LENT + number] < g.board[T.FIRST + city + 1]:
            return True
        g.room[T.LENT + number] = g.board[T.FIRST + city]
    return False


@kernel
def lending(g: Tables, s: Row, seat: Int, stations: Int) -> Int:
    """What the tickets are worth when each station lends the way chosen, if it is another's."""
    for city in range(g.board[T.CITIES]):
        g.room[T.JOINED + city] = g.room[T.CLUSTERS + city]
    for number in range(stations):
        connection = g.board[g.room[T.LENT + number]] >> T.CITY_BITS
        owner = s[g.at[T.OWNERS] + connection]
        if owner >= 0 and owner != seat:
            join(g, T.JOINED, connection)
    points = 0
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket):
            its = g.board[T.VALUE + ticket]
            points += its if is_joined(g, T.JOINED, ticket) else -its
    return np.int64(points)


@kernel
def tickets_of(g: Tables, s: Row, seat: Int) -> Int:
    """The tickets of a seat, as bits."""
    found = np.int64(0)
    for ticket in range(g.board[T.TICKETS]):
        found |= np.int64(owns(g, s, seat, ticket)) << ticket
    return found
