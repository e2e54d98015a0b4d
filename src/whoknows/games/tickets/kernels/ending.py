"""How a turn and the game end, compiled, and what it is then worth."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.ending import UNUSED_STATION
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.paying import can_draw, in_row
from whoknows.games.tickets.kernels.scoring import owns, worth
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.trails import leaders
from whoknows.games.tickets.state import Phase


@kernel
def next_turn(g: Tables, s: Row, claimed: bool) -> None:
    """The mover's turn is over: the game is, or the next seat moves."""
    few = s[g.at[T.TRAINS] + s[R.MOVER]] <= g.board[T.LAST_TRAINS]
    if s[R.LAST] > 0:
        s[R.LAST] -= 1
    elif s[R.LAST] < 0 and few and (claimed or not g.knowing):
        s[R.LAST] = g.players
    if s[R.LAST] == 0 or (g.knowing and all_done(g, s)) or is_stuck(g, s):
        s[R.PHASE] = s[R.THEN] = Phase.OVER
    else:
        s[R.PHASE] = s[R.THEN] = Phase.TURN
        s[R.MOVER] = s[R.MOVER] + 1 if s[R.MOVER] + 1 < g.players else 0


@kernel
def all_done(g: Tables, s: Row) -> bool:
    """Whether the mover has completed all its tickets."""
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, s[R.MOVER], ticket) and s[g.at[T.DONE] + ticket] < 0:
            return False
    return True


@kernel
def is_stuck(g: Tables, s: Row) -> bool:
    """Nobody can do anything any more; the knowledge game ends as soon as no card is left."""
    if g.knowing and not g.board[T.AS_ORIGINAL]:
        return not can_draw(g, s) and in_row(g, s) == 0
    return bool(s[R.PASSED] >= g.players)


@kernel
def count_points(g: Tables, s: Row) -> None:
    """The game is over: tickets, the longest trail and stations are counted."""
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += penalty(g, s, seat) if g.knowing else worth(g, s, seat)
    if not g.knowing:
        reward_trails(g, s)
        reward_stations(g, s)


@kernel
def penalty(g: Tables, s: Row, seat: Int) -> Int:
    """What unfinished tickets cost; completed ones were counted when they were announced."""
    lost = 0
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket) and s[g.at[T.DONE] + ticket] < 0:
            lost -= g.board[T.VALUE + ticket]
    return np.int64(lost)


@kernel
def reward_trails(g: Tables, s: Row) -> None:
    """Every seat whose trail is the longest gets the bonus."""
    best = leaders(g, s) if g.board[T.TRAIL_BONUS] else 0
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += g.board[T.TRAIL_BONUS] * (best >> seat & 1)


@kernel
def reward_stations(g: Tables, s: Row) -> None:
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += UNUSED_STATION * g.board[T.MOST_STATIONS]
    for city in range(g.at[T.STATIONS], g.at[T.STATIONS] + g.board[T.CITIES]):
        if s[city] >= 0:
            s[g.at[T.POINTS] + s[city]] -= UNUSED_STATION
