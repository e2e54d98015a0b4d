"""The deal of tickets, drawn from a seed, which is the outcome of chance here.

There are more deals than an int64 can number. The same seed gives the same deal, so that it can
be looked at before it is made.
"""

import numpy as np

from whoknows.core.kernels import Int, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.variant import deal_hands, is_apart

NOBODYS = 7 << T.SEAT_AT


@kernel
def deal_of(g: Tables, seed: Int) -> None:
    """Writes where each ticket lies after the deal of a seed."""
    counter = np.uint64(seed)
    for ticket in range(g.board[T.TICKETS]):
        g.room[T.DEALT + ticket] = -1
    deal_hands(g, counter)
    lay_aside(g)


@kernel
def lay_aside(g: Tables) -> None:
    """The tickets that nobody got: the stock, and those that are out of the game."""
    stock, out = 0, 0
    for ticket in range(g.board[T.TICKETS]):
        if g.room[T.DEALT + ticket] >= 0:
            continue
        if is_apart(g, ticket):
            g.room[T.DEALT + ticket] = R.OUT << T.KIND_AT | NOBODYS | out
            out += 1
        elif g.board[T.MAY_DRAW]:
            g.room[T.DEALT + ticket] = R.STOCK << T.KIND_AT | NOBODYS | stock
            stock += 1
        else:
            g.room[T.DEALT + ticket] = T.ABSENT
