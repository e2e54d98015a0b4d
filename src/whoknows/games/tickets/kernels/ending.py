"""How a turn and the game end, compiled, and what it is then worth."""

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets.ending import UNUSED_STATION
from whoknows.games.tickets.kernels.paying import can_draw, in_row
from whoknows.games.tickets.kernels.scoring import owns, worth
from whoknows.games.tickets.kernels.tables import (
    AS_ORIGINAL,
    CITIES,
    DONE,
    LAST_TRAINS,
    MOST_STATIONS,
    POINTS,
    STATIONS,
    TICKETS,
    TRAIL_BONUS,
    TRAINS,
    VALUE,
    Tables,
    inner,
)
from whoknows.games.tickets.kernels.trails import leaders
from whoknows.games.tickets.rows import LAST, MOVER, PASSED, PHASE, THEN
from whoknows.games.tickets.state import Phase


@inner
def next_turn(g: Tables, s: Row, claimed: bool) -> None:
    """The mover's turn is over: the game is, or the next seat moves."""
    few = s[g.at[TRAINS] + s[MOVER]] <= g.board[LAST_TRAINS]
    if s[LAST] > 0:
        s[LAST] -= 1
    elif s[LAST] < 0 and few and (claimed or not g.knowing):
        s[LAST] = g.players
    if s[LAST] == 0 or (g.knowing and all_done(g, s)) or is_stuck(g, s):
        s[PHASE] = s[THEN] = Phase.OVER
    else:
        s[PHASE] = s[THEN] = Phase.TURN
        s[MOVER] = s[MOVER] + 1 if s[MOVER] + 1 < g.players else 0


@inner
def all_done(g: Tables, s: Row) -> bool:
    """Whether the mover has completed all its tickets."""
    for ticket in range(g.board[TICKETS]):
        if owns(g, s, s[MOVER], ticket) and s[g.at[DONE] + ticket] < 0:
            return False
    return True


@inner
def is_stuck(g: Tables, s: Row) -> bool:
    """Nobody can do anything any more; the knowledge game ends as soon as no card is left."""
    if g.knowing and not g.board[AS_ORIGINAL]:
        return not can_draw(g, s) and in_row(g, s) == 0
    return bool(s[PASSED] >= g.players)


@inner
def count_points(g: Tables, s: Row) -> None:
    """The game is over: tickets, the longest trail and stations are counted."""
    for seat in range(g.players):
        s[g.at[POINTS] + seat] += penalty(g, s, seat) if g.knowing else worth(g, s, seat)
    if not g.knowing:
        reward_trails(g, s)
        reward_stations(g, s)


@inner
def penalty(g: Tables, s: Row, seat: Int) -> Int:
    """What unfinished tickets cost; completed ones were counted when they were announced."""
    lost = 0
    for ticket in range(g.board[TICKETS]):
        if owns(g, s, seat, ticket) and s[g.at[DONE] + ticket] < 0:
            lost -= g.board[VALUE + ticket]
    return np.int64(lost)


@inner
def reward_trails(g: Tables, s: Row) -> None:
    """Every seat whose trail is the longest gets the bonus."""
    best = leaders(g, s) if g.board[TRAIL_BONUS] else 0
    for seat in range(g.players):
        s[g.at[POINTS] + seat] += g.board[TRAIL_BONUS] * (best >> seat & 1)


@inner
def reward_stations(g: Tables, s: Row) -> None:
    for seat in range(g.players):
        s[g.at[POINTS] + seat] += UNUSED_STATION * g.board[MOST_STATIONS]
    for city in range(g.at[STATIONS], g.at[STATIONS] + g.board[CITIES]):
        if s[city] >= 0:
            s[g.at[POINTS] + s[city]] -= UNUSED_STATION
