"""What a position is worth to a seat before the game is over, in points: for searches.

Each utility is a function of a complete state. All start from what the seat has built, and differ
in what they make of its tickets: promises, weighed by how near they are to being kept. In the end
all of them are the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import exp, floor, inf
from typing import TYPE_CHECKING

from whoknows.games.tickets import game_end
from whoknows.games.tickets.board import Board, Ticket
from whoknows.games.tickets.draw_odds import odds
from whoknows.games.tickets.game_end import UNUSED_STATION
from whoknows.games.tickets.reach import (
    Need,
    distances,
    first_distances,
    mean_length,
    separately,
    together,
)
from whoknows.games.tickets.shortage import asked, useful
from whoknows.games.tickets.state import Counts, Phase, State
from whoknows.games.tickets.train_cards import plus, tally

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

CARDS_PER_DRAW = 1.75  # in a turn of drawing: a joker taken face up is the only card
LEFTOVER = 1 / 3  # how many cards of each colour are usually held without use at the end
SLACK, EARLY, LATE = 3.3, 0.5, 2.1  # how the chance of completing all depends on moves
STEEPEST = 700.0  # a larger power of e is no number
NEARLY = 1e-9  # so that what is whole is not rounded down


def score(rules: Tickets, state: State, seat: int) -> float:
    """The points so far."""
    return state.points[seat]


def expected(rules: Tickets, state: State, seat: int) -> float:
    """What is built + what further connections earn + (2p - 1) x value of each ticket.

    A joined ticket has p = 1, one that is cut off or out of reach p = 0, and all others have the
    chance that all of them are joined. Together they need (sum of distances)^0.9 trains, in
    connections of the mean length, and as many cards but those of the hand that help to pay for
    the tickets' own ways (`shortage.useful`). Out of reach is what takes more trains than there
    are, and while all together take far more, the farthest.
    """
    far = distances(rules, state, seat)
    need = separately(rules, state, seat, far)
    return _expected(rules, state, seat, far, need, chance_of_moves)


def improved(rules: Tickets, state: State, seat: int) -> float:
    """As `expected`, but the tickets need one way that joins them all (`paths.joint_paths`).

    So the additional cards needed are those of its connections that the hand does not pay, by
    colour. Out of reach are the tickets that it joins last, while the trains do not suffice.
    """
    far = distances(rules, state, seat)
    return _expected(rules, state, seat, far, together(rules, state, seat, far), chance_of_moves)


def drawn(rules: Tickets, state: State, seat: int) -> float:
    """As `improved`, with the exact chance that the cards of that way come in time."""
    far = distances(rules, state, seat)
    return _expected(rules, state, seat, far, together(rules, state, seat, far), chance_of_cards)


def ticket_reward(rules: Tickets, state: State, seat: int) -> float:
    """What is built + 2 x the values of completed tickets - the values of the others."""
    if state.phase == Phase.OVER:
        return state.points[seat]
    far = distances(rules, state, seat)
    return built(rules, state, seat) + sum(t.points * (-1 if far[t] else 2) for t in far)


def progress(rules: Tickets, state: State, seat: int) -> float:
    """What is built + of each ticket the share of its value that its way is done.

    The share is 1 - distance now / distance on an empty board, not below 0; a ticket that is cut
    off counts as lost.
    """
    if state.phase == Phase.OVER:
        return state.points[seat]
    far, first = distances(rules, state, seat), first_distances(rules.map)
    shares = {t: -1 if far[t] == inf else max(0, 1 - far[t] / first[t.number]) for t in far}
    return built(rules, state, seat) + sum(t.points * share for t, share in shares.items())


Utility = Callable[["Tickets", State, int], float]
UTILITIES: Mapping[str, Utility] = {
    "score": score,
    "expected": expected,
    "improved": improved,
    "drawn": drawn,
    "ticket": ticket_reward,
    "progress": progress,
}


# What they are made of


def built(rules: Tickets, state: State, seat: int) -> int:
    """The points so far without those of tickets, and what would be counted if the game ended now:
    stations not built and the longest trail.

    (In the knowledge game a completed ticket has been counted as soon as it was announced.)
    """
    told = sum(t.points for t in rules.map.tickets if state.done[t.number] == seat)
    unused = rules.variant.stations(rules) - state.stations.count(seat)
    counted = UNUSED_STATION * unused + trail_bonus(rules, state, seat)
    return state.points[seat] - told + counted


def trail_bonus(rules: Tickets, state: State, seat: int) -> int:
    """What the longest trail earns the seat as things stand; without any trail, nobody earns it."""
    bonus = rules.variant.trail_bonus(rules)
    lengths = game_end.trails(rules, state) if bonus else (0,)
    return bonus if max(lengths) and lengths[seat] == max(lengths) else 0


def turns_left(rules: Tickets, state: State, seat: int) -> float:
    """How many more turns a seat has: until the first of all has used its trains.

    The least over players of trains / mean length + (trains + leftover - cards) / 1.75, the
    second part not below 0. In the last round it is known: one, or none.
    """
    if state.last >= 0:
        return float((seat - state.mover) % rules.players < state.last)
    return min(_turns(rules, state, other) for other in range(rules.players))


def chance_of_moves(rules: Tickets, state: State, seat: int, need: Need) -> float:
    """That all tickets are joined: a logistic of the claims and drawing turns that they take."""
    hand = held(state, seat)
    helping = useful(hand, asked(rules.map, hand, need.way))
    drawing = max(0, need.trains - helping) / CARDS_PER_DRAW
    return chance_of_all(need.claims + drawing, turns_left(rules, state, seat))


def chance_of_cards(rules: Tickets, state: State, seat: int, need: Need) -> float:
    """That all tickets are joined: exactly the chance to hold, with 1.75 cards drawn in each turn
    left beside the claims, whatever the way takes; from the closed pile, the row and the discard.
    """
    hand = held(state, seat)
    draws = floor((turns_left(rules, state, seat) - need.claims) * CARDS_PER_DRAW + NEARLY)
    deck = plus(plus(state.pile, state.discard), tally(state.row, len(hand)))
    return float(odds(deck, draws, asked(rules.map, hand, need.way), hand)) if draws >= 0 else 0


def chance_of_all(needed: float, left: float) -> float:
    """That all tickets are joined: 1 / (1 + e^(-3.3 (1 - needed / left) - 0.5 left + 2.1))."""
    if left <= 0:
        return 0.0
    power = -SLACK * (1 - needed / left) - EARLY * left + LATE
    return 1 / (1 + exp(min(power, STEEPEST)))


def trains_laid(rules: Tickets, state: State, seat: int, turns: float) -> float:
    """How many trains a seat lays in this many turns: the inverse of `turns_left`."""
    length, spare = mean_length(rules.map), cards(state, seat) - leftover(rules.map)
    laid = turns * length
    if laid > spare:
        laid = (turns + spare / CARDS_PER_DRAW) / (1 / length + 1 / CARDS_PER_DRAW)
    return min(max(laid, 0), state.trains[seat])


def cards(state: State, seat: int) -> int:
    """How many train cards a seat holds."""
    return sum(held(state, seat))


def held(state: State, seat: int) -> Counts:
    """The train cards of a seat, with those that it laid down in a tunnel."""
    hand = state.hands[seat]
    return plus(hand, state.bid.paid) if state.bid and state.mover == seat else hand


def leftover(board: Board) -> float:
    """How many cards a seat usually has left at the end."""
    return LEFTOVER * len(board.colours)


@cache
def points_per_train(board: Board) -> float:
    """What a train earns on average when all connections are claimed."""
    lengths = [c.length for c in board.connections]
    return sum(board.parameters.points[length] for length in lengths) / sum(lengths)


Chance = Callable[["Tickets", State, int, Need], float]


def _expected(
    rules: Tickets,
    state: State,
    seat: int,
    far: Mapping[Ticket, float],
    need: Need,
    chance: Chance,
) -> float:
    if state.phase == Phase.OVER:
        return state.points[seat]
    left = turns_left(rules, state, seat)
    p = chance(rules, state, seat, need)
    laid = trains_laid(rules, state, seat, left)
    if rules.variant.is_spoken:  # where only what lies on the ways of tickets may be claimed
        laid = min(laid, need.trains)
    sure = {t: 2 * p - 1 if t in need.tickets else -1 if far[t] else 1 for t in far}
    tickets = sum(t.points * sure[t] for t in far)
    return built(rules, state, seat) + laid * points_per_train(rules.map) + tickets


def _turns(rules: Tickets, state: State, seat: int) -> float:
    trains = state.trains[seat]
    missing = max(0, trains + leftover(rules.map) - cards(state, seat))
    return trains / mean_length(rules.map) + missing / CARDS_PER_DRAW
