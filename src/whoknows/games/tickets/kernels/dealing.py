"""The deal of tickets, drawn from a seed, which is the outcome of chance here.

There are more deals than an int64 can number. The same seed gives the same deal, so that it can
be looked at before it is made.
"""

from typing import Any

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets import rows
from whoknows.games.tickets.kernels.even import even_hands
from whoknows.games.tickets.kernels.lots import draw_listed
from whoknows.games.tickets.kernels.tables import (
    ABSENT,
    DEALT,
    EVEN,
    HELD,
    KIND_AT,
    LISTED,
    LONG,
    LONG_TICKETS,
    MAY_DRAW,
    SEAT_AT,
    START_TICKETS,
    TICKETS,
    WHERE,
    Tables,
    inner,
)
from whoknows.games.tickets.rows import PHASE
from whoknows.games.tickets.state import Phase

NEAR, FAR, ALL = np.int64(0), np.int64(1), np.int64(2)  # all but long tickets, long ones, all
NOBODYS = 7 << SEAT_AT


@inner
def deal(g: Tables, s: Row, seed: Int) -> None:
    dealt(g, seed)
    for ticket in range(g.board[TICKETS]):
        s[g.at[WHERE] + ticket] = g.room[DEALT + ticket]
    s[PHASE] = Phase.HANDS


@inner
def dealt(g: Tables, seed: Int) -> None:
    """Writes where each ticket lies after the deal of a seed."""
    counter = np.uint64(seed)
    for ticket in range(g.board[TICKETS]):
        g.room[DEALT + ticket] = -1
    if g.knowing and g.board[EVEN]:
        even_hands(g, counter)
    elif g.knowing:
        hands(g, ALL, g.board[HELD], rows.HAND, counter)
    else:
        counter = hands(g, FAR, g.board[LONG_TICKETS], rows.LONG, counter)
        hands(g, NEAR, g.board[START_TICKETS], rows.OFFER, counter)
    lay_aside(g)


@inner
def hands(g: Tables, which: Int, each: Int, kind: Int, counter: Any) -> Any:
    """So many of these tickets to each seat."""
    listed = np.int64(0)
    for ticket in range(g.board[TICKETS]):
        if which == ALL or g.board[LONG + ticket] == which:
            g.room[LISTED + listed] = ticket
            listed += 1
    for number in range(each * g.players):
        counter = draw_listed(g, number, listed, counter)
        ticket = g.room[LISTED + number]
        seat, position = number // each, number % each
        g.room[DEALT + ticket] = kind << KIND_AT | seat << SEAT_AT | position
    return counter


@inner
def lay_aside(g: Tables) -> None:
    """The tickets that nobody got: the stock, and those that are out of the game."""
    stock, out = 0, 0
    for ticket in range(g.board[TICKETS]):
        if g.room[DEALT + ticket] >= 0:
            continue
        if not g.knowing and g.board[LONG + ticket]:
            g.room[DEALT + ticket] = rows.OUT << KIND_AT | NOBODYS | out
            out += 1
        elif g.board[MAY_DRAW]:
            g.room[DEALT + ticket] = rows.STOCK << KIND_AT | NOBODYS | stock
            stock += 1
        else:
            g.room[DEALT + ticket] = ABSENT
