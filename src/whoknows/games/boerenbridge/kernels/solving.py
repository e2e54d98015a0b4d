"""What an exact solver needs: which positions are the same, and which cards are."""

import numpy as np

from whoknows.core.kernels import Int, Row, how_many, kernel, lowest
from whoknows.games.boerenbridge.codes import BIDS, IN_TRICK, LEADER, PER_SEAT, TRICK, TRUMP
from whoknows.games.boerenbridge.kernels.rules import (
    BID,
    HANDS,
    SUIT,
    WON,
    Tables,
    actions,
    at,
    bidding,
    playable,
)


@kernel
def key(g: Tables, s: Row, out: Row) -> Int:
    """Between tricks: who leads, how far each is from its bid, and suit by suit who holds the
    cards left in the order of their ranks; which ranks are gone does not matter."""
    if s[IN_TRICK] or s[TRUMP] < 0 or bidding(g, s):
        return np.int64(0)
    all_left = np.int64(0)
    head = s[LEADER]
    for seat in range(g.players):
        head = head << 5 | (s[at(g, BID, seat)] - s[at(g, WON, seat)] + 13)
        all_left |= s[at(g, HANDS, seat)]
    length, room = 1, 0
    out[1] = 0
    for suit in range(4):
        left = all_left & (SUIT << (13 * suit))
        head = head << 4 | how_many(left)
        while left:
            bit = left & -left
            left ^= bit
            if room == 20:
                length, room = length + 1, 0
                out[length] = 0
            holder = 0
            while not s[at(g, HANDS, holder)] & bit:
                holder += 1
            out[length] = out[length] << 3 | holder
            room += 1
    out[0] = head
    return np.int64(length + 1)


@kernel
def choices(g: Tables, s: Row, out: Row) -> Int:
    """Of cards between which nobody else's lie, only the lowest."""
    if bidding(g, s):
        return actions(g, s, out)
    seat = np.int64((s[LEADER] + s[IN_TRICK]) % g.players)
    others = np.int64(0)
    for other in range(g.players):
        others |= s[at(g, HANDS, other)]
    others &= ~s[at(g, HANDS, seat)]
    for number in range(s[IN_TRICK]):
        others |= 1 << s[TRICK + number]
    left, count, last = playable(g, s, seat), 0, np.int64(-1)
    while left:
        card = lowest(left)
        left &= left - 1
        between = ((1 << card) - 1) & ~((1 << (last + 1)) - 1)
        if last < 0 or card // 13 != last // 13 or others & between:
            out[count] = seat * PER_SEAT + BIDS + card
            count += 1
        last = card
    return np.int64(count)
