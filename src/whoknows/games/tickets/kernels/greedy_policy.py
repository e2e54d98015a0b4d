"""The greedy agent of classic games, compiled: the choices of the plain `greedy_policy`.

Its plan stays the same until it claims something or tickets are drawn, or one of the connections
planned is lost: whatever else others take only makes ways dearer that were not chosen.
So every seat's plan is kept from turn to turn.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.greedy_policy import TOO_FAR, TRAINS_FOR_MORE
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import PAY_AT, head
from whoknows.games.tickets.kernels.knowledge_policy import (
    AFTER_DRAWS,
    FOR_TRAINS,
    MANY,
    MANY_CARDS,
    NOTHING,
    PLANNED,
    can_claim,
    drawn,
    payment,
)
from whoknows.games.tickets.kernels.legal import (
    any_to_draw,
    first_action,
    free,
    keep_code,
    list_offer,
)
from whoknows.games.tickets.kernels.paths import LAP, joint_paths, write_prices
from whoknows.games.tickets.kernels.scoring import tickets_of
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.state import Phase

WIDTH = PLANNED + T.MOST


@kernel
def choose(g: Tables, s: Row, plan: Row) -> Int:
    """The code of the action of the mover, whose plan this is."""
    if s[R.PHASE] == Phase.KEEP:
        return keep(g, s)
    if s[R.PHASE] == Phase.EXTRA:
        return first_action(g, s)  # pays if it can
    make_plan(g, s, plan)
    found = turn(g, s, plan) if s[R.PHASE] == Phase.TURN else NOTHING
    if found == NOTHING:
        found = drawn(g, s, plan)
    return first_action(g, s) if found == NOTHING else found


@kernel
def turn(g: Tables, s: Row, plan: Row) -> Int:
    """A claim, or drawing tickets; NOTHING if it wants neither."""
    last, done = s[R.LAST] >= 0, plan[MANY] == 0
    best, longest = NOTHING, np.int64(0)
    for place in range(PLANNED, PLANNED + (0 if last else plan[MANY])):
        if g.board[T.LENGTH + plan[place]] > longest and can_claim(g, s, plan[place]):
            best, longest = plan[place], g.board[T.LENGTH + plan[place]]
    if best >= 0:
        return claim(g, s, best)
    enough = s[g.at[T.TRAINS] + s[R.MOVER]] >= TRAINS_FOR_MORE
    if done and enough and not last and any_to_draw(g, s):
        return head(codes.DRAW, s[R.MOVER])
    for connection in range(g.board[T.CONNECTIONS] if done or last else 0):
        if g.board[T.LENGTH + connection] > longest and can_claim(g, s, connection):
            best, longest = np.int64(connection), g.board[T.LENGTH + connection]
    return claim(g, s, best) if best >= 0 else NOTHING


@kernel
def claim(g: Tables, s: Row, connection: Int) -> Int:
    pay = payment(g, s, connection) << PAY_AT
    return head(codes.CLAIM, s[R.MOVER]) | connection << codes.HEAD_BITS | pay


@kernel
def make_plan(g: Tables, s: Row, plan: Row) -> None:
    """Makes a new plan for the mover if it needs one."""
    seat, trains = s[R.MOVER], s[g.at[T.TRAINS] + s[R.MOVER]]
    if plan[FOR_TRAINS] == trains and plan[AFTER_DRAWS] == s[R.DRAWS]:
        place = PLANNED
        while place < PLANNED + plan[MANY] and free(g, s, seat, plan[place]):
            place += 1
        if place == PLANNED + plan[MANY]:
            return
    plan[FOR_TRAINS], plan[AFTER_DRAWS] = trains, s[R.DRAWS]
    write_prices(g, s, seat)
    plan[MANY] = joint_paths(g, tickets_of(g, s, s[R.MOVER]), LAP)
    for place in range(plan[MANY]):
        plan[PLANNED + place] = g.room[T.PLAN + place]


@kernel
def keep(g: Tables, s: Row) -> Int:
    """As few tickets as it may: those worth most beyond what they cost in trains."""
    many, least = list_offer(g, s), g.board[T.DRAW_KEEP] if s[R.DRAWS] else g.board[T.START_KEEP]
    best, most, tickets = np.int64(0), np.int64(-MANY_CARDS), tickets_of(g, s, s[R.MOVER])
    for choice in range((1 << many) - 1, -1, -1):
        if how_many(choice) == min(least, many):
            its = gain(g, s, many, choice, tickets)
            if its > most:
                best, most = np.int64(choice), its
    return head(codes.KEEP, s[R.MOVER]) | keep_code(g, s, many, best)


@kernel
def gain(g: Tables, s: Row, many: Int, choice: Int, tickets: Int) -> Int:
    """What these of the tickets listed are worth, with those held before, beyond what they cost in
    trains."""
    points, trains = 0, 0
    for number in range(many):
        if choice >> (many - 1 - number) & 1:
            ticket = g.room[T.LISTED + number]
            tickets |= 1 << ticket
            points += g.board[T.VALUE + ticket]
    write_prices(g, s, s[R.MOVER])
    for place in range(T.PLAN, T.PLAN + joint_paths(g, tickets, LAP)):
        trains += g.board[T.LENGTH + g.room[place]]
    too_far = trains > s[g.at[T.TRAINS] + s[R.MOVER]]
    return np.int64(points - trains - (TOO_FAR if too_far else 0))
