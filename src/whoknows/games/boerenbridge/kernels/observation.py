"""What a seat sees of actions and states, compiled; and what it does not see, redealt."""

import numpy as np

from whoknows.core.kernels import GOLDEN, Int, Row, kernel, lowest, mix, spun
from whoknows.games.boerenbridge.codes import ROUND, STOCK, TRUMP
from whoknows.games.boerenbridge.kernels.rules import DEALT, HANDS, Tables, at, drawn


@kernel
def seen(g: Tables, s: Row, seat: Int, a: Int) -> Int:
    """Bids and cards are public; of a deal a seat sees its hand and the trumps."""
    if s[TRUMP] >= 0:
        return a
    counter, left, turned = np.uint64(a), g.packs[s[ROUND]], np.int64(0)
    if g.turned:
        turned, left, counter = drawn(left, 1, counter)
        trump = lowest(turned)
    else:
        counter += GOLDEN
        trump = np.int64(mix(counter) >> np.uint64(62))
    hand = np.int64(0)
    for _ in range(seat + 1):
        hand, left, counter = drawn(left, g.sizes[s[ROUND]], counter)
    return hand << 6 | trump


@kernel
def sight(g: Tables, s: Row, seat: Int) -> Int:
    """What lies on the table, the numbers of each seat, the cards that they played and the own."""
    look = np.uint64(seat)
    for place in range(at(g, HANDS, 0)):
        look = spun(look, s[place] if place != STOCK else np.int64(0))
    for other in range(g.players):
        hand = s[at(g, HANDS, other)]
        look = spun(look, s[at(g, DEALT, other)] & ~hand)
        look = spun(look, hand if other == seat else np.int64(0))
    return np.int64(look >> np.uint64(1))


@kernel
def redeal(g: Tables, s: Row, seat: Int, owners: Row, r: Row) -> None:
    """`owners` has for each of the 52 cards a seat, the number of players for the stock, or -1."""
    for other in range(g.players):
        played = s[at(g, DEALT, other)] & ~s[at(g, HANDS, other)]
        s[at(g, HANDS, other)] = ~played
        s[at(g, DEALT, other)] = 0
    s[STOCK] = 0
    left = g.packs[s[ROUND]]
    while left:
        card = lowest(left)
        left &= left - 1
        if 0 <= owners[card] < g.players:
            s[at(g, DEALT, owners[card])] |= 1 << card
        elif owners[card] == g.players:
            s[STOCK] |= 1 << card
    for other in range(g.players):
        s[at(g, HANDS, other)] &= s[at(g, DEALT, other)]
