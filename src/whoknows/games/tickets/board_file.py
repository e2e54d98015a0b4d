"""How the file of a board is read: strictly, row by row.

Whatever is wrong with it is an `Error` of one line: the file, the line and what is wrong there.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from whoknows.core.error import Error
from whoknows.core.schema import TEXT, Kind, check, content, short, toml
from whoknows.games.tickets.board import GRAY, Board, City, Connection, Parameters, Ticket
from whoknows.logic.vocabulary import known

Thing = TypeVar("Thing")
Table = Mapping[str, Any]
Row = list[Any]
MOST = {"cities": 255, "connections": 255, "tickets": 62}


def read(name: str, path: str) -> Board:
    """The board in this file."""
    file = _File(path, content(path))
    table = _top(file)
    colours, deck = _deck(file, table.get("deck", _DECK))
    parameters = _parameters(file, table.get("rules", {}))
    cities = file.each("cities", table["cities"], _city)
    names = [city.name for city in cities]

    def connection(row: Row, before: Sequence[Connection]) -> Connection:
        return _connection(row, before, names, colours, parameters.points)

    def ticket(row: Row, before: Sequence[Ticket]) -> Ticket:
        return _ticket(row, before, names)

    connections = _both_ways(file.each("connections", table["connections"], connection))
    tickets = file.each("tickets", table["tickets"], ticket)
    title, map_ = table["title"], table["map"]
    return Board(name, title, map_, cities, connections, tickets, colours, deck, parameters)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that is being read, and where its parts stand."""

    path: str
    data: bytes

    @contextmanager
    def part(self, *keys: str | int) -> Iterator[None]:
        """Errors in this block belong to this key, this key of a table, or this row of a list."""
        try:
            yield
        except ValueError as fault:  # ours, or Python's of a number too long to be written
            raise Error(f"{self.path}:{self.line(*keys)}: {fault}") from None

    def line(self, *keys: str | int) -> int:
        """The line on which a part begins: tomllib does not tell."""
        text = _QUOTED.sub(lambda found: found[0].translate(_NO_SIGNS), self.data.decode())
        place = 0
        for key in keys:
            if isinstance(key, int):
                opening = [found.start() for found in re.finditer(r"\[", text)]
                place = [at for at in opening if at >= place][key + 1]  # the first opens the list
            elif found := re.compile(_KEY.format(re.escape(key))).search(text, place):
                place = found.end()
        return text.count("\n", 0, place) + 1

    def check(self, table: Table, kinds: Mapping[str, Kind], *under: str) -> None:
        """The keys of a table are known, and their values of the right kinds."""
        for key in table:
            with self.part(*under, key):
                check({key: table[key]}, kinds, *kinds)

    def each(
        self, key: str, rows: list[Row], read: Callable[[Row, Sequence[Thing]], Thing]
    ) -> tuple[Thing, ...]:
        """What the rows say, each read knowing those before it."""
        if len(rows) > MOST[key]:  # actions and states have a fixed number of bits for them
            raise Error(
                f"{self.path}: {len(rows)} {key} are too many; at most {MOST[key]} are allowed"
            )
        found: list[Thing] = []
        for number, row in enumerate(rows):
            with self.part(key, number):
                found.append(read(row, found))
        return tuple(found)


def _top(file: _File) -> Table:
    try:
        table = toml(file.data)
    except Error as fault:
        raise Error(f"{file.path}: {fault}") from None
    file.check(table, _FIELDS)
    with file.part():
        check(table, _FIELDS, "deck", "rules")
    return table


def _deck(file: _File, deck: Table) -> tuple[tuple[str, ...], tuple[int, ...]]:
    for colour in deck:
        with file.part("deck", colour):
            if not re.fullmatch("[a-z]+", colour) or colour == "gray":
                raise Error(f"a colour is a lower-case word other than gray, not {short(colour)}")
    file.check(deck, dict.fromkeys(deck, _POSITIVE) | {"joker": _WHOLE}, "deck")
    colours = tuple(colour for colour in deck if colour != "joker")
    with file.part("deck"):
        if not colours:
            raise Error("the deck has no colours")
    return colours, (*(deck[colour] for colour in colours), deck.get("joker", 0))


def _parameters(file: _File, rules: Table) -> Parameters:
    file.check(rules, _RULES, "rules")
    found = Parameters(**{key: rules[key] for key in rules if key != "points"})
    if points := rules.get("points"):
        longest = max(map(int, points))
        found = replace(found, points=tuple(points.get(str(n), 0) for n in range(longest + 1)))
    dealt = {"start": found.start_tickets + found.long_tickets, "draw": found.draw_tickets}
    for when, kept in (("start", found.start_keep), ("draw", found.draw_keep)):
        with file.part("rules", f"{when}_keep"):
            if kept > dealt[when]:
                raise Error(f"{when}_keep is {kept}, but there are {dealt[when]} to choose from")
    return found


def _city(row: Row, before: Sequence[City]) -> City:
    if not re.fullmatch("t[wf][wf]", _shape(row)) or not all(abs(x) <= 1e6 for x in row[1:]):
        raise Error(f"a city is a name and two numbers up to a million, not {short(row)}")
    if not _NAME.fullmatch(row[0]):
        raise Error(f"a city's name has letters, digits, spaces, . and ', not {short(row[0])}")
    if row[0] in (city.name for city in before):
        raise Error(f"the city {row[0]} is listed twice")
    return City(row[0], float(row[1]), float(row[2]))


def _connection(
    row: Row,
    before: Sequence[Connection],
    cities: Sequence[str],
    colours: Sequence[str],
    points: Sequence[int],
) -> Connection:
    if _shape(row) not in ("ttwt", "ttwtt"):
        parts = "two cities, a length, a colour and perhaps a kind"
        raise Error(f"a connection is {parts}, not {short(row)}")
    a, b = _ends(row, cities)
    length, colour = _length(row[2], points), _colour(row[3], colours)
    ferry, tunnel = _kind(row[4:], length)
    name, twin = _name_and_twin(row, [c for c in before if {c.a, c.b} == {a, b}])
    return Connection(len(before), name, a, b, length, colour, ferry, tunnel, twin)


def _name_and_twin(row: Row, parallel: Sequence[Connection]) -> tuple[str, int]:
    match parallel:
        case []:
            return f"{row[0]}-{row[1]}", -1
        case [first]:
            return f"{first.name}#2", first.number
    raise Error(f"a third connection between {row[0]} and {row[1]}")


def _both_ways(connections: Sequence[Connection]) -> tuple[Connection, ...]:
    """The first of two parallel connections learns of the second."""
    later = {c.twin: c.number for c in connections if c.twin >= 0}
    return tuple(replace(c, twin=later.get(c.number, c.twin)) for c in connections)


def _ticket(row: Row, before: Sequence[Ticket], cities: Sequence[str]) -> Ticket:
    if _shape(row) not in ("ttw", "ttwt") or row[3:] not in ([], ["long"]):
        raise Error(f"a ticket is two cities, points and maybe 'long', not {short(row)}")
    if not 1 <= row[2] <= 1000:
        raise Error(f"a ticket is worth 1 to 1000 points, not {short(row[2])}")
    a, b = _ends(row, cities)
    if any({a, b} == {other.a, other.b} for other in before):
        raise Error(f"a second ticket from {row[0]} to {row[1]}")
    return Ticket(len(before), f"{row[0]}-{row[1]}", a, b, row[2], row[3:] == ["long"])


def _ends(row: Row, cities: Sequence[str]) -> tuple[int, int]:
    for name in row[:2]:
        if name not in cities:
            raise Error(f"there is no city {short(name)}: {known('cities', cities, name)}")
    if row[0] == row[1]:
        raise Error(f"from {row[0]} to itself")
    return cities.index(row[0]), cities.index(row[1])


def _length(length: int, points: Sequence[int]) -> int:
    lengths = [n for n, worth in enumerate(points) if worth]
    if length not in lengths:
        raise Error(
            f"no points for length {short(length)}: lengths are {', '.join(map(str, lengths))}"
        )
    return length


def _colour(colour: str, colours: Sequence[str]) -> int:
    if colour == "gray":
        return GRAY
    if colour not in colours:
        raise Error(f"no colour {short(colour)}: {known('colours', (*colours, 'gray'), colour)}")
    return colours.index(colour)


def _kind(given: Sequence[str], length: int) -> tuple[int, bool]:
    """How many jokers a ferry needs, and whether it is a tunnel."""
    if not given or given == ["tunnel"]:
        return 0, bool(given)
    found = re.fullmatch("ferry ([1-9][0-9]?)", given[0])
    if not found:
        raise Error(
            f"a kind is 'tunnel', or 'ferry' with its number of jokers, not {short(given[0])}"
        )
    if int(found[1]) > length:
        raise Error(f"the ferry needs {found[1]} jokers, but its length is {length}")
    return int(found[1]), False


def _shape(row: Row) -> str:
    """The types in a row, one letter each: text, whole number, fraction."""
    return "".join({str: "t", int: "w", float: "f"}.get(type(value), "?") for value in row)


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and value != [] and all(isinstance(row, list) for row in value)


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value <= 1000


def _are_points(value: object) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    lengths = set(map(str, range(1, 16)))
    return all(key in lengths and worth and _is_whole(worth) for key, worth in value.items())


_NAME = re.compile(r"\w(?:[\w .']*[\w.'])?")
_KEY = r"(?<![\w-]){}[\"']?[ \t]*[=.\]]"
_QUOTED = re.compile(r"""(?s)\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*""")
_NO_SIGNS = str.maketrans("[]=.", "    ")
_COLOURS = ("red", "pink", "white", "yellow", "green", "blue", "black", "orange")
_DECK = dict.fromkeys(_COLOURS, 12) | {"joker": 14}
_TABLE = Kind("a table", lambda value: isinstance(value, dict))
_ROWS = Kind("a list of rows", _are_rows)
_WHOLE = Kind("a whole number up to 1000", _is_whole)
_POSITIVE = Kind("a whole number from 1 to 1000", lambda value: value != 0 and _is_whole(value))
_FIELDS = {
    "title": TEXT,
    "map": Kind("'geographic' or 'plan'", lambda value: value in ("geographic", "plan")),
    "cities": _ROWS,
    "connections": _ROWS,
    "tickets": _ROWS,
    "deck": _TABLE,
    "rules": _TABLE,
}
_RULES = {field.name: _WHOLE for field in fields(Parameters)} | {
    "trains": _POSITIVE,
    "reset_jokers": _POSITIVE,  # at none the row would be replaced forever
    "points": Kind("a table of points from 1 to 1000 for lengths from 1 to 15", _are_points),
}
