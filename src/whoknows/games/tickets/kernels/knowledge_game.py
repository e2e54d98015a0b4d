"""What ends the knowledge game and what it is then worth, compiled."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.scoring import owns
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, in_row


@kernel
def all_done(g: Tables, s: Row) -> bool:
    """Whether the mover has completed all its tickets."""
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, s[R.MOVER], ticket) and s[g.at[T.DONE] + ticket] < 0:
            return False
    return True


@kernel
def stuck(g: Tables, s: Row) -> bool:
    """No card is left; in the original program, nobody could do anything any more."""
    if g.board[T.AS_ORIGINAL]:
        return bool(s[R.PASSED] >= g.players)
    return not can_draw(g, s) and in_row(g, s) == 0


@kernel
def penalty(g: Tables, s: Row, seat: Int) -> Int:
    """What unfinished tickets cost; completed ones were counted when they were announced."""
    lost = 0
    for ticket in range(g.board[T.TICKETS]):
        if owns(g, s, seat, ticket) and s[g.at[T.DONE] + ticket] < 0:
            lost -= g.board[T.VALUE + ticket]
    return np.int64(lost)
