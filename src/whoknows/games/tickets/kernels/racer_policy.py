"""`racer` compiled: the choices of the plain `racer_policy`, seat by seat with its own numbers."""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import racer_numbers as N
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import PAY_AT, head
from whoknows.games.tickets.kernels.legal import (
    any_to_draw,
    first_action,
    keep_code,
    list_offer,
)
from whoknows.games.tickets.kernels.paths import LAP_OF_STEPS, cost
from whoknows.games.tickets.kernels.racer_cards import NOTHING, card
from whoknows.games.tickets.kernels.racer_plan import (
    CANNOT,
    MANY,
    PLANNED,
    demand,
    fewest_of_others,
    is_free,
    joining,
    limit,
    make_plan,
    no_demand,
    number,
    payment,
)
from whoknows.games.tickets.kernels.scoring import tickets_of
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import hand_of, most_held
from whoknows.games.tickets.racer_numbers import LENGTHS, WHOLE
from whoknows.games.tickets.state import Phase

TARGET = T.NEXT  # a block of room: a plan of one connection, or of none
LEAST = np.int64(-(1 << 60))
LONGEST = len(LENGTHS)


@kernel
def choose(g: Tables, s: Row, plan: Row) -> Int:
    """The code of the action of the mover, whose plan this is."""
    if s[R.PHASE] == Phase.KEEP:
        return keep(g, s)
    if s[R.PHASE] == Phase.EXTRA:
        return first_action(g, s)  # pays if it can
    make_plan(g, s, plan)
    fills = plan[MANY] == 0 and s[R.LAST] < 0
    wanted = g.room[TARGET:] if fills else plan
    if fills:
        target(g, s, wanted)
    found = on_turn(g, s, plan, wanted) if s[R.PHASE] == Phase.TURN else NOTHING
    if found == NOTHING:
        found = card(g, s, wanted)
    return first_action(g, s) if found == NOTHING else found


@kernel
def on_turn(g: Tables, s: Row, plan: Row, wanted: Row) -> Int:
    """A claim, or drawing tickets; NOTHING if it would rather take cards."""
    if s[R.LAST] >= 0:
        return last_claim(g, s, plan)
    if plan[MANY]:
        return claim(g, s, plan)
    if wants_tickets(g, s):
        return head(codes.DRAW, s[R.MOVER])
    return fill_up(g, s, wanted)


@kernel
def claim(g: Tables, s: Row, plan: Row) -> Int:
    """The best connection of the plan that it can pay, or the one beside it, if that is better than
    to wait."""
    seat, best, most, cards = s[R.MOVER], NOTHING, np.int64(0), hand_size(g, s)
    demand(g, s, plan)
    hand = hand_of(g, seat)
    jokers, most_of = s[hand + g.colours - 1], s[hand + most_held(g, s, seat)]
    base = number(g, seat, N.CLAIM_BASE) + number(g, seat, N.CLAIM_HAND) * cards
    for place in range(PLANNED, PLANNED + plan[MANY]):
        for beside in range(2):
            connection = plan[place]
            if beside:
                connection = g.board[T.TWIN + connection]
                if connection == plan[place]:
                    continue
            length, colour = g.board[T.LENGTH + connection], g.board[T.COLOUR + connection]
            have = most_of if colour == GRAY else s[hand + colour]
            if length > have + jokers or not is_free(g, s, connection):
                continue
            pay, price = payment(g, s, connection)
            if pay == CANNOT:
                continue
            its = base + number(g, seat, N.CLAIM_LENGTH) * length - price
            if is_met(g, s, connection, False):
                its += number(g, seat, N.CLAIM_CONTESTED)
            if its > most:
                best, most = claim_with(seat, connection, pay), its
    return best


@kernel
def claim_with(seat: Int, connection: Int, pay: Int) -> Int:
    return head(codes.CLAIM, seat) | connection << codes.HEAD_BITS | pay << PAY_AT


@kernel
def is_met(g: Tables, s: Row, connection: Int, own: bool) -> bool:
    """Whether the mover, or another, has built to one of its cities."""
    for end in range(2):
        city = g.board[(T.B if end else T.A) + connection]
        for place in range(g.board[T.FIRST + city], g.board[T.FIRST + city + 1]):
            owner = s[g.at[T.OWNERS] + (g.board[place] >> T.CITY_BITS)]
            if owner >= 0 and (owner == s[R.MOVER]) == own:
                return True
    return False


@kernel
def hand_size(g: Tables, s: Row) -> Int:
    hand, cards = hand_of(g, s[R.MOVER]), np.int64(0)
    for colour in range(g.colours):
        cards += s[hand + colour]
    return cards


@kernel
def wants_tickets(g: Tables, s: Row) -> bool:
    seat = s[R.MOVER]
    its = number(g, seat, N.MORE_BASE) + number(g, seat, N.MORE_HAND) * hand_size(g, s)
    its += number(g, seat, N.MORE_TRAINS) * s[g.at[T.TRAINS] + seat]
    its += number(g, seat, N.MORE_OTHERS) * fewest_of_others(g, s)
    return bool(its > 0 and any_to_draw(g, s))


@kernel
def target(g: Tables, s: Row, wanted: Row) -> None:
    """Writes the connection that scores best for the cards it still lacks, as a plan."""
    wanted[MANY], most = 0, LEAST
    most_of, end = most_held(g, s, s[R.MOVER]), ending(g, s)
    joined = number(g, s[R.MOVER], N.FILL_JOINED)
    for connection in range(g.board[T.CONNECTIONS]):
        if is_free(g, s, connection):
            its = gain(g, s, connection, most_of, end)
            # Whether it joins what is built takes long to see: only where that may decide.
            if its + max(0, joined) > most and is_met(g, s, connection, True):
                its += joined
            if its > most:
                wanted[MANY], wanted[PLANNED], most = 1, connection, its


@kernel
def gain(g: Tables, s: Row, connection: Int, most_of: Int, end: Int) -> Int:
    """What it is worth to go for a connection once the tickets are done, wherever it leads."""
    seat, hand = s[R.MOVER], hand_of(g, s[R.MOVER])
    length, colour = g.board[T.LENGTH + connection], g.board[T.COLOUR + connection]
    have = s[hand + (most_of if colour == GRAY else colour)]
    jokers, held = max(g.board[T.FERRY + connection], length - have), s[hand + g.colours - 1]
    its = number(g, seat, N.FILL_1 + min(length, LONGEST) - 1)
    its -= number(g, seat, N.FILL_LACK) * max(0, jokers - held)
    its -= number(g, seat, N.FILL_JOKER) * min(jokers, held)
    if s[g.at[T.TRAINS] + seat] - length <= g.board[T.LAST_TRAINS]:
        its += end
    return np.int64(its)


@kernel
def ending(g: Tables, s: Row) -> Int:
    """What it is worth to end the game, by its lead."""
    seat, best = s[R.MOVER], LEAST
    for other in range(g.players):
        if other != seat:
            best = max(best, s[g.at[T.POINTS] + other])
    lead = s[g.at[T.POINTS] + seat] - best
    return number(g, seat, N.FILL_END) + number(g, seat, N.FILL_LEAD) * lead


@kernel
def fill_up(g: Tables, s: Row, wanted: Row) -> Int:
    """Claims what it goes for, if it can pay."""
    if wanted[MANY] == 0:
        return NOTHING
    no_demand(g)
    pay, _ = payment(g, s, wanted[PLANNED])
    return NOTHING if pay == CANNOT else claim_with(s[R.MOVER], wanted[PLANNED], pay)


@kernel
def last_claim(g: Tables, s: Row, plan: Row) -> Int:
    """What is worth most in the last round; more if it may complete a ticket."""
    seat, best, most = s[R.MOVER], NOTHING, np.int64(0)
    no_demand(g)
    for connection in range(g.board[T.CONNECTIONS]):
        if not is_free(g, s, connection):
            continue
        its = WHOLE * g.board[T.WORTH + connection]
        for place in range(PLANNED, PLANNED + plan[MANY]):
            if plan[place] == connection:
                its += number(g, seat, N.LAST_PLAN)
        if its > most:
            pay, _ = payment(g, s, np.int64(connection))
            if pay != CANNOT:
                best, most = claim_with(seat, np.int64(connection), pay), its
    return best


@kernel
def keep(g: Tables, s: Row) -> Int:
    """The choice that is worth most, the first of equal ones."""
    many, least = list_offer(g, s), g.board[T.DRAW_KEEP] if s[R.DRAWS] else g.board[T.START_KEEP]
    best, most, held = np.int64(0), LEAST, tickets_of(g, s, s[R.MOVER])
    for kept in range(min(least, many), many + 1):
        for choice in range((1 << many) - 1, -1, -1):
            if how_many(choice) == kept:
                its = keeping(g, s, many, choice, held)
                if its > most:
                    best, most = np.int64(choice), its
    return head(codes.KEEP, s[R.MOVER]) | keep_code(g, s, many, best)


@kernel
def keeping(g: Tables, s: Row, many: Int, choice: Int, held: Int) -> Int:
    """What it is worth to keep these of the tickets listed with those it has, in hundredths."""
    seat, tickets = s[R.MOVER], held
    for place in range(many):
        if choice >> (many - 1 - place) & 1:
            tickets |= np.int64(1) << g.room[T.LISTED + place]
    claims, trains = joining(g, s, tickets)
    points, its = np.int64(0), np.int64(0)
    for place in range(many):
        if choice >> (many - 1 - place) & 1:
            ticket = g.room[T.LISTED + place]
            a, b = g.board[T.FROM + ticket], g.board[T.TO + ticket]
            value = g.board[T.VALUE + ticket]
            points += value if cost(g, a, b, np.int64(0), LAP_OF_STEPS) == 0 else -value
            its += number(g, seat, N.KEEP_EACH)
    worths = np.int64(0)
    for place in range(T.PLAN, T.PLAN + claims):
        worths += g.board[T.WORTH + g.room[place]]
    its += number(g, seat, N.KEEP_POINTS) * points + number(g, seat, N.KEEP_WAY) * worths
    its -= number(g, seat, N.KEEP_TRAINS) * trains + number(g, seat, N.KEEP_CLAIMS) * claims
    over = WHOLE * (trains - s[g.at[T.TRAINS] + seat]) + number(g, seat, N.KEEP_RESERVE)
    late = WHOLE * trains - limit(g, s)
    its -= number(g, seat, N.KEEP_OVER) * max(0, over) // WHOLE
    return np.int64(its - number(g, seat, N.KEEP_LATE) * max(0, late) // WHOLE)
