"""The conduct of the knowledge game, compiled: claims on own shortest paths, and blocks."""

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets import codes
from whoknows.games.tickets.kernels.paths import path, price
from whoknows.games.tickets.kernels.scoring import completes, owns
from whoknows.games.tickets.kernels.tables import (
    ABSENT,
    AS_ORIGINAL,
    BY_AGENT,
    COLOUR,
    CONNECTIONS,
    DONE,
    FERRY,
    FROM,
    LENGTH,
    LISTED,
    MARKED,
    OWNERS,
    TICKETS,
    TO,
    TRAINS,
    WAY,
    WHERE,
    Tables,
    inner,
)
from whoknows.games.tickets.kernels.ways import PAY_AT, PAY_BITS, head, is_free, ways
from whoknows.games.tickets.rows import MOVER


@inner
def own_tickets(g: Tables, s: Row, seat: Int) -> Int:
    """Lists the tickets of a seat in the order it got them; how many."""
    room, many = g.room, 0
    for ticket in range(g.board[TICKETS]):
        if owns(g, s, seat, ticket):
            place = LISTED + many
            while place > LISTED and s[g.at[WHERE] + room[place - 1]] > s[g.at[WHERE] + ticket]:
                room[place] = room[place - 1]
                place -= 1
            room[place] = ticket
            many += 1
    return np.int64(many)


@inner
def claims(g: Tables, s: Row, out: Row) -> Int:
    """Claims on the paths of own tickets that are not completed: ticket by ticket."""
    room, seat, count = g.room, s[MOVER], np.int64(0)
    unmark(g)
    price(g, s, seat)
    for number in range(own_tickets(g, s, seat)):
        ticket = room[LISTED + number]
        if s[g.at[DONE] + ticket] >= 0:
            continue
        for place in range(WAY, WAY + path(g, g.board[FROM + ticket], g.board[TO + ticket])):
            connection = room[place]
            if s[g.at[OWNERS] + connection] < 0 and not room[MARKED + connection]:
                room[MARKED + connection] = 1
                if g.board[LENGTH + connection] <= s[g.at[TRAINS] + seat]:
                    rest = head(codes.CLAIM, seat) | connection << codes.HEAD_BITS
                    rest |= completes(g, s, seat, connection) << (PAY_AT + PAY_BITS)
                    count = pays(g, s, connection, rest, out, count)
    return np.int64(count)


@inner
def blocks(g: Tables, s: Row, true: Int, out: Row, count: Int) -> Int:
    """Blocks that can be paid for; only of tickets that their target has if they must be true."""
    for target in range(g.players):
        if target == s[MOVER]:
            continue
        unmark(g)
        price(g, s, target)
        for ticket in range(g.board[TICKETS]):
            if s[g.at[WHERE] + ticket] == ABSENT or s[g.at[DONE] + ticket] >= 0:
                continue
            if owns(g, s, target, ticket) if true else not owns(g, s, s[MOVER], ticket):
                count = blocks_of(g, s, target, ticket, out, count)
    return np.int64(count)


@inner
def blocks_of(g: Tables, s: Row, target: Int, ticket: Int, out: Row, count: Int) -> Int:
    """Blocks on the target's path for a ticket; which of them, where they do not name it."""
    room, seat = g.room, s[MOVER]
    named = codes.NO_TICKET if g.board[BY_AGENT] else ticket
    for place in range(WAY, WAY + path(g, g.board[FROM + ticket], g.board[TO + ticket])):
        connection = room[place]
        enough = g.board[AS_ORIGINAL] or g.board[LENGTH + connection] <= s[g.at[TRAINS] + seat]
        if not enough or not is_free(g, s, seat, connection):
            continue
        if g.board[BY_AGENT] and room[MARKED + connection]:
            continue
        room[MARKED + connection] = 1
        done = completes(g, s, seat, connection) << codes.TICKET_BITS
        rest = (done | named) << codes.SEAT_BITS | target
        rest = rest << (PAY_AT + PAY_BITS) | connection << codes.HEAD_BITS
        count = pays(g, s, connection, head(codes.BLOCK, seat) | rest, out, count)
    return np.int64(count)


@inner
def pays(g: Tables, s: Row, connection: Int, rest: Int, out: Row, count: Int) -> Int:
    """The ways in which the mover can pay for a connection."""
    colour, length = g.board[COLOUR + connection], g.board[LENGTH + connection]
    ferry = g.board[FERRY + connection]
    return ways(g, s, s[MOVER], colour, length, ferry, rest, PAY_AT, out, count)


@inner
def unmark(g: Tables) -> None:
    for connection in range(MARKED, MARKED + g.board[CONNECTIONS]):
        g.room[connection] = 0
