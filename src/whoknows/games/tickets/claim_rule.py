"""The conduct of the knowledge game: claim what you need, or say aloud whom you block.

You may claim a connection only on your own shortest path for a ticket that you hold and have not
completed, or as a block on the path of somebody you know to hold a certain ticket. Paths follow
from who owns which connection, so all paths of all seats are public.
"""

from collections.abc import Iterator
from functools import lru_cache

from whoknows.games.tickets.board import Board
from whoknows.games.tickets.paths import Path, path
from whoknows.games.tickets.state import NOBODY, State


def paths(board: Board, players: int, state: State, seat: int) -> dict[int, Path]:
    """The seat's shortest path for each ticket of the game; empty where it has none."""
    return _paths(board.name, board, players, state.owners, state.playing, seat)


def holding(board: Board, players: int, state: State, seat: int, connection: int) -> list[int]:
    """The tickets whose path for the seat contains the connection."""
    found = paths(board, players, state, seat)
    return [ticket for ticket, way in found.items() if connection in way]


def full(board: Board, players: int, state: State, seat: int) -> list[int]:
    """The tickets not announced yet whose path the seat owns completely."""
    found = paths(board, players, state, seat)
    return [
        ticket
        for ticket, way in found.items()
        if way and state.done[ticket] == NOBODY and all(state.owners[c] == seat for c in way)
    ]


def wanted(board: Board, players: int, state: State, seat: int) -> Iterator[int]:
    """The free connections on the paths of the seat's own unfinished tickets, ticket by ticket."""
    found = paths(board, players, state, seat)
    seen: set[int] = set()
    for ticket in state.tickets(seat):
        if state.done[ticket] == NOBODY:
            for connection in found[ticket]:
                if state.owners[connection] == NOBODY and connection not in seen:
                    seen.add(connection)
                    yield connection


@lru_cache(maxsize=1024)  # some kilobytes each
def _paths(
    name: str, board: Board, players: int, owners: tuple[int, ...], playing: Path, seat: int
) -> dict[int, Path]:
    return {ticket: path(board, seat, owners, board.tickets[ticket], players) for ticket in playing}
