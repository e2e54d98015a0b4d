"""The scripted agents compiled: the same bids as the plain ones, the same cards (see `graphs`).

An agent is four numbers: its kind, its rule for bids, whether it plays any card once its bid is
reached, and its ways, which are bits: whether it draws conclusions, and plays as the original.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, below, how_many, kernel, lowest
from whoknows.games.boerenbridge.codes import BIDS, PER_SEAT, ROUND, TRUMP
from whoknows.games.boerenbridge.kernels.graphs import AS_ORIGINAL, high, lose, win
from whoknows.games.boerenbridge.kernels.playout import any_of
from whoknows.games.boerenbridge.kernels.rules import (
    BID,
    HANDS,
    SUIT,
    WON,
    Tables,
    at,
    bidding,
    forbidden,
    playable,
    to_move,
)

RANDOM, GREEDY, GREEDY_KRIPKE, FULL_KRIPKE = range(4)
SCALED, ORIGINAL, TEXT = range(3)


@kernel
def choose(g: Tables, s: Row, kind: Int, rule: Int, any_after: Int, ways: Int, r: Row) -> Int:
    """The code of the action that an agent of this kind takes."""
    seat = to_move(g, s)
    if bidding(g, s):
        return seat * PER_SEAT + bid(g, s, seat, kind, rule, ways, r)
    return seat * PER_SEAT + BIDS + card(g, s, seat, kind, any_after, ways, r)


@kernel
def bid(g: Tables, s: Row, seat: Int, kind: Int, rule: Int, ways: Int, r: Row) -> Int:
    size = g.sizes[s[ROUND]]
    wish = below(r, size + 1) if kind == RANDOM else wished(g, s, seat, rule)
    if wish != forbidden(g, s):
        return wish
    if wish == 0 or (ways & AS_ORIGINAL and wish < size):
        return np.int64(wish + 1)
    return np.int64(wish - 1 if wish == size or below(r, 2) == 0 else wish + 1)


@kernel
def wished(g: Tables, s: Row, seat: Int, rule: Int) -> Int:
    """The bid by a rule."""
    return wished_with(g, s, s[at(g, HANDS, seat)], rule)


@kernel
def wished_with(g: Tables, s: Row, hand: Int, rule: Int) -> Int:
    """The bid for a hand, from ten times the ratio of mean values, in whole numbers."""
    size, pack = g.sizes[s[ROUND]], g.packs[s[ROUND]]
    own = 10 * value(hand, s[TRUMP]) * how_many(pack)
    average = value(pack, s[TRUMP]) * size
    if rule == ORIGINAL:
        some, many = size // 4, size // 2
    elif rule == TEXT:
        some, many = 1, 2
    else:
        # Halves are rounded to the even number.
        some = max(1, (size + 1) // 4 + (size % 8 == 6))
        many = max(2, size // 2 + (size % 4 == 3))
    if own < (8 if rule == ORIGINAL else 9) * average:
        return np.int64(0)
    if own < 11 * average:
        return np.int64(min(some, size))
    return np.int64(min(many, size) if own < 13 * average else size)


@kernel
def value(cards: Int, trump: Int) -> Int:
    """The sum of ranks, 13 more for each trump."""
    total = 13 * how_many(cards & (SUIT << (13 * trump)))
    while cards:
        total += lowest(cards) % 13
        cards &= cards - 1
    return total


@kernel
def card(g: Tables, s: Row, seat: Int, kind: Int, any_after: Int, ways: Int, r: Row) -> Int:
    may = playable(g, s, seat)
    if may & (may - 1) == 0:
        return lowest(may)
    reached = s[at(g, WON, seat)] >= s[at(g, BID, seat)]
    if kind == RANDOM or (any_after and reached):
        return any_of(may, r)
    if kind == GREEDY:
        return high(s, may)
    if kind == FULL_KRIPKE and reached:
        return lose(g, s, seat, may, ways)
    return win(g, s, seat, may, ways)
