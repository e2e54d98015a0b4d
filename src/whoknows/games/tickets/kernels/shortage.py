"""The additional train cards that a way takes, compiled: as the plain `shortage` defines it.

Connections are marked with the tickets, as bits, on whose ways they lie. What is asked of each
colour is written down, last the jokers that ferries take.
"""

import numpy as np

from whoknows.core.kernels import Int, Row
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels.paying import hand_of
from whoknows.games.tickets.kernels.tables import (
    ASKED,
    CITY,
    CITY_BITS,
    COLOUR,
    CONNECTIONS,
    GROUPS,
    LAID,
    ON_WAYS,
    SORTED,
    Tables,
    inner,
)
from whoknows.games.tickets.rows import MOVER


@inner
def clear_ways(g: Tables) -> None:
    """No connection lies on the way of any ticket."""
    for connection in range(ON_WAYS, ON_WAYS + g.board[CONNECTIONS]):
        g.room[connection] = 0


@inner
def ask(g: Tables, s: Row, seat: Int, tickets: Int) -> None:
    """Writes the cards that pay for the connections marked with any of these tickets."""
    for colour in range(ASKED, ASKED + g.colours):
        g.room[colour] = 0
    gray = SORTED + g.board[GROUPS + GRAY + 1]
    for place in range(gray, SORTED + g.board[CONNECTIONS]):
        connection = g.board[place] & CITY
        if g.room[ON_WAYS + connection] & tickets:
            ask_for(g, place, g.board[COLOUR + connection])
    for place in range(gray - 1, SORTED - 1, -1):
        if g.room[ON_WAYS + (g.board[place] & CITY)] & tickets:
            ask_for(g, place, most_to_spare(g, s, seat))


@inner
def ask_for(g: Tables, place: Int, colour: Int) -> None:
    """Asks for the cards of a connection, in this colour."""
    price = g.board[place] >> CITY_BITS
    ferry = price & CITY
    g.room[ASKED + colour] += (price >> CITY_BITS) - ferry
    g.room[ASKED + g.colours - 1] += ferry


@inner
def useful(g: Tables, s: Row, seat: Int) -> Int:
    """How many cards of the seat help to pay what is asked."""
    joker = g.colours - 1
    plain, missing = np.int64(0), g.room[ASKED + joker]
    for colour in range(joker):
        wanted = g.room[ASKED + colour]
        paid = min(wanted, in_hand(g, s, seat, colour))
        plain += paid
        missing += wanted - paid
    return plain + min(missing, in_hand(g, s, seat, joker))


@inner
def most_to_spare(g: Tables, s: Row, seat: Int) -> Int:
    """The colour of which most is left beside what is asked, the first of these; no jokers."""
    best, most = np.int64(0), in_hand(g, s, seat, np.int64(0)) - g.room[ASKED]
    for colour in range(1, g.colours - 1):
        spare = in_hand(g, s, seat, colour) - g.room[ASKED + colour]
        if spare > most:
            best, most = np.int64(colour), spare
    return best


@inner
def in_hand(g: Tables, s: Row, seat: Int, colour: Int) -> Int:
    """How many cards of a colour a seat has, with those that it laid down in a tunnel."""
    return s[hand_of(g, seat) + colour] + s[g.at[LAID] + colour] * (s[MOVER] == seat)
