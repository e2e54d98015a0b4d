"""How a turn ends, how the game ends, and what it is then worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from whoknows.core.win import TieBreak
from whoknows.games.tickets import scoring
from whoknows.games.tickets.state import NOBODY, Phase, State

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

UNUSED_STATION = 4
FEW_TRAINS, FEW_TRAINS_ORIGINALLY = 2, 1  # so many or fewer begin the last knowledge round


def next_turn(rules: Tickets, state: State, *, claimed: bool = False) -> State:
    """The mover's turn is over: the game is, or the next seat moves."""
    last = state.last - 1 if state.last > 0 else state.last
    if state.last < 0 and _few_trains(rules, state, claimed):
        last = rules.many
    state = replace(state, last=last)
    if last == 0 or (rules.knowing and _all_done(state)) or _stuck(rules, state):
        return over(rules, state)
    mover = (state.mover + 1) % rules.many
    return replace(state, phase=Phase.TURN, then=Phase.TURN, mover=mover)


def over(rules: Tickets, state: State) -> State:
    """The game is over: tickets, the longest trail and stations are counted."""
    worth = _knowledge_points(rules, state) if rules.knowing else _classic_points(rules, state)
    points = tuple(map(int.__add__, state.points, worth))
    return replace(state, phase=Phase.OVER, then=Phase.OVER, points=points)


def tie_breaks(rules: Tickets, state: State) -> Iterator[TieBreak]:
    """Completed tickets; where there are stations, fewest used; then the longest trail."""
    seats = range(rules.many)
    yield "more completed tickets", [completed(rules, state, seat) for seat in seats]
    if rules.map.parameters.stations:
        yield "fewer stations used", [-state.stations.count(seat) for seat in seats]
    yield "a longer trail", trails(rules, state)


def completed(rules: Tickets, state: State, seat: int) -> int:
    """How many of its tickets a seat has completed."""
    if rules.knowing:
        return state.done.count(seat)
    return _tickets_worth(rules, state, seat)[1]


def trails(rules: Tickets, state: State) -> tuple[int, ...]:
    """The length of each seat's longest trail."""
    return tuple(scoring.longest_trail(rules.map, owned(state, seat)) for seat in range(rules.many))


def owned(state: State, seat: int) -> tuple[int, ...]:
    """The connections of a seat."""
    return tuple(number for number, owner in enumerate(state.owners) if owner == seat)


def _few_trains(rules: Tickets, state: State, claimed: bool) -> bool:
    left = state.trains[state.mover]
    if not rules.knowing:
        return left <= rules.map.parameters.last_trains
    return claimed and left <= (FEW_TRAINS_ORIGINALLY if rules.as_original else FEW_TRAINS)


def _all_done(state: State) -> bool:
    held = sum(len(pile.tickets) for pile in state.piles if pile.owner == state.mover)
    return state.done.count(state.mover) == held


def _stuck(rules: Tickets, state: State) -> bool:
    """Nobody can do anything any more; the knowledge game ends as soon as no card is left."""
    if rules.knowing and not rules.as_original:
        return not (state.row or state.closed or any(state.discard))
    return state.passed >= rules.many


def _knowledge_points(rules: Tickets, state: State) -> Iterator[int]:
    """Completed tickets were counted when they were announced."""
    for seat in range(rules.many):
        left = (t for t in state.tickets(seat) if state.done[t] == NOBODY)
        yield -sum(rules.map.tickets[ticket].points for ticket in left)


def _classic_points(rules: Tickets, state: State) -> Iterator[int]:
    numbers, lengths = rules.map.parameters, trails(rules, state)
    for seat in range(rules.many):
        bonus = numbers.trail_bonus if lengths[seat] == max(lengths) else 0
        unused = numbers.stations - state.stations.count(seat)
        yield _tickets_worth(rules, state, seat)[0] + bonus + UNUSED_STATION * unused


def _tickets_worth(rules: Tickets, state: State, seat: int) -> tuple[int, int]:
    """What a seat's tickets are worth, and how many are completed."""
    cities = tuple(city for city, owner in enumerate(state.stations) if owner == seat)
    others = tuple(n for n, owner in enumerate(state.owners) if owner not in (seat, NOBODY))
    tickets = tuple(rules.map.tickets[number] for number in state.tickets(seat))
    return scoring.best_with_stations(rules.map, owned(state, seat), cities, others, tickets)
