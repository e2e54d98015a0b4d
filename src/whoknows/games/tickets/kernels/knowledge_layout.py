"""Where compiled games keep what the seats know and plan: one row beside that of the state.

The tickets of a game are numbered from 0 in the order of the board, so that sets of them are bits.
"""

import numpy as np

from whoknows.core.kernels import Int

NONE: Int = np.int64(-1)
SEATS, TICKETS, CITIES = 5, 27, 64  # the most there is room for; no code names more tickets
# Single numbers: how many turns, moves and announcements there were, how many worlds are left,
# and which tickets are completed.
TURNS, MOVES, TOLD, LEFT, FINISHED = range(5)
CLAIMS = 5  # by seat, like all that follows
BLOCKS = CLAIMS + SEATS
KNEW = BLOCKS + SEATS  # after how many announcements the seat knew the deal
HAS = KNEW + SEATS  # its tickets
HAND = HAS + SEATS  # the number of that hand among all
LINKED = HAND + SEATS  # the tickets whose cities it has joined
KNOWS = LINKED + SEATS  # by seat and other seat: the tickets it knows the other to have
DEALT = KNOWS + SEATS * SEATS  # by seat: its tickets in the order dealt
NAMES = DEALT + SEATS * TICKETS  # of each ticket the number on the board
PLAN = NAMES + TICKETS  # what cards are drawn for, as in `greedy_policy`
PATHS = PLAN + TICKETS * CITIES  # by seat and ticket: how many connections a path has, then these
WIDTH = PATHS + SEATS * TICKETS * CITIES
