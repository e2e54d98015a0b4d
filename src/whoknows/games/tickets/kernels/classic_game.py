"""The classic game, compiled: as the plain `classic_game`."""

from typing import Any

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.game_end import UNUSED_STATION
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import draw_hands
from whoknows.games.tickets.kernels.legal import claims, stations
from whoknows.games.tickets.kernels.playout import any_counted
from whoknows.games.tickets.kernels.scoring import worth
from whoknows.games.tickets.kernels.tables import ClassicTables
from whoknows.games.tickets.kernels.trails import leaders
from whoknows.games.tickets.kernels.variant import CompiledVariant


@kernel
def is_spoken(g: ClassicTables) -> bool:
    return False


@kernel
def deal_hands(g: ClassicTables, counter: Int) -> None:
    """Long tickets that each has to hold, then others to choose from."""
    counter = draw_hands(g, T.FAR_TICKETS, g.board[T.LONG_TICKETS], R.LONG, counter)
    draw_hands(g, T.NEAR_TICKETS, g.board[T.START_TICKETS], R.OFFER, counter)


@kernel
def is_apart(g: ClassicTables, ticket: Int) -> bool:
    return bool(g.board[T.LONG + ticket])


@kernel
def spendings(g: ClassicTables, s: Row, which: Int, out: Row) -> tuple[Int, Int]:
    return stations(g, s, out, claims(g, s, out)), np.int64(0)


@kernel
def is_last_round(g: ClassicTables, s: Row, claimed: bool) -> bool:
    return bool(s[g.at[T.TRAINS] + s[R.MOVER]] <= g.board[T.LAST_TRAINS])


@kernel
def is_over(g: ClassicTables, s: Row) -> bool:
    """All have passed."""
    return bool(s[R.PASSED] >= g.players)


@kernel
def count_points(g: ClassicTables, s: Row) -> None:
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += worth(g, s, seat)
    reward_trails(g, s)
    reward_stations(g, s)


@kernel
def reward_trails(g: ClassicTables, s: Row) -> None:
    """Every seat whose trail is the longest gets the bonus."""
    best = leaders(g, s) if g.board[T.TRAIL_BONUS] else 0
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += g.board[T.TRAIL_BONUS] * (best >> seat & 1)


@kernel
def reward_stations(g: ClassicTables, s: Row) -> None:
    for seat in range(g.players):
        s[g.at[T.POINTS] + seat] += UNUSED_STATION * g.board[T.MOST_STATIONS]
    for city in range(g.at[T.STATIONS], g.at[T.STATIONS] + g.board[T.CITIES]):
        if s[city] >= 0:
            s[g.at[T.POINTS] + s[city]] -= UNUSED_STATION


CLASSIC: CompiledVariant[Any] = CompiledVariant(
    is_spoken, deal_hands, is_apart, spendings, any_counted, is_last_round, is_over, count_points
)
