"""The additional train cards that a way takes, compiled: as the plain `shortage` defines it.

Connections are marked with the tickets, as bits, on whose ways they lie. What is asked of each
colour is written down, last the jokers that ferries take.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import hand_of


@kernel
def clear_ways(g: Tables) -> None:
    """No connection lies on the way of any ticket."""
    for connection in range(T.ON_WAYS, T.ON_WAYS + g.board[T.CONNECTIONS]):
        g.room[connection] = 0


@kernel
def ask(g: Tables, s: Row, seat: Int, tickets: Int) -> None:
    """Writes the cards that pay for the connections marked with any of these tickets."""
    for colour in range(T.ASKED, T.ASKED + g.colours):
        g.room[colour] = 0
    gray = T.SORTED + g.board[T.GROUPS + GRAY + 1]
    for place in range(gray, T.SORTED + g.board[T.CONNECTIONS]):
        connection = g.board[place] & T.CITY
        if g.room[T.ON_WAYS + connection] & tickets:
            ask_for(g, place, g.board[T.COLOUR + connection])
    for place in range(gray - 1, T.SORTED - 1, -1):
        if g.room[T.ON_WAYS + (g.board[place] & T.CITY)] & tickets:
            ask_for(g, place, most_to_spare(g, s, seat))


@kernel
def ask_for(g: Tables, place: Int, colour: Int) -> None:
    """Asks for the cards of a connection, in this colour."""
    price = g.board[place] >> T.CITY_BITS
    ferry = price & T.CITY
    g.room[T.ASKED + colour] += (price >> T.CITY_BITS) - ferry
    g.room[T.ASKED + g.colours - 1] += ferry


@kernel
def useful(g: Tables, s: Row, seat: Int) -> Int:
    """How many cards of the seat help to pay what is asked."""
    joker = g.colours - 1
    plain, missing = np.int64(0), g.room[T.ASKED + joker]
    for colour in range(joker):
        wanted = g.room[T.ASKED + colour]
        paid = min(wanted, in_hand(g, s, seat, colour))
        plain += paid
        missing += wanted - paid
    return plain + min(missing, in_hand(g, s, seat, joker))


@kernel
def most_to_spare(g: Tables, s: Row, seat: Int) -> Int:
    """The colour of which most is left beside what is asked, the first of these; no jokers."""
    best, most = np.int64(0), in_hand(g, s, seat, np.int64(0)) - g.room[T.ASKED]
    for colour in range(1, g.colours - 1):
        spare = in_hand(g, s, seat, colour) - g.room[T.ASKED + colour]
        if spare > most:
            best, most = np.int64(colour), spare
    return best


@kernel
def in_hand(g: Tables, s: Row, seat: Int, colour: Int) -> Int:
    """How many cards of a colour a seat has, with those that it laid down in a tunnel."""
    return s[hand_of(g, seat) + colour] + s[g.at[T.LAID] + colour] * (s[R.MOVER] == seat)
