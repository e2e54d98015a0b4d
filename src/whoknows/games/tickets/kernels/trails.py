"""The longest trail compiled: depth first through the network of a seat.

As in the plain `scoring`: a trail that cannot be made longer ends in cities with an odd number of
connections, and a part with at most two of these is one trail as a whole (Euler).
"""

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets.kernels.scoring import clusters, root
from whoknows.games.tickets.kernels.tables import (
    CITIES,
    CITY,
    CITY_BITS,
    CLUSTERS,
    CONNECTIONS,
    FIRST,
    LENGTH,
    LENT,
    MARKED,
    NEXT,
    ODD,
    OWNERS,
    TOTAL,
    TRAIL,
    VISITED,
    A,
    B,
    Tables,
    inner,
)

ENDS = LENT  # a block of room: how many odd cities a cluster has


@inner
def longest_trail(g: Tables, s: Row, seat: Int) -> Int:
    """The length of a seat's longest trail."""
    room, longest = g.room, np.int64(0)
    measure(g, s, seat)
    for city in range(g.board[CITIES]):
        if room[ENDS + city] <= 2:
            longest = max(longest, room[TOTAL + city])
    for city in range(g.board[CITIES]):
        if room[ODD + city]:
            part = root(g, CLUSTERS, city)
            if room[ENDS + part] > 2 and room[TOTAL + part] > longest:
                longest = max(longest, longest_from(g, city))
    return longest


@inner
def measure(g: Tables, s: Row, seat: Int) -> None:
    """Marks the seat's connections, and in which cities an odd number of them ends; and for each
    cluster of its network, at the city that stands for it: the length of all, how many ends."""
    room = g.room
    clusters(g, s, seat)
    for city in range(g.board[CITIES]):
        room[TOTAL + city] = room[ODD + city] = room[ENDS + city] = 0
    for connection in range(g.board[CONNECTIONS]):
        room[MARKED + connection] = s[g.at[OWNERS] + connection] == seat
        if room[MARKED + connection]:
            part = root(g, CLUSTERS, g.board[A + connection])
            room[TOTAL + part] += g.board[LENGTH + connection]
            room[ODD + g.board[A + connection]] ^= 1
            room[ODD + g.board[B + connection]] ^= 1
    for city in range(g.board[CITIES]):
        room[ENDS + root(g, CLUSTERS, city)] += room[ODD + city]


@inner
def longest_from(g: Tables, city: Int) -> Int:
    """The longest trail over marked connections that begins in a city."""
    room, depth, walked, longest = g.room, 0, 0, 0
    number = g.board[FIRST + city]
    while True:
        while number < g.board[FIRST + city + 1]:
            connection = g.board[number] >> CITY_BITS
            number += 1
            if room[MARKED + connection]:
                room[MARKED + connection] = 0
                walked += g.board[LENGTH + connection]
                room[TRAIL + depth], room[VISITED + depth] = connection, city
                room[NEXT + depth] = number
                depth += 1
                city = g.board[number - 1] & CITY
                number = g.board[FIRST + city]
        longest = max(longest, walked)
        if depth == 0:
            return np.int64(longest)
        depth -= 1
        connection, city, number = room[TRAIL + depth], room[VISITED + depth], room[NEXT + depth]
        room[MARKED + connection] = 1
        walked -= g.board[LENGTH + connection]
