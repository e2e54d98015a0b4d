"""What a network is worth: tickets joined, with and without stations, the longest trail.

Pure functions of who owns what. A network is a collection of connections, by number.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product

from whoknows.games.tickets.board import Board, Ticket

Network = Collection[int]
Ways = dict[int, list[tuple[int, int]]]  # from each city the connections, with their other ends


def joined(board: Board, connections: Network, a: int, b: int) -> bool:
    """Whether one can travel between two cities on these connections."""
    return b in _reached(_ways(board, connections), a)


def completed(board: Board, connections: Network, tickets: Iterable[Ticket]) -> list[Ticket]:
    """The tickets that these connections join."""
    ways = _ways(board, connections)
    return [ticket for ticket in tickets if ticket.b in _reached(ways, ticket.a)]


def ticket_points(tickets: Iterable[Ticket], done: Collection[Ticket]) -> int:
    """Completed tickets add, the others subtract."""
    return sum(ticket.points if ticket in done else -ticket.points for ticket in tickets)


def best_with_stations(
    board: Board, own: Network, stations: Iterable[int], others: Network, tickets: Sequence[Ticket]
) -> tuple[int, int]:
    """The points of the tickets and how many are completed, each station being used best.

    A station lets its owner use one connection of another player into that city, the same one
    for all tickets. Where two uses earn as much, the one that completes more tickets counts.
    """
    ways = _ways(board, others)
    lent = [[number for number, _ in ways.get(city, ())] for city in stations]
    found = []
    for choice in product(*filter(None, lent)):
        done = completed(board, {*own, *choice}, tickets)
        found.append((ticket_points(tickets, done), len(done)))
    return max(found)


def longest_trail(board: Board, connections: Network) -> int:
    """The length of the longest trail: each connection at most once, cities at will."""
    left, longest = set(connections), 0
    while left:
        cities = _reached(_ways(board, left), board.connections[min(left)].a)
        part = {number for number in left if board.connections[number].a in cities}
        longest = max(longest, _longest(board, part))
        left -= part
    return longest


def _longest(board: Board, part: Network) -> int:
    """The longest trail in a part that hangs together: depth first, no position twice.

    A trail that cannot be made longer ends in cities with an odd number of connections, so the
    search starts at these; without any, or with two, Euler's theorem says that it uses them all.
    """
    ways, length = _ways(board, part), [c.length for c in board.connections]
    odd = [city for city in ways if len(ways[city]) % 2]
    ceiling = sum(length[number] for number in part) - _lost(board, ways, odd)
    if len(odd) <= 2:
        return ceiling
    best, seen = 0, set()
    stack = [(city, sum(1 << number for number in part), 0) for city in odd]
    while stack and best < ceiling:
        city, unused, walked = stack.pop()
        if (city, unused) not in seen:
            seen.add((city, unused))
            best = max(best, walked)
            for number, other in ways[city]:
                if unused >> number & 1:
                    stack.append((other, unused ^ 1 << number, walked + length[number]))
    return best


def _lost(board: Board, ways: Ways, odd: Iterable[int]) -> int:
    """At least so much no trail can use: a connection at each odd city but its two ends.

    One connection may serve two of these cities, hence the half.
    """
    least = [min(board.connections[number].length for number, _ in ways[city]) for city in odd]
    return (sum(sorted(least)[:-2]) + 1) // 2


def _ways(board: Board, connections: Iterable[int]) -> Ways:
    ways: Ways = {}
    for number in sorted(connections):
        ends = board.connections[number]
        ways.setdefault(ends.a, []).append((number, ends.b))
        ways.setdefault(ends.b, []).append((number, ends.a))
    return ways


def _reached(ways: Ways, city: int) -> set[int]:
    reached, frontier = {city}, [city]
    while frontier:
        new = {other for _, other in ways.get(frontier.pop(), ())} - reached
        reached |= new
        frontier.extend(new)
    return reached
