"""What `rival` does with its cards, compiled: as the plain `rival_cards`."""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets import rival_numbers as N
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import knowledge_layout as mind
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.claim_rule import path_of
from whoknows.games.tickets.kernels.code_bits import CARDS_AT, JOKERS_AT, head
from whoknows.games.tickets.kernels.knowledge_policy import NOTHING
from whoknows.games.tickets.kernels.legal import takes
from whoknows.games.tickets.kernels.racer_plan import CANNOT, number
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, hand_of
from whoknows.games.tickets.rival_cards import MANY
from whoknows.games.tickets.state import Phase

# Blocks of room. By colour: the cards that coloured connections of its ways leave over, those that
# gray ones leave over too, and what a card is worth. By ticket: how many cards its way lacks. Then
# the fewest cards that a claim lacks, and how many jokers ferries take.
SPARE, REST, URGES, LACKS, NEEDS = T.ODD, T.NEXT, T.TRAIL, T.ASKED, T.VISITED
FEWEST, FERRIES = NEEDS, NEEDS + 1


@kernel
def reserve(g: Tables, s: Row, m: Row, who: Int) -> None:
    """Gives the cards in hand to the connections that its ways still need."""
    hand = hand_of(g, s[R.MOVER])
    g.room[FEWEST], g.room[FERRIES] = MANY, 0
    for colour in range(g.colours - 1):
        g.room[SPARE + colour] = s[hand + colour]
        g.room[URGES + colour] = 0
    for ticket in range(mind.TICKETS):
        g.room[LACKS + ticket] = -s[hand + g.colours - 1]
    give_all(g, s, m, who, False)
    for colour in range(g.colours - 1):
        g.room[REST + colour] = g.room[SPARE + colour]
    give_all(g, s, m, who, True)


@kernel
def give_all(g: Tables, s: Row, m: Row, who: Int, gray: bool) -> None:
    """The same for connections of a colour, or gray ones."""
    seat = s[R.MOVER]
    for held in range(how_many(m[mind.HAS + seat])):
        ticket = m[mind.DEALT + seat * mind.TICKETS + held]
        at = path_of(seat, ticket)
        for place in range(at + 1, at + 1 + m[at] * is_open(m, ticket)):
            connection = m[place]
            if (g.board[T.COLOUR + connection] == GRAY) != gray:
                continue
            if s[g.at[T.OWNERS] + connection] < 0 and not is_before(m, seat, held, connection):
                short = give_gray(g, who, connection) if gray else give(g, who, connection)
                note_lack(g, m, seat, connection, short)


@kernel
def is_open(m: Row, ticket: Int) -> bool:
    """Whether a ticket is not completed."""
    return bool(m[mind.FINISHED] >> ticket & 1 == 0)


@kernel
def is_before(m: Row, seat: Int, held: Int, connection: Int) -> bool:
    """Whether a connection lies on the way of an open ticket that the seat got before that one."""
    for earlier in range(held):
        ticket = m[mind.DEALT + seat * mind.TICKETS + earlier]
        if is_open(m, ticket) and is_on(m, seat, ticket, connection):
            return True
    return False


@kernel
def is_on(m: Row, seat: Int, ticket: Int, connection: Int) -> bool:
    """Whether a connection lies on the seat's way for a ticket."""
    at, found = path_of(seat, ticket), False
    for place in range(at + 1, at + 1 + m[at]):
        found = found or m[place] == connection
    return bool(found)


@kernel
def give(g: Tables, who: Int, connection: Int) -> Int:
    """Gives cards to a connection of a colour; how many it is short of."""
    colour = g.board[T.COLOUR + connection]
    short = coloured_cards(g, connection) - g.room[SPARE + colour]
    g.room[SPARE + colour] = max(0, -short)
    if short > 0:
        g.room[URGES + colour] += number(g, who, N.DRAW_NEED) + number(g, who, N.DRAW_NEAR) // short
    return np.int64(max(0, short))


@kernel
def coloured_cards(g: Tables, connection: Int) -> Int:
    """How many cards a connection takes besides the jokers of a ferry."""
    return g.board[T.LENGTH + connection] - g.board[T.FERRY + connection]


@kernel
def give_gray(g: Tables, who: Int, connection: Int) -> Int:
    """Any colour will do for this many cards: it is paid from what is left over most."""
    best, cards = np.int64(0), coloured_cards(g, connection)
    for colour in range(1, g.colours - 1):
        if g.room[REST + colour] > g.room[REST + best]:
            best = np.int64(colour)
    if g.room[REST + best] >= cards:
        g.room[REST + best] -= cards
        return np.int64(0)
    for colour in range(g.colours - 1):
        g.room[URGES + colour] += number(g, who, N.DRAW_GRAY) // (cards - g.room[REST + colour])
    return np.int64(cards - g.room[REST + best])


@kernel
def note_lack(g: Tables, m: Row, seat: Int, connection: Int, short: Int) -> None:
    """The tickets on whose ways the connection lies lack this many cards more, and its jokers."""
    ferry, tickets = g.board[T.FERRY + connection], m[mind.HAS + seat] & ~m[mind.FINISHED]
    g.room[FERRIES] += ferry
    if short > 0:
        g.room[FEWEST] = min(g.room[FEWEST], short)
    while tickets and short + ferry:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if is_on(m, seat, ticket, connection):
            g.room[LACKS + ticket] += short + ferry


@kernel
def payment(g: Tables, s: Row, who: Int, connection: Int, spares: bool) -> tuple[Int, Int]:
    """The way to pay that hurts least, and how much, in hundredths; CANNOT if it cannot pay."""
    hand, length = hand_of(g, s[R.MOVER]), g.board[T.LENGTH + connection]
    colour, jokers = g.board[T.COLOUR + connection], s[hand + g.colours - 1]
    first, last = (0, g.colours - 1) if colour == GRAY else (colour, colour + 1)
    best, least, most = CANNOT, np.int64(0), np.int64(-1)
    for paid in range(first, last):
        have = s[hand + paid]
        extra = max(g.board[T.FERRY + connection], length - have)
        if extra > jokers or extra >= length:
            continue
        eaten = max(0, length - extra - g.room[SPARE + paid]) if spares else 0
        price = extra * number(g, who, N.CLAIM_JOKER) + eaten * number(g, who, N.CLAIM_NEEDED)
        if best == CANNOT or price < least or (price == least and have > most):
            best = np.int64(paid | (length - extra) << CARDS_AT | extra << JOKERS_AT)
            least, most = price, have
    if best == CANNOT and jokers >= length:
        alone = np.int64(g.colours - 1 | length << JOKERS_AT)
        return alone, length * number(g, who, N.CLAIM_JOKER)
    return best, least


@kernel
def urge_block(g: Tables, who: Int, connection: Int, spoils: Int) -> None:
    """A card that brings a block nearer is worth something too, by what the block would spoil."""
    colour, cards = g.board[T.COLOUR + connection], coloured_cards(g, connection)
    worth = number(g, who, N.DRAW_BLOCK) * spoils // N.WHOLE
    first, last = (0, g.colours - 1) if colour == GRAY else (colour, colour + 1)
    for paid in range(first, last):
        short = cards - g.room[REST + paid]
        if short > 0:
            g.room[URGES + paid] += worth // short


@kernel
def card(g: Tables, s: Row, who: Int) -> Int:
    """The card it takes, as the code of an action; otherwise it passes."""
    seat, lying, best, most = s[R.MOVER], takes(g, s), NOTHING, np.int64(0)
    if can_draw(g, s):
        best, most = head(codes.BLIND, seat), number(g, who, N.DRAW_BLIND)
        if s[R.PHASE] == Phase.SECOND:
            most = number(g, who, N.DRAW_SECOND)
    while lying:
        colour = lowest(lying)
        lying &= lying - 1
        its = joker_worth(g, s, who) if colour == g.colours - 1 else g.room[URGES + colour]
        if best == NOTHING or its > most:
            best, most = head(codes.TAKE, seat) | colour << codes.HEAD_BITS, its
    return head(codes.PASS, seat) if best == NOTHING else best


@kernel
def joker_worth(g: Tables, s: Row, who: Int) -> Int:
    """What a joker is worth that lies face up."""
    jokers = s[hand_of(g, s[R.MOVER]) + g.colours - 1]
    its = number(g, who, N.DRAW_JOKER)
    its += number(g, who, N.DRAW_JOKER_NEAR) // max(1, g.room[FEWEST] - jokers)
    return np.int64(its + (number(g, who, N.DRAW_FERRY) if g.room[FERRIES] > jokers else 0))
