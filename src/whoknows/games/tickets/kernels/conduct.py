"""The conduct of the knowledge game, compiled: claims on own shortest paths, and blocks."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.paths import path, price
from whoknows.games.tickets.kernels.scoring import completes, owns
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ways import PAY_AT, PAY_BITS, head, is_free, ways


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
def claims(g: Tables, s: Row, out: Row) -> Int:
    """Claims on the paths of own tickets that are not completed: ticket by ticket."""
    room, seat, count = g.room, s[R.MOVER], np.int64(0)
    unmark(g)
    price(g, s, seat)
    for number in range(own_tickets(g, s, seat)):
        ticket = room[T.LISTED + number]
        if s[g.at[T.DONE] + ticket] >= 0:
            continue
        length = path(g, g.board[T.FROM + ticket], g.board[T.TO + ticket])
        for place in range(T.WAY, T.WAY + length):
            connection = room[place]
            if s[g.at[T.OWNERS] + connection] < 0 and not room[T.MARKED + connection]:
                room[T.MARKED + connection] = 1
                if g.board[T.LENGTH + connection] <= s[g.at[T.TRAINS] + seat]:
                    rest = head(codes.CLAIM, seat) | connection << codes.HEAD_BITS
                    rest |= completes(g, s, seat, connection) << (PAY_AT + PAY_BITS)
                    count = pays(g, s, connection, rest, out, count)
    return np.int64(count)


@kernel
def blocks(g: Tables, s: Row, true: Int, out: Row, count: Int) -> Int:
    """Blocks that can be paid for; only of tickets that their target has if they must be true."""
    for target in range(g.players):
        if target == s[R.MOVER]:
            continue
        unmark(g)
        price(g, s, target)
        for ticket in range(g.board[T.TICKETS]):
            if s[g.at[T.WHERE] + ticket] == T.ABSENT or s[g.at[T.DONE] + ticket] >= 0:
                continue
            if owns(g, s, target, ticket) if true else not owns(g, s, s[R.MOVER], ticket):
                count = blocks_of(g, s, target, ticket, out, count)
    return np.int64(count)


@kernel
def blocks_of(g: Tables, s: Row, target: Int, ticket: Int, out: Row, count: Int) -> Int:
    """Blocks on the target's path for a ticket; which of them, where they do not name it."""
    room, seat = g.room, s[R.MOVER]
    named = codes.NO_TICKET if g.board[T.BY_AGENT] else ticket
    for place in range(T.WAY, T.WAY + path(g, g.board[T.FROM + ticket], g.board[T.TO + ticket])):
        connection = room[place]
        enough = g.board[T.LENGTH + connection] <= s[g.at[T.TRAINS] + seat]
        if not (enough or g.board[T.AS_ORIGINAL]) or not is_free(g, s, seat, connection):
            continue
        if g.board[T.BY_AGENT] and room[T.MARKED + connection]:
            continue
        room[T.MARKED + connection] = 1
        done = completes(g, s, seat, connection) << codes.TICKET_BITS
        rest = (done | named) << codes.SEAT_BITS | target
        rest = rest << (PAY_AT + PAY_BITS) | connection << codes.HEAD_BITS
        count = pays(g, s, connection, head(codes.BLOCK, seat) | rest, out, count)
    return np.int64(count)


@kernel
def pays(g: Tables, s: Row, connection: Int, rest: Int, out: Row, count: Int) -> Int:
    """The ways in which the mover can pay for a connection."""
    colour, length = g.board[T.COLOUR + connection], g.board[T.LENGTH + connection]
    ferry = g.board[T.FERRY + connection]
    return ways(g, s, s[R.MOVER], colour, length, ferry, rest, PAY_AT, out, count)


@kernel
def unmark(g: Tables) -> None:
    for connection in range(T.MARKED, T.MARKED + g.board[T.CONNECTIONS]):
        g.room[connection] = 0
