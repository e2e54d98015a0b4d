"""The longest trail compiled: depth first through the network of a seat.

As in the plain `scoring`: a trail that cannot be made longer ends in cities with an odd number of
connections, and a part with at most two of these is one trail as a whole (Euler). A search asks
for the same networks again and again, so those met last are remembered.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.scoring import join, root
from whoknows.games.tickets.kernels.tables import Tables

ENDS = T.LENT  # a block of room: how many odd cities a cluster has
WORD = 6
WORDS = T.MOST >> WORD  # numbers whose bits are connections
MIXER = np.int64(0x2545F4914F6CDD1D)


@kernel
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


@kernel
def longest_trail(g: Tables, s: Row, seat: Int) -> Int:
    """The length of a seat's longest trail; known at once for a network that was met before."""
    room, place = g.room, network(g, s, seat)
    is_known = True
    for word in range(WORDS):
        is_known &= room[place + word] == room[T.NETWORK + word]
    if not is_known:
        for word in range(WORDS):
            room[place + word] = room[T.NETWORK + word]
        room[place + WORDS] = longest(g, listed(g, s, seat))
    return np.int64(room[place + WORDS])


@kernel
def network(g: Tables, s: Row, seat: Int) -> Int:
    """Writes the seat's connections as bits; the place where the trail of such is remembered."""
    mixed = np.int64(0)
    for word in range(WORDS):
        bits, first = np.int64(0), word << WORD
        for connection in range(first, min(first + (1 << WORD), g.board[T.CONNECTIONS])):
            own = np.int64(s[g.at[T.OWNERS] + connection] == seat)
            bits |= own << (connection - first)
        g.room[T.NETWORK + word] = bits
        mixed = (mixed ^ bits) * MIXER
        mixed ^= mixed >> 32
    return T.TRAILS + (mixed & T.TRAILS_KEPT - 1) * T.TRAIL_ROOM


@kernel
def longest(g: Tables, many: Int) -> Int:
    """The longest trail of this many connections listed."""
    room, found = g.room, np.int64(0)
    measure(g, many)
    for place in range(T.LISTED, T.LISTED + many):
        part = root(g, T.CLUSTERS, g.board[T.A + room[place]])
        if room[ENDS + part] <= 2:
            found = max(found, room[T.TOTAL + part])
    for place in range(T.LISTED, T.LISTED + many):
        part = root(g, T.CLUSTERS, g.board[T.A + room[place]])
        if room[ENDS + part] > 2:
            room[ENDS + part] = 0  # done with
            found = longest_in(g, part, found)
    return found


@kernel
def listed(g: Tables, s: Row, seat: Int) -> Int:
    """Marks and lists the seat's connections; how many."""
    room, many = g.room, np.int64(0)
    for connection in range(g.board[T.CONNECTIONS]):
        own = s[g.at[T.OWNERS] + connection] == seat
        room[T.MARKED + connection] = own
        room[T.LISTED + many] = connection
        many += own
    return many


@kernel
def measure(g: Tables, many: Int) -> None:
    """Marks in which cities an odd number of the connections listed ends; and for each cluster of
    them, at the city that stands for it: the length of all, how many such ends."""
    room = g.room
    for city in range(T.ODD, T.ODD + g.board[T.CITIES]):
        room[city] = 0
    for place in range(T.LISTED, T.LISTED + many):
        clear(g, g.board[T.A + room[place]])
        clear(g, g.board[T.B + room[place]])
    for place in range(T.LISTED, T.LISTED + many):
        join(g, T.CLUSTERS, room[place])
    for place in range(T.LISTED, T.LISTED + many):
        connection = room[place]
        part = root(g, T.CLUSTERS, g.board[T.A + connection])
        room[T.TOTAL + part] += g.board[T.LENGTH + connection]
        room[ENDS + part] += turned(g, g.board[T.A + connection])
        room[ENDS + part] += turned(g, g.board[T.B + connection])


@kernel
def clear(g: Tables, city: Int) -> None:
    g.room[T.CLUSTERS + city] = city
    g.room[T.TOTAL + city] = g.room[ENDS + city] = 0


@kernel
def turned(g: Tables, city: Int) -> Int:
    """One more connection ends in a city: 1 if that makes them odd, -1 if even."""
    g.room[T.ODD + city] ^= 1
    return 2 * g.room[T.ODD + city] - 1


@kernel
def longest_in(g: Tables, part: Int, found: Int) -> Int:
    """The longest trail found so far, or a longer one in this part."""
    ceiling = g.room[T.TOTAL + part] - lost(g, part)
    for city in range(g.board[T.CITIES]):
        if found < ceiling and g.room[T.ODD + city] and root(g, T.CLUSTERS, city) == part:
            found = max(found, longest_from(g, city, ceiling))
    return found


@kernel
def lost(g: Tables, part: Int) -> Int:
    """At least so much of a part no trail can use: a connection at each odd city but its two ends.

    One connection may serve two of these cities, hence the half.
    """
    total = first = second = np.int64(0)  # first and second: the two greatest
    for city in range(g.board[T.CITIES]):
        if g.room[T.ODD + city] and root(g, T.CLUSTERS, city) == part:
            least = shortest(g, city)
            total += least
            second = max(second, min(first, least))
            first = max(first, least)
    return (total - first - second + 1) // 2


@kernel
def shortest(g: Tables, city: Int) -> Int:
    """The length of the shortest connection marked that ends in a city."""
    least = g.board[T.CONNECTIONS] << T.CITY_BITS
    for number in range(g.board[T.FIRST + city], g.board[T.FIRST + city + 1]):
        connection = g.board[number] >> T.CITY_BITS
        if g.room[T.MARKED + connection]:
            least = min(least, g.board[T.LENGTH + connection])
    return least


@kernel
def longest_from(g: Tables, city: Int, ceiling: Int) -> Int:
    """The longest trail over marked connections that begins in a city; none passes the ceiling."""
    room, depth, walked, longest = g.room, 0, 0, 0
    number = g.board[T.FIRST + city]
    while True:
        while number < g.board[T.FIRST + city + 1]:
            connection = g.board[number] >> T.CITY_BITS
            number += 1
            if room[T.MARKED + connection]:
                room[T.MARKED + connection] = 0
                walked += g.board[T.LENGTH + connection]
                room[T.TRAIL + depth], room[T.VISITED + depth] = connection, city
                room[T.NEXT + depth] = number
                depth += 1
                city = g.board[number - 1] & T.CITY
                number = g.board[T.FIRST + city]
        longest = max(longest, walked)
        if depth == 0 or longest == ceiling:
            return np.int64(longest)
        depth -= 1
        connection, city = room[T.TRAIL + depth], room[T.VISITED + depth]
        number = room[T.NEXT + depth]
        room[T.MARKED + connection] = 1
        walked -= g.board[T.LENGTH + connection]
