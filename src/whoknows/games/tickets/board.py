"""Boards: cities, the connections between them, tickets, and the numbers that the rules leave open.

Cities, connections, tickets and colours go by their number, in the order of the board's file.
Ours are the TOML files in `boards`; any other file works by its path.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.logic.vocabulary import known

Thing = TypeVar("Thing")
FOLDER = Path(__file__).with_name("boards")
GRAY = -1  # the colour of a connection that any one colour pays


@dataclass(frozen=True, slots=True)
class City:
    """Where it lies: longitude and latitude, or on a plan how far right and how far down."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Connection:
    """A line of train spaces between two cities, given by their numbers."""

    number: int
    name: str
    a: int
    b: int
    length: int
    colour: int  # its number, or GRAY
    ferry: int  # how many jokers it needs
    tunnel: bool
    twin: int  # the number of the connection beside it, -1 if there is none


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities, by their numbers, that are worth points when joined."""

    number: int
    name: str
    a: int
    b: int
    points: int
    long: bool


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers of the rules: those of the USA unless a board says otherwise."""

    trains: int = 45
    start_hand: int = 4
    face_up: int = 5
    reset_jokers: int = 3  # with this many face up the row is replaced
    start_tickets: int = 3
    start_keep: int = 2
    draw_tickets: int = 3
    draw_keep: int = 1
    last_trains: int = 2  # with this many or fewer left the last round begins
    start_score: int = 0
    later_score: int = 0  # that a seat starts with beyond the seat before it
    trail_bonus: int = 10
    double_players: int = 4  # with fewer, only one of two parallel connections may be used
    stations: int = 0
    long_tickets: int = 0  # dealt at the start, beside the others
    points: tuple[int, ...] = (0, 1, 2, 4, 7, 10, 15, 0, 21)  # by length; 0: no such length


@dataclass(frozen=True)
class Board:
    """Everything that does not change during a game."""

    name: str
    title: str
    map: str  # geographic or plan
    cities: tuple[City, ...]
    connections: tuple[Connection, ...]
    tickets: tuple[Ticket, ...]
    colours: tuple[str, ...]  # without jokers
    deck: tuple[int, ...]  # how many cards of each colour, jokers last
    parameters: Parameters

    def __hash__(self) -> int:
        return hash(self.name)  # boards are keys of caches

    @property
    def joker(self) -> int:
        """The number that stands for jokers after those of the colours."""
        return len(self.colours)

    def connection(self, name: str) -> Connection:
        """The connection of this name."""
        return _named("connections", self._connections, name)

    def ticket(self, name: str) -> Ticket:
        """The ticket of this name."""
        return _named("tickets", self._tickets, name)

    @cached_property
    def neighbours(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each city the connections that end there, in order, each with its other end."""
        ends = [(c.number, c.a, c.b) for c in self.connections]
        return tuple(
            tuple((number, a + b - city) for number, a, b in ends if city in (a, b))
            for city in range(len(self.cities))
        )

    @cached_property
    def _connections(self) -> dict[str, Connection]:
        return {connection.name: connection for connection in self.connections}

    @cached_property
    def _tickets(self) -> dict[str, Ticket]:
        return {ticket.name: ticket for ticket in self.tickets}


def board(name: str) -> Board:
    """The board of ours that has this name, or the one in the TOML file at this path."""
    if name in boards():
        return _ours(name)
    if name.endswith(".toml"):
        return _read(name, name)
    there = ", ".join(boards())
    raise Error(f"there is no board called {short(name)}; there are {there}, or give a .toml file")


@cache
def boards() -> tuple[str, ...]:
    """The names of our boards."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def _ours(name: str) -> Board:
    return _read(name, str(FOLDER / f"{name}.toml"))


def _named(kind: str, things: Mapping[str, Thing], name: str) -> Thing:
    if name not in things:
        raise Error(f"{short(name)} is not on this board: {known(kind, things, name)}")
    return things[name]


def _read(name: str, path: str) -> Board:
    # Reading makes boards, so its file imports this one, which cannot import it first.
    from whoknows.games.tickets.board_file import read

    return read(name, path)
