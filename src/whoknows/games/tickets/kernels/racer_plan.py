"""What `racer` wants to claim, compiled: the ways and payments of the plain `racer_plan`.

The plan of a seat is kept from turn to turn, as `greedy`'s is. It is made anew when the seat has
claimed something or got tickets, when a connection of it is lost, when it takes more trains than it
may; and, once tickets are given up, whenever anybody has claimed: then others might fit again.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, lowest
from whoknows.games.tickets import racer_numbers as N
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import CARDS_AT, JOKERS_AT
from whoknows.games.tickets.kernels.legal import free
from whoknows.games.tickets.kernels.paths import LAP_OF_STEPS, joint_paths, write_own_prices
from whoknows.games.tickets.kernels.scoring import tickets_of
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import hand_of
from whoknows.games.tickets.kernels.tunnel_risk import can_risk
from whoknows.games.tickets.racer_numbers import WHOLE

# The plan of a seat: for how many trains and after how many draws it was made, how many trains it
# takes, how many all had left if tickets were given up, how many connections it has, and these.
FOR_TRAINS, AFTER_DRAWS, NEEDS, ALL_TRAINS, MANY, PLANNED = range(6)
NONE_GIVEN_UP = -1
DEMAND = T.ASKED  # a block of room: how many cards of each colour a plan takes
CANNOT = np.int64(-1)  # pay


@kernel
def number(g: Tables, seat: Int, which: Int) -> Int:
    """One of the seat's numbers, in hundredths."""
    return g.board[T.GUIDES + seat * T.GUIDE + which]


@kernel
def make_plan(g: Tables, s: Row, plan: Row) -> None:
    """Makes a new plan for the mover if it needs one."""
    seat, trains, most = s[R.MOVER], s[g.at[T.TRAINS] + s[R.MOVER]], limit(g, s)
    same = plan[FOR_TRAINS] == trains and plan[AFTER_DRAWS] == s[R.DRAWS]
    if same and is_still_good(g, s, plan, most):
        return
    plan[FOR_TRAINS], plan[AFTER_DRAWS], plan[ALL_TRAINS] = trains, s[R.DRAWS], NONE_GIVEN_UP
    tickets = tickets_of(g, s, seat)
    many, needs = joining(g, s, tickets)
    while tickets and WHOLE * needs > most:
        tickets &= ~(np.int64(1) << cheapest(g, tickets))
        many, needs = joining(g, s, tickets)
        plan[ALL_TRAINS] = all_trains(g, s)
    plan[MANY], plan[NEEDS] = many, needs
    for place in range(many):
        plan[PLANNED + place] = g.room[T.PLAN + place]


@kernel
def is_still_good(g: Tables, s: Row, plan: Row, most: Int) -> bool:
    """Whether the plan would be the same again."""
    if WHOLE * plan[NEEDS] > most and plan[MANY]:
        return False
    if plan[ALL_TRAINS] != NONE_GIVEN_UP and plan[ALL_TRAINS] != all_trains(g, s):
        return False
    for place in range(PLANNED, PLANNED + plan[MANY]):
        if not free(g, s, s[R.MOVER], plan[place]):
            return False
    return True


@kernel
def joining(g: Tables, s: Row, tickets: Int) -> tuple[Int, Int]:
    """Writes a way that joins these tickets, cheap at the mover's prices; how many connections it
    has, and how many trains it takes."""
    seat, needs = s[R.MOVER], np.int64(0)
    write_own_prices(g, s, seat, T.GUIDES + seat * T.GUIDE + T.GUIDE_PRICES)
    many = joint_paths(g, tickets, LAP_OF_STEPS)
    for place in range(T.PLAN, T.PLAN + many):
        needs += g.board[T.LENGTH + g.room[place]]
    return many, needs


@kernel
def cheapest(g: Tables, tickets: Int) -> Int:
    """Of these tickets the one worth least, the first of equal ones."""
    best = lowest(tickets)
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if g.board[T.VALUE + ticket] < g.board[T.VALUE + best]:
            best = ticket
    return best


@kernel
def limit(g: Tables, s: Row) -> Int:
    """The trains that the mover's way may take, in hundredths."""
    seat = s[R.MOVER]
    give = number(g, seat, N.GIVE_BASE) + number(g, seat, N.GIVE_RATE) * fewest_of_others(g, s)
    return min(WHOLE * s[g.at[T.TRAINS] + seat], give)


@kernel
def fewest_of_others(g: Tables, s: Row) -> Int:
    """The trains of whoever of the others has the fewest left."""
    fewest = np.int64(T.MOST)
    for seat in range(g.players):
        if seat != s[R.MOVER]:
            fewest = min(fewest, s[g.at[T.TRAINS] + seat])
    return fewest


@kernel
def all_trains(g: Tables, s: Row) -> Int:
    total = np.int64(0)
    for seat in range(g.players):
        total += s[g.at[T.TRAINS] + seat]
    return total


@kernel
def is_free(g: Tables, s: Row, connection: Int) -> bool:
    """Whether the mover may claim a connection, cards apart."""
    enough = g.board[T.LENGTH + connection] <= s[g.at[T.TRAINS] + s[R.MOVER]]
    return bool(enough and free(g, s, s[R.MOVER], connection))


@kernel
def colour_for(g: Tables, s: Row, connection: Int) -> Int:
    """The colour to collect for a connection: of it and the one beside it, what it has more of."""
    twin, colour = g.board[T.TWIN + connection], g.board[T.COLOUR + connection]
    if twin == connection or not is_free(g, s, twin):
        return np.int64(colour)
    other, hand = g.board[T.COLOUR + twin], hand_of(g, s[R.MOVER])
    if colour == GRAY or other == GRAY:
        return np.int64(GRAY)
    return np.int64(other if s[hand + other] > s[hand + colour] else colour)


@kernel
def demand(g: Tables, s: Row, plan: Row) -> None:
    """Writes how many cards of each colour a plan takes, gray connections apart."""
    no_demand(g)
    for place in range(PLANNED, PLANNED + plan[MANY]):
        colour = colour_for(g, s, plan[place])
        if colour != GRAY:
            g.room[DEMAND + colour] += g.board[T.LENGTH + plan[place]]


@kernel
def no_demand(g: Tables) -> None:
    for colour in range(DEMAND, DEMAND + g.colours):
        g.room[colour] = 0


@kernel
def payment(g: Tables, s: Row, connection: Int) -> tuple[Int, Int]:
    """How the mover pays, in a way that hurts least beside the demand written; and how much. The
    first is CANNOT if it cannot, or had better not try."""
    seat, joker, hand = s[R.MOVER], g.colours - 1, hand_of(g, s[R.MOVER])
    jokers, per_joker = s[hand + joker], number(g, seat, N.CLAIM_JOKER)
    length, ferry = g.board[T.LENGTH + connection], g.board[T.FERRY + connection]
    its = g.board[T.COLOUR + connection]
    first, last = (0, joker) if its == GRAY else (its, its + 1)
    best, least, most = CANNOT, np.int64(0), np.int64(0)
    for colour in range(first, last):
        have = s[hand + colour]
        extra = max(ferry, length - have)
        if extra > jokers or extra >= length:
            continue
        eaten = max(0, length - extra - max(0, have - g.room[DEMAND + colour]))
        price = extra * per_joker
        price += eaten * number(g, seat, N.CLAIM_NEEDED) if its == GRAY else 0
        if best == CANNOT or price < least or (price == least and have > most):
            best = np.int64(colour | (length - extra) << CARDS_AT | extra << JOKERS_AT)
            least, most = np.int64(price), np.int64(have)
    if best == CANNOT and jokers >= length:
        best, least = np.int64(joker | length << JOKERS_AT), np.int64(length * per_joker)
    if best != CANNOT and not can_risk(g, s, connection, best):
        best = CANNOT
    return best, least
