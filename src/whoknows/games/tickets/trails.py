"""The longest trail of a network: each connection at most once, cities as often as you like."""

from collections.abc import Iterable

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.scoring import Network, Ways, reached, ways_of


def longest_trail(board: Board, connections: Network) -> int:
    """The length of the longest trail: each connection at most once, cities as often as you
    like."""
    left, longest = set(connections), 0
    while left:
        cities = reached(ways_of(board, left), board.connections[min(left)].a)
        part = {number for number in left if board.connections[number].a in cities}
        longest = max(longest, _longest(board, part))
        left -= part
    return longest


def _longest(board: Board, part: Network) -> int:
    """The longest trail in a connected part: depth first, no position twice.

    A trail that cannot be made longer ends in cities with an odd number of connections, so the
    search starts at these; without any, or with two, Euler's theorem says that it uses them all.
    """
    ways, length = ways_of(board, part), [c.length for c in board.connections]
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
    """At least this much no trail can use: a connection at each odd city except its two ends.

    One connection may serve two of these cities, hence the half.
    """
    least = [min(board.connections[number].length for number, _ in ways[city]) for city in odd]
    return (sum(sorted(least)[:-2]) + 1) // 2
