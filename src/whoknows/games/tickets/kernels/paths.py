"""Shortest paths compiled: the search of the plain `paths`, with the same preferences.

The frontier is a set of cities, as bits, for each cost. Costs go round: from any city the dearest
connection leads less than a round further.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, lowest
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables

LAP = np.int64(16)  # costs; no connection is longer than 15
LAP_OF_STEPS = np.int64(32)  # the same where prices are those of a guide, in steps
LENGTHS = np.int64(T.LENGTH)
WORD = 6  # bits of a city's rank that are its place in a number; those above say which number
BIT = (1 << WORD) - 1
FAR = np.int64(1 << 20)
CUT_OFF = -1


@kernel
def write_prices(g: Tables, s: Row, seat: Int) -> None:
    """Writes what each connection costs the seat: nothing if it is its own, FAR if closed."""
    write_own_prices(g, s, seat, LENGTHS)


@kernel
def write_own_prices(g: Tables, s: Row, seat: Int, listed: Int) -> None:
    """The same, where those that are free cost what is listed from there on."""
    owners, prices, lengths = s[g.at[T.OWNERS] :], g.room[T.PRICES :], g.board[listed:]
    for connection in range(g.board[T.CONNECTIONS]):  # without branches: many at a time
        owner = owners[connection]
        cost = lengths[connection] if owner < 0 else FAR
        prices[connection] = 0 if owner == seat else cost
    for number in range(T.TWINS, T.TWINS + g.board[T.MANY_TWINS]):
        connection, other = g.board[number] & T.CITY, g.board[number] >> T.CITY_BITS
        beside = owners[other]
        shut = beside == seat or (beside >= 0 and not g.board[T.DOUBLES])
        prices[connection] = FAR if owners[connection] < 0 and shut else prices[connection]


@kernel
def path(g: Tables, a: Int, b: Int) -> Int:
    """Writes the way from one city to another at the prices written; how many connections."""
    return walked(g, a, b) if cost(g, a, b, FAR, LAP) >= 0 else np.int64(0)


@kernel
def cost(g: Tables, a: Int, b: Int, limit: Int, lap: Int) -> Int:
    """What the way from one city to another costs; CUT_OFF where there is none, or none at
    this limit or below. No price may reach a whole lap."""
    room, cities = g.room, g.board[T.CITIES]
    words = (cities + BIT) >> WORD
    for city in range(cities):
        room[T.REACHED + city] = FAR
    for place in range(T.FRONTIER, T.FRONTIER + lap * words):
        room[place] = 0
    room[T.REACHED + a] = 0
    room[T.FRONTIER + (a >> WORD)] = 1 << (a & BIT)
    paid, idle, most = np.int64(0), 0, np.int64(0) if a == b else limit + 1
    while idle < lap and paid <= limit:
        if most <= paid:
            return np.int64(paid)  # no other way to the last city can be cheaper
        city = popped(room, T.FRONTIER + (paid & lap - 1) * words, words)
        if city < 0:
            paid += 1
            idle += 1
        # A city that was reached more cheaply since then has been left already.
        elif room[T.REACHED + city] == paid:
            idle = 0
            most = leave(g, city, paid, words, b, most, lap)
    return np.int64(CUT_OFF)


@kernel
def popped(room: Row, frontier: Int, words: Int) -> Int:
    """Takes the first city from a frontier, -1 if there is none."""
    for place in range(words):
        cities = room[frontier + place]
        if cities:
            room[frontier + place] = cities & (cities - 1)
            return (place << WORD) + lowest(cities)
    return np.int64(-1)


@kernel
def leave(g: Tables, city: Int, paid: Int, words: Int, b: Int, most: Int, lap: Int) -> Int:
    """Goes on from a city to those that are reached more cheaply through it, and for less than
    this; from now on for less than the last city of the way."""
    room = g.room
    for number in range(g.board[T.FIRST + city], g.board[T.FIRST + city + 1]):
        way = g.board[number]
        other, total = way & T.CITY, paid + room[T.PRICES + (way >> T.CITY_BITS)]
        if total < min(room[T.REACHED + other], most):
            room[T.REACHED + other] = total
            room[T.STEPS + other] = way - other + city
            frontier = T.FRONTIER + (total & lap - 1) * words
            room[frontier + (other >> WORD)] |= 1 << (other & BIT)
            most = total if other == b else most
    return most


@kernel
def walked(g: Tables, a: Int, b: Int) -> Int:
    """Writes the way that was found; how many connections it has."""
    room, many, city = g.room, 0, b
    while city != a:
        city = room[T.STEPS + city] & T.CITY
        many += 1
    city = b
    for place in range(many - 1, -1, -1):
        room[T.WAY + place] = room[T.STEPS + city] >> T.CITY_BITS
        city = room[T.STEPS + city] & T.CITY
    return np.int64(many)


@kernel
def joint_paths(g: Tables, tickets: Int, lap: Int) -> Int:
    """Writes a cheap way to join all these tickets (bits) at the prices written, which it changes.

    How many connections it has. Tickets that cost nothing are joined, or cut off.
    """
    room, planned = g.room, 0
    while tickets:
        best, least, many = np.int64(-1), FAR, np.int64(0)
        left = tickets
        while left:
            ticket = lowest(left)
            left &= left - 1
            a, b = g.board[T.FROM + ticket], g.board[T.TO + ticket]
            its = cost(g, a, b, least, lap)
            if its <= 0 and (its == 0 or best < 0):
                tickets &= ~(1 << ticket)
            elif its > 0 and (its < least or worth_more(g, ticket, best)):
                best, least = ticket, its
                many = noted(g, walked(g, a, b))
        if best >= 0:
            tickets &= ~(1 << best)
            for place in range(T.NEW, T.NEW + many):
                room[T.PLAN + planned] = room[place]
                planned += 1
                claim_ahead(g, room[place])
    return np.int64(planned)


@kernel
def worth_more(g: Tables, ticket: Int, other: Int) -> bool:
    """Whether a ticket is worth more points than one that stands before it on the board."""
    return bool(other < 0 or g.board[T.VALUE + ticket] > g.board[T.VALUE + other])


@kernel
def noted(g: Tables, length: Int) -> Int:
    """Notes those connections of the way written that cost something; how many."""
    room, many = g.room, 0
    for place in range(T.WAY, T.WAY + length):
        if room[T.PRICES + room[place]] > 0:
            room[T.NEW + many] = room[place]
            many += 1
    return np.int64(many)


@kernel
def claim_ahead(g: Tables, connection: Int) -> None:
    """From now on the connection is as good as owned."""
    g.room[T.PRICES + g.board[T.TWIN + connection]] = FAR
    g.room[T.PRICES + connection] = 0
