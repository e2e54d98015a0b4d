"""The policy of `rival`, compiled: as the plain `rival_policy`.

What a seat knows and its ways stand in the row `m` (see `knowledge_layout`); `who` is whose numbers
it goes by, and the number after these says whether it goes by what it knows.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel, lowest
from whoknows.games.tickets import rival_numbers as N
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.claim_rule import path_of
from whoknows.games.tickets.kernels.code_bits import PAY_AT
from whoknows.games.tickets.kernels.knowledge_policy import NOTHING
from whoknows.games.tickets.kernels.legal import block_code, claim_code, free
from whoknows.games.tickets.kernels.paths import FAR, LAP, cost, write_prices
from whoknows.games.tickets.kernels.racer_plan import CANNOT, number
from whoknows.games.tickets.kernels.rival_cards import (
    LACKS,
    card,
    is_on,
    is_open,
    payment,
    reserve,
    urge_block,
)
from whoknows.games.tickets.kernels.scoring import clusters
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.rival_cards import MANY
from whoknows.games.tickets.rival_policy import MOST_DETOUR
from whoknows.games.tickets.state import Phase

NO_POINTS = -MANY * MANY  # less than anybody has


@kernel
def choose(g: Tables, s: Row, m: Row, who: Int) -> Int:
    """The code of the action of the mover."""
    reserve(g, s, m, who)
    if s[R.PHASE] == Phase.TURN:
        best, most = own_claim(g, s, m, who)
        blocked, worth = best_block(g, s, m, who)
        if max(most, worth) > 0:
            return best if most >= worth else blocked
    urge_blocks(g, s, m, who)
    return card(g, s, who)


@kernel
def known_tickets(g: Tables, m: Row, who: Int, seat: Int, other: Int) -> Int:
    """The open tickets of another seat, as far as it knows them; none if it does without."""
    if other == seat or number(g, who, N.KNOWLEDGE) == 0:
        return np.int64(0)
    return m[mind.KNOWS + seat * mind.SEATS + other] & ~m[mind.FINISHED]


@kernel
def own_claim(g: Tables, s: Row, m: Row, who: Int) -> tuple[Int, Int]:
    """The code of its best claim, and what that is worth."""
    seat, best, pay_best, most = s[R.MOVER], NOTHING, NOTHING, np.int64(0)
    for held in range(how_many(m[mind.HAS + seat])):
        ticket = m[mind.DEALT + seat * mind.TICKETS + held]
        at = path_of(seat, ticket)
        for place in range(at + 1, at + 1 + m[at] * is_open(m, ticket)):
            connection = m[place]
            if s[g.at[T.OWNERS] + connection] >= 0 or not can_lay(g, s, connection):
                continue
            pay, price = payment(g, s, who, connection, g.board[T.COLOUR + connection] == GRAY)
            if pay != CANNOT:
                its = claim_worth(g, s, m, who, connection) - price
                if its > most:
                    best, pay_best, most = connection, pay, its
    if best == NOTHING:
        return NOTHING, np.int64(0)
    clusters(g, s, seat)
    return claim_code(g, s, best) | pay_best << PAY_AT, most


@kernel
def can_lay(g: Tables, s: Row, connection: Int) -> bool:
    return bool(s[g.at[T.TRAINS] + s[R.MOVER]] >= g.board[T.LENGTH + connection])


@kernel
def claim_worth(g: Tables, s: Row, m: Row, who: Int, connection: Int) -> Int:
    """What it is worth to claim a connection of its ways, for the dearest ticket that needs it."""
    seat = s[R.MOVER]
    ticket = dearest_on(g, m, seat, connection)
    value, left = g.board[T.VALUE + m[mind.NAMES + ticket]], left_of(g, s, m, seat, ticket)
    its = number(g, who, N.CLAIM_BASE) + number(g, who, N.CLAIM_TICKET) * value
    its += number(g, who, N.CLAIM_POINTS) * g.board[T.WORTH + connection]
    its += number(g, who, N.CLAIM_LACK) * max(0, g.room[LACKS + ticket])
    its += number(g, who, N.CLAIM_LEFT) * left
    if left < m[path_of(seat, ticket)]:
        its += number(g, who, N.CLAIM_STARTED)
    its += number(g, who, N.CLAIM_DETOUR) * detour(g, s, m, seat, ticket, connection)
    if is_contested(g, m, who, seat, connection):
        its += number(g, who, N.CLAIM_CONTESTED)
    if left == 1:
        its += number(g, who, N.CLAIM_DONE) * value
        if how_many(m[mind.HAS + seat] & ~m[mind.FINISHED]) == 1:
            its += number(g, who, N.CLAIM_END)
            lead = ahead(g, s, seat) + value + g.board[T.WORTH + connection]
            its += number(g, who, N.CLAIM_LEAD) * lead
    return np.int64(its)


@kernel
def dearest_on(g: Tables, m: Row, seat: Int, connection: Int) -> Int:
    """Of its open tickets that need the connection the dearest, the first that it got on ties."""
    best, most = np.int64(0), np.int64(-1)
    for held in range(how_many(m[mind.HAS + seat])):
        ticket = m[mind.DEALT + seat * mind.TICKETS + held]
        value = g.board[T.VALUE + m[mind.NAMES + ticket]]
        if value > most and is_open(m, ticket) and is_on(m, seat, ticket, connection):
            best, most = ticket, value
    return best


@kernel
def left_of(g: Tables, s: Row, m: Row, seat: Int, ticket: Int) -> Int:
    """How many connections the seat's way for a ticket still needs."""
    at, left = path_of(seat, ticket), np.int64(0)
    for place in range(at + 1, at + 1 + m[at]):
        left += s[g.at[T.OWNERS] + m[place]] < 0
    return left


@kernel
def detour(g: Tables, s: Row, m: Row, seat: Int, ticket: Int, connection: Int) -> Int:
    """How many trains more the ticket costs the seat without this connection of its way."""
    name, before, at = m[mind.NAMES + ticket], np.int64(0), path_of(seat, ticket)
    for place in range(at + 1, at + 1 + m[at]):
        if s[g.at[T.OWNERS] + m[place]] < 0:
            before += g.board[T.LENGTH + m[place]]
    write_prices(g, s, seat)
    g.room[T.PRICES + connection] = FAR
    after = cost(g, g.board[T.FROM + name], g.board[T.TO + name], before + MOST_DETOUR - 1, LAP)
    return np.int64(MOST_DETOUR if after < 0 else after - before)


@kernel
def is_contested(g: Tables, m: Row, who: Int, seat: Int, connection: Int) -> bool:
    """Whether it knows another to need the connection."""
    for other in range(g.players):
        if needs(m, other, known_tickets(g, m, who, seat, other), connection):
            return True
    return False


@kernel
def ahead(g: Tables, s: Row, seat: Int) -> Int:
    """By how many points it is ahead of the best of the others."""
    best = np.int64(NO_POINTS)
    for other in range(g.players):
        if other != seat:
            best = max(best, s[g.at[T.POINTS] + other])
    return np.int64(s[g.at[T.POINTS] + seat] - best)


@kernel
def best_block(g: Tables, s: Row, m: Row, who: Int) -> tuple[Int, Int]:
    """The code of its best block of a ticket that it knows somebody to hold, and what that is
    worth."""
    seat, most, best, where = s[R.MOVER], np.int64(0), NOTHING, NOTHING
    at_ticket, best_pay = np.int64(0), NOTHING
    for target in range(g.players):
        tickets = known_tickets(g, m, who, seat, target)
        while tickets:
            ticket = lowest(tickets)
            tickets &= tickets - 1
            at = path_of(target, ticket)
            for place in range(at + 1, at + 1 + m[at]):
                connection = m[place]
                if not can_lay(g, s, connection) or not free(g, s, seat, connection):
                    continue
                pay, price = payment(g, s, who, connection, True)
                if pay == CANNOT:
                    continue
                its = block_worth(g, s, m, who, target, ticket, connection) - price
                if its > most:
                    most, best, where = its, np.int64(target), connection
                    at_ticket, best_pay = ticket, pay
    if best == NOTHING:
        return NOTHING, np.int64(0)
    clusters(g, s, seat)
    code = block_code(g, s, best, m[mind.NAMES + at_ticket], where)
    return code | best_pay << PAY_AT, most


@kernel
def block_worth(
    g: Tables, s: Row, m: Row, who: Int, target: Int, ticket: Int, connection: Int
) -> Int:
    """What it is worth to take this connection from another."""
    its = spoils(g, s, m, who, target, ticket, connection)
    far = detour(g, s, m, target, ticket, connection)
    its += number(g, who, N.BLOCK_DETOUR) * far
    if far == MOST_DETOUR:
        its += number(g, who, N.BLOCK_CUT)
    unfinished = m[mind.HAS + s[R.MOVER]] & ~m[mind.FINISHED]
    if needs(m, s[R.MOVER], unfinished, connection):
        its += claim_worth(g, s, m, who, connection)
    return np.int64(its)


@kernel
def spoils(g: Tables, s: Row, m: Row, who: Int, target: Int, ticket: Int, connection: Int) -> Int:
    """The same, wherever else the other could go."""
    its = number(g, who, N.BLOCK_BASE)
    its += number(g, who, N.BLOCK_TICKET) * g.board[T.VALUE + m[mind.NAMES + ticket]]
    its += number(g, who, N.BLOCK_POINTS) * g.board[T.WORTH + connection]
    its += number(g, who, N.BLOCK_LENGTH) * g.board[T.LENGTH + connection]
    its += number(g, who, N.BLOCK_LEFT) * left_of(g, s, m, target, ticket)
    if how_many(m[mind.HAS + target] & ~m[mind.FINISHED]) == 1:
        its += number(g, who, N.BLOCK_LAST)
    behind = s[g.at[T.POINTS] + target] - s[g.at[T.POINTS] + s[R.MOVER]]
    return np.int64(its + number(g, who, N.BLOCK_LEAD) * behind)


@kernel
def needs(m: Row, seat: Int, tickets: Int, connection: Int) -> bool:
    """Whether one of these tickets of the seat needs the connection."""
    left = tickets
    while left:
        if is_on(m, seat, lowest(left), connection):
            return True
        left &= left - 1
    return False


@kernel
def urge_blocks(g: Tables, s: Row, m: Row, who: Int) -> None:
    """A card that brings a block nearer is worth something too."""
    seat = s[R.MOVER]
    for target in range(g.players):
        tickets = known_tickets(g, m, who, seat, target)
        while tickets:
            ticket = lowest(tickets)
            tickets &= tickets - 1
            at = path_of(target, ticket)
            for place in range(at + 1, at + 1 + m[at]):
                if free(g, s, seat, m[place]):
                    its = spoils(g, s, m, who, target, ticket, m[place])
                    urge_block(g, who, m[place], max(0, its))
