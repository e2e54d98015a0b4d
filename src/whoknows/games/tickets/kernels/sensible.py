"""What a search tries, compiled: of ways to pay the one with the fewest jokers, by colour.

A joker does whatever a card of a colour does. Only in a tunnel may jokers alone be better, since
then fewer cards match; and of cities for a station only those count where others have built.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import CARDS_AT, EXTRA_AT, PAY_AT
from whoknows.games.tickets.kernels.legal import TRUE_BLOCKS, options
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import most_held

KIND, PLACE = (1 << codes.KIND_BITS) - 1, (1 << codes.PLACE_BITS) - 1
ONE_COLOUR, TWO_COUNTS = (1 << codes.COLOUR_BITS) - 1, (1 << 2 * codes.CARDS_BITS) - 1
NOTHING = np.int64(-1)


@kernel
def sensible(g: Tables, s: Row, out: Row) -> Int:
    many, kept, before = options(g, s, TRUE_BLOCKS, out), 0, NOTHING
    for number in range(many):
        a = out[number]
        if not is_worse(g, s, a, before):
            out[kept] = a
            kept += 1
            before = a
    return np.int64(kept) if kept else options(g, s, TRUE_BLOCKS, out)


@kernel
def is_worse(g: Tables, s: Row, a: Int, before: Int) -> bool:
    """Whether an action is hardly ever better than the one before it that was kept."""
    kind = a & KIND
    if kind == codes.STATION and not is_useful(g, s, a):
        return True
    if before < 0 or before & KIND != kind or not is_paid(kind):
        return False
    at = EXTRA_AT if kind == codes.EXTRA else PAY_AT
    rest = ~(((TWO_COUNTS << CARDS_AT) | ONE_COLOUR) << at)
    if a & rest != before & rest:
        return False
    colour = a >> at & ONE_COLOUR
    if colour == before >> at & ONE_COLOUR:
        return True
    tunnel = kind == codes.CLAIM and g.board[T.TUNNEL + (a >> codes.HEAD_BITS & PLACE)]
    return bool(colour == g.colours - 1 and not tunnel)


@kernel
def is_paid(kind: Int) -> bool:
    return bool(
        (kind == codes.CLAIM)
        | (kind == codes.BLOCK)
        | (kind == codes.STATION)
        | (kind == codes.EXTRA)
    )


@kernel
def is_useful(g: Tables, s: Row, a: Int) -> bool:
    """Whether a station is paid with what is held most, where another has a connection."""
    colour = a >> PAY_AT & ONE_COLOUR
    if colour != most_held(g, s, s[R.MOVER]) and colour != g.colours - 1:
        return False
    city = g.board[T.RANK + (a >> codes.HEAD_BITS & PLACE)]
    for number in range(g.board[T.FIRST + city], g.board[T.FIRST + city + 1]):
        owner = s[g.at[T.OWNERS] + (g.board[number] >> T.CITY_BITS)]
        if owner >= 0 and owner != s[R.MOVER]:
            return True
    return False
