"""The moves of the knowledge game, compiled: what they say, and what all conclude from it."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import knowing_agent as agent
from whoknows.games.tickets.kernels import knowing_mind as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.greed import payment
from whoknows.games.tickets.kernels.knowing_paths import full, holding, take_over
from whoknows.games.tickets.kernels.knowing_worlds import (
    Worlds,
    cell_size,
    count,
    every,
    known,
    say_has_none,
    say_has_one,
    say_knows_one,
)
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ways import PAY_AT, PAY_BITS, head
from whoknows.games.tickets.state import Phase

# Numbers of numpy: for plain ones numba would compile anew what they are given to.
NOTHING = np.int64(0)
NAMED_BITS = np.int64(codes.SEAT_BITS + codes.TICKET_BITS)  # whom a block names, and which ticket


@kernel
def move(g: Tables, k: Worlds, s: Row, m: Row, w: Row, r: Row, blocks: Int, told: Row) -> Int:
    """What the seat to move does, as the code of an action; what it says is said."""
    seat = s[R.MOVER]
    if s[R.PHASE] == Phase.TURN:
        connection = agent.claim(g, s, m, seat)
        if connection != mind.NONE:
            return claim(g, k, s, m, w, seat, connection, told)
        if blocks:
            target, ticket, connection = agent.block(g, s, m, seat, r[1:])
            if connection != mind.NONE:
                return block(g, k, s, m, w, seat, target, ticket, connection, told)
    return agent.draw(g, s, m, seat)


@kernel
def claim(
    g: Tables, k: Worlds, s: Row, m: Row, w: Row, seat: Int, connection: Int, told: Row
) -> Int:
    """A claim says: I have a ticket on whose path this lies."""
    m[mind.CLAIMS + seat] += 1
    say_has_one(k, w, seat, holding(m, seat, connection, every(k)))
    rest = settle(g, k, s, m, w, seat, connection, NOTHING, NOTHING, told)
    return head(codes.CLAIM, seat) | rest


@kernel
def block(
    g: Tables, k: Worlds, s: Row, m: Row, w: Row, seat: Int, target: Int, ticket: Int,
    connection: Int, told: Row,
) -> Int:  # fmt: skip
    """A block says: I know that this seat has that ticket, or one of those that need this."""
    m[mind.BLOCKS + seat] += 1
    tickets, name = 1 << ticket, m[mind.NAMES + ticket]
    if g.board[T.BY_AGENT]:
        tickets = holding(m, target, connection, every(k) & ~m[mind.FINISHED])
        name = codes.NO_TICKET
    if g.board[T.AS_ORIGINAL]:
        say_has_one(k, w, target, tickets)
    else:
        say_knows_one(k, w, seat, target, tickets)
    named = name << codes.SEAT_BITS | target
    rest = settle(g, k, s, m, w, seat, connection, named, NAMED_BITS, told)
    return head(codes.BLOCK, seat) | rest


@kernel
def settle(
    g: Tables, k: Worlds, s: Row, m: Row, w: Row, seat: Int, connection: Int, named: Int,
    bits: Int, told: Row,
) -> Int:  # fmt: skip
    """After what was said first the connection is the seat's, which completes tickets.

    The code of the move, without its beginning, is what is paid for the connection, what was
    `named` (in so many bits), and what is completed.
    """
    tell(m, w, told)
    pay = payment(g, s, connection)
    take_over(g, s, m, seat, connection, every(k))
    completed = complete(g, k, s, m, w, seat, told)
    learn(k, m, w)
    rest = pay | (named | completed << bits) << PAY_BITS
    return connection << codes.HEAD_BITS | rest << PAY_AT


@kernel
def complete(g: Tables, k: Worlds, s: Row, m: Row, w: Row, seat: Int, told: Row) -> Int:
    """What the seat has joined now: its own tickets it announces, of others its silence says that
    it does not have them. The board's numbers of its own, as bits."""
    linked = full(g, s, m, seat, every(k) & ~m[mind.FINISHED] & ~m[mind.LINKED + seat])
    own, others, names = linked & m[mind.HAS + seat], linked & ~m[mind.HAS + seat], 0
    m[mind.LINKED + seat] |= linked
    m[mind.FINISHED] |= own
    while own:
        ticket = lowest(own)
        own &= own - 1
        names |= 1 << m[mind.NAMES + ticket]
        say_has_one(k, w, seat, 1 << ticket)
        tell(m, w, told)
    if others:
        say_has_none(k, w, seat, others)
        tell(m, w, told)
    return names


@kernel
def tell(m: Row, w: Row, told: Row) -> None:
    """Something was said: notes how many worlds are left."""
    m[mind.TOLD] += 1
    told[m[mind.TOLD]] = count(w)


@kernel
def learn(k: Worlds, m: Row, w: Row) -> None:
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
