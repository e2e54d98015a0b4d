"""Tickets that change places, compiled: offers, what is kept, what is completed."""

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets import codes, rows
from whoknows.games.tickets.kernels.tables import (
    COUNT_AT,
    DONE,
    KIND_AT,
    LONG,
    POINTS,
    SEAT_AT,
    TICKETS,
    VALUE,
    WHERE,
    Tables,
    inner,
)
from whoknows.games.tickets.rows import DRAWS, MOVER, PHASE, SLOTS
from whoknows.games.tickets.state import Phase

SEAT, TICKET = (1 << codes.SEAT_BITS) - 1, (1 << codes.TICKET_BITS) - 1
LONG_DRAW = 63  # the draw that stands for a long ticket, as in `rows`


@inner
def offer(g: Tables, s: Row, tickets: Int) -> None:
    """Tickets are offered to the mover; those left in the stock move up."""
    many = tickets & SEAT
    tickets >>= codes.SEAT_BITS
    for position in range(many):
        at = g.at[WHERE] + (tickets & TICKET)
        tickets >>= codes.TICKET_BITS
        for other in range(g.at[WHERE], g.at[WHERE] + g.board[TICKETS]):
            beside = s[other] >> KIND_AT == s[at] >> KIND_AT
            s[other] -= beside and s[other] > s[at]
        s[at] = rows.OFFER << KIND_AT | s[MOVER] << SEAT_AT | position
    s[DRAWS] += 1
    s[PHASE] = Phase.KEEP


@inner
def keep(g: Tables, s: Row, tickets: Int) -> None:
    """The mover keeps some tickets; each of the others goes under the stock."""
    kept, back = tickets & SEAT, tickets >> codes.SEAT_BITS & SEAT
    tickets >>= 2 * codes.SEAT_BITS
    own = rows.HAND << KIND_AT | s[MOVER] << SEAT_AT
    position, long = 0, False
    for number in range(kept + back):
        ticket = tickets & TICKET
        tickets >>= codes.TICKET_BITS
        if g.board[LONG + ticket] and not g.knowing:
            long = long or number < kept
        elif number < kept:
            s[g.at[WHERE] + ticket] = own | s[DRAWS] << COUNT_AT | position
            position += 1
        else:
            s[SLOTS] += 1
            s[g.at[WHERE] + ticket] = rows.UNDER << KIND_AT | s[SLOTS] << COUNT_AT
    if g.knowing:
        complete(g, s, tickets)
    if s[DRAWS]:
        s[PHASE] = Phase.NEXT
    else:
        begin(g, s, own | LONG_DRAW << COUNT_AT if long else own + (rows.OUT << KIND_AT))


@inner
def begin(g: Tables, s: Row, place: Int) -> None:
    """The mover has chosen its first tickets; the long one goes to this place."""
    offered = rows.LONG << KIND_AT | s[MOVER] << SEAT_AT
    for at in range(g.at[WHERE], g.at[WHERE] + g.board[TICKETS]):
        if 0 <= s[at] - offered < 1 << KIND_AT:
            s[at] += place - offered
    s[MOVER] += 1
    if s[MOVER] == g.players:
        s[MOVER] = 0
        s[PHASE] = Phase.TURN


@inner
def complete(g: Tables, s: Row, tickets: Int) -> None:
    """Tickets, as bits, are announced as completed."""
    for ticket in range(g.board[TICKETS]):
        if tickets >> ticket & 1:
            s[g.at[DONE] + ticket] = s[MOVER]
            s[g.at[POINTS] + s[MOVER]] += g.board[VALUE + ticket]
