"""How likely cards are to be drawn, compiled: the exact odds of the plain `draw_odds`, as floats.

What is asked of each colour must be written. Ways to draw are counted colour by colour, by how
many cards were drawn and how many are missing that jokers have to stand in for. A deck of 1,000
cards is the largest whose ways a float can count.
"""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.shortage import in_hand
from whoknows.games.tickets.kernels.tables import Tables

MOST_CARDS = 1000


def room_for_ways(cards: int, jokers: int) -> int:
    """How many floats `odds` writes down: two rows of binomials, and the ways."""
    return (cards + 1) * (jokers + 3)


@kernel
def odds(g: Tables, s: Row, seat: Int, draws: Int) -> float:
    """The chance that a seat holds what is asked after this many draws, or all that there is."""
    if draws < 0:
        return 0.0
    ways = g.room[g.board[T.CHANCES] :].view(np.float64)
    joker = g.colours - 1
    jokers = there(g, s, joker)
    cards = others = jokers
    for colour in range(joker):
        cards += there(g, s, colour)
        others += there(g, s, colour) * (lack(g, s, seat, colour) == 0)
    draws, others = min(draws, cards), others - jokers
    spare = in_hand(g, s, seat, joker) - g.room[T.ASKED + joker]
    most = spare + min(jokers, draws)  # this many cards may be missing
    if most < 0:
        return 0.0
    shortages(g, s, seat, draws, most, ways)
    return fulfilled(ways, draws, jokers, others, spare) / binomial(cards, draws)


@kernel
def shortages(g: Tables, s: Row, seat: Int, draws: Int, most: Int, ways: Row) -> None:
    """Writes in how many ways this many cards of the colours asked leave how many missing."""
    row, start = draws + 1, 2 * (draws + 1)
    for place in range(start, start + (most + 1) * row):
        ways[place] = 0.0
    ways[start] = 1.0
    cards = short = np.int64(0)  # this many at most, of the colours so far
    for colour in range(g.colours - 1):
        missing = lack(g, s, seat, colour)
        if missing:
            many = there(g, s, colour)
            binomials(ways, np.int64(0), many, min(many, draws))
            # Where these are done already nothing is written any more: all ways lead upwards.
            for before in range(short, -1, -1):
                for drawn in range(cards, -1, -1):
                    add_colour(ways, start + before * row, drawn, many, missing, most - before, row)
            cards, short = min(draws, cards + many), min(most, short + missing)


@kernel
def add_colour(
    ways: Row, at: Int, drawn: Int, many: Int, missing: Int, most: Int, row: Int
) -> None:
    """From one number of ways to those with cards of one more colour."""
    number = ways[at + drawn]
    ways[at + drawn] = 0.0
    if number == 0:
        return
    room = min(many, row - 1 - drawn)
    for more in range(max(0, missing - most), min(missing, room + 1)):
        ways[at + (missing - more) * row + drawn + more] += number * ways[more]
    for more in range(missing, room + 1):
        ways[at + drawn + more] += number * ways[more]


@kernel
def fulfilled(ways: Row, draws: Int, jokers: Int, others: Int, spare: Int) -> float:
    """In how many ways the draws leave no more missing than jokers can stand in for."""
    row, start, total = draws + 1, 2 * (draws + 1), 0.0
    binomials(ways, np.int64(0), jokers, min(jokers, draws))
    binomials(ways, row, others, draws)
    for drawn in range(draws + 1):
        rest, number = draws - drawn, 0.0  # ways to draw the rest, with this many jokers or more
        for more in range(min(jokers, rest), -1, -1):
            number += ways[more] * ways[row + rest - more]
            for missing in range(0 if more == 0 else spare + more, spare + more + 1):
                if missing >= 0:
                    total += number * ways[start + missing * row + drawn]
    return total


@kernel
def binomials(ways: Row, at: Int, many: Int, most: Int) -> None:
    """Writes in how many ways 0, 1, ... of this many cards are drawn."""
    number = 1.0
    for drawn in range(most + 1):
        ways[at + drawn] = number
        number *= (many - drawn) / (drawn + 1)


@kernel
def binomial(many: Int, drawn: Int) -> float:
    number = 1.0
    for step in range(min(drawn, many - drawn)):
        number *= (many - step) / (step + 1)
    return number


@kernel
def lack(g: Tables, s: Row, seat: Int, colour: Int) -> Int:
    """How many cards of a colour are asked that the seat does not hold."""
    return max(np.int64(0), g.room[T.ASKED + colour] - in_hand(g, s, seat, colour))


@kernel
def there(g: Tables, s: Row, colour: Int) -> Int:
    """How many cards of a colour lie in the closed pile, face up and in the discard."""
    many = s[g.at[T.PILE] + colour] + s[g.at[T.DISCARD] + colour]
    for place in range(g.at[T.ROW], g.at[T.ROW] + g.board[T.FACE_UP]):
        many += s[place] == colour
    return many
