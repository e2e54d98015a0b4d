"""What compiled rules know of a game, as numbers; and where they find and write down what.

The tables of all boards have the same type, so that one compilation serves them all; only classic
and knowledge games are compiled apart. Cities go by their rank among all names, which is how
shortest paths prefer them.
"""

from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import Row
from whoknows.games.tickets import codes, rows
from whoknows.games.tickets.kernels import knowledge_layout

CITY_BITS = codes.PLACE_BITS  # of a way: these are the other city, those above the connection
MOST = 1 << CITY_BITS  # cities or connections
CITY = MOST - 1
BLOCK = MOST + 8  # a cache line more, so that blocks do not push each other out of the cache


class ClassicTables(NamedTuple):
    """A game, for one thread. Few arrays, because they are handed on from kernel to kernel."""

    players: int
    colours: int  # jokers are the last
    at: Row  # where the parts of a row begin
    board: Row  # single numbers, then blocks of one number for each connection, ticket or city
    room: Row  # for what kernels write down on the way: they make no arrays


class GreedyTables(NamedTuple):
    """The same, where searches are guided by `greedy` instead of `racer`."""

    players: int
    colours: int
    at: Row
    board: Row
    room: Row


class KnowledgeTables(NamedTuple):
    """The same of a knowledge game: the class selects what is compiled, see `variant`."""

    players: int
    colours: int
    at: Row
    board: Row
    room: Row


Tables = ClassicTables | GreedyTables | KnowledgeTables


# at: as in `rows.Layout`
(
    ROW, PILE, DISCARD, LAID, SHOWN, TRAINS, POINTS, HANDS, OPEN, OWNERS, STATIONS, DONE, WHERE,
    END,
) = range(14)  # fmt: skip
# board: how many there are, parameters, options of the game
(
    CITIES, CONNECTIONS, TICKETS, START_HAND, FACE_UP, RESET_JOKERS, START_TICKETS, START_KEEP,
    DRAW_TICKETS, DRAW_KEEP, LAST_TRAINS, TRAIL_BONUS, MOST_STATIONS, LONG_TICKETS, PLAIN_CARDS,
    DOUBLES, HELD, MAY_DRAW, EVEN, BY_AGENT, AS_ORIGINAL, ALL_LENGTHS, ALL_WORTHS, CHANCES,
    MANY_TWINS, OPENING,
) = range(26)  # fmt: skip
# board: of each connection its ends, price, the one beside it (or itself) and what it is worth; of
# each ticket its ends, its worth, whether it is long and how far it is on an empty board; of each
# city, by number, its rank; those connections that have another beside them (above each);
# connections by colour, shortest first (above the connection its ferry, and above that its length),
# and where each colour begins; lots of connections that cost the same, in the same order: where
# each colour begins, their length (below it the ferry), and all of the lot, as SET numbers of bits;
# where the ways of each city begin, and all ways.
SET = MOST // 64
(
    A, B, LENGTH, COLOUR, FERRY, TUNNEL, TWIN, WORTH, FROM, TO, VALUE, LONG, START_FAR, RANK,
    TWINS, SORTED, GROUPS, LOT_GROUPS, LOTS, ALIKE, _, _, _, FIRST, WAYS,
) = range(64, 64 + 25 * BLOCK, BLOCK)  # fmt: skip
# board: the numbers of each seat's guide (see `racer_numbers`), two of them divided by each number
# of cards that may be missing, and what connections cost
GUIDES = WAYS + 2 * MOST
NEAR, GRAY_NEAR, GUIDE_PRICES = 64, 80, 96
MOST_MISSING = GRAY_NEAR - NEAR
GUIDE = GUIDE_PRICES + MOST
# room: numbers of numpy, because for each plain one numba would compile again what it is given to
(
    REACHED, STEPS, FRONTIER, PRICES, WAY, NEW, PLAN, CLUSTERS, JOINED, LENT, LISTED, MARKED, TOTAL,
    ODD, TRAIL, VISITED, NEXT, DEALT, DISTANCES, ON_WAYS, ASKED, NETWORK,
    FREE, PLANS,
) = (np.int64(number * BLOCK) for number in range(24))  # fmt: skip
TRAILS = PLANS + (BLOCK << codes.SEAT_BITS)  # after a plan for each seat
TRAILS_KEPT, TRAIL_ROOM = 512, 8  # networks kept with their longest trail, a cache line each
MIND = TRAILS + TRAILS_KEPT * TRAIL_ROOM  # what seats are taken to know, see `knowledge_layout`
ACTIONS = MIND + knowledge_layout.WIDTH  # then come CHANCES
# Where a ticket lies, as in `rows.place_code`: from these bits on the kind of place, its seat and
# its number; below them the position.
KIND_AT, SEAT_AT, COUNT_AT = 6, 9, 12
ABSENT = rows.ABSENT << KIND_AT
MOST_OUTCOMES = 1000  # of chance, that are listed one by one
NEAR_TICKETS, FAR_TICKETS, ALL_TICKETS = np.int64(0), np.int64(1), np.int64(2)  # far ones: long
