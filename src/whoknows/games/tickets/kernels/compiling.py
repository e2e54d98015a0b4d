"""A game compiled: its board and options written down as tables."""

from bisect import bisect
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Compiled, outer
from whoknows.games.tickets import codes, rows
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.ending import FEW_TRAINS, FEW_TRAINS_ORIGINALLY
from whoknows.games.tickets.happening import TUNNEL_CARDS
from whoknows.games.tickets.kernels import tables
from whoknows.games.tickets.kernels.drawing import MOST_CARDS, room_for_ways
from whoknows.games.tickets.kernels.redealing import is_unsettled, memory_at
from whoknows.games.tickets.kernels.tables import (
    CITY_BITS,
    KIND_AT,
    MOST,
    MOST_OUTCOMES,
    SET,
    Tables,
)
from whoknows.games.tickets.kernels.utilities import UTILITIES
from whoknows.games.tickets.state import NOBODY, Pile
from whoknows.games.tickets.utilities import first_distances

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


def compiled(game: "Tickets") -> Compiled:
    """A game compiled."""
    _check(game)
    names = {ticket.name: ticket.number for ticket in game.map.tickets}
    width = _width(game)
    chances = room_for_ways(sum(game.map.deck), game.map.deck[-1])
    room = np.zeros(tables.ACTIONS + width + chances, np.int64)
    known = Tables(game.many, len(game.map.deck), game.knowing, _at(game), _board(game), room)
    length = rows.layout(game.map, game.many).end

    def is_fair(row: Any, seat: int) -> bool:
        return not _unsettled(known, row, seat)

    return Compiled(
        known, game.many, width, len(names), names, Places(game.seats), length, UTILITIES,
        is_fair=is_fair, draws=True,
    )  # fmt: skip


@outer
def _unsettled(g: Tables, row: Any, seat: int) -> bool:
    return is_unsettled(g, row, seat, memory_at(g, row, g.players))


class Places(dict[str, int]):
    """The number of every place that tickets may lie in: draws make ever new ones."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__()
        self._seats = seats

    def __missing__(self, name: str) -> int:
        seat = name.partition(".")[0]
        owner = self._seats.index(seat) if seat in self._seats else NOBODY
        pile = Pile(name, (), owner)
        return rows.place_code(pile) >> KIND_AT


def _at(game: "Tickets") -> Any:
    at = rows.layout(game.map, game.many)
    return np.array(
        [at.row, at.pile, at.discard, at.bid, at.shown, at.trains, at.points, at.hands, at.open,
         at.owners, at.stations, at.done, at.where, at.end]
    )  # fmt: skip


def _board(game: "Tickets") -> Any:
    here, points = game.map, game.map.parameters.points
    board = np.zeros(tables.WAYS + 2 * len(here.connections), np.int64)

    def write(start: int, numbers: Iterable[int]) -> None:
        row = list(numbers)
        board[start : start + len(row)] = row

    names = sorted(city.name for city in here.cities)
    rank = [names.index(city.name) for city in here.cities]
    neighbours = sorted(zip(rank, here.neighbours, strict=True))
    ways = [[number << CITY_BITS | rank[c] for number, c in some] for _, some in neighbours]
    write(0, _numbers(game))
    write(tables.A, (rank[c.a] for c in here.connections))
    write(tables.B, (rank[c.b] for c in here.connections))
    write(tables.LENGTH, (c.length for c in here.connections))
    write(tables.COLOUR, (c.colour for c in here.connections))
    write(tables.FERRY, (c.ferry for c in here.connections))
    write(tables.TUNNEL, (c.tunnel and not game.knowing for c in here.connections))
    write(tables.TWIN, (c.number if c.twin < 0 else c.twin for c in here.connections))
    write(tables.WORTH, (points[c.length] for c in here.connections))
    write(tables.FROM, (rank[t.a] for t in here.tickets))
    write(tables.TO, (rank[t.b] for t in here.tickets))
    write(tables.VALUE, (t.points for t in here.tickets))
    write(tables.LONG, (t.long for t in here.tickets))
    write(tables.START_FAR, first_distances(here))
    write(tables.RANK, rank)
    twins = (c for c in here.connections if c.twin >= 0)
    write(tables.TWINS, (c.twin << CITY_BITS | c.number for c in twins))
    dearer = sorted(here.connections, key=lambda c: (c.colour, c.length, c.ferry))
    prices = ((c.length << CITY_BITS | c.ferry) << CITY_BITS | c.number for c in dearer)
    write(tables.SORTED, prices)
    lots = sorted({(c.colour, c.length, c.ferry) for c in here.connections})
    for start, colours in (
        (tables.GROUPS, [c.colour for c in dearer]),
        (tables.LOT_GROUPS, [colour for colour, _, _ in lots]),
    ):
        write(start + GRAY, (bisect(colours, n - 1) for n in range(GRAY, len(here.deck))))
    write(tables.LOTS, (length << CITY_BITS | ferry for _, length, ferry in lots))
    for c in here.connections:
        lot = lots.index((c.colour, c.length, c.ferry))
        bits = board[tables.ALIKE + lot * SET :].view(np.uint64)
        bits[c.number >> 6] |= np.uint64(1 << (c.number & 63))
    write(tables.FIRST, np.cumsum([tables.WAYS, *map(len, ways)]))
    write(tables.WAYS, chain(*ways))
    return board


def _numbers(game: "Tickets") -> Iterable[int]:
    """In the order of their names in `tables`."""
    here, numbers = game.map, game.map.parameters
    few = numbers.last_trains
    if game.knowing:
        few = FEW_TRAINS_ORIGINALLY if game.as_original else FEW_TRAINS
    return (
        len(here.cities), len(here.connections), len(here.tickets), numbers.start_hand,
        numbers.face_up, numbers.reset_jokers, numbers.start_tickets, numbers.start_keep,
        numbers.draw_tickets, numbers.draw_keep, few, numbers.trail_bonus,
        0 if game.knowing else numbers.stations, numbers.long_tickets, sum(here.deck[:-1]),
        game.many >= numbers.double_players, game.held, game.draw or not game.knowing,
        game.deal == "even", game.block == "agent", game.as_original,
        sum(c.length for c in here.connections),
        sum(numbers.points[c.length] for c in here.connections), int(tables.ACTIONS) + _width(game),
        sum(c.twin >= 0 for c in here.connections),
    )  # fmt: skip


def _width(game: "Tickets") -> int:
    """No seat ever has more actions, and chance no more outcomes that are told one by one."""
    here, numbers = game.map, game.map.parameters
    ways = [(1 if c.colour >= 0 else len(here.colours)) * c.length + 1 for c in here.connections]
    blocks = (game.many - 1) * len(here.tickets) * len(here.cities) * max(ways)
    stations = len(here.cities) * (len(here.colours) * numbers.stations + 1)
    keeps = 1 << max(numbers.start_tickets + numbers.long_tickets, numbers.draw_tickets)
    turn = sum(ways) + (blocks if game.knowing else stations) + len(here.deck) + 2
    return max(turn, keeps, MOST_OUTCOMES)


def _check(game: "Tickets") -> None:
    """A code has 63 bits here, and each thing that it names so many of them (see `codes`)."""
    here, numbers = game.map, game.map.parameters
    offer = max(numbers.start_tickets + numbers.long_tickets, numbers.draw_tickets)
    cards = max(numbers.start_hand, numbers.face_up, TUNNEL_CARDS)
    pays = codes.HEAD_BITS + codes.PLACE_BITS + codes.COLOUR_BITS + 2 * codes.CARDS_BITS
    blocks = pays + codes.SEAT_BITS + codes.TICKET_BITS
    keeps = codes.HEAD_BITS + 2 * codes.SEAT_BITS + codes.TICKET_BITS * numbers.draw_tickets
    done = 63 - max(blocks, keeps if game.draw else 0) if game.knowing else codes.NO_TICKET
    for what, many, most in (
        ("cities", len(here.cities), MOST),
        ("connections", len(here.connections), MOST),
        ("tickets", len(here.tickets), min(done, codes.NO_TICKET)),
        ("colours with jokers", len(here.deck), 1 << codes.COLOUR_BITS),
        ("trains in a connection", max(c.length for c in here.connections), 15),
        ("stations", numbers.stations, 15),
        ("train cards", sum(here.deck), MOST_CARDS),
        ("cards at once", cards, (63 - codes.HEAD_BITS - codes.CARDS_BITS) // codes.COLOUR_BITS),
        ("tickets in an offer", 0 if game.knowing and not game.draw else offer, 7),
    ):
        if many > most:
            raise Error(f"{game.spec} is not compiled: {many} {what} are more than {most}")
