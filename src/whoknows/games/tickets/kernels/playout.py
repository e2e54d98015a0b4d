"""Games played to their end at random: every action equally likely.

In the knowledge game a block names only tickets that its target has; whatever somebody knows,
others would be untrue.
"""

import numpy as np

from whoknows.core.kernels import CHANCE, END, Int, Row, below, how_many, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels.chances import chance
from whoknows.games.tickets.kernels.happening import apply
from whoknows.games.tickets.kernels.may import (
    TRUE_BLOCKS,
    any_to_draw,
    options,
    stations,
    takes,
)
from whoknows.games.tickets.kernels.paying import can_draw, hand_of, most_held
from whoknows.games.tickets.kernels.tables import (
    ACTIONS,
    CITY,
    CITY_BITS,
    COLOUR,
    FERRY,
    GROUPS,
    LENGTH,
    LISTED,
    NEXT,
    SORTED,
    TRAINS,
    Tables,
    inner,
)
from whoknows.games.tickets.kernels.ways import NONE, PAY_AT, head, is_free, ways
from whoknows.games.tickets.rows import MOVER, PHASE
from whoknows.games.tickets.state import Phase

SUMS = NEXT  # a block of room: for what is listed how many ways there are up to there


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if s[PHASE] == Phase.OVER:
        return END
    return CHANCE if s[PHASE] <= Phase.TUNNEL else s[MOVER]


@kernel
def playout(g: Tables, s: Row, r: Row) -> None:
    while s[PHASE] != Phase.OVER:
        apply(g, s, chance(g, s, r) if s[PHASE] <= Phase.TUNNEL else any_action(g, s, r))


@inner
def any_action(g: Tables, s: Row, r: Row) -> Int:
    """An action of the seat to move, each equally likely."""
    out, turn = g.room[ACTIONS:], s[PHASE] == Phase.TURN
    if g.knowing or not (turn or s[PHASE] == Phase.SECOND):
        return out[below(r, options(g, s, TRUE_BLOCKS, out))]
    claims = count_claims(g, s) if turn else np.int64(0)
    built = stations(g, s, out, NONE) if turn else np.int64(0)
    lying, blind = takes(g, s), can_draw(g, s)
    cards = how_many(lying) + blind
    many = claims + built + cards + (turn and any_to_draw(g, s))
    number = below(r, max(many, 1))
    if number < claims:
        return claim(g, s, number)
    if number < claims + built:
        return out[number - claims]
    return other(s, lying, blind, number - claims - built, many)


@inner
def other(s: Row, lying: Int, blind: bool, number: Int, many: Int) -> Int:
    """The so-manieth of all other actions, where there are any: a card, or drawing tickets."""
    if many == 0:
        return head(codes.PASS, s[MOVER])
    if number < how_many(lying):
        for _ in range(number):
            lying &= lying - 1
        return head(codes.TAKE, s[MOVER]) | lowest(lying) << codes.HEAD_BITS
    if number == how_many(lying) and blind:
        return head(codes.BLIND, s[MOVER])
    return head(codes.DRAW, s[MOVER])


@inner
def count_claims(g: Tables, s: Row) -> Int:
    """Lists what the mover may claim, and beside it in how many ways up to there; in all.

    Connections are looked at by colour, shortest first: most of the board is out of reach.
    """
    room, seat, many, total = g.room, s[MOVER], 0, np.int64(0)
    hand, most, trains = hand_of(g, seat), most_held(g, s, seat), s[g.at[TRAINS] + seat]
    for colour in range(GRAY, g.colours - 1):
        have = s[hand + (most if colour == GRAY else colour)] + s[hand + g.colours - 1]
        limit, known, ways = min(have, trains), np.int64(0), np.int64(0)
        for number in range(g.board[GROUPS + colour], g.board[GROUPS + colour + 1]):
            entry = g.board[SORTED + number]
            connection, price = entry & CITY, entry >> CITY_BITS
            length, ferry = price >> CITY_BITS, price & CITY
            if length > limit:
                break
            if price != known:
                known, ways = price, count_ways(g, s, seat, np.int64(colour), length, ferry)
            total += ways * is_free(g, s, seat, connection)
            room[LISTED + many], room[SUMS + many] = connection, total
            many += 1
    return total


@inner
def count_ways(g: Tables, s: Row, seat: Int, colour: Int, cost: Int, ferry: Int) -> Int:
    """In how many ways the seat can pay (see `ways`)."""
    hand, joker = hand_of(g, seat), g.colours - 1
    first, last = (0, joker) if colour == GRAY else (colour, colour + 1)
    count = np.int64(s[hand + joker] >= cost)
    for paid in range(first, last):
        fewest = max(ferry, cost - s[hand + paid])
        count += max(0, min(s[hand + joker], cost - 1) + 1 - fewest)
    return count


@inner
def claim(g: Tables, s: Row, number: Int) -> Int:
    """The so-manieth claim of those counted."""
    at, out = 0, g.room[ACTIONS:]
    while number >= g.room[SUMS + at]:
        at += 1
    connection = g.room[LISTED + at]
    rest = head(codes.CLAIM, s[MOVER]) | connection << codes.HEAD_BITS
    colour, length = g.board[COLOUR + connection], g.board[LENGTH + connection]
    ferry = g.board[FERRY + connection]
    many = ways(g, s, s[MOVER], colour, length, ferry, rest, PAY_AT, out, NONE)
    return out[many - (g.room[SUMS + at] - number)]
