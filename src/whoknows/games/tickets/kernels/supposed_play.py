"""The knowledge game played on by `rival`, compiled: as the plain `supposed_play`.

What seats are taken to know, and their ways, are kept in the room from turn to turn.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import chance
from whoknows.games.tickets.kernels.claim_rule import holding, own_tickets, path_of, search
from whoknows.games.tickets.kernels.knowledge_policy import NOTHING
from whoknows.games.tickets.kernels.legal import first_action
from whoknows.games.tickets.kernels.playout import playout
from whoknows.games.tickets.kernels.rival_policy import choose
from whoknows.games.tickets.kernels.rules import apply
from whoknows.games.tickets.kernels.tables import KnowledgeTables
from whoknows.games.tickets.kernels.variant import count_points
from whoknows.games.tickets.state import Phase
from whoknows.games.tickets.supposed_play import TOLD

KIND, PLACE = (1 << codes.KIND_BITS) - 1, (1 << codes.PLACE_BITS) - 1


@kernel
def advised(g: KnowledgeTables, s: Row, r: Row) -> Int:
    m = g.room[T.MIND :]
    return next_action(g, s, m) if suppose(g, s, m) else NOTHING


@kernel
def guided(g: KnowledgeTables, s: Row, r: Row) -> None:
    """To the end of the game, all seats by the same policy; at random on boards too large for
    that."""
    m = g.room[T.MIND :]
    fits = suppose(g, s, m)
    while fits and s[R.PHASE] != Phase.OVER:
        if is_standstill(g, m) and s[R.PHASE] == Phase.TURN:
            s[R.PHASE] = Phase.OVER  # until the cards are out nobody's points change
            count_points(g, s)
            return
        phase = s[R.PHASE]
        a = chance(g, s, r) if phase <= Phase.TUNNEL else next_action(g, s, m)
        apply(g, s, a)
        if phase == Phase.TURN:
            learn(g, s, m, a)
        elif phase == Phase.DEAL or phase == Phase.KEEP:
            fits = suppose(g, s, m)
    if not fits:
        playout(g, s, r)


@kernel
def next_action(g: KnowledgeTables, s: Row, m: Row) -> Int:
    """The code of the action of the mover; it keeps the first of the tickets offered."""
    return first_action(g, s) if s[R.PHASE] == Phase.KEEP else choose(g, s, m, np.int64(0))


@kernel
def suppose(g: KnowledgeTables, s: Row, m: Row) -> bool:
    """Writes down who has which tickets, their ways, and who is taken to know what; false if there
    is no room for that."""
    if g.board[T.CITIES] > mind.CITIES:
        return False
    number_tickets(g, s, m)
    for seat in range(g.players):
        take_up(g, s, m, seat)
        search(g, s, m, seat, m[mind.HAS + seat] & ~m[mind.FINISHED])
        m[mind.CLAIMS + seat] = 0
        for connection in range(g.board[T.CONNECTIONS]):
            m[mind.CLAIMS + seat] += s[g.at[T.OWNERS] + connection] == seat
    for seat in range(g.players):
        supposed(g, m, seat)
    return True


@kernel
def number_tickets(g: KnowledgeTables, s: Row, m: Row) -> None:
    """Numbers the tickets that are held, and notes whose they are and which are completed."""
    for place in range(mind.PLAN):
        m[place] = 0
    many = 0
    for ticket in range(g.board[T.TICKETS]):
        place = s[g.at[T.WHERE] + ticket] >> T.KIND_AT
        if place & 7 == R.HAND:
            m[mind.NAMES + many] = ticket
            m[mind.HAS + (place >> 3 & 7)] |= np.int64(1) << many
            m[mind.FINISHED] |= np.int64(s[g.at[T.DONE] + ticket] >= 0) << many
            many += 1


@kernel
def take_up(g: KnowledgeTables, s: Row, m: Row, seat: Int) -> None:
    """A seat takes up its tickets, in the order in which it got them."""
    for held in range(own_tickets(g, s, seat)):
        ticket = 0
        while m[mind.NAMES + ticket] != g.room[T.LISTED + held]:
            ticket += 1
        m[mind.DEALT + seat * mind.TICKETS + held] = ticket


@kernel
def supposed(g: KnowledgeTables, m: Row, seat: Int) -> None:
    """Once a seat has a few connections all are taken to know its tickets."""
    if m[mind.CLAIMS + seat] >= TOLD:
        for other in range(g.players):
            m[mind.KNOWS + other * mind.SEATS + seat] = m[mind.HAS + seat]


@kernel
def learn(g: KnowledgeTables, s: Row, m: Row, a: Int) -> None:
    """What changes by an action on turn: a claim or a block of the seat that its code names."""
    kind, seat = a & KIND, a >> codes.KIND_BITS & (1 << codes.SEAT_BITS) - 1
    if kind != codes.CLAIM and kind != codes.BLOCK:
        return
    connection = a >> codes.HEAD_BITS & PLACE
    m[mind.CLAIMS + seat] += 1
    supposed(g, m, seat)
    m[mind.FINISHED] |= finished(g, s, m)
    for other in range(g.players):
        lost = m[mind.HAS + other] & ~m[mind.FINISHED]
        if other != seat:
            lost = losing(g, m, other, connection, lost)
        if lost:
            search(g, s, m, other, lost)


@kernel
def is_standstill(g: KnowledgeTables, m: Row) -> bool:
    """Whether all open tickets are cut off: then nobody can claim or block any more."""
    for seat in range(g.players):
        left = m[mind.HAS + seat] & ~m[mind.FINISHED]
        while left:
            if m[path_of(seat, lowest(left))] > 0:
                return False
            left &= left - 1
    return True


@kernel
def losing(g: KnowledgeTables, m: Row, seat: Int, connection: Int, tickets: Int) -> Int:
    """Those of these tickets whose way for the seat needs the connection or the one beside it."""
    lost, twin = holding(m, seat, connection, tickets), g.board[T.TWIN + connection]
    # `TWIN` of a connection without one is itself.
    return lost | holding(m, seat, twin, tickets) if twin >= 0 else lost


@kernel
def finished(g: KnowledgeTables, s: Row, m: Row) -> Int:
    """The tickets held that are completed."""
    held, done = np.int64(0), np.int64(0)
    for seat in range(g.players):
        held |= m[mind.HAS + seat]
    for number in range(how_many(held)):
        done |= np.int64(s[g.at[T.DONE] + m[mind.NAMES + number]] >= 0) << number
    return done
