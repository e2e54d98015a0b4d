"""Ways to pay, compiled: for connections, stations and what a tunnel costs beside."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.paying import hand_of
from whoknows.games.tickets.kernels.tables import Tables

# Numbers of numpy are arguments like any other; for plain ones numba would compile ever new
# versions of what they are given to.
NONE = np.int64(0)
PAY_AT = np.int64(codes.HEAD_BITS + codes.PLACE_BITS)  # in a claim, a block or a station
EXTRA_AT = np.int64(codes.HEAD_BITS)
CARDS_AT, JOKERS_AT = codes.COLOUR_BITS, codes.COLOUR_BITS + codes.CARDS_BITS
PAY_BITS = codes.COLOUR_BITS + 2 * codes.CARDS_BITS


@kernel
def head(kind: Int, seat: Int) -> Int:
    """How the code of an action of this kind by this seat begins."""
    return np.int64(kind | seat << codes.KIND_BITS)


@kernel
def is_free(g: Tables, s: Row, seat: Int, connection: Int) -> bool:
    """Whether the seat may own this connection, cards and trains apart."""
    owner, beside = s[g.at[T.OWNERS] + connection], s[g.at[T.OWNERS] + g.board[T.TWIN + connection]]
    # Not `and`: who owns what is a matter of luck, and branching on it costs more than looking.
    return bool((owner < 0) & ((beside < 0) | (beside != seat) & (g.board[T.DOUBLES] != 0)))


@kernel
def note_free(g: Tables, s: Row) -> None:
    """Writes for each seat which connections it may own; `close` keeps that up to date."""
    for place in range(T.FREE, T.FREE + g.players * T.SET):
        g.room[place] = 0
    for seat in range(g.players):
        for connection in range(g.board[T.CONNECTIONS]):
            free = np.int64(is_free(g, s, seat, connection))
            g.room[T.FREE + seat * T.SET + (connection >> 6)] |= free << (connection & 63)


@kernel
def close(g: Tables, seat: Int, connection: Int) -> None:
    """A connection has been claimed by this seat."""
    twin = g.board[T.TWIN + connection]
    for other in range(g.players):
        free = T.FREE + other * T.SET
        g.room[free + (connection >> 6)] &= ~(np.int64(1) << (connection & 63))
        if other == seat or not g.board[T.DOUBLES]:
            g.room[free + (twin >> 6)] &= ~(np.int64(1) << (twin & 63))


@kernel
def ways(
    g: Tables, s: Row, seat: Int, colour: Int, cost: Int, ferry: Int, rest: Int, shift: Int,
    out: Row, count: Int,
) -> Int:  # fmt: skip
    """How the seat can pay a cost: by colour, fewest jokers first, jokers alone last.

    Writes codes from `count` on, and gives the number after the last; `rest` is all but the
    payment, whose bits begin at `shift`.
    """
    hand, joker = hand_of(g, seat), g.colours - 1
    first, last = (0, joker) if colour == GRAY else (colour, min(colour + 1, joker))
    for paid in range(first, last):
        fewest = max(ferry, cost - s[hand + paid])
        for jokers in range(fewest, min(s[hand + joker], cost - 1) + 1):
            pay = paid | (cost - jokers) << CARDS_AT | jokers << JOKERS_AT
            out[count] = rest | pay << shift
            count += 1
    if s[hand + joker] >= cost:
        out[count] = rest | (joker | cost << JOKERS_AT) << shift
        count += 1
    return np.int64(count)
