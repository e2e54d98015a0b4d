"""Where the compiled mechanics ask which game it is: as the plain `variant`.

Whatever a number can tell (stations, the bonus of a trail, tunnels) stands in the tables instead.
"""

from typing import Any

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import draw_listed
from whoknows.games.tickets.kernels.classic_game import reward_stations, reward_trails
from whoknows.games.tickets.kernels.even_deals import even_hands
from whoknows.games.tickets.kernels.knowledge_game import all_done, penalty, stuck
from whoknows.games.tickets.kernels.scoring import worth
from whoknows.games.tickets.kernels.tables import Tables

NEAR, FAR, ALL = np.int64(0), np.int64(1), np.int64(2)  # all but long tickets, long ones, all


@kernel
def deal_hands(g: Tables, counter: Any) -> None:
    """Writes where the tickets lie that seats get to hold, or to choose from."""
    if g.knowing and g.board[T.EVEN]:
        even_hands(g, counter)
    elif g.knowing:
        hands(g, ALL, g.board[T.HELD], R.HAND, counter)
    else:
        counter = hands(g, FAR, g.board[T.LONG_TICKETS], R.LONG, counter)
        hands(g, NEAR, g.board[T.START_TICKETS], R.OFFER, counter)


@kernel
def is_apart(g: Tables, ticket: Int) -> bool:
    """Whether a ticket is one of the long ones that lie apart from all others."""
    return bool(g.board[T.LONG + ticket] and not g.knowing)


@kernel
def is_last_round(g: Tables, s: Row, claimed: bool) -> bool:
    """Whether the turn that ends begins the last round."""
    few = s[g.at[T.TRAINS] + s[R.MOVER]] <= g.board[T.LAST_TRAINS]
    return bool(few and (claimed or not g.knowing))


@kernel
def is_over(g: Tables, s: Row) -> bool:
    """Whether the turn that ends is the last, whatever trains are left."""
    if g.knowing:
        return all_done(g, s) or stuck(g, s)
    return bool(s[R.PASSED] >= g.players)


@kernel
def count_points(g: Tables, s: Row) -> None:
    """What is counted for each seat when the game is over."""
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += penalty(g, s, seat) if g.knowing else worth(g, s, seat)
    if not g.knowing:
        reward_trails(g, s)
        reward_stations(g, s)


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
