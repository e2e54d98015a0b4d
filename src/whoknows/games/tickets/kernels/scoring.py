"""What a network is worth, compiled: tickets joined, with and without stations.

Cities that are joined form clusters: each city points to another of its cluster or to itself.
"""

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets import rows
from whoknows.games.tickets.kernels.tables import (
    CITIES,
    CITY_BITS,
    CLUSTERS,
    CONNECTIONS,
    DONE,
    FIRST,
    FROM,
    JOINED,
    LENT,
    LISTED,
    MOST_STATIONS,
    OWNERS,
    RANK,
    STATIONS,
    TICKETS,
    TO,
    VALUE,
    WHERE,
    A,
    B,
    Tables,
    inner,
)


@inner
def clusters(g: Tables, s: Row, seat: Int) -> None:
    """Writes the clusters of a seat's network."""
    for city in range(CLUSTERS, CLUSTERS + g.board[CITIES]):
        g.room[city] = city - CLUSTERS
    for connection in range(g.board[CONNECTIONS]):
        if s[g.at[OWNERS] + connection] == seat:
            join(g, CLUSTERS, connection)


@inner
def join(g: Tables, where: Int, connection: Int) -> None:
    one = root(g, where, g.board[A + connection])
    g.room[where + one] = root(g, where, g.board[B + connection])


@inner
def root(g: Tables, where: Int, city: Int) -> Int:
    """The city that stands for a cluster."""
    while g.room[where + city] != city:
        city = g.room[where + city]
    return city


@inner
def is_joined(g: Tables, where: Int, ticket: Int) -> bool:
    """Whether both cities of a ticket lie in the same cluster."""
    a, b = g.board[FROM + ticket], g.board[TO + ticket]
    return bool(root(g, where, a) == root(g, where, b))


@inner
def owns(g: Tables, s: Row, seat: Int, ticket: Int) -> bool:
    """Whether the seat has a ticket in its hand."""
    return bool(s[g.at[WHERE] + ticket] >> 6 & 63 == seat << 3 | rows.HAND)


@inner
def completes(g: Tables, s: Row, seat: Int, connection: Int) -> Int:
    """The own tickets, as bits, that a claim completes; the clusters must be written."""
    one = root(g, CLUSTERS, g.board[A + connection])
    other = root(g, CLUSTERS, g.board[B + connection])
    found = 0
    for ticket in range(g.board[TICKETS]):
        if owns(g, s, seat, ticket) and s[g.at[DONE] + ticket] < 0:
            a = root(g, CLUSTERS, g.board[FROM + ticket])
            b = root(g, CLUSTERS, g.board[TO + ticket])
            if a == b or (a == one and b == other) or (a == other and b == one):
                found |= 1 << ticket
    return np.int64(found)


@inner
def worth(g: Tables, s: Row, seat: Int) -> Int:
    """What a seat's tickets are worth at the end of a classic game, its stations used best."""
    clusters(g, s, seat)
    many = np.int64(0)
    for number in range(g.board[CITIES] if g.board[MOST_STATIONS] else 0):
        city = g.board[RANK + number]
        if s[g.at[STATIONS] + number] == seat and g.board[FIRST + city] < g.board[FIRST + city + 1]:
            g.room[LISTED + many] = city
            g.room[LENT + many] = g.board[FIRST + city]
            many += 1
    best = lending(g, s, seat, many)
    while next_choice(g, many):
        best = max(best, lending(g, s, seat, many))
    return np.int64(best)


@inner
def next_choice(g: Tables, stations: Int) -> bool:
    """Another way for each station listed; false when all choices were made."""
    for number in range(stations):
        city = g.room[LISTED + number]
        g.room[LENT + number] += 1
        if g.room[LENT + number] < g.board[FIRST + city + 1]:
            return True
        g.room[LENT + number] = g.board[FIRST + city]
    return False


@inner
def lending(g: Tables, s: Row, seat: Int, stations: Int) -> Int:
    """What the tickets are worth when each station lends the way chosen, if it is another's."""
    for city in range(g.board[CITIES]):
        g.room[JOINED + city] = g.room[CLUSTERS + city]
    for number in range(stations):
        connection = g.board[g.room[LENT + number]] >> CITY_BITS
        owner = s[g.at[OWNERS] + connection]
        if owner >= 0 and owner != seat:
            join(g, JOINED, connection)
    points = 0
    for ticket in range(g.board[TICKETS]):
        if owns(g, s, seat, ticket):
            its = g.board[VALUE + ticket]
            points += its if is_joined(g, JOINED, ticket) else -its
    return np.int64(points)
