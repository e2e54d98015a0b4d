"""The longest trail compiled: depth first through the network of a seat.

As in the plain `scoring`: a trail that cannot be made longer ends in cities with an odd number of
connections, and a part with at most two of these is one trail as a whole (Euler). A search asks
for the same networks again and again, so those met last are remembered.
"""

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets.kernels.scoring import join, root
from whoknows.games.tickets.kernels.tables import (
    CITIES,
    CITY,
    CITY_BITS,
    CLUSTERS,
    CONNECTIONS,
    FIRST,
    LENGTH,
    LENT,
    LISTED,
    MARKED,
    MOST,
    NETWORK,
    NEXT,
    ODD,
    OWNERS,
    TOTAL,
    TRAIL,
    TRAIL_ROOM,
    TRAILS,
    TRAILS_KEPT,
    VISITED,
    A,
    B,
    Tables,
    inner,
)

ENDS = LENT  # a block of room: how many odd cities a cluster has
WORD = 6
WORDS = MOST >> WORD  # numbers whose bits are connections
MIXER = np.int64(0x2545F4914F6CDD1D)


@inner
def leaders(g: Tables, s: Row) -> Int:
    """The seats, as bits, whose trail is the longest."""
    longest, best = np.int64(0), np.int64(0)
    for seat in range(g.players):
        its = longest_trail(g, s, seat)
        if its > longest:
            longest, best = its, np.int64(0)
        if its == longest:
            best |= np.int64(1) << seat
    return best


@inner
def longest_trail(g: Tables, s: Row, seat: Int) -> Int:
    """The length of a seat's longest trail; known at once for a network that was met before."""
    room, place = g.room, network(g, s, seat)
    is_known = True
    for word in range(WORDS):
        is_known &= room[place + word] == room[NETWORK + word]
    if not is_known:
        for word in range(WORDS):
            room[place + word] = room[NETWORK + word]
        room[place + WORDS] = longest(g, listed(g, s, seat))
    return np.int64(room[place + WORDS])


@inner
def network(g: Tables, s: Row, seat: Int) -> Int:
    """Writes the seat's connections as bits; the place where the trail of such is remembered."""
    mixed = np.int64(0)
    for word in range(WORDS):
        bits, first = np.int64(0), word << WORD
        for connection in range(first, min(first + (1 << WORD), g.board[CONNECTIONS])):
            own = np.int64(s[g.at[OWNERS] + connection] == seat)
            bits |= own << (connection - first)
        g.room[NETWORK + word] = bits
        mixed = (mixed ^ bits) * MIXER
        mixed ^= mixed >> 32
    return TRAILS + (mixed & TRAILS_KEPT - 1) * TRAIL_ROOM


@inner
def longest(g: Tables, many: Int) -> Int:
    """The longest trail of so many connections listed."""
    room, found = g.room, np.int64(0)
    measure(g, many)
    for place in range(LISTED, LISTED + many):
        part = root(g, CLUSTERS, g.board[A + room[place]])
        if room[ENDS + part] <= 2:
            found = max(found, room[TOTAL + part])
    for place in range(LISTED, LISTED + many):
        part = root(g, CLUSTERS, g.board[A + room[place]])
        if room[ENDS + part] > 2:
            room[ENDS + part] = 0  # done with
            found = longest_in(g, part, found)
    return found


@inner
def listed(g: Tables, s: Row, seat: Int) -> Int:
    """Marks and lists the seat's connections; how many."""
    room, many = g.room, np.int64(0)
    for connection in range(g.board[CONNECTIONS]):
        own = s[g.at[OWNERS] + connection] == seat
        room[MARKED + connection] = own
        room[LISTED + many] = connection
        many += own
    return many


@inner
def measure(g: Tables, many: Int) -> None:
    """Marks in which cities an odd number of the connections listed ends; and for each cluster of
    them, at the city that stands for it: the length of all, how many such ends."""
    room = g.room
    for city in range(ODD, ODD + g.board[CITIES]):
        room[city] = 0
    for place in range(LISTED, LISTED + many):
        clear(g, g.board[A + room[place]])
        clear(g, g.board[B + room[place]])
    for place in range(LISTED, LISTED + many):
        join(g, CLUSTERS, room[place])
    for place in range(LISTED, LISTED + many):
        connection = room[place]
        part = root(g, CLUSTERS, g.board[A + connection])
        room[TOTAL + part] += g.board[LENGTH + connection]
        room[ENDS + part] += turned(g, g.board[A + connection])
        room[ENDS + part] += turned(g, g.board[B + connection])


@inner
def clear(g: Tables, city: Int) -> None:
    g.room[CLUSTERS + city] = city
    g.room[TOTAL + city] = g.room[ENDS + city] = 0


@inner
def turned(g: Tables, city: Int) -> Int:
    """One more connection ends in a city: 1 if that makes them odd, -1 if even."""
    g.room[ODD + city] ^= 1
    return 2 * g.room[ODD + city] - 1


@inner
def longest_in(g: Tables, part: Int, found: Int) -> Int:
    """The longest trail found so far, or a longer one in this part."""
    ceiling = g.room[TOTAL + part] - lost(g, part)
    for city in range(g.board[CITIES]):
        if found < ceiling and g.room[ODD + city] and root(g, CLUSTERS, city) == part:
            found = max(found, longest_from(g, city, ceiling))
    return found


@inner
def lost(g: Tables, part: Int) -> Int:
    """At least so much of a part no trail can use: a connection at each odd city but its two ends.

    One connection may serve two of these cities, hence the half.
    """
    total = first = second = np.int64(0)  # first and second: the two greatest
    for city in range(g.board[CITIES]):
        if g.room[ODD + city] and root(g, CLUSTERS, city) == part:
            least = shortest(g, city)
            total += least
            second = max(second, min(first, least))
            first = max(first, least)
    return (total - first - second + 1) // 2


@inner
def shortest(g: Tables, city: Int) -> Int:
    """The length of the shortest connection marked that ends in a city."""
    least = g.board[CONNECTIONS] << CITY_BITS
    for number in range(g.board[FIRST + city], g.board[FIRST + city + 1]):
        connection = g.board[number] >> CITY_BITS
        if g.room[MARKED + connection]:
            least = min(least, g.board[LENGTH + connection])
    return least


@inner
def longest_from(g: Tables, city: Int, ceiling: Int) -> Int:
    """The longest trail over marked connections that begins in a city; none passes the ceiling."""
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
        if depth == 0 or longest == ceiling:
            return np.int64(longest)
        depth -= 1
        connection, city, number = room[TRAIL + depth], room[VISITED + depth], room[NEXT + depth]
        room[MARKED + connection] = 1
        walked -= g.board[LENGTH + connection]
