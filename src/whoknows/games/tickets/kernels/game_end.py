"""How a turn and the game end, and what it is then worth, compiled."""

from whoknows.core.kernels import Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.variant import is_last_round, is_over
from whoknows.games.tickets.state import Phase


@kernel
def next_turn(g: Tables, s: Row, claimed: bool) -> None:
    """The mover's turn is over: the game is, or the next seat moves."""
    if s[R.LAST] > 0:
        s[R.LAST] -= 1
    elif s[R.LAST] < 0 and is_last_round(g, s, claimed):
        s[R.LAST] = g.players
    if s[R.LAST] == 0 or is_over(g, s):
        s[R.PHASE] = s[R.THEN] = Phase.OVER
    else:
        s[R.PHASE] = s[R.THEN] = Phase.TURN
        s[R.MOVER] = s[R.MOVER] + 1 if s[R.MOVER] + 1 < g.players else 0
