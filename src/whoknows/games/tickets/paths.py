"""Shortest paths: what a ticket still costs a seat, as everyone can work out.

Uniform-cost search from the ticket's first city to its second. A connection costs its length, or
nothing to the seat that owns it; it is closed when another owns it or its twin forbids it. The
frontier is popped by cost, then by the city's name. A city keeps the first parent that reached
it, replaced only at a strictly lower cost; connections are tried in the order of the board.
"""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import inf

from whoknows.games.tickets.board import Board, Ticket
from whoknows.games.tickets.state import NOBODY

Owners = tuple[int, ...]  # for each connection a seat, or NOBODY
Path = tuple[int, ...]  # connections
Prices = tuple[int, ...]  # of each connection instead of its length, if there are any


def path(
    board: Board, seat: int, owners: Owners, ticket: Ticket, players: int, prices: Prices = ()
) -> Path:
    """The connections from the ticket's first city to its second; none if it is cut off."""
    return _cheapest_way(board, _tolls(board, seat, owners, players, prices), ticket)


def _tolls(board: Board, seat: int, owners: Owners, players: int, prices: Prices) -> list[float]:
    """What each connection costs the seat: worked out once, and met many times on the way."""
    asked = prices or [connection.length for connection in board.connections]
    return [
        inf if is_closed(board, seat, owners, n, players) else 0 if owners[n] == seat else asked[n]
        for n in range(len(owners))
    ]


def _cheapest_way(board: Board, tolls: Sequence[float], ticket: Ticket) -> Path:
    reached: dict[int, float] = {ticket.a: 0}
    parents: dict[int, tuple[int, int]] = {}
    frontier: list[tuple[float, str, int]] = [(0, board.cities[ticket.a].name, ticket.a)]
    while frontier:
        paid, _, city = heappop(frontier)
        if city == ticket.b:
            return _walked(parents, city)
        for number, other in board.neighbours[city]:
            total = paid + tolls[number]
            if total < reached.get(other, inf):
                reached[other], parents[other] = total, (number, city)
                heappush(frontier, (total, board.cities[other].name, other))
    return ()


def cost(board: Board, seat: int, owners: Owners, path: Path, prices: Prices = ()) -> int:
    """How many trains these connections still cost the seat; or what, at other prices."""
    left = [number for number in path if owners[number] != seat]
    return sum(prices[n] if prices else board.connections[n].length for n in left)


def is_closed(board: Board, seat: int, owners: Owners, number: int, players: int) -> bool:
    """Whether a connection is another's, or the one beside it keeps the seat from claiming it."""
    if owners[number] != NOBODY:
        return owners[number] != seat
    twin = board.connections[number].twin
    if twin < 0 or owners[twin] == NOBODY:
        return False
    return owners[twin] == seat or players < board.parameters.double_players


def joint_paths(
    board: Board, seat: int, owners: Owners, tickets: Iterable[Ticket], players: int,
    prices: Prices = (),
) -> Path:  # fmt: skip
    """A cheap way to join all these tickets: the connections that the seat has yet to claim.

    The ticket with the cheapest path is joined first (at equal cost the one worth more points,
    then the earlier on the board); its path is as good as owned when the next one is chosen.
    Tickets that are cut off are left out.
    """
    chosen: list[int] = []
    left = set(tickets)
    while left:
        tolls = _tolls(board, seat, owners, players, prices)
        ways = {t: _cheapest_way(board, tolls, t) for t in left}
        costs = {t: cost(board, seat, owners, ways[t], prices) for t in left}
        ticket = min(left, key=lambda t: (costs[t], -t.points, t.number))
        new = [number for number in ways[ticket] if owners[number] == NOBODY]
        owners = tuple(seat if n in new else owner for n, owner in enumerate(owners))
        chosen += new
        left.remove(ticket)
    return tuple(chosen)


def _walked(parents: dict[int, tuple[int, int]], city: int) -> Path:
    walked: list[int] = []
    while city in parents:
        number, city = parents[city]
        walked.append(number)
    return tuple(reversed(walked))
