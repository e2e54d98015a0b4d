"""What a classic game is worth beside its tickets, compiled: the longest trail and stations."""

from whoknows.core.kernels import Row, kernel
from whoknows.games.tickets.game_end import UNUSED_STATION
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.trails import leaders


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
