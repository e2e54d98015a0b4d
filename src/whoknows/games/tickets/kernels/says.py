"""What claims and blocks say, compiled, and what all conclude from it: as the plain `says`.

The rules carry out a move; here it is only read.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.claim_rule import full, holding, take_over
from whoknows.games.tickets.kernels.code_bits import PAY_AT, PAY_BITS
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ticket_worlds import (
    TicketWorlds,
    cell_size,
    count,
    every,
    known,
    say_has_none,
    say_has_one,
    say_knows_one,
)

KIND, PLACE = (1 << codes.KIND_BITS) - 1, (1 << codes.PLACE_BITS) - 1
SEAT, TICKET = (1 << codes.SEAT_BITS) - 1, (1 << codes.TICKET_BITS) - 1


@kernel
def said(g: Tables, k: TicketWorlds, s: Row, m: Row, w: Row, a: Int, told: Row) -> None:
    """What all conclude from an action that was carried out; paths are still those before it."""
    kind, seat = a & KIND, a >> codes.KIND_BITS & SEAT
    if kind != codes.CLAIM and kind != codes.BLOCK:
        return
    connection, rest = a >> codes.HEAD_BITS & PLACE, a >> (PAY_AT + PAY_BITS)
    if kind == codes.CLAIM:
        claimed(k, m, w, seat, connection)
    else:
        blocked(g, k, m, w, seat, connection, rest)
    tell(m, w, told)
    take_over(g, s, m, seat, connection, every(k))
    completed(g, k, s, m, w, seat, told)
    learn(k, m, w)


@kernel
def claimed(k: TicketWorlds, m: Row, w: Row, seat: Int, connection: Int) -> None:
    """A claim says: I have a ticket on whose path this lies."""
    m[mind.CLAIMS + seat] += 1
    say_has_one(k, w, seat, holding(m, seat, connection, every(k)))


@kernel
def blocked(
    g: Tables, k: TicketWorlds, m: Row, w: Row, seat: Int, connection: Int, rest: Int
) -> None:
    """A block says: I know that this seat has that ticket, or one of those that need this."""
    m[mind.BLOCKS + seat] += 1
    target, name = rest & SEAT, rest >> codes.SEAT_BITS & TICKET
    if g.board[T.BY_AGENT]:
        tickets = holding(m, target, connection, every(k) & ~m[mind.FINISHED])
    else:
        tickets = 1 << numbered(m, name)
    if g.board[T.AS_ORIGINAL]:
        say_has_one(k, w, target, tickets)
    else:
        say_knows_one(k, w, seat, target, tickets)


@kernel
def completed(g: Tables, k: TicketWorlds, s: Row, m: Row, w: Row, seat: Int, told: Row) -> None:
    """What the seat has joined now: its own tickets it announces, of others its silence says that
    it does not have them."""
    linked = full(g, s, m, seat, every(k) & ~m[mind.FINISHED] & ~m[mind.LINKED + seat])
    own, others = linked & m[mind.HAS + seat], linked & ~m[mind.HAS + seat]
    m[mind.LINKED + seat] |= linked
    m[mind.FINISHED] |= own
    while own:
        say_has_one(k, w, seat, own & -own)
        own &= own - 1
        tell(m, w, told)
    if others:
        say_has_none(k, w, seat, others)
        tell(m, w, told)


@kernel
def numbered(m: Row, name: Int) -> Int:
    """The number in this game of a ticket of the board."""
    ticket = np.int64(0)
    while m[mind.NAMES + ticket] != name:
        ticket += 1
    return ticket


@kernel
def tell(m: Row, w: Row, told: Row) -> None:
    """Something was said: notes how many worlds are left."""
    m[mind.TOLD] += 1
    told[m[mind.TOLD]] = count(w)


@kernel
def learn(k: TicketWorlds, m: Row, w: Row) -> None:
    """Every seat draws its conclusions, if there is anything new."""
    left = count(w)
    if left == m[mind.LEFT]:
        return
    m[mind.LEFT] = left
    for seat in range(k.players):
        hand, others = m[mind.HAND + seat], every(k) & ~m[mind.HAS + seat]
        for other in range(k.players):
            if other != seat:
                m[mind.KNOWS + seat * mind.SEATS + other] = known(k, w, seat, hand, other, others)
        if m[mind.KNEW + seat] == mind.NONE and cell_size(k, w, seat, hand) == 1:
            m[mind.KNEW + seat] = m[mind.TOLD]
