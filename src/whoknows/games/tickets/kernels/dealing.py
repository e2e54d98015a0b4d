"""The deal of tickets, drawn from a seed, which is the outcome of chance here.

There are more deals than an int64 can number. The same seed gives the same deal, so that it can
be looked at before it is made.
"""

from typing import Any

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.even import even_hands
from whoknows.games.tickets.kernels.lots import draw_listed
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.state import Phase

NEAR, FAR, ALL = np.int64(0), np.int64(1), np.int64(2)  # all but long tickets, long ones, all
NOBODYS = 7 << T.SEAT_AT


@kernel
def deal(g: Tables, s: Row, seed: Int) -> None:
    dealt(g, seed)
    for ticket in range(g.board[T.TICKETS]):
        s[g.at[T.WHERE] + ticket] = g.room[T.DEALT + ticket]
    s[R.PHASE] = Phase.HANDS


@kernel
def dealt(g: Tables, seed: Int) -> None:
    """Writes where each ticket lies after the deal of a seed."""
    counter = np.uint64(seed)
    for ticket in range(g.board[T.TICKETS]):
        g.room[T.DEALT + ticket] = -1
    if g.knowing and g.board[T.EVEN]:
        even_hands(g, counter)
    elif g.knowing:
        hands(g, ALL, g.board[T.HELD], R.HAND, counter)
    else:
        counter = hands(g, FAR, g.board[T.LONG_TICKETS], R.LONG, counter)
        hands(g, NEAR, g.board[T.START_TICKETS], R.OFFER, counter)
    lay_aside(g)


@kernel
def hands(g: Tables, which: Int, each: Int, kind: Int, counter: Any) -> Any:
    """So many of these tickets to each seat."""
    listed = np.int64(0)
    for ticket in range(g.board[T.TICKETS]):
        if which == ALL or g.board[T.LONG + ticket] == which:
            g.room[T.LISTED + listed] = ticket
            listed += 1
    for number in range(each * g.players):
        counter = draw_listed(g, number, listed, counter)
        ticket = g.room[T.LISTED + number]
        seat, position = number // each, number % each
        g.room[T.DEALT + ticket] = kind << T.KIND_AT | seat << T.SEAT_AT | position
    return counter


@kernel
def lay_aside(g: Tables) -> None:
    """The tickets that nobody got: the stock, and those that are out of the game."""
    stock, out = 0, 0
    for ticket in range(g.board[T.TICKETS]):
        if g.room[T.DEALT + ticket] >= 0:
            continue
        if not g.knowing and g.board[T.LONG + ticket]:
            g.room[T.DEALT + ticket] = R.OUT << T.KIND_AT | NOBODYS | out
            out += 1
        elif g.board[T.MAY_DRAW]:
            g.room[T.DEALT + ticket] = R.STOCK << T.KIND_AT | NOBODYS | stock
            stock += 1
        else:
            g.room[T.DEALT + ticket] = T.ABSENT
