"""Which connections each seat may own, as bits: written once, and kept up to date from then on."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.legal import free
from whoknows.games.tickets.kernels.tables import Tables


@kernel
def note_free(g: Tables, s: Row) -> None:
    """Writes for each seat which connections it may own; `close` keeps that up to date."""
    for place in range(T.FREE, T.FREE + g.players * T.SET):
        g.room[place] = 0
    for seat in range(g.players):
        for connection in range(g.board[T.CONNECTIONS]):
            bit = np.int64(free(g, s, seat, connection)) << (connection & 63)
            g.room[T.FREE + seat * T.SET + (connection >> 6)] |= bit


@kernel
def close(g: Tables, seat: Int, connection: Int) -> None:
    """A connection has been claimed by this seat."""
    twin = g.board[T.TWIN + connection]
    for other in range(g.players):
        free = T.FREE + other * T.SET
        g.room[free + (connection >> 6)] &= ~(np.int64(1) << (connection & 63))
        if other == seat or not g.board[T.DOUBLES]:
            g.room[free + (twin >> 6)] &= ~(np.int64(1) << (twin & 63))
