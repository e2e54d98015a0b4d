"""What a network is worth: tickets joined, with and without stations.

Pure functions of who owns what. A network is a collection of connections, by number.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product

from whoknows.games.tickets.board import Board, Ticket

Network = Collection[int]
Ways = dict[int, list[tuple[int, int]]]  # from each city the connections, with their other ends


def joined(board: Board, connections: Network, a: int, b: int) -> bool:
    """Whether you can travel between two cities on these connections."""
    return b in reached(ways_of(board, connections), a)


def completed(board: Board, connections: Network, tickets: Iterable[Ticket]) -> list[Ticket]:
    """The tickets that these connections join."""
    ways = ways_of(board, connections)
    return [ticket for ticket in tickets if ticket.b in reached(ways, ticket.a)]


def ticket_points(tickets: Iterable[Ticket], done: Collection[Ticket]) -> int:
    """Completed tickets add, the others subtract."""
    return sum(ticket.points if ticket in done else -ticket.points for ticket in tickets)


def best_with_stations(
    board: Board, own: Network, stations: Iterable[int], others: Network, tickets: Sequence[Ticket]
) -> tuple[int, int]:
    """The points of the tickets and how many are completed, each station being used best.

    A station lets its owner use one connection of another player into that city, the same one for
    all tickets. If two uses earn the same, the one that completes more tickets counts.
    """
    ways = ways_of(board, others)
    lent = [[number for number, _ in ways.get(city, ())] for city in stations]
    found = []
    for choice in product(*filter(None, lent)):
        done = completed(board, {*own, *choice}, tickets)
        found.append((ticket_points(tickets, done), len(done)))
    return max(found)


def ways_of(board: Board, connections: Iterable[int]) -> Ways:
    """Where these connections lead from each city."""
    ways: Ways = {}
    for number in sorted(connections):
        ends = board.connections[number]
        ways.setdefault(ends.a, []).append((number, ends.b))
        ways.setdefault(ends.b, []).append((number, ends.a))
    return ways


def reached(ways: Ways, city: int) -> set[int]:
    """The cities that are joined with this one."""
    found, frontier = {city}, [city]
    while frontier:
        new = {other for _, other in ways.get(frontier.pop(), ())} - found
        found |= new
        frontier.extend(new)
    return found
