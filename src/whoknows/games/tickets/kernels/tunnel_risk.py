"""Tunnels that are not worth a try, compiled: as the plain `tunnel_risk` says."""

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import CARDS_AT, JOKERS_AT
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import hand_of
from whoknows.games.tickets.transitions import TUNNEL_CARDS
from whoknows.games.tickets.tunnel_risk import SCARCE

COLOUR = (1 << codes.COLOUR_BITS) - 1
CARDS = (1 << codes.CARDS_BITS) - 1


@kernel
def can_risk(g: Tables, s: Row, connection: Int, pay: Int) -> bool:
    """Whether a claim that the mover pays so is worth a try."""
    if not g.board[T.TUNNEL + connection]:
        return True
    left = s[R.CLOSED]
    for place in range(g.at[T.DISCARD], g.at[T.DISCARD] + g.colours):
        left += s[place]
    if left >= SCARCE:
        return True
    hand, colour, cards = hand_of(g, s[R.MOVER]), pay & COLOUR, pay >> CARDS_AT & CARDS
    spare = s[hand + g.colours - 1] - (pay >> JOKERS_AT)
    if cards:
        spare += s[hand + colour] - cards
    return bool(spare >= min(left, TUNNEL_CARDS))
