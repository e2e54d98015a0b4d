"""What a seat knows of the others' cards, compiled: exact, from voids and hand sizes.

Everything that moves make public is about cards played and suits run out of. So it is enough to
know how many unseen cards each suit has, and who may hold which suits: there is a deal that fits
exactly if no set of suits has more cards than those who may hold one of them have room for.
"""

import numpy as np
from numba import njit

from whoknows.core.kernels import Int, Row, how_many
from whoknows.games.boerenbridge.codes import ROUND, STOCK, TURNED
from whoknows.games.boerenbridge.kernels.rules import DEALT, HANDS, SUIT, VOIDS, Tables, at

ALL_SUITS = 15


@njit(cache=True)
def unseen(g: Tables, s: Row, seat: Int) -> Int:
    """The cards that are not played and not the seat's: with others, or in the stock."""
    seen = s[at(g, DEALT, seat)]
    for other in range(g.players):
        seen |= s[at(g, DEALT, other)] & ~s[at(g, HANDS, other)]
    if s[TURNED] >= 0:
        seen |= 1 << s[TURNED]
    return g.packs[s[ROUND]] & ~seen


@njit(cache=True)
def may_hold(g: Tables, s: Row, seat: Int, other: Int, some: Int) -> bool:
    """Whether the other seat may hold one of these cards, all of one suit."""
    out = some & unseen(g, s, seat)
    if out == 0:
        return False
    suit = suit_of(out)
    if s[at(g, VOIDS, other)] >> suit & 1 or s[at(g, HANDS, other)] == 0:
        return False
    return fits(g, s, seat, other, suit, -1)


@njit(cache=True)
def must_hold(g: Tables, s: Row, seat: Int, other: Int, suit: Int) -> bool:
    """Whether the other seat surely holds a card of the suit."""
    return not fits(g, s, seat, other, -1, suit)


@njit(cache=True)
def suit_of(some: Int) -> Int:
    suit = 0
    while not some & (SUIT << (13 * suit)):
        suit += 1
    return suit


@njit(cache=True)
def fits(g: Tables, s: Row, seat: Int, other: Int, given: Int, none: Int) -> bool:
    """Whether a deal fits in which the other seat has a card of one suit, or none of another."""
    left, room, may = np.zeros(4, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64)
    out = unseen(g, s, seat)
    for suit in range(4):
        left[suit] = how_many(out & (SUIT << (13 * suit)))
    for who in range(g.players):
        if who != seat:
            room[who] = how_many(s[at(g, HANDS, who)])
            may[who] = ALL_SUITS & ~s[at(g, VOIDS, who)]
    room[g.players] = how_many(s[STOCK])
    may[g.players] = ALL_SUITS
    if given >= 0:
        left[given] -= 1
        room[other] -= 1
    if none >= 0:
        may[other] &= ~(1 << none)
    for suits in range(1, 16):
        cards, places = 0, 0
        for suit in range(4):
            cards += left[suit] if suits >> suit & 1 else 0
        for who in range(g.players + 1):
            places += room[who] if may[who] & suits else 0
        if cards > places:
            return False
    return True
