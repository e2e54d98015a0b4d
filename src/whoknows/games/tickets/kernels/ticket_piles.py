"""Tickets that change places, compiled: offers, what is kept, what is completed."""

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.variant import is_apart
from whoknows.games.tickets.state import Phase

SEAT, TICKET = (1 << codes.SEAT_BITS) - 1, (1 << codes.TICKET_BITS) - 1
LONG_DRAW = 63  # the draw that stands for a long ticket, as in `rows`


@kernel
def offered(g: Tables, s: Row, tickets: Int) -> None:
    """Tickets are offered to the mover; those left in the stock move up."""
    many = tickets & SEAT
    tickets >>= codes.SEAT_BITS
    for position in range(many):
        at = g.at[T.WHERE] + (tickets & TICKET)
        tickets >>= codes.TICKET_BITS
        for other in range(g.at[T.WHERE], g.at[T.WHERE] + g.board[T.TICKETS]):
            beside = s[other] >> T.KIND_AT == s[at] >> T.KIND_AT
            s[other] -= beside and s[other] > s[at]
        s[at] = R.OFFER << T.KIND_AT | s[R.MOVER] << T.SEAT_AT | position
    s[R.DRAWS] += 1
    s[R.PHASE] = Phase.KEEP


@kernel
def kept(g: Tables, s: Row, tickets: Int) -> Int:
    """The mover keeps some tickets; each of the others goes under the stock. What the code says
    beside these."""
    kept, back = tickets & SEAT, tickets >> codes.SEAT_BITS & SEAT
    tickets >>= 2 * codes.SEAT_BITS
    own = R.HAND << T.KIND_AT | s[R.MOVER] << T.SEAT_AT
    position, long = 0, False
    for number in range(kept + back):
        ticket = tickets & TICKET
        tickets >>= codes.TICKET_BITS
        if is_apart(g, ticket):
            long = long or number < kept
        elif number < kept:
            s[g.at[T.WHERE] + ticket] = own | s[R.DRAWS] << T.COUNT_AT | position
            position += 1
        else:
            s[R.SLOTS] += 1
            s[g.at[T.WHERE] + ticket] = R.UNDER << T.KIND_AT | s[R.SLOTS] << T.COUNT_AT
    if s[R.DRAWS] == 0:
        lay_long(g, s, own | LONG_DRAW << T.COUNT_AT if long else own + (R.OUT << T.KIND_AT))
    return tickets


@kernel
def lay_long(g: Tables, s: Row, place: Int) -> None:
    """The long ticket offered at the start goes to this place."""
    offered = R.LONG << T.KIND_AT | s[R.MOVER] << T.SEAT_AT
    for at in range(g.at[T.WHERE], g.at[T.WHERE] + g.board[T.TICKETS]):
        if 0 <= s[at] - offered < 1 << T.KIND_AT:
            s[at] += place - offered
