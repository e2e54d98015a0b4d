"""The deal of `deal=even` compiled: all deals are tried, and one of the most even ones is kept.

The tickets in the game are drawn first. Of their deals those with the least difference between
the richest and the poorest hand are equally likely.
"""

import numpy as np

from whoknows.core.kernels import Int, kernel
from whoknows.games.tickets import rows as R
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.card_chances import draw_listed, picked
from whoknows.games.tickets.kernels.tables import Tables

# Blocks of room: the seat tried for each ticket listed, the best so far; how many tickets a seat
# has room for, and what it has. The seat after the last is the stock.
TRIED, BEST, LEFT, SUMS = T.NEXT, T.VISITED, T.MARKED, T.TOTAL
MUCH = 1 << 40


@kernel
def even_hands(g: Tables, counter: Int) -> None:
    """Writes where the tickets lie that the seats get."""
    listed, held = g.board[T.TICKETS], g.board[T.HELD]
    playing = listed if g.board[T.MAY_DRAW] else held * g.players
    for ticket in range(listed):
        g.room[T.LISTED + ticket] = ticket
    for number in range(playing):
        counter = draw_listed(g, number, np.int64(listed), counter)
    for seat in range(g.players + 1):
        g.room[LEFT + seat], g.room[SUMS + seat] = held, 0
    g.room[LEFT + g.players] = playing - held * g.players
    try_all(g, playing, counter)
    for number in range(playing):
        seat = g.room[BEST + number]
        if seat < g.players:
            # Tickets were listed in random order, so their order in a hand is random too.
            hand, position = R.HAND << T.KIND_AT | seat << T.SEAT_AT, g.room[LEFT + seat]
            g.room[T.DEALT + g.room[T.LISTED + number]] = hand | (position - held)
            g.room[LEFT + seat] += 1


@kernel
def try_all(g: Tables, playing: Int, counter: Int) -> None:
    """Goes through all deals of the tickets listed; each of the most even ones may be kept."""
    least, found, number = np.int64(MUCH), np.int64(0), np.int64(0)
    g.room[TRIED] = -1
    while number >= 0:
        if not next_seat(g, number):
            number -= 1
        elif number + 1 < playing:
            number += 1
            g.room[TRIED + number] = -1
        elif unevenness(g) <= least:
            found = found + 1 if unevenness(g) == least else np.int64(1)
            least = unevenness(g)
            chosen, counter = picked(found, counter)
            # The last of n is kept with odds 1/n, and so each of them in the end.
            for place in range(playing if chosen == 0 else 0):
                g.room[BEST + place] = g.room[TRIED + place]


@kernel
def next_seat(g: Tables, number: Int) -> bool:
    """Gives a ticket to the next seat that has room for it; false if there is none."""
    room, seat = g.room, g.room[TRIED + number]
    points = g.board[T.VALUE + room[T.LISTED + number]]
    if seat >= 0:
        room[LEFT + seat] += 1
        room[SUMS + seat] -= points
    seat += 1
    while seat <= g.players and room[LEFT + seat] == 0:
        seat += 1
    if seat > g.players:
        return False
    room[TRIED + number] = seat
    room[LEFT + seat] -= 1
    room[SUMS + seat] += points
    return True


@kernel
def unevenness(g: Tables) -> Int:
    """The difference between the richest and the poorest hand."""
    most, least = g.room[SUMS], g.room[SUMS]
    for seat in range(1, g.players):
        most, least = max(most, g.room[SUMS + seat]), min(least, g.room[SUMS + seat])
    return most - least
