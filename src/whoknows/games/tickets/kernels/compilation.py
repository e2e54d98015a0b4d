"""A game compiled: its board and options written down as tables."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from whoknows.core.error import Error
from whoknows.core.kernels import Compiled, Ints, outer
from whoknows.core.names import found_number
from whoknows.games.tickets import codes, racer_plan, rows
from whoknows.games.tickets.board import GRAY, Board, Connection
from whoknows.games.tickets.kernels import tables as T
from whoknows.games.tickets.kernels.draw_odds import MOST_CARDS, room_for_ways
from whoknows.games.tickets.kernels.observation import is_unsettled, memory_at
from whoknows.games.tickets.kernels.tables import (
    ClassicTables,
    GreedyTables,
    KnowledgeTables,
    Tables,
)
from whoknows.games.tickets.kernels.utilities import UTILITIES
from whoknows.games.tickets.policy import Classic, Joining, Racing, Rivalling
from whoknows.games.tickets.racer_numbers import DRAW_GRAY_NEAR, DRAW_NEAR, Numbers, asked
from whoknows.games.tickets.reach import first_distances
from whoknows.games.tickets.rival_numbers import KNOWLEDGE
from whoknows.games.tickets.state import NOBODY, TicketPile
from whoknows.games.tickets.transitions import TUNNEL_CARDS

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

Block = tuple[int, Iterable[int]]  # where it begins in the numbers of a board, and what it has


def compiled(game: "Tickets", guide: Classic | Rivalling | None = None) -> Compiled:
    """A game compiled; the guide of its searches is this one, or the usual one with its usual
    numbers: `racer`, or `rival` in the knowledge game."""
    _check(game)
    names = {ticket.name: ticket.number for ticket in game.map.tickets}
    width = _width(game)
    chances = room_for_ways(sum(game.map.deck), game.map.deck[-1])
    room = np.zeros(T.ACTIONS + width + chances, np.int64)
    classic = GreedyTables if isinstance(guide, Joining) else ClassicTables
    tables = KnowledgeTables if game.variant.is_spoken else classic
    known = tables(game.players, len(game.map.deck), _at(game), _board_numbers(game), room)
    if game.variant.is_spoken:
        rival = guide if isinstance(guide, Rivalling) else Rivalling()
        write_rivals(known, dict.fromkeys(range(game.players), rival))
    else:
        numbers = guide.numbers if isinstance(guide, Racing) else asked("", game)
        write_guides(game, known, [numbers] * game.players)
    length = rows.layout(game.map, game.players).end

    def is_fair(row: Ints, seat: int) -> bool:
        return not _unsettled(known, row, seat)

    return Compiled(
        known, game.players, width, len(names), names, Places(game.seats), length, UTILITIES,
        is_fair=is_fair, draws=True,
    )  # fmt: skip


def write_guides(game: "Tickets", tables: Tables, guides: Sequence[Numbers]) -> None:
    """Each seat's guide goes by these numbers."""
    for seat, numbers in enumerate(guides):
        at = T.GUIDES + seat * T.GUIDE
        prices = racer_plan.prices(game.map, numbers)
        tables.board[at : at + len(numbers.values)] = numbers.values
        for place, number in ((T.NEAR, DRAW_NEAR), (T.GRAY_NEAR, DRAW_GRAY_NEAR)):
            for short in range(1, T.MOST_MISSING):
                tables.board[at + place + short] = numbers.values[number] // short
        tables.board[at + T.GUIDE_PRICES : at + T.GUIDE_PRICES + len(prices)] = prices


def write_rivals(tables: Tables, rivals: Mapping[int, Rivalling]) -> None:
    """These seats go by these numbers, and by what they know or not."""
    for seat, rival in rivals.items():
        at = T.GUIDES + seat * T.GUIDE
        tables.board[at : at + KNOWLEDGE] = rival.habits.values
        tables.board[at + KNOWLEDGE] = rival.knowledge


@outer
def _unsettled(g: Tables, row: Ints, seat: int) -> bool:
    return is_unsettled(g, row, seat, memory_at(g, row, g.players))


class Places(dict[str, int]):
    """The number of every place that tickets may lie in: draws keep making new ones."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__()
        self._seats = seats

    def __missing__(self, name: str) -> int:
        owner = found_number(self._seats, name.partition(".")[0])
        pile = TicketPile(name, (), NOBODY if owner is None else owner)
        return rows.place_code(pile) >> T.KIND_AT


def _at(game: "Tickets") -> Ints:
    at = rows.layout(game.map, game.players)
    return np.array(
        [at.row, at.pile, at.discard, at.bid, at.shown, at.trains, at.points, at.hands, at.open,
         at.owners, at.stations, at.done, at.where, at.end]
    )  # fmt: skip


def _board_numbers(game: "Tickets") -> Ints:
    here = game.map
    names = sorted(city.name for city in here.cities)
    rank = [names.index(city.name) for city in here.cities]
    board = np.zeros(T.GUIDES + game.players * T.GUIDE, np.int64)
    blocks = (
        _of_connections(game, rank),
        _of_tickets(here, rank),
        _by_price(here),
        _by_city(here, rank),
    )
    for start, numbers in ((0, _numbers(game)), (T.RANK, rank), *chain(*blocks)):
        row = list(numbers)
        board[start : start + len(row)] = row
    _write_lots(here, board)
    return board


def _of_connections(game: "Tickets", rank: Sequence[int]) -> Iterator[Block]:
    every, points = game.map.connections, game.map.parameters.points
    yield T.A, (rank[c.a] for c in every)
    yield T.B, (rank[c.b] for c in every)
    yield T.LENGTH, (c.length for c in every)
    yield T.COLOUR, (c.colour for c in every)
    yield T.FERRY, (c.ferry for c in every)
    yield T.TUNNEL, (c.tunnel and game.variant.has_tunnels for c in every)
    yield T.TWIN, (c.number if c.twin < 0 else c.twin for c in every)
    yield T.WORTH, (points[c.length] for c in every)
    yield T.TWINS, (c.twin << T.CITY_BITS | c.number for c in every if c.twin >= 0)


def _of_tickets(here: Board, rank: Sequence[int]) -> Iterator[Block]:
    yield T.FROM, (rank[t.a] for t in here.tickets)
    yield T.TO, (rank[t.b] for t in here.tickets)
    yield T.VALUE, (t.points for t in here.tickets)
    yield T.LONG, (t.long for t in here.tickets)
    yield T.START_FAR, first_distances(here)


def _by_price(here: Board) -> Iterator[Block]:
    """Connections by colour, the cheapest first; and where each colour begins."""
    dearer = sorted(here.connections, key=_lot_of)
    yield T.SORTED, (_length_code(c.length, c.ferry) << T.CITY_BITS | c.number for c in dearer)
    yield T.GROUPS + GRAY, _beginnings(here, [c.colour for c in dearer])
    lots = _lots(here)
    yield T.LOTS, (_length_code(length, ferry) for _, length, ferry in lots)
    yield T.LOT_GROUPS + GRAY, _beginnings(here, [colour for colour, _, _ in lots])


def _lot_of(connection: Connection) -> tuple[int, int, int]:
    return connection.colour, connection.length, connection.ferry


def _length_code(length: int, ferry: int) -> int:
    return length << T.CITY_BITS | ferry


def _beginnings(here: Board, colours: Sequence[int]) -> Iterator[int]:
    return (bisect(colours, colour - 1) for colour in range(GRAY, len(here.deck)))


def _lots(here: Board) -> list[tuple[int, int, int]]:
    """The prices that there are."""
    return sorted(set(map(_lot_of, here.connections)))


def _write_lots(here: Board, board: Ints) -> None:
    """Which connections each lot has, as bits."""
    lots = _lots(here)
    for connection in here.connections:
        lot = lots.index(_lot_of(connection))
        bits = board[T.ALIKE + lot * T.SET :].view(np.uint64)
        bits[connection.number >> 6] |= np.uint64(1 << (connection.number & 63))


def _by_city(here: Board, rank: Sequence[int]) -> Iterator[Block]:
    """From each city to its neighbours, in the order of their ranks; and where these begin."""
    neighbours = sorted(zip(rank, here.neighbours, strict=True))
    ways = [[number << T.CITY_BITS | rank[c] for number, c in some] for _, some in neighbours]
    yield T.FIRST, np.cumsum([T.WAYS, *map(len, ways)]).tolist()
    yield T.WAYS, chain(*ways)


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
        game.players >= numbers.double_players, game.held, its.may_draw(game),
        game.deal == "even", game.block == "agent", game.as_original,
        sum(c.length for c in here.connections),
        sum(numbers.points[c.length] for c in here.connections), int(T.ACTIONS) + _width(game),
        sum(c.twin >= 0 for c in here.connections), its.opening,
    )  # fmt: skip


def _width(game: "Tickets") -> int:
    """No seat ever has more actions, and chance no more outcomes that are listed one by one."""
    here, numbers = game.map, game.map.parameters
    ways = [(1 if c.colour >= 0 else len(here.colours)) * c.length + 1 for c in here.connections]
    blocks = (game.players - 1) * len(here.tickets) * len(here.cities) * max(ways)
    stations = len(here.cities) * (len(here.colours) * numbers.stations + 1)
    keeps = 1 << max(numbers.start_tickets + numbers.long_tickets, numbers.draw_tickets)
    turn = sum(ways) + (blocks if game.variant.is_spoken else stations) + len(here.deck) + 2
    return max(turn, keeps, T.MOST_OUTCOMES)


def _check(game: "Tickets") -> None:
    """A code has 63 bits here, of which each thing that it names takes some (see `codes`)."""
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
