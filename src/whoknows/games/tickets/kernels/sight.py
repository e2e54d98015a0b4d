"""Actions as a seat sees them, compiled: what looks the same to it has the same number."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, spun
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.dealing import dealt
from whoknows.games.tickets.kernels.redealing import is_own
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ways import head
from whoknows.games.tickets.state import Phase

SEAT, CARDS = (1 << codes.SEAT_BITS) - 1, (1 << codes.CARDS_BITS) - 1
TICKET = (1 << codes.TICKET_BITS) - 1


@kernel
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    if s[R.PHASE] == Phase.DEAL:
        return deal_seen(g, seat, a)
    kind, by = a & (1 << codes.KIND_BITS) - 1, a >> codes.KIND_BITS & SEAT
    rest = a >> codes.HEAD_BITS
    if by == seat:
        return np.int64(a)
    if kind == codes.GETS:
        return head(kind, by) | (rest & CARDS) << codes.HEAD_BITS
    if kind == codes.OFFER:
        return head(kind, by) | (rest & SEAT) << codes.HEAD_BITS
    if kind == codes.KEEP:
        return head(kind, by) | keep_seen(g, rest) << codes.HEAD_BITS
    return np.int64(a)


@kernel
def deal_seen(g: Tables, seat: Int, seed: Int) -> Int:
    """The own tickets in their order, and which tickets are in the game; mixed into a number."""
    dealt(g, seed)
    look = np.uint64(0)
    for ticket in range(g.board[T.TICKETS]):
        at = g.room[T.DEALT + ticket]
        kind, owner = at >> T.KIND_AT & 7, at >> T.SEAT_AT & 7
        own = owner == seat and (kind == R.HAND or kind == R.OFFER or kind == R.LONG)
        sight = at + 2 if own else np.int64(at == T.ABSENT)
        look = spun(look, sight)
    return np.int64(look >> np.uint64(1))


@kernel
def keep_seen(g: Tables, tickets: Int) -> Int:
    """How many are kept and put back, whether a long one is, and what is completed."""
    kept, back = tickets & SEAT, tickets >> codes.SEAT_BITS & SEAT
    look, tickets = tickets & (1 << 2 * codes.SEAT_BITS) - 1, tickets >> 2 * codes.SEAT_BITS
    long = 0
    for number in range(kept + back):
        if g.board[T.LONG + (tickets & TICKET)]:
            long |= 1 if number < kept else 2
        tickets >>= codes.TICKET_BITS
    # A long one that is kept is all that is told of long ones.
    return np.int64(look | (1 if long & 1 else long) << 2 * codes.SEAT_BITS | tickets << 8)


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    """Whatever lies open, the own cards and tickets."""
    look, hands = np.uint64(seat), g.at[T.HANDS]
    for place in range(g.at[T.WHERE]):
        other = (place - hands) // g.colours
        hidden = g.at[T.PILE] <= place < g.at[T.DISCARD]
        hidden = hidden or (hands <= place < g.at[T.OPEN] and other != seat)
        look = spun(look, np.int64(0) if hidden else s[place])
    for place in range(g.at[T.WHERE], g.at[T.END]):
        look = spun(look, s[place] if is_own(s[place] >> T.KIND_AT, seat) else np.int64(0))
    return np.int64(look >> np.uint64(1))
