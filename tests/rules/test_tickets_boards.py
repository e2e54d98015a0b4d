"""The boards are what their tables say, and whatever is wrong with a file is told in one line."""

import pickle
import tomllib
from collections import Counter
from dataclasses import fields

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rails import final

from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.registry import agent, game
from whoknows.games.tickets.board import FOLDER, GRAY, City, Parameters, board, boards

MINE = """\
title = "Two islands"
map = "plan"
cities = [
    ["North", 100, 0],
    ["East", 200.5, 100],  # "[rules]" trains = [
    ["South", 100, 200],
]
connections = [
    ["North", "East", 2, "red"],
    ["East", "North", 2, "gray"],
    ["East", "South", 3, "blue", "tunnel"],
    ["South", "North", 4, "gray", "ferry 1"],
]
tickets = [
    ["North", "South", 5],
    ["East", "South", 20, "long"],
]
[deck]
red = 20
blue = 20
joker = 6
[rules]
trains = 20
points = { 1 = 1, 2 = 3, 4 = 8, 3 = 5 }
"""


def written(folder, text):
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def fault(folder, text):
    """What is said of a file with this text, after the name of the file."""
    path = written(folder, text)
    with pytest.raises(Error) as caught:
        board(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(path)
    return str(caught.value).removeprefix(path)


@pytest.fixture
def mine(tmp_path):
    return board(written(tmp_path, MINE))


# Ours


def test_there_are_five_boards():
    assert boards() == ("europe", "europe24", "small", "small-fair", "usa")
    assert [board(name).name for name in boards()] == list(boards())


@pytest.mark.parametrize(
    ("name", "cities", "connections", "pairs", "spaces", "tickets", "long"),
    [
        ("europe24", 24, 42, 42, 109, 16, 0),
        ("europe", 47, 101, 90, 300, 46, 6),
        ("usa", 36, 100, 78, 309, 30, 0),
        ("small", 6, 7, 6, 8, 6, 0),
        ("small-fair", 8, 13, 13, 35, 10, 0),
    ],
)
def test_sizes(name, cities, connections, pairs, spaces, tickets, long):
    here = board(name)
    assert len(here.cities) == cities
    assert len(here.connections) == connections
    assert len({frozenset((c.a, c.b)) for c in here.connections}) == pairs
    assert sum(c.length for c in here.connections) == spaces
    assert len(here.tickets) == tickets
    assert sum(ticket.long for ticket in here.tickets) == long


@pytest.mark.parametrize(
    ("name", "tunnels", "ferries", "doubles"),
    [
        ("europe24", 0, 4, 0),
        ("europe", 18, 13, 11),
        ("usa", 0, 0, 22),
        ("small", 0, 0, 1),
        ("small-fair", 0, 0, 0),
    ],
)
def test_kinds_of_connections(name, tunnels, ferries, doubles):
    connections = board(name).connections
    assert sum(c.tunnel for c in connections) == tunnels
    assert sum(c.ferry > 0 for c in connections) == ferries
    assert sum(c.twin > c.number for c in connections) == doubles


def test_europe_has_seventy_plain_connections():
    assert sum(not c.tunnel and not c.ferry for c in board("europe").connections) == 70


def test_the_usa_have_seven_connections_of_each_colour_and_the_rest_gray():
    here = board("usa")
    colours = Counter(c.colour for c in here.connections)
    assert colours == {GRAY: 44} | dict.fromkeys(range(8), 7)
    assert " ".join(here.colours) == "red pink white yellow green blue black orange"


@pytest.mark.parametrize("name", ["europe24", "europe", "usa"])
def test_the_deck_has_twelve_of_each_colour_and_fourteen_jokers(name):
    here = board(name)
    assert here.deck == (12,) * 8 + (14,)
    assert here.deck[here.joker] == 14
    assert sum(here.deck) == 110


def test_the_rules_of_each_board():
    assert board("usa").parameters == Parameters()
    assert board("europe").parameters == Parameters(stations=3, long_tickets=1)
    assert board("europe24").parameters == Parameters(trail_bonus=0)
    small = board("small")
    assert (small.colours, small.deck) == (("red", "blue"), (10, 10, 8))
    assert small.parameters == Parameters(
        trains=3,
        start_hand=1,
        face_up=2,
        reset_jokers=2,
        start_tickets=2,
        start_keep=1,
        draw_tickets=2,
        draw_keep=1,
        last_trains=1,
        start_score=1,
        trail_bonus=0,
        double_players=3,
        points=(0, 1, 3),
    )


def test_points_by_length():
    points = board("usa").parameters.points
    assert [points[length] for length in (1, 2, 3, 4, 5, 6, 8)] == [1, 2, 4, 7, 10, 15, 21]


def test_connections_and_tickets_keep_the_order_and_the_spelling_of_their_tables():
    here = board("europe24")
    assert here.connections[0].name == "Lisboa-Cadiz"
    assert here.connections[41].name == "Paris-Marseille"
    assert here.tickets[1].name == "Zagrab-Brindisi"
    for things in (here.connections, here.tickets):
        assert [thing.number for thing in things] == list(range(len(things)))
    ferries = {c.name: c.ferry for c in here.connections if c.ferry}
    assert ferries.pop("Amsterdam-London") == 2
    assert ferries == {"Dieppe-London": 1, "Palermo-Brindisi": 1, "Roma-Palermo": 1}


def test_europe_24_is_a_part_of_europe():
    """Two tables of different origin: the same lengths, the colours of one of a double."""

    def rows(here, connection):
        ends = frozenset(here.cities[city].name for city in (connection.a, connection.b))
        return ends, connection.length, connection.colour, connection.ferry

    whole = {rows(board("europe"), c) for c in board("europe").connections}
    assert {rows(board("europe24"), c) for c in board("europe24").connections} <= whole
    tickets = {(t.name, t.points) for t in board("europe").tickets}
    assert {(t.name, t.points) for t in board("europe24").tickets} <= tickets


@pytest.mark.parametrize("name", boards())
def test_every_city_can_be_reached_from_every_other(name):
    here = board(name)
    reached = {0}
    for _ in here.cities:
        reached |= {other for city in reached for _, other in here.neighbours[city]}
    assert len(reached) == len(here.cities)


def test_neighbours_are_in_the_order_of_the_board():
    here = board("small")
    assert here.neighbours[2] == ((0, 0), (2, 1), (3, 3), (4, 3))


def test_ours_are_read_once():
    assert board("usa") is board("usa")


def test_a_board_travels_between_processes():
    copy = pickle.loads(pickle.dumps(board("usa")))
    assert copy == board("usa")
    assert hash(copy) == hash(board("usa"))


# A file


def test_a_board_of_your_own_works_by_its_path(mine, tmp_path):
    assert mine.name == str(tmp_path / "mine.toml")
    assert (mine.title, mine.map) == ("Two islands", "plan")
    assert mine.cities[1] == City("East", 200.5, 100)
    assert [ticket.name for ticket in mine.tickets] == ["North-South", "East-South"]
    assert [ticket.long for ticket in mine.tickets] == [False, True]
    assert (mine.colours, mine.deck) == (("red", "blue"), (20, 20, 6))
    assert mine.parameters == Parameters(trains=20, points=(0, 1, 3, 5, 8))


def test_a_second_connection_between_two_cities_is_named_after_the_first(mine):
    first, second, tunnel, ferry = mine.connections
    assert (first.name, second.name) == ("North-East", "North-East#2")
    assert (first.twin, second.twin, tunnel.twin) == (1, 0, -1)
    assert (first.colour, second.colour) == (0, GRAY)
    assert (tunnel.tunnel, ferry.tunnel, tunnel.ferry, ferry.ferry) == (True, False, 0, 1)


def test_names_lead_to_connections_and_tickets(mine):
    assert mine.connection("North-East#2") is mine.connections[1]
    assert mine.ticket("East-South") is mine.tickets[1]


def test_a_wrong_name_gets_a_hint(mine):
    with pytest.raises(Error, match="'South-North' is not on this board: tickets are North-South"):
        mine.ticket("South-North")
    with pytest.raises(Error, match="100 connections, such as Atlanta-Miami"):
        board("usa").connection("Atlanta-Miamy")


def test_who_begins_later_may_start_with_more_points(tmp_path):
    text = (FOLDER / "small.toml").read_text()
    path = written(tmp_path, text.replace("start_score = 1", "start_score = 1\nlater_score = 2"))
    rules = game(f"tickets(board={path})")
    assert rules.start().points == (1, 3)
    *_, last = play(rules, [agent("greedy")] * 2, seed=2)
    assert rules.scores(last.after) == final(rules, last.after)


def test_the_example_beside_the_boards_works(tmp_path):
    text = (FOLDER / "SOURCE.md").read_text().split("```toml")[1].split("```")[0]
    assert board(written(tmp_path, text)).title == "Two islands"


def test_the_note_beside_the_boards_names_every_rule():
    text = (FOLDER / "SOURCE.md").read_text()
    assert [field.name for field in fields(Parameters) if f"`{field.name}`" not in text] == []


def test_windows_lines_and_tables_on_one_line_are_fine(tmp_path):
    text = MINE.split("[deck]")[0] + "deck = { red = 1, blue = 1 }\nrules = { trains = 9 }\n"
    here = board(written(tmp_path, text.replace("\n", "\r\n")))
    assert here.deck == (1, 1, 0)
    assert here.parameters == Parameters(trains=9)


# What is wrong


def test_an_unknown_board():
    there = "europe, europe24, small, small-fair, usa"
    with pytest.raises(Error, match=f"no board called 'uss'; there are {there}"):
        board("uss")


def test_a_missing_file(tmp_path):
    with pytest.raises(Error, match=r"nowhere.toml: cannot be read: No such file"):
        board(str(tmp_path / "nowhere.toml"))


ROW = "a connection is two cities, a length, a colour and perhaps a kind, not "
CITY = "a city is a name and two numbers up to a million, not "
NAME = "a city's name has letters, digits, spaces, . and ', not "
TICKET = "a ticket is two cities, points and maybe 'long', not "
COLOUR = "a colour is a lower-case word other than gray, not "
WHOLE = "must be a whole number up to 1000, not "
POINTS = "field 'points' must be a table of points from 1 to 1000 for lengths from 1 to 15, not "


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # The file
        ('title = "Two', 'heading = "Two', ":1: unknown field 'heading'"),
        ('title = "Two islands"', "", ":1: missing field 'title'"),
        ('"Two islands"', "2", ":1: field 'title' must be text, not 2"),
        ('"plan"', '"flat"', ":2: field 'map' must be 'geographic' or 'plan', not 'flat'"),
        ("[deck]", "[decks]", ":18: unknown field 'decks'"),
        ("[deck]", "[[deck]]", ":18: field 'deck' must be a table, not "),
        ("[deck]", "deck = 3\n[rules.deck]", ":18: field 'deck' must be a table, not 3"),
        # Cities
        ('["East", 200.5, 100]', '"East"', ":3: field 'cities' must be a list of rows, not "),
        ('["South", 100, 200],', '["East", 1, 2],', ":6: the city East is listed twice"),
        ('"South", 100, 200]', '"South", 100]', f":6: {CITY}['South', 100]"),
        ('"South", 100, 200]', '"South", 100, true]', f":6: {CITY}['South', 100, True]"),
        ('"South", 100, 200]', '"South", 100, nan]', f":6: {CITY}['South', 100, nan]"),
        ('"South", 100, 200]', '"South", 100, [2]]', f":6: {CITY}['South', 100, [2]]"),
        ('"South", 100, 200]', '"So-uth", 100, 200]', f":6: {NAME}'So-uth'"),
        ('"South", 100, 200]', '"", 100, 200]', f":6: {NAME}''"),
        ('"South", 100, 200]', '"S ", 100, 200]', f":6: {NAME}'S '"),
        # Connections
        ('["North", "East", 2, "red"]', '["North", "East"]', f":9: {ROW}['North', 'East']"),
        ('2, "red"', '2.0, "red"', f":9: {ROW}['North', 'East', 2.0, 'red']"),
        ('2, "red"', '2, "red", 1', f":9: {ROW}['North', 'East', 2, 'red', 1]"),
        ('"East", 2, "red"', '"Eats", 2, "red"', ":9: there is no city 'Eats': cities are North, "),
        ('"East", 2, "red"', '"North", 2, "red"', ":9: from North to itself"),
        ('"red"', '"pink"', ":9: no colour 'pink': colours are red, blue, gray"),
        ('"red"', '"joker"', ":9: no colour 'joker': colours are red, blue, gray"),
        ('2, "red"', '5, "red"', ":9: no points for length 5: lengths are 1, 2, 3, 4"),
        ('2, "red"', '0, "red"', ":9: no points for length 0: lengths are 1, 2, 3, 4"),
        ('2, "red"', '-1, "red"', ":9: no points for length -1: lengths are 1, 2, 3, 4"),
        ('"South", 3', '"North", 3', ":11: a third connection between East and North"),
        (
            '"tunnel"',
            '"bridge"',
            ":11: a kind is 'tunnel', or 'ferry' with its number of jokers, not 'bridge'",
        ),
        (
            "ferry 1",
            "ferry",
            ":12: a kind is 'tunnel', or 'ferry' with its number of jokers, not 'ferry'",
        ),
        (
            "ferry 1",
            "ferry 0",
            ":12: a kind is 'tunnel', or 'ferry' with its number of jokers, not 'ferry 0'",
        ),
        ("ferry 1", "ferry 5", ":12: the ferry needs 5 jokers, but its length is 4"),
        # Tickets
        ('"South", 5]', '"South"]', f":15: {TICKET}['North', 'South']"),
        ('"South", 5]', '"South", 5, "short"]', f":15: {TICKET}['North', 'South', 5, 'short']"),
        ('"South", 5]', '"South", 0]', ":15: a ticket is worth 1 to 1000 points, not 0"),
        ('"South", 5]', f'"South", 0x{"f" * 9999}]', ":15: Exceeds the limit"),
        ('"South", 5]', '"North", 5]', ":15: from North to itself"),
        ('"South", 5]', '"Sout", 5]', ":15: there is no city 'Sout': cities are North, "),
        ('["East", "South", 20', '["South", "North", 20', ":16: a second ticket from South to "),
        # The deck
        ("blue = 20", "blue = 0", ":20: field 'blue' must be a whole number from 1 to 1000, not 0"),
        ("joker = 6", "joker = -1", f":21: field 'joker' {WHOLE}-1"),
        ("joker = 6", "gray = 6", f":21: {COLOUR}'gray'"),
        ("joker = 6", '"light blue" = 6', f":21: {COLOUR}'light blue'"),
        ("red = 20\nblue = 20\n", "", ":18: the deck has no colours"),
        # The rules
        ("trains = 20", "trains = '20'", ":23: field 'trains' must be a whole number from 1 to "),
        ("trains = 20", "title = 20", ":23: unknown field 'title'"),
        ("trains = 20", "stations = true", f":23: field 'stations' {WHOLE}True"),
        (
            "trains = 20",
            "reset_jokers = 0",
            ":23: field 'reset_jokers' must be a whole number from",
        ),
        ("trains = 20", "start_keep = 4", ":23: start_keep is 4, but there are 3 to choose from"),
        ("trains = 20", "draw_tickets = 0", ":22: draw_keep is 1, but there are 0 to choose from"),
        ("2 = 3,", "long = 3,", f":24: {POINTS}"),
        ("2 = 3,", "02 = 3,", f":24: {POINTS}"),
        ("2 = 3,", "2 = 0,", f":24: {POINTS}"),
        ("2 = 3,", "99 = 3,", f":24: {POINTS}"),
        ("{ 1 = 1, 2 = 3, 4 = 8, 3 = 5 }", "{}", f":24: {POINTS}{{}}"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(tmp_path, old, new, message):
    assert MINE.count(old) == 1
    assert fault(tmp_path, MINE.replace(old, new)).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: missing field 'title'"),
        ("title = ", ": not TOML: "),
        ("title = 'a'\nmap", ": not TOML: "),
        ("title = 'a'\ntitle = 'b'", ": not TOML: "),
        (b"title = '\xff'", ": not TOML: "),
        ("title = " + "[" * 9999, ": not TOML: "),
        (MINE.split("connections")[0], ":1: missing field 'connections'"),
        (MINE.split("cities")[0] + "cities = []", ":3: field 'cities' must be a list of rows, "),
    ],
)
def test_a_file_that_is_no_board(tmp_path, text, message):
    assert fault(tmp_path, text).startswith(message)


def test_where_a_file_stops_being_toml_is_told(tmp_path):
    text = MINE.replace("[deck]", "[deck")
    assert "(at line 18, column " in fault(tmp_path, text)


LINES = MINE.splitlines()


@given(
    st.integers(0, len(LINES) - 1), st.sampled_from([*LINES, "x = 1", "[x]", "[", ""]), st.data()
)
@example(18, "red = 20", None)
def test_whatever_is_changed_is_a_board_or_one_line(tmp_path_factory, number, line, data):
    cut = data.draw(st.integers(0, len(line))) if data else len(line)
    text = "\n".join([*LINES[:number], line[:cut], *LINES[number + 1 :]])
    path = written(tmp_path_factory.getbasetemp(), text)
    try:
        found = board(path).title
    except Error as error:
        found = str(error)
    assert "\n" not in found
    assert found.startswith(path) or found == tomllib.loads(text)["title"]


def test_more_than_can_be_numbered_is_refused(tmp_path):
    cities = "".join(f'  ["C{n}", {n}, 0],\n' for n in range(300))
    rest = 'connections = [["C0", "C1", 1, "gray"]]\ntickets = [["C0", "C1", 1]]\n'
    path = tmp_path / "huge.toml"
    path.write_text(f'title = "Huge"\nmap = "plan"\ncities = [\n{cities}]\n{rest}')
    with pytest.raises(Error, match="300 cities are too many; at most 255"):
        board(str(path))
