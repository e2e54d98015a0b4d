"""Which train card `racer` takes, compiled: the choices of the plain `racer_cards`."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets import codes
from whoknows.games.tickets import racer_numbers as N
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.code_bits import head
from whoknows.games.tickets.kernels.legal import takes
from whoknows.games.tickets.kernels.racer_plan import MANY, PLANNED, colour_for, number
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.train_cards import can_draw, hand_of
from whoknows.games.tickets.racer_cards import MANY as MANY_CARDS
from whoknows.games.tickets.state import Phase

NOTHING = np.int64(-1)
# Blocks of room: by colour, what is left of the hand, and what a card is worth.
REST, VALUES = T.ODD, T.TOTAL


@kernel
def card(g: Tables, s: Row, wanted: Row) -> Int:
    """The card that the mover takes for these connections; NOTHING if there is none."""
    seat, best, most = s[R.MOVER], NOTHING, np.int64(0)
    lying = takes(g, s)
    if can_draw(g, s):
        second = s[R.PHASE] == Phase.SECOND
        most = number(g, seat, N.DRAW_SECOND if second else N.DRAW_BLIND)
        best = head(codes.BLIND, seat)
    if lying == 0:
        return best
    value(g, s, wanted)
    for colour in range(g.colours):
        if lying >> colour & 1 and (best == NOTHING or g.room[VALUES + colour] > most):
            best = head(codes.TAKE, seat) | colour << codes.HEAD_BITS
            most = g.room[VALUES + colour]
    return best


@kernel
def value(g: Tables, s: Row, wanted: Row) -> None:
    """Writes what a card of each colour is worth, and last a joker."""
    seat, room, hand, joker = s[R.MOVER], g.room, hand_of(g, s[R.MOVER]), g.colours - 1
    need = number(g, seat, N.DRAW_NEED)
    for colour in range(joker):
        room[REST + colour], room[VALUES + colour] = s[hand + colour], 0
    fewest, ferries, gray = np.int64(MANY_CARDS), np.int64(0), np.int64(0)
    for place in range(PLANNED, PLANNED + wanted[MANY]):
        connection = wanted[place]
        ferries += g.board[T.FERRY + connection]
        colour = colour_for(g, s, connection)
        if colour == GRAY:
            room[T.LISTED + gray] = connection
            gray += 1
            continue
        cards = g.board[T.LENGTH + connection] - g.board[T.FERRY + connection]
        short = cards - room[REST + colour]
        room[REST + colour] = max(0, -short)
        if short > 0:
            room[VALUES + colour] += need + number(g, seat, T.NEAR + short)
            fewest = min(fewest, short)
    for place in range(T.LISTED, T.LISTED + gray):
        fewest = min(fewest, value_gray(g, seat, room[place]))
    jokers = s[hand + joker]
    lack, ferry = max(1, fewest - jokers), number(g, seat, N.DRAW_FERRY)
    its = number(g, seat, N.DRAW_JOKER) + number(g, seat, N.DRAW_JOKER_NEAR) // lack
    room[VALUES + joker] = its + (ferry if ferries > jokers else 0)


@kernel
def value_gray(g: Tables, seat: Int, connection: Int) -> Int:
    """Any colour will do: it is paid from what is left over most, if it can. How many cards it
    lacks, MANY_CARDS if none."""
    room, best, joker = g.room, 0, g.colours - 1
    cards = g.board[T.LENGTH + connection] - g.board[T.FERRY + connection]
    for colour in range(1, joker):
        best = colour if room[REST + colour] > room[REST + best] else best
    if room[REST + best] >= cards:
        room[REST + best] -= cards
        return np.int64(MANY_CARDS)
    base = number(g, seat, N.DRAW_GRAY)
    for colour in range(joker):
        near = number(g, seat, T.GRAY_NEAR + cards - room[REST + colour])
        room[VALUES + colour] += base + near
    return np.int64(cards - room[REST + best])
