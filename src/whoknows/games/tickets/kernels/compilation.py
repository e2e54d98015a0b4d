"""A game compiled: its board and options written down as tables."""

from bisect import bisect
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Compiled, outer
from whoknows.core.names import found_number
from whoknows.games.tickets import codes, rows
from whoknows.games.tickets.board import GRAY
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.draw_odds import MOST_CARDS, room_for_ways
from whoknows.games.tickets.kernels.observation import is_unsettled, memory_at
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.utilities import UTILITIES
from whoknows.games.tickets.reach import first_distances
from whoknows.games.tickets.state import NOBODY, TicketPile
from whoknows.games.tickets.transitions import TUNNEL_CARDS

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


def compiled(game: "Tickets") -> Compiled:
    """A game compiled."""
    _check(game)
    names = {ticket.name: ticket.number for ticket in game.map.tickets}
    width = _width(game)
    chances = room_for_ways(sum(game.map.deck), game.map.deck[-1])
    room = np.zeros(T.ACTIONS + width + chances, np.int64)
    known = Tables(
        game.many, len(game.map.deck), game.knowing, _at(game), _board_numbers(game), room
    )
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
        owner = found_number(self._seats, name.partition(".")[0])
        pile = TicketPile(name, (), NOBODY if owner is None else owner)
        return rows.place_code(pile) >> T.KIND_AT


def _at(game: "Tickets") -> Any:
    at = rows.layout(game.map, game.many)
    return np.array(
        [at.row, at.pile, at.discard, at.bid, at.shown, at.trains, at.points, at.hands, at.open,
         at.owners, at.stations, at.done, at.where, at.end]
    )  # fmt: skip


def _board_numbers(game: "Tickets") -> Any:
    here, points = game.map, game.map.parameters.points
    board = np.zeros(T.WAYS + 2 * len(here.connections), np.int64)

    def write(start: int, numbers: Iterable[int]) -> None:
        row = list(numbers)
        board[start : start + len(row)] = row

    names = sorted(city.name for city in here.cities)
    rank = [names.index(city.name) for city in here.cities]
    neighbours = sorted(zip(rank, here.neighbours, strict=True))
    ways = [[number << T.CITY_BITS | rank[c] for number, c in some] for _, some in neighbours]
    write(0, _numbers(game))
    write(T.A, (rank[c.a] for c in here.connections))
    write(T.B, (rank[c.b] for c in here.connections))
    write(T.LENGTH, (c.length for c in here.connections))
    write(T.COLOUR, (c.colour for c in here.connections))
    write(T.FERRY, (c.ferry for c in here.connections))
    write(T.TUNNEL, (c.tunnel and game.variant.has_tunnels for c in here.connections))
    write(T.TWIN, (c.number if c.twin < 0 else c.twin for c in here.connections))
    write(T.WORTH, (points[c.length] for c in here.connections))
    write(T.FROM, (rank[t.a] for t in here.tickets))
    write(T.TO, (rank[t.b] for t in here.tickets))
    write(T.VALUE, (t.points for t in here.tickets))
    write(T.LONG, (t.long for t in here.tickets))
    write(T.START_FAR, first_distances(here))
    write(T.RANK, rank)
    twins = (c for c in here.connections if c.twin >= 0)
    write(T.TWINS, (c.twin << T.CITY_BITS | c.number for c in twins))
    dearer = sorted(here.connections, key=lambda c: (c.colour, c.length, c.ferry))
    prices = ((c.length << T.CITY_BITS | c.ferry) << T.CITY_BITS | c.number for c in dearer)
    write(T.SORTED, prices)
    lots = sorted({(c.colour, c.length, c.ferry) for c in here.connections})
    for start, colours in (
        (T.GROUPS, [c.colour for c in dearer]),
        (T.LOT_GROUPS, [colour for colour, _, _ in lots]),
    ):
        write(start + GRAY, (bisect(colours, n - 1) for n in range(GRAY, len(here.deck))))
    write(T.LOTS, (length << T.CITY_BITS | ferry for _, length, ferry in lots))
    for c in here.connections:
        lot = lots.index((c.colour, c.length, c.ferry))
        bits = board[T.ALIKE + lot * T.SET :].view(np.uint64)
        bits[c.number >> 6] |= np.uint64(1 << (c.number & 63))
    write(T.FIRST, np.cumsum([T.WAYS, *map(len, ways)]))
    write(T.WAYS, chain(*ways))
    return board


def _numbers(game: "Tickets") -> Iterable[int]:
    """In the order of their names in `tables`."""
    here, numbers = game.map, game.map.parameters
    its, too_many = game.variant, numbers.face_up + 1
    return (
        len(here.cities), len(here.connections), len(here.tickets), numbers.start_hand,
        numbers.face_up, numbers.reset_jokers if its.has_resets else too_many,
        numbers.start_tickets, numbers.start_keep,
        numbers.draw_tickets, numbers.draw_keep, its.last_trains(game), its.trail_bonus(game),
        its.stations(game), numbers.long_tickets, sum(here.deck[:-1]),
        game.many >= numbers.double_players, game.held, its.may_draw(game),
        game.deal == "even", game.block == "agent", game.as_original,
        sum(c.length for c in here.connections),
        sum(numbers.points[c.length] for c in here.connections), int(T.ACTIONS) + _width(game),
        sum(c.twin >= 0 for c in here.connections), its.opening,
    )  # fmt: skip


def _width(game: "Tickets") -> int:
    """No seat ever has more actions, and chance no more outcomes that are told one by one."""
    here, numbers = game.map, game.map.parameters
    ways = [(1 if c.colour >= 0 else len(here.colours)) * c.length + 1 for c in here.connections]
    blocks = (game.many - 1) * len(here.tickets) * len(here.cities) * max(ways)
    stations = len(here.cities) * (len(here.colours) * numbers.stations + 1)
    keeps = 1 << max(numbers.start_tickets + numbers.long_tickets, numbers.draw_tickets)
    turn = sum(ways) + (blocks if game.variant.is_spoken else stations) + len(here.deck) + 2
    return max(turn, keeps, T.MOST_OUTCOMES)


def _check(game: "Tickets") -> None:
    """A code has 63 bits here, and each thing that it names so many of them (see `codes`)."""
    here, numbers = game.map, game.map.parameters
    offer = max(numbers.start_tickets + numbers.long_tickets, numbers.draw_tickets)
    cards = max(numbers.start_hand, numbers.face_up, TUNNEL_CARDS)
    pays = codes.HEAD_BITS + codes.PLACE_BITS + codes.COLOUR_BITS + 2 * codes.CARDS_BITS
    blocks = pays + codes.SEAT_BITS + codes.TICKET_BITS
    keeps = codes.HEAD_BITS + 2 * codes.SEAT_BITS + codes.TICKET_BITS * numbers.draw_tickets
    done = (
        63 - max(blocks, keeps if game.draw else 0) if game.variant.is_spoken else codes.NO_TICKET
    )
    for what, many, most in (
        ("cities", len(here.cities), T.MOST),
        ("connections", len(here.connections), T.MOST),
        ("tickets", len(here.tickets), min(done, codes.NO_TICKET)),
        ("colours with jokers", len(here.deck), 1 << codes.COLOUR_BITS),
        ("trains in a connection", max(c.length for c in here.connections), 15),
        ("stations", numbers.stations, 15),
        ("train cards", sum(here.deck), MOST_CARDS),
        ("cards at once", cards, (63 - codes.HEAD_BITS - codes.CARDS_BITS) // codes.COLOUR_BITS),
        ("tickets in an offer", offer if game.variant.may_draw(game) else 0, 7),
    ):
        if many > most:
            raise Error(f"{game.spec} cannot be compiled: {many} {what} are more than {most}")
