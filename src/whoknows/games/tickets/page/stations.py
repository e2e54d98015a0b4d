"""What stations bring at the end: which connections of other players they let a seat use."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from whoknows.games.tickets import game_end, scoring
from whoknows.games.tickets.board import Board
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import HIDDEN, NOBODY, State

Numbers = tuple[int, ...]


def lent(rules: Tickets, state: State, seat: int) -> Numbers:
    """The connections of others that count for a seat if the game ends here."""
    built = tuple(city for city, owner in enumerate(state.stations) if owner == seat)
    tickets = state.tickets(seat)
    if not built or HIDDEN in tickets:
        return ()
    others = tuple(n for n, owner in enumerate(state.owners) if owner not in (seat, NOBODY))
    return _best(rules.map, game_end.owned(state, seat), built, others, tickets)


@lru_cache(maxsize=64)
def _best(board: Board, own: Numbers, built: Numbers, others: Numbers, tickets: Numbers) -> Numbers:
    """One connection into each city with a station, chosen as scoring does: points, then number."""
    held = [board.tickets[number] for number in tickets]
    into = [[number for number, _ in board.neighbours[city] if number in others] for city in built]

    def worth(choice: Numbers) -> tuple[int, int]:
        done = scoring.completed(board, {*own, *choice}, held)
        return scoring.ticket_points(held, done), len(done)

    return max(product(*filter(None, into)), key=worth)
