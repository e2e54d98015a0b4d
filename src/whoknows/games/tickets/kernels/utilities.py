"""Utilities compiled: what a position is worth to each seat, as the plain `utilities` define it."""

import numpy as np

from whoknows.core.kernels import Int, Row, kernel, lowest
from whoknows.games.tickets import rows as R
from whoknows.games.tickets import utilities as plain
from whoknows.games.tickets.game_end import UNUSED_STATION
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.draw_odds import odds
from whoknows.games.tickets.kernels.paths import FAR
from whoknows.games.tickets.kernels.reach import (
    NOWHERE,
    distance,
    mean_length,
    separately,
    together,
    usable_prices,
)
from whoknows.games.tickets.kernels.scoring import tickets_of
from whoknows.games.tickets.kernels.shortage import ask, in_hand, useful
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.trails import leaders
from whoknows.games.tickets.kernels.variant import is_spoken
from whoknows.games.tickets.state import Phase

UTILITIES = tuple(plain.UTILITIES)
SCORE, EXPECTED, IMPROVED, DRAWN, TICKET, PROGRESS = map(np.int64, range(6))
CARDS_PER_DRAW, LEFTOVER, NEARLY = plain.CARDS_PER_DRAW, plain.LEFTOVER, plain.NEARLY
SLACK, EARLY, LATE, STEEPEST = plain.SLACK, plain.EARLY, plain.LATE, plain.STEEPEST


@kernel
def utility(g: Tables, s: Row, kind: Int, u: Row) -> None:
    if kind == SCORE or s[R.PHASE] == Phase.OVER:
        for seat in range(g.players):
            u[seat] = s[g.at[T.POINTS] + seat]
        return
    turns = turns_of_all(g, s) if kind <= DRAWN else 0.0
    trails = bonuses(g, s)
    for seat in range(g.players):
        usable_prices(g, s, seat)
        u[seat] = built(g, s, seat) + g.board[T.TRAIL_BONUS] * (trails >> seat & 1)
        if kind <= DRAWN:
            u[seat] += expected(g, s, seat, kind, turns)
        else:
            u[seat] += rewards(g, tickets_of(g, s, seat), kind)


# rewards


@kernel
def rewards(g: Tables, tickets: Int, kind: Int) -> float:
    """What the tickets are worth by how far they are, at the prices written."""
    total = 0.0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        far = distance(g, ticket, NOWHERE if kind == TICKET else FAR)
        if kind == TICKET:
            share = 2.0 if far == 0 else -1.0
        elif far < 0:
            share = -1.0
        else:
            share = max(0.0, 1 - far / g.board[T.START_FAR + ticket])
        total += share * g.board[T.VALUE + ticket]
    return total


# expected points


@kernel
def expected(g: Tables, s: Row, seat: Int, kind: Int, turns: float) -> float:
    """What further connections earn, and what all tickets are worth; prices must be written."""
    tickets, trains_left = tickets_of(g, s, seat), s[g.at[T.TRAINS] + seat]
    if kind == EXPECTED:
        joined, wanted, trains, claims = separately(g, tickets, trains_left)
    else:
        joined, wanted, trains, claims = together(g, tickets, trains_left)
    left = turns_left(g, s, seat, turns)
    chance = chance_of(g, s, seat, kind, wanted, trains, claims, left) if wanted else 0.0
    laid = trains_laid(g, s, seat, left)
    if is_spoken(g):
        laid = min(laid, trains)
    lost = tickets & ~joined & ~wanted
    sure = values(g, joined) - values(g, lost) + (2 * chance - 1) * values(g, wanted)
    return float(laid * g.board[T.ALL_WORTHS] / g.board[T.ALL_LENGTHS] + sure)


@kernel
def chance_of(
    g: Tables, s: Row, seat: Int, kind: Int, wanted: Int, trains: float, claims: float, left: float
) -> float:
    """That all tickets wanted are joined, which takes this many trains and claims."""
    ask(g, s, seat, wanted)
    if kind == DRAWN:
        return odds(g, s, seat, np.int64(np.floor((left - claims) * CARDS_PER_DRAW + NEARLY)))
    drawing = max(0.0, trains - useful(g, s, seat)) / CARDS_PER_DRAW
    return chance_of_all(claims + drawing, left)


@kernel
def turns_of_all(g: Tables, s: Row) -> float:
    """How many turns it takes until the first of all has used its trains."""
    least = np.inf
    for seat in range(g.players):
        trains = s[g.at[T.TRAINS] + seat]
        missing = max(0.0, trains + leftover(g) - cards(g, s, seat))
        least = min(least, trains / mean_length(g) + missing / CARDS_PER_DRAW)
    return least


@kernel
def turns_left(g: Tables, s: Row, seat: Int, turns: float) -> float:
    """This many turns, or in the last round one or none."""
    if s[R.LAST] < 0:
        return turns
    before = seat - s[R.MOVER] + (g.players if seat < s[R.MOVER] else 0)
    return 1.0 if before < s[R.LAST] else 0.0


@kernel
def chance_of_all(needed: float, left: float) -> float:
    if left <= 0:
        return 0.0
    power = -SLACK * (1 - needed / left) - EARLY * left + LATE
    return float(1 / (1 + np.exp(min(power, STEEPEST))))


@kernel
def trains_laid(g: Tables, s: Row, seat: Int, turns: float) -> float:
    """How many trains a seat lays in this many turns."""
    length, spare = mean_length(g), cards(g, s, seat) - leftover(g)
    laid = turns * length
    if laid > spare:
        laid = (turns + spare / CARDS_PER_DRAW) / (1 / length + 1 / CARDS_PER_DRAW)
    return min(max(laid, 0.0), np.float64(s[g.at[T.TRAINS] + seat]))


# numbers of a seat


@kernel
def built(g: Tables, s: Row, seat: Int) -> Int:
    """The points so far without those of tickets, and what stations not built are worth."""
    points = s[g.at[T.POINTS] + seat]
    for ticket in range(g.board[T.TICKETS] if is_spoken(g) else 0):
        points -= g.board[T.VALUE + ticket] * (s[g.at[T.DONE] + ticket] == seat)
    unused = g.board[T.MOST_STATIONS]
    for city in range(g.board[T.CITIES] if unused else 0):
        unused -= s[g.at[T.STATIONS] + city] == seat
    return points + UNUSED_STATION * unused


@kernel
def bonuses(g: Tables, s: Row) -> Int:
    """Who has the longest trail, as bits, where that earns something; nobody without any."""
    for connection in range(g.board[T.CONNECTIONS] if g.board[T.TRAIL_BONUS] else 0):
        if s[g.at[T.OWNERS] + connection] >= 0:
            return leaders(g, s)
    return np.int64(0)


@kernel
def cards(g: Tables, s: Row, seat: Int) -> Int:
    """How many train cards a seat holds, with those that it laid down in a tunnel."""
    many = np.int64(0)
    for colour in range(g.colours):
        many += in_hand(g, s, seat, colour)
    return many


@kernel
def leftover(g: Tables) -> float:
    return LEFTOVER * (g.colours - 1)


@kernel
def values(g: Tables, tickets: Int) -> Int:
    """What tickets are worth in all."""
    total = np.int64(0)
    while tickets:
        total += g.board[T.VALUE + lowest(tickets)]
        tickets &= tickets - 1
    return total
