"""The verbs of the railway game, compiled: whose turn it is, what an action does, the points."""

import numpy as np

from whoknows.core.kernels import CHANCE, END, Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels import transitions
from whoknows.games.tickets.kernels.game_end import next_turn
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.ticket_piles import offered
from whoknows.games.tickets.kernels.train_cards import any_plain, can_draw, needing_cards
from whoknows.games.tickets.kernels.transitions import (
    PLACE,
    dealt,
    given,
    kept,
    pay,
    taken,
    tunnelled,
    turned_up,
    withdrawn,
)
from whoknows.games.tickets.kernels.variant import count_points
from whoknows.games.tickets.state import Phase


@kernel
def scores(g: Tables, s: Row, u: Row) -> None:
    for seat in range(g.players):
        u[seat] = s[g.at[T.POINTS] + seat]


@kernel
def key(g: Tables, s: Row, out: Row) -> Int:
    return np.int64(0)


@kernel
def stage(g: Tables, s: Row) -> Int:
    return np.int64(0)


@kernel
def apply(g: Tables, s: Row, a: Int) -> None:
    if s[R.PHASE] == Phase.DEAL:
        dealt(g, s, a)
        return
    kind, rest = a & (1 << codes.KIND_BITS) - 1, a >> codes.HEAD_BITS
    claimed = kind == codes.CLAIM or kind == codes.BLOCK
    if kind == codes.TAKE:
        taken(g, s, rest)
    elif kind == codes.TURN_UP:
        turned_up(g, s, rest)
    elif kind == codes.GETS:
        given(g, s, rest)
    elif kind == codes.BLIND:
        s[R.THEN] = Phase.NEXT if s[R.PHASE] == Phase.SECOND else Phase.SECOND
        s[R.PHASE] = Phase.BLIND
        needing_cards(g, s)
    elif claimed:
        named = 0 if kind == codes.CLAIM else codes.SEAT_BITS + codes.TICKET_BITS
        transitions.claimed(g, s, rest & PLACE, rest >> codes.PLACE_BITS, named)
    elif kind == codes.DRAW:
        s[R.PASSED] = 0
        s[R.PHASE] = Phase.OFFER
    elif kind == codes.OFFER:
        offered(g, s, rest)
    elif kind == codes.KEEP:
        kept(g, s, rest)
    else:
        end_turn(g, s, kind, rest)
    go_on(g, s, claimed)


@kernel
def end_turn(g: Tables, s: Row, kind: Int, rest: Int) -> None:
    """What ends a turn and is rare."""
    s[R.PASSED] = s[R.PASSED] + 1 if kind == codes.PASS else 0
    if kind == codes.STATION:
        s[g.at[T.STATIONS] + (rest & PLACE)] = s[R.MOVER]
        pay(g, s, rest >> codes.PLACE_BITS, g.at[T.DISCARD])
    elif kind == codes.EXTRA:
        pay(g, s, rest, g.at[T.DISCARD])
        tunnelled(g, s)
    elif kind == codes.WITHDRAW:
        withdrawn(g, s)
    s[R.PHASE] = Phase.NEXT


@kernel
def go_on(g: Tables, s: Row, claimed: bool) -> None:
    """The turn may be over: also when no second card can be taken. And so may the game."""
    if s[R.PHASE] == Phase.SECOND and not (can_draw(g, s) or any_plain(g, s)):
        s[R.PHASE] = Phase.NEXT
    if s[R.PHASE] == Phase.NEXT:
        next_turn(g, s, claimed)
    if s[R.PHASE] == Phase.OVER:
        count_points(g, s)


@kernel
def to_move(g: Tables, s: Row) -> Int:
    if s[R.PHASE] == Phase.OVER:
        return END
    return CHANCE if s[R.PHASE] <= Phase.TUNNEL else s[R.MOVER]
