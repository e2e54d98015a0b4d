"""The longest trail itself, to be shown: scoring only wants its length."""

from functools import lru_cache

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.trails import longest_trail

MOST = 200_000  # positions to look at; a trail that takes more is not shown


@lru_cache(maxsize=256)
def trail(board: Board, own: frozenset[int]) -> tuple[int, ...]:
    """Connections of one of the longest trails through a network, in order."""
    goal = trail_length(board, own)
    cities = sorted({city for number in own for city in _ends(board, number)})
    starts = sorted(cities, key=lambda city: _is_even(board, own, city))
    seen: set[tuple[int, frozenset[int]]] = set()
    for city in starts:
        stack: list[tuple[int, int, tuple[int, ...]]] = [(city, 0, ())]
        while stack and len(seen) < MOST:
            here, length, way = stack.pop()
            if length == goal:
                return way
            for number, other in board.neighbours[here]:
                after = (other, frozenset((*way, number)))
                if number in own and number not in way and after not in seen:
                    seen.add(after)
                    stack.append((other, length + board.connections[number].length, (*way, number)))
    return ()


@lru_cache(maxsize=256)
def trail_length(board: Board, own: frozenset[int]) -> int:
    """The length of the longest trail."""
    return longest_trail(board, own)


def _ends(board: Board, number: int) -> tuple[int, int]:
    return board.connections[number].a, board.connections[number].b


def _is_even(board: Board, own: frozenset[int], city: int) -> bool:
    """A longest trail mostly begins where an odd number of its connections end."""
    return sum(number in own for number, _ in board.neighbours[city]) % 2 == 0
