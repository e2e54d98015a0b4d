"""The cheapest connections that join several tickets, exactly: a Steiner forest.

The tickets fall into groups, and each group is joined by a cheapest tree (Dreyfus and Wagner: the
cheapest tree of some cities that ends in any city, from those of fewer cities). All groups of
tickets come from one table over the sets of their cities. It is what quicker ways to join tickets
are measured by: cheapest first (`paths.joint_paths`), and farthest first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from clusters import clusters

from whoknows.games.tickets.board import Board, Ticket
from whoknows.games.tickets.paths import Owners, Path, cost, is_closed, path
from whoknows.games.tickets.state import NOBODY

Array = Any  # of numpy
FAR = 1 << 20  # more than all trains


def cheapest_joint_paths(
    board: Board, seat: int, owners: Owners, tickets: Iterable[Ticket], players: int
) -> Path:
    """The fewest trains that join all these tickets: the connections yet to be claimed.

    Tickets that are cut off are left out, as `paths.joint_paths` does. Each further city makes it
    three times as long: five tickets take hundredths of a second, eight take seconds.
    """
    network = _network(board, seat, owners, players)
    pairs = {(network.place[ticket.a], network.place[ticket.b]) for ticket in tickets}
    wanted = sorted((a, b) for a, b in pairs if 0 < network.far[a, b] < FAR)
    trees = _trees(network, tuple(sorted({city for pair in wanted for city in pair})))
    found = {number for group in _groups(trees, wanted) for number in trees.connections(group)}
    return tuple(sorted(found))


def farthest_first(
    board: Board, seat: int, owners: Owners, tickets: Iterable[Ticket], players: int
) -> Path:
    """As `paths.joint_paths`, but of the tickets left always the dearest is joined first."""
    chosen: list[int] = []
    left = set(tickets)
    while left:
        ways = {ticket: path(board, seat, owners, ticket, players) for ticket in left}
        ticket = max(left, key=lambda t: (cost(board, seat, owners, ways[t]), t.points, -t.number))
        new = [number for number in ways[ticket] if owners[number] == NOBODY]
        owners = tuple(seat if n in new else owner for n, owner in enumerate(owners))
        chosen += new
        left.remove(ticket)
    return tuple(chosen)


@dataclass(frozen=True, slots=True)
class _Network:
    """What a seat may use. One city stands for all that it has joined, so no way costs nothing."""

    board: Board
    place: tuple[int, ...]  # the city that stands for each
    far: Array  # how many trains from place to place
    first: Array  # the connection that a cheapest way from place to place begins with

    def way(self, a: int, b: int) -> Iterator[int]:
        """The connections of a cheapest way."""
        while a != b:
            number = int(self.first[a, b])
            ends = self.board.connections[number]
            yield number
            a = self.place[ends.b] if self.place[ends.a] == a else self.place[ends.a]


@dataclass(frozen=True, slots=True)
class _Trees:
    """The cost of the cheapest tree that joins a set of cities (bits) with one more city."""

    network: _Network
    cities: tuple[int, ...]
    cost: Array  # by set and city

    def total(self, group: int) -> int:
        """What it costs to join a set of cities."""
        return int(self.cost[group].min())

    def connections(self, group: int) -> Iterator[int]:
        """The connections of the cheapest tree of a set of cities."""
        yield from self._towards(group, int(self.cost[group].argmin()))

    def merged(self, group: int) -> Array:
        """For each city the cost of the two cheapest trees that share the set and meet there."""
        parts = _parts(group)
        return (self.cost[parts] + self.cost[group ^ parts]).min(axis=0)

    def _towards(self, group: int, city: int) -> Iterator[int]:
        if group & (group - 1) == 0:
            yield from self.network.way(self.cities[group.bit_length() - 1], city)
            return
        meeting = int((self.merged(group) + self.network.far[:, city]).argmin())
        yield from self.network.way(meeting, city)
        parts = _parts(group)
        part = int(parts[(self.cost[parts] + self.cost[group ^ parts])[:, meeting].argmin()])
        yield from self._towards(part, meeting)
        yield from self._towards(group ^ part, meeting)


def _network(board: Board, seat: int, owners: Owners, players: int) -> _Network:
    own = clusters(board, (n for n, owner in enumerate(owners) if owner == seat))
    place = tuple(min(own.cluster(city)) for city in range(len(board.cities)))
    far = np.full((len(place), len(place)), FAR)
    np.fill_diagonal(far, 0)
    first = np.full_like(far, -1)
    for c in board.connections:
        a, b = place[c.a], place[c.b]
        if c.length < far[a, b] and not is_closed(board, seat, owners, c.number, players):
            far[a, b] = far[b, a] = c.length
            first[a, b] = first[b, a] = c.number
    for middle in range(len(place)):
        through = far[:, middle, None] + far[middle]
        first = np.where(through < far, first[:, middle, None], first)
        far = np.minimum(far, through)
    return _Network(board, place, far, first)


def _trees(network: _Network, cities: tuple[int, ...]) -> _Trees:
    trees = _Trees(network, cities, np.full((1 << len(cities), len(network.far)), FAR))
    for group in range(1, len(trees.cost)):
        if group & (group - 1) == 0:
            trees.cost[group] = network.far[cities[group.bit_length() - 1]]
        else:
            trees.cost[group] = (trees.merged(group)[:, None] + network.far).min(axis=0)
    return trees


def _parts(group: int) -> Array:
    """The sets that are part of a set and have its lowest member, without the set itself."""
    lowest = group & -group
    parts, rest = [lowest], group ^ lowest
    while rest:
        member = rest & -rest
        parts += [part | member for part in parts]
        rest ^= member
    return np.array(parts[:-1])


def _groups(trees: _Trees, tickets: list[tuple[int, int]]) -> tuple[int, ...]:
    """Which cities are best joined together, so that both of every ticket are in one group."""
    bit = {city: 1 << number for number, city in enumerate(trees.cities)}
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    cities = [0]
    for some in range(1, 1 << len(tickets)):
        a, b = tickets[some.bit_length() - 1]
        cities.append(cities[some ^ 1 << some.bit_length() - 1] | bit[a] | bit[b])
        options = [(trees.total(cities[some]), (cities[some],))]
        for part in _parts(some).tolist():
            rest, groups = best[some ^ part]
            options.append((trees.total(cities[part]) + rest, (cities[part], *groups)))
        best.append(min(options))
    return best[-1][1]
