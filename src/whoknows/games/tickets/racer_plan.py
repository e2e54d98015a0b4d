"""What `racer` wants to claim: a way that joins its tickets at its own prices, and how it pays.

Prices by length make long connections cheap, because a turn is what costs most. Tickets that take
more trains than there are, or more than the others leave time for, are given up, the cheapest
first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from whoknows.games.tickets import racer_numbers as named
from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Pay
from whoknows.games.tickets.paths import Path, Prices, is_closed, joint_paths
from whoknows.games.tickets.racer_numbers import WHOLE, Numbers
from whoknows.games.tickets.tunnel_risk import can_risk


@dataclass(frozen=True, slots=True)
class Payment:
    """How a connection is paid, and how much that hurts, in hundredths."""

    pay: Pay
    price: int


@lru_cache(maxsize=64)
def prices(board: Board, numbers: Numbers) -> Prices:
    """What each connection costs where paths are planned, in steps."""
    return tuple(_price(connection, numbers.values) for connection in board.connections)


def planned(sight: SeatSight, numbers: Numbers) -> Path:
    """The connections that would join its tickets, without those it gives up."""
    tickets = list(sight.state.tickets(sight.seat))
    way = joining(sight, numbers, tickets)
    while tickets and WHOLE * trains_for(sight, way) > limit(sight, numbers):
        tickets.remove(min(tickets, key=lambda t: (sight.worth(t), t)))
        way = joining(sight, numbers, tickets)
    return way


def joining(sight: SeatSight, numbers: Numbers, tickets: Iterable[int]) -> Path:
    """A way that joins these tickets, cheap at its prices."""
    board, state = sight.rules.map, sight.state
    wanted = [board.tickets[number] for number in tickets]
    players, own = sight.rules.players, prices(board, numbers)
    return joint_paths(board, sight.seat, state.owners, wanted, players, own)


def trains_for(sight: SeatSight, way: Path) -> int:
    """How many trains a way takes that is not claimed yet."""
    return sum(sight.rules.map.connections[number].length for number in way)


def limit(sight: SeatSight, numbers: Numbers) -> int:
    """The trains that its way may take, in hundredths: those it has, and as many as the others
    leave time for."""
    give = numbers.values[named.GIVE_BASE] + numbers.values[named.GIVE_RATE] * fewest_of_others(
        sight
    )
    return min(WHOLE * sight.state.trains[sight.seat], give)


def fewest_of_others(sight: SeatSight) -> int:
    """The trains of whoever of the others has the fewest left."""
    return min(n for seat, n in enumerate(sight.state.trains) if seat != sight.seat)


def is_free(sight: SeatSight, number: int) -> bool:
    """Whether it may claim a connection, cards apart."""
    rules, state = sight.rules, sight.state
    if state.owners[number] >= 0 or is_closed(
        rules.map, sight.seat, state.owners, number, rules.players
    ):
        return False
    return rules.map.connections[number].length <= state.trains[sight.seat]


def colour_for(sight: SeatSight, route: Connection) -> int:
    """The colour to collect for a connection: of it and the one beside it, what it has more of."""
    twin = route.twin
    if twin < 0 or not is_free(sight, twin):
        return route.colour
    other = sight.rules.map.connections[twin].colour
    if GRAY in (route.colour, other):
        return GRAY
    return other if sight.hand[other] > sight.hand[route.colour] else route.colour


def demand(sight: SeatSight, way: Path) -> list[int]:
    """How many cards of each colour a way takes, gray connections apart."""
    found = [0] * len(sight.hand)
    for number in way:
        route = sight.rules.map.connections[number]
        colour = colour_for(sight, route)
        if colour != GRAY:
            found[colour] += route.length
    return found


def payment(
    sight: SeatSight, numbers: Numbers, route: Connection, asked: list[int]
) -> Payment | None:
    """The way to pay that hurts least: jokers, and cards that other connections ask for; of equal
    ones the colour it has most of. None if it cannot pay, or had better not try."""
    found = _least(sight, numbers, route, asked)
    return found if found and can_risk(sight, route, found.pay) else None


def _least(
    sight: SeatSight, numbers: Numbers, route: Connection, asked: list[int]
) -> Payment | None:
    hand, jokers = sight.hand, sight.hand[-1]
    per_joker, per_card = numbers.values[named.CLAIM_JOKER], numbers.values[named.CLAIM_NEEDED]
    colours = range(len(hand) - 1) if route.colour == GRAY else (route.colour,)
    found: list[tuple[int, int, int, int]] = []
    for colour in colours:
        extra = max(route.ferry, route.length - hand[colour])
        if extra > jokers or extra >= route.length:
            continue
        spare = max(0, hand[colour] - asked[colour])
        eaten = max(0, route.length - extra - spare) if route.colour == GRAY else 0
        found.append((extra * per_joker + eaten * per_card, -hand[colour], colour, extra))
    if found:
        price, _, colour, extra = min(found)
        name = sight.rules.map.colours[colour]
        return Payment(Pay(name, route.length - extra, extra), price)
    if jokers < route.length:
        return None
    return Payment(Pay("joker", 0, route.length), route.length * per_joker)


def _price(connection: Connection, values: tuple[int, ...]) -> int:
    its = (
        values[named.PRICE_1 + named.slot(connection.length)]
        + connection.ferry * values[named.PRICE_FERRY]
    )
    its += values[named.PRICE_GRAY] * (connection.colour == GRAY)
    its += values[named.PRICE_TUNNEL] * connection.tunnel
    return max(1, min((its + named.STEP // 2) // named.STEP, named.MOST_STEPS))
