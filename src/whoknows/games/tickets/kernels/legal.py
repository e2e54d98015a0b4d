"""What a seat may do, compiled: codes of actions, in the order of the plain `legal`.

As there, a block is offered whether or not the seat knows what it would say.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.claim_rule import own_tickets
from whoknows.games.tickets.kernels.code_bits import EXTRA_AT, NONE, PAY_AT, PAY_BITS, head
from whoknows.games.tickets.kernels.paths import path, write_prices
from whoknows.games.tickets.kernels.scoring import clusters, is_joined, owns, root
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, hand_of, most_held, ways
from whoknows.games.tickets.kernels.variant import is_spoken, spendings
from whoknows.games.tickets.state import Phase

# Blocks of all tickets, or only of those that their target has: others are untrue.
ALL_BLOCKS, TRUE_BLOCKS = np.int64(0), np.int64(1)


@kernel
def actions(g: Tables, s: Row, out: Row) -> Int:
    return options(g, s, ALL_BLOCKS, out)


@kernel
def options(g: Tables, s: Row, which: Int, out: Row) -> Int:
    """As `actions`, with all blocks or with true ones."""
    if s[R.PHASE] == Phase.KEEP:
        return keeps(g, s, out)
    if s[R.PHASE] == Phase.EXTRA:
        return extras(g, s, out)
    if s[R.PHASE] == Phase.SECOND:
        return cards(g, s, out, NONE)
    count, blocked = spendings(g, s, which, out)
    count = cards(g, s, out, count)
    if any_to_draw(g, s):
        out[count] = head(codes.DRAW, s[R.MOVER])
        count += 1
    if count == blocked:  # it may know of none to block
        out[count] = head(codes.PASS, s[R.MOVER])
        count += 1
    return np.int64(count)


@kernel
def first_action(g: Tables, s: Row) -> Int:
    """The code of the first of them, for who does not care which."""
    out = g.room[T.ACTIONS :]
    options(g, s, ALL_BLOCKS, out)
    return out[0]


@kernel
def claims(g: Tables, s: Row, out: Row) -> Int:
    """Whatever the mover can pay."""
    seat, hand, joker, count = s[R.MOVER], hand_of(g, s[R.MOVER]), g.colours - 1, np.int64(0)
    trains, most = s[g.at[T.TRAINS] + seat], most_held(g, s, seat)
    for connection in range(g.board[T.CONNECTIONS]):
        length, colour = g.board[T.LENGTH + connection], g.board[T.COLOUR + connection]
        have = s[hand + joker] + s[hand + (most if colour == GRAY else colour)]
        # What cannot be paid is most of the board, so that is looked at first.
        if length <= min(have, trains) and free(g, s, seat, connection):
            rest = head(codes.CLAIM, seat) | connection << codes.HEAD_BITS
            ferry = g.board[T.FERRY + connection]
            count = ways(g, s, seat, colour, length, ferry, rest, PAY_AT, out, count)
    return count


@kernel
def wanted_claims(g: Tables, s: Row, out: Row) -> Int:
    """Claims on the paths of the mover's tickets that are not completed, ticket by ticket."""
    room, seat, count = g.room, s[R.MOVER], np.int64(0)
    unmark(g)
    write_prices(g, s, seat)
    for number in range(own_tickets(g, s, seat)):
        ticket = room[T.LISTED + number]
        if s[g.at[T.DONE] + ticket] >= 0:
            continue
        length = path(g, g.board[T.FROM + ticket], g.board[T.TO + ticket])
        for place in range(T.WAY, T.WAY + length):
            connection = room[place]
            if s[g.at[T.OWNERS] + connection] < 0 and not room[T.MARKED + connection]:
                room[T.MARKED + connection] = 1
                if g.board[T.LENGTH + connection] <= s[g.at[T.TRAINS] + seat]:
                    count = pays(g, s, connection, claim_code(g, s, connection), out, count)
    return np.int64(count)


@kernel
def blocks(g: Tables, s: Row, true: Int, out: Row, count: Int) -> Int:
    """Blocks that can be paid for; only of tickets that their target has if they must be true."""
    for target in range(g.players):
        if target == s[R.MOVER]:
            continue
        unmark(g)
        write_prices(g, s, target)
        for ticket in range(g.board[T.TICKETS]):
            if s[g.at[T.WHERE] + ticket] == T.ABSENT or s[g.at[T.DONE] + ticket] >= 0:
                continue
            if owns(g, s, target, ticket) if true else not owns(g, s, s[R.MOVER], ticket):
                count = blocks_of(g, s, target, ticket, out, count)
    return np.int64(count)


@kernel
def blocks_of(g: Tables, s: Row, target: Int, ticket: Int, out: Row, count: Int) -> Int:
    """Blocks on the target's path for a ticket; which of them, where they do not name it."""
    room, seat = g.room, s[R.MOVER]
    for place in range(T.WAY, T.WAY + path(g, g.board[T.FROM + ticket], g.board[T.TO + ticket])):
        connection = room[place]
        enough = g.board[T.LENGTH + connection] <= s[g.at[T.TRAINS] + seat]
        if not (enough or g.board[T.AS_ORIGINAL]) or not free(g, s, seat, connection):
            continue
        if g.board[T.BY_AGENT] and room[T.MARKED + connection]:
            continue
        room[T.MARKED + connection] = 1
        code = block_code(g, s, target, ticket, connection)
        count = pays(g, s, connection, code, out, count)
    return np.int64(count)


@kernel
def pays(g: Tables, s: Row, connection: Int, rest: Int, out: Row, count: Int) -> Int:
    """The ways in which the mover can pay for a connection."""
    colour, length = g.board[T.COLOUR + connection], g.board[T.LENGTH + connection]
    ferry = g.board[T.FERRY + connection]
    return ways(g, s, s[R.MOVER], colour, length, ferry, rest, PAY_AT, out, count)


@kernel
def claim_code(g: Tables, s: Row, connection: Int) -> Int:
    """The code of a claim that says what it completes, without the payment; the mover's clusters
    must be written."""
    seat, rest = s[R.MOVER], connection << codes.HEAD_BITS
    rest |= completes(g, s, seat, connection) << (PAY_AT + PAY_BITS)
    return head(codes.CLAIM, seat) | rest


@kernel
def block_code(g: Tables, s: Row, target: Int, ticket: Int, connection: Int) -> Int:
    """The code of a block, without the payment, as `claim_code`; it may not name the ticket."""
    seat, named = s[R.MOVER], codes.NO_TICKET if g.board[T.BY_AGENT] else ticket
    done = completes(g, s, seat, connection) << codes.TICKET_BITS
    rest = (done | named) << codes.SEAT_BITS | target
    rest = rest << (PAY_AT + PAY_BITS) | connection << codes.HEAD_BITS
    return head(codes.BLOCK, seat) | rest


@kernel
def completes(g: Tables, s: Row, seat: Int, connection: Int) -> Int:
    """The mover's own tickets, as bits, that a claim completes; the clusters must be written."""
    one = root(g, T.CLUSTERS, g.board[T.A + connection])
    other = root(g, T.CLUSTERS, g.board[T.B + connection])
    found = 0
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket) and s[g.at[T.DONE] + ticket] < 0:
            a = root(g, T.CLUSTERS, g.board[T.FROM + ticket])
            b = root(g, T.CLUSTERS, g.board[T.TO + ticket])
            if a == b or (a == one and b == other) or (a == other and b == one):
                found |= 1 << ticket
    return np.int64(found)


@kernel
def unmark(g: Tables) -> None:
    for connection in range(T.MARKED, T.MARKED + g.board[T.CONNECTIONS]):
        g.room[connection] = 0


@kernel
def stations(g: Tables, s: Row, out: Row, count: Int) -> Int:
    seat, cost = s[R.MOVER], np.int64(1)
    cities = g.board[T.CITIES] if g.board[T.MOST_STATIONS] else 0
    for city in range(cities):
        cost += s[g.at[T.STATIONS] + city] == seat
    for city in range(cities if cost <= g.board[T.MOST_STATIONS] else 0):
        if s[g.at[T.STATIONS] + city] < 0:
            rest = head(codes.STATION, seat) | city << codes.HEAD_BITS
            count = ways(g, s, seat, np.int64(GRAY), cost, NONE, rest, PAY_AT, out, count)
    return count


@kernel
def cards(g: Tables, s: Row, out: Row, count: Int) -> Int:
    """Cards that lie face up, by colour, and a blind one."""
    left = takes(g, s)
    while left:
        out[count] = head(codes.TAKE, s[R.MOVER]) | lowest(left) << codes.HEAD_BITS
        left &= left - 1
        count += 1
    if can_draw(g, s):
        out[count] = head(codes.BLIND, s[R.MOVER])
        count += 1
    return count


@kernel
def takes(g: Tables, s: Row) -> Int:
    """The colours, as bits, that may be taken face up; a joker may not be the second card."""
    lying = np.int64(0)
    for number in range(g.at[T.ROW], g.at[T.ROW] + g.board[T.FACE_UP]):
        lying |= np.int64(1) << (s[number] & 63)  # none is -1, and far beyond all colours
    colours = g.colours - (s[R.PHASE] == Phase.SECOND)
    return lying & (np.int64(1) << colours) - 1


@kernel
def any_to_draw(g: Tables, s: Row) -> bool:
    """Whether tickets may be drawn, and are in the stock or under it where a draw reaches them."""
    if not g.board[T.MAY_DRAW]:
        return False
    for at in range(g.at[T.WHERE], g.at[T.WHERE] + g.board[T.TICKETS]):
        kind = s[at] >> T.KIND_AT & 7
        if kind == R.STOCK or (kind == R.UNDER and g.board[T.DRAW_TICKETS]):
            return True
    return False


@kernel
def keeps(g: Tables, s: Row, out: Row) -> Int:
    """What may be kept of an offer, smaller choices first."""
    many, count = list_offer(g, s), 0
    least = g.board[T.DRAW_KEEP] if s[R.DRAWS] else g.board[T.START_KEEP]
    if is_spoken(g):
        clusters(g, s, s[R.MOVER])
    for kept in range(min(least, many), many + 1):
        # The first ticket is the highest bit: so choices come in the order of their tickets.
        for choice in range((1 << many) - 1, -1, -1):
            if how_many(choice) == kept:
                out[count] = head(codes.KEEP, s[R.MOVER]) | keep_code(g, s, many, choice)
                count += 1
    return np.int64(count)


@kernel
def list_offer(g: Tables, s: Row) -> Int:
    """Lists the tickets that the mover may choose from, a long one first; how many."""
    many = 0
    for kind in (R.LONG, R.OFFER):
        here, first = kind << T.KIND_AT | s[R.MOVER] << T.SEAT_AT, T.LISTED + many
        for ticket in range(g.board[T.TICKETS]):
            position = s[g.at[T.WHERE] + ticket] - here
            if 0 <= position < 1 << T.KIND_AT:
                g.room[first + position] = ticket
                many += 1
    return np.int64(many)


@kernel
def keep_code(g: Tables, s: Row, many: Int, choice: Int) -> Int:
    """The code, without its head, of keeping some of the tickets listed: those whose bits are
    set, the first one's highest."""
    kept, back, done = 0, how_many(choice), np.int64(0)
    at = codes.HEAD_BITS + 2 * codes.SEAT_BITS
    code = (back | (many - back) << codes.SEAT_BITS) << codes.HEAD_BITS
    for number in range(many):
        ticket = g.room[T.LISTED + number]
        if choice >> (many - 1 - number) & 1:
            code |= ticket << (at + kept * codes.TICKET_BITS)
            kept += 1
            if is_spoken(g) and s[g.at[T.DONE] + ticket] < 0 and is_joined(g, T.CLUSTERS, ticket):
                done |= 1 << ticket
        else:
            code |= ticket << (at + back * codes.TICKET_BITS)
            back += 1
    return np.int64(code | done << (at + many * codes.TICKET_BITS))


@kernel
def extras(g: Tables, s: Row, out: Row) -> Int:
    """Paying what a tunnel costs on top, or giving it up."""
    seat, rest = s[R.MOVER], head(codes.EXTRA, s[R.MOVER])
    count = ways(g, s, seat, s[R.BID_COLOUR], s[R.BID_EXTRA], NONE, rest, EXTRA_AT, out, NONE)
    out[count] = head(codes.WITHDRAW, seat)
    return np.int64(count + 1)


@kernel
def free(g: Tables, s: Row, seat: Int, connection: Int) -> bool:
    """Whether the seat may own this connection, cards and trains apart."""
    owner, beside = s[g.at[T.OWNERS] + connection], s[g.at[T.OWNERS] + g.board[T.TWIN + connection]]
    # Not `and`: who owns what is a matter of luck, and branching on it costs more than looking.
    return bool((owner < 0) & ((beside < 0) | (beside != seat) & (g.board[T.DOUBLES] != 0)))
