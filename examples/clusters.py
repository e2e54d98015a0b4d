"""The cities that a seat has joined, and how far apart it has all cities: own connections free.

Other players are ignored, so only the player's own claims change distances, and one pass
over all pairs of cities follows it: what becomes shorter leads over the new connection. No way
around others is shorter, so these distances guide the search for the best path (A*).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from math import inf

from whoknows.games.tickets.board import Board, Ticket
from whoknows.games.tickets.paths import Owners, Path, cost, is_closed

Distances = tuple[tuple[float, ...], ...]  # from city to city, in trains


@dataclass(frozen=True, slots=True)
class Clusters:
    """The distances of a seat; cities without any between them are a cluster."""

    board: Board
    distances: Distances

    def distance(self, a: int, b: int) -> float:
        """How many trains it takes at least to join two cities."""
        return self.distances[a][b]

    def cluster(self, city: int) -> frozenset[int]:
        """The cities that are joined with this one."""
        return frozenset(other for other, far in enumerate(self.distances[city]) if far == 0)

    def claimed(self, number: int) -> Clusters:
        """After the seat has claimed a connection."""
        from_a, from_b = (
            self.distances[end]
            for end in (self.board.connections[number].a, self.board.connections[number].b)
        )
        distances = tuple(
            tuple(
                min(far, to_a + there_b, to_b + there_a)
                for far, there_a, there_b in zip(row, from_a, from_b, strict=True)
            )
            for row, to_a, to_b in zip(self.distances, from_a, from_b, strict=True)
        )
        return replace(self, distances=distances)


def clusters(board: Board, own: Iterable[int] = ()) -> Clusters:
    """Those of a seat that has claimed these connections."""
    found = Clusters(board, _empty(board))
    for number in own:
        found = found.claimed(number)
    return found


def best_path(
    board: Board, seat: int, owners: Owners, ticket: Ticket, players: int, guide: Clusters
) -> Path:
    """A cheapest way from the ticket's first city to its second; none where it is cut off.

    As cheap as `paths.path`, though it may be another. The guide is the seat's own distances: a
    city is visited in the order of what was paid for it and what it takes at least from there.
    """
    goal = guide.distances[ticket.b]
    paid: dict[int, float] = {ticket.a: 0}
    walked: dict[int, Path] = {ticket.a: ()}
    frontier = [(goal[ticket.a], ticket.a)]
    while frontier:
        _, city = heappop(frontier)
        if city == ticket.b:
            return walked[city]
        for number, other in board.neighbours[city]:
            total = paid[city] + cost(board, seat, owners, (number,))
            if total < paid.get(other, inf) and not is_closed(board, seat, owners, number, players):
                paid[other], walked[other] = total, (*walked[city], number)
                heappush(frontier, (total + goal[other], other))
    return ()


@cache
def _empty(board: Board) -> Distances:
    """All distances when nothing is claimed: over every city in turn (Floyd, Warshall)."""
    cities = range(len(board.cities))
    far = [[0 if a == b else inf for a in cities] for b in cities]
    for c in board.connections:
        far[c.a][c.b] = far[c.b][c.a] = min(far[c.a][c.b], c.length)
    for middle in cities:
        for row in far:
            through = row[middle]
            row[:] = [min(old, through + on) for old, on in zip(row, far[middle], strict=True)]
    return tuple(map(tuple, far))
