"""How the knowledge game is played, compiled: own claims first, then blocks, then cards that are
wanted.

The greedy agent pays and draws in the same way.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, below, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.claim_rule import holding, path_of
from whoknows.games.tickets.kernels.code_bits import CARDS_AT, JOKERS_AT, PAY_AT, head
from whoknows.games.tickets.kernels.legal import block_code, claim_code, free, takes
from whoknows.games.tickets.kernels.scoring import clusters
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, hand_of, most_held
from whoknows.games.tickets.kernels.tunnel_risk import can_risk
from whoknows.games.tickets.state import Phase

# The plan of a seat: for how many trains and after how many draws it was made, how many
# connections it has, and these.
FOR_TRAINS, AFTER_DRAWS, MANY, PLANNED = range(4)
NOTHING = np.int64(-1)
# A block of room: by colour how many cards are missing, and where in the plan first.
LACKING = T.ODD
MANY_CARDS = 1 << 20


@kernel
def chosen(g: Tables, s: Row, m: Row, r: Row, blocks: Int) -> Int:
    """The code of the action of the mover, which blocks or does not."""
    seat = s[R.MOVER]
    if s[R.PHASE] == Phase.TURN:
        connection = claim(g, s, m, seat)
        if connection != mind.NONE:
            clusters(g, s, seat)
            return claim_code(g, s, connection) | payment(g, s, connection) << PAY_AT
        if blocks:
            target, ticket, connection = block(g, s, m, seat, r)
            if connection != mind.NONE:
                clusters(g, s, seat)
                code = block_code(g, s, target, m[mind.NAMES + ticket], connection)
                return code | payment(g, s, connection) << PAY_AT
    return draw(g, s, m, seat)


@kernel
def claim(g: Tables, s: Row, m: Row, seat: Int) -> Int:
    """The connection it can pay for its dearest ticket, the first found on ties; or NONE."""
    best, most = mind.NONE, 0
    unfinished = m[mind.HAS + seat] & ~m[mind.FINISHED]
    for number in range(g.board[T.HELD]):
        ticket = m[mind.DEALT + seat * mind.TICKETS + number]
        at = path_of(seat, ticket)
        for place in range(at + 1, at + 1 + m[at] * (unfinished >> ticket & 1)):
            connection = m[place]
            if can_claim(g, s, connection):
                worth = dearest(g, m, holding(m, seat, connection, unfinished))
                if worth > most:
                    best, most = connection, worth
    return best


@kernel
def dearest(g: Tables, m: Row, tickets: Int) -> Int:
    """What the dearest of these tickets is worth."""
    most = 0
    while tickets:
        most = max(most, g.board[T.VALUE + m[mind.NAMES + lowest(tickets)]])
        tickets &= tickets - 1
    return most


@kernel
def block(g: Tables, s: Row, m: Row, seat: Int, r: Row) -> tuple[Int, Int, Int]:
    """Whom it blocks, for which ticket, at which connection; the last is NONE if it cannot.

    The dearest ticket that it knows somebody to have, then seat, ticket and path order. The
    original kept the last candidate of each target and drew a target at random.
    """
    best, most, found = (mind.NONE, mind.NONE, mind.NONE), 0, 0
    for target in range(g.players):
        sure = m[mind.KNOWS + seat * mind.SEATS + target] & ~m[mind.FINISHED]
        if target == seat or sure == 0:
            continue
        worth, ticket, connection = candidate(g, s, m, seat, target, sure)
        if worth:
            found += 1
            if below(r, found) == 0 if g.board[T.AS_ORIGINAL] else worth > most:
                best, most = (target, ticket, connection), worth
    return best


@kernel
def candidate(g: Tables, s: Row, m: Row, seat: Int, target: Int, sure: Int) -> tuple[Int, Int, Int]:
    """How it would block the target: what that is worth (0: it cannot), ticket, connection.

    A block that names only the agent stands with the first ticket whose path has the connection,
    and is worth what the dearest of them is that the target is known to have.
    """
    every, before = (1 << g.players * g.board[T.HELD]) - 1, 0
    tickets = every & ~m[mind.HAS + seat] & ~m[mind.FINISHED] if g.board[T.BY_AGENT] else sure
    best = (0, mind.NONE, mind.NONE)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        at = path_of(target, ticket)
        for place in range(at + 1, at + 1 + m[at]):
            if not can_block(g, s, seat, m[place]):
                continue
            there = 1 << ticket
            if g.board[T.BY_AGENT]:
                there = holding(m, target, m[place], every)
            worth = 0 if there & before else dearest(g, m, there & sure)
            if worth > (0 if g.board[T.AS_ORIGINAL] else best[0]):
                best = (worth, ticket, m[place])
        before |= 1 << ticket
    return best


@kernel
def can_block(g: Tables, s: Row, seat: Int, connection: Int) -> bool:
    """Whether it may have the connection and can pay; the original did not look at its trains."""
    if not g.board[T.AS_ORIGINAL]:
        return can_claim(g, s, connection)
    jokers = s[hand_of(g, seat) + g.colours - 1]
    enough = payment(g, s, connection) >> JOKERS_AT <= jokers
    return bool(enough and free(g, s, seat, connection))


@kernel
def draw(g: Tables, s: Row, m: Row, seat: Int) -> Int:
    """The card it takes for what it needs, as the code of an action; otherwise it passes."""
    plan = m[mind.PLAN : mind.PATHS]
    needed(g, s, m, seat, plan)
    found = drawn(g, s, plan)
    return head(codes.PASS, seat) if found == NOTHING else found


@kernel
def needed(g: Tables, s: Row, m: Row, seat: Int, plan: Row) -> None:
    """Plans the connections for which it wants cards, path by path.

    The original also counted connections that it owned and tickets that it had completed.
    """
    plan[MANY], always = 0, g.board[T.AS_ORIGINAL]
    for number in range(g.board[T.HELD]):
        ticket = m[mind.DEALT + seat * mind.TICKETS + number]
        at = path_of(seat, ticket)
        if always or not m[mind.FINISHED] >> ticket & 1:
            for place in range(at + 1, at + 1 + m[at]):
                if always or s[g.at[T.OWNERS] + m[place]] < 0:
                    plan[PLANNED + plan[MANY]] = m[place]
                    plan[MANY] += 1


@kernel
def payment(g: Tables, s: Row, connection: Int) -> Int:
    """How the mover pays: as many cards of the colour as the connection takes, then jokers."""
    length, colour = g.board[T.LENGTH + connection], g.board[T.COLOUR + connection]
    if colour == GRAY:
        colour = most_held(g, s, s[R.MOVER])
    cards = min(s[hand_of(g, s[R.MOVER]) + colour], length - g.board[T.FERRY + connection])
    if cards == 0:
        colour = g.colours - 1
    return np.int64(colour | cards << CARDS_AT | (length - cards) << JOKERS_AT)


@kernel
def can_claim(g: Tables, s: Row, connection: Int) -> bool:
    """Whether the mover may claim a connection and can pay as it likes to."""
    seat = s[R.MOVER]
    enough = s[g.at[T.TRAINS] + seat] >= g.board[T.LENGTH + connection]
    if not enough or not free(g, s, seat, connection):
        return False
    pay = payment(g, s, connection)
    if pay >> JOKERS_AT > s[hand_of(g, seat) + g.colours - 1]:
        return False
    return can_risk(g, s, connection, pay)


@kernel
def drawn(g: Tables, s: Row, plan: Row) -> Int:
    """A card: a joker if one lies face up, or the most wanted colour, or a blind one."""
    lying, take = takes(g, s), head(codes.TAKE, s[R.MOVER])
    if lying >> (g.colours - 1):
        return take | (g.colours - 1) << codes.HEAD_BITS
    best = wanted(g, s, plan, lying)
    if best < 0 and can_draw(g, s):
        return head(codes.BLIND, s[R.MOVER])
    if best < 0 and lying == 0:
        return NOTHING
    return take | (best if best >= 0 else lowest(lying)) << codes.HEAD_BITS


@kernel
def wanted(g: Tables, s: Row, plan: Row, lying: Int) -> Int:
    """Of these colours, the first of those that miss the fewest cards for a planned connection;
    NOTHING if none is wanted."""
    room, hand, best = g.room, hand_of(g, s[R.MOVER]), NOTHING
    for colour in range(g.colours):
        room[LACKING + colour] = MANY_CARDS
    for place in range(plan[MANY]):
        colour = g.board[T.COLOUR + plan[PLANNED + place]]
        if colour == GRAY:
            colour = most_held(g, s, s[R.MOVER])
        lacking = max(0, g.board[T.LENGTH + plan[PLANNED + place]] - s[hand + colour])
        first = place if room[LACKING + colour] == MANY_CARDS else room[LACKING + colour] % T.MOST
        room[LACKING + colour] = min(room[LACKING + colour], lacking * T.MOST + first)
    least = np.int64(MANY_CARDS)
    while lying:
        colour = lowest(lying)
        lying &= lying - 1
        if room[LACKING + colour] < least:
            best, least = colour, room[LACKING + colour]
    return best
