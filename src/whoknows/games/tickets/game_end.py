"""How a turn ends, how the game ends, and what it is then worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from whoknows.core.frozen import replace
from whoknows.core.winners import TieBreak
from whoknows.games.tickets import scoring
from whoknows.games.tickets.state import NOBODY, Phase, State
from whoknows.games.tickets.trails import longest_trail

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

UNUSED_STATION = 4


def next_turn(rules: Tickets, state: State, *, claimed: bool = False) -> State:
    """The mover's turn is over: the game is, or the next seat moves."""
    last = state.last - 1 if state.last > 0 else state.last
    if state.last < 0 and rules.variant.is_last_round(rules, state, claimed=claimed):
        last = rules.players
    state = replace(state, last=last)
    if last == 0 or rules.variant.is_over(rules, state):
        return over(rules, state)
    mover = (state.mover + 1) % rules.players
    return replace(state, phase=Phase.TURN, then=Phase.TURN, mover=mover)


def over(rules: Tickets, state: State) -> State:
    """The game is over, and the final points are counted."""
    points = tuple(map(int.__add__, state.points, rules.variant.points(rules, state)))
    return replace(state, phase=Phase.OVER, then=Phase.OVER, points=points)


def tie_breaks(rules: Tickets, state: State) -> Iterator[TieBreak]:
    """Completed tickets; if there are stations, the fewest used; then the longest trail."""
    seats = range(rules.players)
    done = [rules.variant.completed(rules, state, seat) for seat in seats]
    yield "more completed tickets", done
    if rules.map.parameters.stations:
        yield "fewer stations used", [-state.stations.count(seat) for seat in seats]
    yield "a longer trail", trails(rules, state)


def trails(rules: Tickets, state: State) -> tuple[int, ...]:
    """The length of each seat's longest trail."""
    return tuple(longest_trail(rules.map, owned(state, seat)) for seat in range(rules.players))


def owned(state: State, seat: int) -> tuple[int, ...]:
    """The connections of a seat."""
    return tuple(number for number, owner in enumerate(state.owners) if owner == seat)


def all_passed(rules: Tickets, state: State) -> bool:
    """Whether nobody can do anything any more."""
    return state.passed >= rules.players


def tickets_worth(rules: Tickets, state: State, seat: int) -> tuple[int, int]:
    """What a seat's tickets are worth, and how many are completed."""
    cities = tuple(city for city, owner in enumerate(state.stations) if owner == seat)
    others = tuple(n for n, owner in enumerate(state.owners) if owner not in (seat, NOBODY))
    tickets = tuple(rules.map.tickets[number] for number in state.tickets(seat))
    return scoring.best_with_stations(rules.map, owned(state, seat), cities, others, tickets)
