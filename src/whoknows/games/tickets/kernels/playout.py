"""Games played to their end at random: every action equally likely.

In the knowledge game a block names only tickets that its target has; whatever somebody knows,
others would be untrue.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, below, how_many, kernel, lowest
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import chance
from whoknows.games.tickets.kernels.code_bits import NONE, PAY_AT, head
from whoknows.games.tickets.kernels.free_connections import note_free
from whoknows.games.tickets.kernels.legal import (
    TRUE_BLOCKS,
    any_to_draw,
    options,
    stations,
    takes,
)
from whoknows.games.tickets.kernels.rules import apply
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, hand_of, most_held, ways
from whoknows.games.tickets.kernels.variant import any_action
from whoknows.games.tickets.state import Phase

SUMS = T.NEXT  # a block of room: for what is listed how many ways there are up to there


@kernel
def playout(g: Tables, s: Row, r: Row) -> None:
    note_free(g, s)
    while s[R.PHASE] != Phase.OVER:
        apply(g, s, chance(g, s, r) if s[R.PHASE] <= Phase.TUNNEL else any_action(g, s, r))


@kernel
def any_listed(g: Tables, s: Row, r: Row) -> Int:
    """One of all actions, each equally likely, which are written down."""
    out = g.room[T.ACTIONS :]
    return out[below(r, options(g, s, TRUE_BLOCKS, out))]


@kernel
def any_counted(g: Tables, s: Row, r: Row) -> Int:
    """The same where anything may be claimed: claims are counted only, which is faster."""
    out, turn = g.room[T.ACTIONS :], s[R.PHASE] == Phase.TURN
    if not (turn or s[R.PHASE] == Phase.SECOND):
        return any_listed(g, s, r)
    claims = count_claims(g, s) if turn else np.int64(0)
    built = stations(g, s, out, NONE) if turn else np.int64(0)
    lying, blind = takes(g, s), can_draw(g, s)
    cards = how_many(lying) + blind
    many = claims + built + cards + (turn and any_to_draw(g, s))
    number = below(r, max(many, 1))
    if number < claims:
        return counted_claim(g, s, number)
    if number < claims + built:
        return out[number - claims]
    return other(s, lying, blind, number - claims - built, many)


@kernel
def other(s: Row, lying: Int, blind: bool, number: Int, many: Int) -> Int:
    """One of all other actions by its number, if there are any: a card, or drawing tickets."""
    if many == 0:
        return head(codes.PASS, s[R.MOVER])
    if number < how_many(lying):
        for _ in range(number):
            lying &= lying - 1
        return head(codes.TAKE, s[R.MOVER]) | lowest(lying) << codes.HEAD_BITS
    if number == how_many(lying) and blind:
        return head(codes.BLIND, s[R.MOVER])
    return head(codes.DRAW, s[R.MOVER])


@kernel
def count_claims(g: Tables, s: Row) -> Int:
    """Lists lots of connections that the mover can pay, and beside each in how many ways up to
    there; in all. What it may own must be written (see `note_free`).

    Lots are looked at by colour, shortest first: most of the board is out of reach.
    """
    room, seat, many, total = g.room, s[R.MOVER], 0, np.int64(0)
    hand, most, trains = hand_of(g, seat), most_held(g, s, seat), s[g.at[T.TRAINS] + seat]
    for colour in range(GRAY, g.colours - 1):
        have = s[hand + (most if colour == GRAY else colour)] + s[hand + g.colours - 1]
        limit = min(have, trains)
        for lot in range(g.board[T.LOT_GROUPS + colour], g.board[T.LOT_GROUPS + colour + 1]):
            price = g.board[T.LOTS + lot]
            length, ferry = price >> T.CITY_BITS, price & T.CITY
            if length > limit:
                break
            left = in_lot(g, seat, lot)
            if left:
                total += left * count_ways(g, s, seat, np.int64(colour), length, ferry)
                room[T.LISTED + many], room[SUMS + many] = lot, total
                many += 1
    return total


@kernel
def in_lot(g: Tables, seat: Int, lot: Int) -> Int:
    """How many connections of a lot the seat may own."""
    many = np.int64(0)
    for part in range((g.board[T.CONNECTIONS] + 63) >> 6):
        many += how_many(free_in_lot(g, seat, lot, part))
    return many


@kernel
def free_in_lot(g: Tables, seat: Int, lot: Int, part: Int) -> Int:
    """The connections of a lot that the seat may own, 64 of the board at a time."""
    return g.room[T.FREE + seat * T.SET + part] & g.board[T.ALIKE + lot * T.SET + part]


@kernel
def count_ways(g: Tables, s: Row, seat: Int, colour: Int, cost: Int, ferry: Int) -> Int:
    """In how many ways the seat can pay (see `ways`)."""
    hand, joker = hand_of(g, seat), g.colours - 1
    first, last = (0, joker) if colour == GRAY else (colour, colour + 1)
    count = np.int64(s[hand + joker] >= cost)
    for paid in range(first, last):
        fewest = max(ferry, cost - s[hand + paid])
        count += max(0, min(s[hand + joker], cost - 1) + 1 - fewest)
    return count


@kernel
def counted_claim(g: Tables, s: Row, number: Int) -> Int:
    """The claim of this number, of those counted."""
    room, at, out = g.room, 0, g.room[T.ACTIONS :]
    while number >= room[SUMS + at]:
        at += 1
    if at:
        number -= room[SUMS + at - 1]
    lot = room[T.LISTED + at]
    left = in_lot(g, s[R.MOVER], lot)
    each = (room[SUMS + at] - (room[SUMS + at - 1] if at else 0)) // left
    connection = one_of_lot(g, s[R.MOVER], lot, number // each)
    rest = head(codes.CLAIM, s[R.MOVER]) | connection << codes.HEAD_BITS
    colour, length = g.board[T.COLOUR + connection], g.board[T.LENGTH + connection]
    ferry = g.board[T.FERRY + connection]
    ways(g, s, s[R.MOVER], colour, length, ferry, rest, PAY_AT, out, NONE)
    return out[number % each]


@kernel
def one_of_lot(g: Tables, seat: Int, lot: Int, number: Int) -> Int:
    """The connection of this number in a lot, of those that the seat may own."""
    part = np.int64(0)
    free = free_in_lot(g, seat, lot, part)
    while number >= how_many(free):
        number -= how_many(free)
        part += 1
        free = free_in_lot(g, seat, lot, part)
    for _ in range(number):
        free &= free - 1
    return (part << 6) + lowest(free)
