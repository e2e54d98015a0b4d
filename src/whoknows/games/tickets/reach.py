"""How far tickets are from being joined, and which of them are within reach of the trains left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TYPE_CHECKING

from whoknows.games.tickets.board import Board, Ticket
from whoknows.games.tickets.paths import Owners, Path, cost, joint_paths, path
from whoknows.games.tickets.scoring import completed
from whoknows.games.tickets.state import NOBODY, State

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

OVERLAP = 0.9  # the power of summed distances that allows for ways shared by tickets
ROUGHLY = 2  # connections by which summed distances may be wrong


@dataclass(frozen=True, slots=True)
class Need:
    """Tickets that are within reach, and what it takes to join them."""

    tickets: tuple[Ticket, ...]
    trains: float
    claims: float
    way: Path  # the connections that have yet to be claimed


def separately(rules: Tickets, state: State, seat: int, far: Mapping[Ticket, float]) -> Need:
    """The tickets within reach when each has a way of its own."""
    length, trains = mean_length(rules.map), state.trains[seat]
    wanted = [ticket for ticket in far if 0 < far[ticket] <= trains]
    wanted.sort(key=lambda t: (far[t], -t.points, t.number))
    while (needed := sum(far[t] for t in wanted) ** OVERLAP) > trains + ROUGHLY * length:
        wanted.pop()
    return Need(tuple(wanted), needed, needed / length, _ways(rules, state, seat, wanted))


def together(rules: Tickets, state: State, seat: int, far: Mapping[Ticket, float]) -> Need:
    """The tickets that one way for all joins with the trains left, and that way."""
    owners = usable(rules, state, seat)
    apart = [ticket for ticket in far if 0 < far[ticket] < inf]
    way = joint_paths(rules.map, seat, owners, apart, rules.players)
    while cost(rules.map, seat, owners, way) > state.trains[seat]:
        way = way[:-1]
    own = {number for number, owner in enumerate(owners) if owner == seat}
    wanted = completed(rules.map, own.union(way), apart)
    way = joint_paths(rules.map, seat, owners, wanted, rules.players)
    return Need(tuple(wanted), cost(rules.map, seat, owners, way), len(way), way)


def distances(rules: Tickets, state: State, seat: int) -> dict[Ticket, float]:
    """How many trains each ticket of a seat still takes, infinitely many if it is cut off."""
    owners = usable(rules, state, seat)

    def distance(ticket: Ticket) -> float:
        way = path(rules.map, seat, owners, ticket, rules.players)
        return cost(rules.map, seat, owners, way) if way else inf

    return {rules.map.tickets[t]: distance(rules.map.tickets[t]) for t in state.tickets(seat)}


def usable(rules: Tickets, state: State, seat: int) -> Owners:
    """Who owns what, where all that a seat's stations might lend it is its own.

    A station lends only one connection in the end; which one is not asked here.
    """
    return tuple(
        seat if owner not in (seat, NOBODY) and seat in _builders(rules, state, number) else owner
        for number, owner in enumerate(state.owners)
    )


@cache
def mean_length(board: Board) -> float:
    """The mean length of connections."""
    return sum(c.length for c in board.connections) / len(board.connections)


@cache
def first_distances(board: Board) -> tuple[int, ...]:
    """How many trains each ticket takes on an empty board."""
    free = (NOBODY,) * len(board.connections)
    return tuple(cost(board, 0, free, path(board, 0, free, t, 1)) for t in board.tickets)


def _ways(rules: Tickets, state: State, seat: int, tickets: Iterable[Ticket]) -> Path:
    """What has yet to be claimed for each of these tickets by itself."""
    owners = usable(rules, state, seat)
    ways = [path(rules.map, seat, owners, ticket, rules.players) for ticket in tickets]
    return tuple({number for way in ways for number in way if owners[number] == NOBODY})


def _builders(rules: Tickets, state: State, number: int) -> tuple[int, int]:
    """Who has a station at either end of a connection."""
    ends = rules.map.connections[number]
    return state.stations[ends.a], state.stations[ends.b]
