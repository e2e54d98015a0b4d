"""The railway map on the page: cars by length, owners, tickets and their paths, longest trail."""

from dataclasses import replace
from itertools import islice
from random import Random
from time import process_time
from xml.etree import ElementTree

import pytest
from told_matches import moves, story

from whoknows.core.match import play
from whoknows.core.registry import agent, game
from whoknows.games.tickets import game_end, says
from whoknows.games.tickets.board import board, boards
from whoknows.games.tickets.moves import Block, Claim, Keep, Pay
from whoknows.games.tickets.page import ticket_cards, train_card_hand
from whoknows.games.tickets.page.action_words import label
from whoknows.games.tickets.page.city_names import width
from whoknows.games.tickets.page.glyphs import MARKS, PAINTS
from whoknows.games.tickets.page.map_drawing import ShownMap, chart
from whoknows.games.tickets.page.map_layout import layout
from whoknows.games.tickets.page.trail_drawing import trail
from whoknows.games.tickets.paths import path
from whoknows.games.tickets.state import Phase, TicketPile
from whoknows.games.tickets.trails import longest_trail
from whoknows.table.knowledge.visible_moment import ALL, moments
from whoknows.table.page import game_board


def free(name: str) -> ShownMap:
    return ShownMap((-1,) * len(board(name).connections))


def lines(text: str) -> dict[str, ElementTree.Element]:
    """The groups of connections, by name."""
    root = ElementTree.fromstring(text)
    return {e.attrib["data-line"]: e for e in root.iter() if "data-line" in e.attrib}


def of_class(element: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
    return [e for e in element.iter() if set(names) <= set(e.attrib.get("class", "").split())]


@pytest.mark.parametrize("name", boards())
def test_every_connection_has_as_many_cars_as_it_is_long(name):
    here = board(name)
    for owner in (-1, 2):
        drawn = lines(chart(here, ShownMap((owner,) * len(here.connections))))
        assert len(drawn) == len(here.connections)
        for line in here.connections:
            assert len(of_class(drawn[line.name], "car")) == line.length


@pytest.mark.parametrize("name", boards())
def test_every_city_is_named_once_on_a_large_map_and_once_on_a_small_one(name):
    root = ElementTree.fromstring(chart(board(name), free(name)))
    for size in ("fine", "large"):
        words = [name.text for name in of_class(root, size)]
        assert sorted(words) == sorted(city.name for city in board(name).cities)


@pytest.mark.parametrize("name", ["europe24", "usa", "europe"])
def test_on_a_small_map_letters_can_be_read_and_names_do_not_cover_each_other(name):
    root = ElementTree.fromstring(chart(board(name), free(name)))
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    large = of_class(root, "large")
    assert min(float(name.attrib["font-size"]) for name in large) * 350 / wide > 8.5
    boxes = [box_of(name) for name in large]
    for number, (a, b, c, d) in enumerate(boxes):
        assert left <= a < c <= left + wide
        assert top <= b < d <= top + high
        for u, v, w, z in boxes[:number]:
            assert min(c, w) - max(a, u) < 5 or min(d, z) - max(b, v) < 5


def box_of(name: ElementTree.Element) -> tuple[float, float, float, float]:
    size, x, y = (float(name.attrib[part]) for part in ("font-size", "x", "y"))
    wide = width(name.text, size)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[name.attrib["text-anchor"]]
    return left, y - size * 0.84, left + wide, y + size * 0.16


def test_what_a_seat_owns_has_its_class_and_its_mark_in_every_car():
    here = board("usa")
    for seat in range(5):
        owners = [-1] * len(here.connections)
        line = here.connection("Helena-Seattle")
        owners[line.number] = seat
        group = lines(chart(here, ShownMap(tuple(owners))))["Helena-Seattle"]
        marks = of_class(group, f"mark{seat}")
        assert {"owned", f"seat{seat}"} <= set(group.attrib["class"].split())
        assert [mark.attrib["d"] for mark in marks] == [MARKS[seat]] * line.length
        assert f"owned by {seat}" in group[0].text


def test_free_colours_have_their_own_signs_and_gray_ones_none():
    here = board("usa")
    drawn = lines(chart(here, free("usa")))
    for line in here.connections:
        signs = [sign.attrib["d"] for sign in of_class(drawn[line.name], "sign")]
        if line.colour < 0:
            assert signs == []
        else:
            assert signs == [PAINTS[here.colours[line.colour]].sign] * line.length
    assert len({paint.sign for paint in PAINTS.values()}) == len(PAINTS) == 9


def test_ferries_have_their_jokers_and_tunnels_their_edge():
    here = board("europe")
    drawn = lines(chart(here, free("europe")))
    for line in here.connections:
        kinds = drawn[line.name].attrib["class"].split()
        signs = [sign.attrib["d"] for sign in of_class(drawn[line.name], "sign")]
        assert ("ferry" in kinds) == (line.ferry > 0)
        assert ("tunnel" in kinds) == line.tunnel
        assert signs.count(PAINTS["joker"].sign) == line.ferry


@pytest.mark.parametrize("name", ["europe24", "usa", "europe"])
def test_train_spaces_keep_clear_of_cities_and_are_of_one_size(name):
    here, drawn = board(name), layout(board(name))
    for line, shape in zip(here.connections, drawn.lines, strict=True):
        assert all(15 < space.length < 36 for space in shape.spaces)
        for number, (x, y) in enumerate(drawn.at):
            if number not in (line.a, line.b):
                nearest = min((s.x - x) ** 2 + (s.y - y) ** 2 for s in shape.spaces) ** 0.5
                assert nearest > 11, (line.name, here.cities[number].name)


@pytest.mark.parametrize("name", ["europe24", "usa", "europe"])
def test_names_of_cities_do_not_overlap_and_are_on_the_map(name):
    drawn = layout(board(name))
    left, top, wide, high = drawn.box
    boxes = [city.box for city in drawn.names]
    for number, (a, b, c, d) in enumerate(boxes):
        assert left <= a < c <= left + wide
        assert top <= b < d <= top + high
        for u, v, w, z in boxes[:number]:
            assert min(c, w) - max(a, u) < 4 or min(d, z) - max(b, v) < 4


@pytest.mark.parametrize("name", boards())
def test_two_connections_between_the_same_cities_lie_side_by_side(name):
    here, drawn = board(name), layout(board(name))
    for line in here.connections:
        if line.twin >= 0:
            pairs = zip(drawn.lines[line.number].spaces, drawn.lines[line.twin].spaces, strict=True)
            assert all(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 > 10.5 for a, b in pairs)


def test_pointing_at_a_ticket_lights_its_cities_and_its_path():
    seen, rules = story("tickets", 0), game("tickets")
    root = ElementTree.fromstring(game_board.board(seen, len(seen) - 1))
    for slip in ticket_cards.held(seen[-1], 0):
        (item,) = [e for e in root.iter() if e.attrib.get("data-hover") == slip.group]
        lit = [e for e in root.iter() if slip.group in e.attrib.get("data-in", "").split()]
        cities = [e for e in lit if "city" in e.attrib["class"].split()]
        ends = {rules.map.cities[city].name for city in (slip.ticket.a, slip.ticket.b)}
        assert {of_class(city, "fine")[0].text for city in cities} == ends
        assert len(lit) - len(cities) == len(slip.way)
        assert item.attrib["tabindex"] == "0"


def offering(spec: str) -> list:
    """A story of seat 0 up to its first choice of tickets."""
    seen = story(spec, 0)
    step = next(n for n, moment in enumerate(seen) if moment.state.phase == Phase.KEEP)
    return seen[: step + 1]


@pytest.mark.parametrize("spec", ["tickets(board=usa,seats=3)", "tickets(board=europe)"])
def test_tickets_to_choose_from_stand_above_the_map_and_every_choice_says_what_it_keeps(spec):
    seen = offering(spec)
    root = ElementTree.fromstring(game_board.board(seen, len(seen) - 1))
    kinds = [child.attrib["class"].split()[-1] for child in root]
    assert kinds[:3] == ["now", "choosing", "mapwide"]
    (choosing,) = of_class(root, "choosing")
    offered = ticket_cards.offered(seen[-1], 0)
    assert len(of_class(choosing, "slip")) == len(offered) > 2
    choices = {e.attrib["data-action"]: e for e in choosing.iter() if "data-action" in e.attrib}
    assert len(choices) == len(seen[-1].actions)
    for action in seen[-1].actions:
        words, lit = "".join(choices[str(action)].itertext()), lit_by(root, choices[str(action)])
        if action.back:
            named = action.kept if "all but" not in words else action.back
            assert all(name in words for name in named)
        else:
            assert "all " in words
        ends = {city for name in action.kept for city in name.split("-")}
        assert {of_class(e, "fine")[0].text for e in lit if "city" in kinds_of(e)} == ends
        assert sum("slip" in kinds_of(e) for e in lit) == len(action.kept)
        assert any("line" in kinds_of(e) for e in lit)


def kinds_of(element: ElementTree.Element) -> list[str]:
    return element.attrib["class"].split()


def lit_by(root: ElementTree.Element, one: ElementTree.Element) -> list[ElementTree.Element]:
    """What is lit while one points at something."""
    group = one.attrib["data-hover"]
    return [e for e in root.iter() if group in e.attrib.get("data-in", "").split()]


def test_while_others_choose_tickets_are_shown_without_buttons():
    seen = offering("tickets(board=usa,seats=3)")
    root = ElementTree.fromstring(game_board.board(seen[:-1], len(seen) - 2))
    assert not of_class(root, "choosing")
    assert len(of_class(root, "papers")[0].findall(".//li")) == 3


@pytest.mark.parametrize(
    ("kept", "back", "words"),
    [
        ("ab", "", "both"),
        ("abc", "", "all three"),
        ("a", "bc", "only a"),
        ("ab", "c", "a and b"),
        ("abc", "d", "all but d"),
        ("abc", "de", "a, b and c"),
    ],
)
def test_a_choice_of_tickets_is_told_in_few_words(kept, back, words):
    keep = Keep("0", tuple(kept), tuple(back))
    assert label(game("tickets"), keep) == f"Keep {words}"


def test_a_ticket_completed_through_a_station_is_done():
    rules, seen = game("tickets(board=europe,seats=3)"), story("tickets(board=europe,seats=3)", 0)
    ticket = rules.map.ticket("Berlin-Bucuresti")
    way = path(rules.map, 0, seen[-1].state.owners, ticket, 3)
    last = rules.map.connections[way[-1]]
    owners = [-1] * len(rules.map.connections)
    for number in way:
        owners[number] = 1 if number == last.number else 0
    for city, status, words in ((ticket.b, "done", "through a station"), (0, "missed", "missed")):
        stations = tuple(0 if n == city else -1 for n in range(len(rules.map.cities)))
        piles = (TicketPile("0", (ticket.number,), 0, (0,)),)
        state = replace(seen[-1].state, owners=tuple(owners), stations=stations, piles=piles)
        over = replace(state, phase=Phase.OVER)
        (slip,) = ticket_cards.held(replace(seen[-1], state=over), 0)
        assert (slip.status, slip.by_station) == (status, status == "done")
        assert words in ticket_cards.row(slip)
        assert "to go" not in ticket_cards.row(slip)
        (before,) = ticket_cards.held(replace(seen[-1], state=replace(state, phase=Phase.TURN)), 0)
        assert before.status != "done"  # what a station is used for is settled in the end


def test_tickets_through_stations_are_those_that_are_counted():
    rules, rng, through = game("tickets(board=europe,seats=3)"), Random(1), 0
    last = story("tickets(board=europe,seats=3)", ALL)[-1]
    for _ in range(12):
        owners = tuple(rng.choice([-1, 0, 0, 1, 1, 2]) for _ in rules.map.connections)
        stations = tuple(rng.choice([-1] * 14 + [0]) for _ in rules.map.cities)
        tickets = tuple(rng.sample(range(len(rules.map.tickets)), 8))
        piles = (TicketPile("0", tickets, 0, (0,)),)
        changed = {"owners": owners, "stations": stations, "piles": piles, "phase": Phase.OVER}
        state = replace(last.state, **changed)
        done = [
            slip
            for slip in ticket_cards.held(replace(last, state=state), 0)
            if slip.status == "done"
        ]
        assert len(done) == rules.variant.completed(rules, state, 0)
        through += sum(slip.by_station for slip in done)
    assert through > 3


def test_a_ticket_is_done_to_do_or_cut_off():
    seen, rules = story("tickets(board=usa)", 0), game("tickets(board=usa)")
    ticket = rules.map.ticket("Seattle-New York")
    way = path(rules.map, 0, seen[-1].state.owners, ticket, 2)
    for owner, status in ((0, "done"), (1, "cut off"), (-1, "to do")):
        owners = tuple(owner if owner == 1 or n in way else -1 for n in range(100))
        piles = (TicketPile("0", (ticket.number,), 0, (0,)),)
        state = replace(seen[-1].state, owners=owners, piles=piles)
        (slip,) = ticket_cards.held(replace(seen[-1], state=state), 0)
        assert slip.status == status


def test_the_last_claim_is_outlined_and_only_it():
    seen, found = story("tickets(board=usa,seats=4)", None, 0, 120), 0
    for step in range(1, len(seen)):
        drawn = lines(game_board.board(seen, step))
        last = [name for name, group in drawn.items() if "last" in group.attrib["class"].split()]
        assert len(last) == seen[step].move.count(" claims ")
        assert all(f"claims {name} with" in seen[step].move for name in last)
        found += len(last)
    assert found > 3


def test_a_card_that_was_turned_up_just_now_is_outlined():
    seen = story("tickets(board=usa,seats=4)", None, 0, 120)
    one = [m for m in seen if m.move.startswith("turned up") and m.move.count(" ") == 2]
    turned = [m.step for m in one if m.state.row]  # three jokers clear the row away
    assert turned
    for step in turned:
        root = ElementTree.fromstring(game_board.board(seen, step))
        (card,) = of_class(root, "tcard", "last")
        assert seen[step].move == f"turned up {card.attrib['title']}"


def test_stations_are_drawn_in_the_colour_of_their_builder():
    here = board("europe")
    stations = [-1] * len(here.cities)
    stations[4] = 3
    root = ElementTree.fromstring(chart(here, replace(free("europe"), stations=tuple(stations))))
    (station,) = of_class(root, "station")
    assert "seat3" in station.attrib["class"].split()
    assert of_class(station, "mark3")


def test_everyone_can_count_the_train_cards_of_others():
    rules = game("tickets(board=europe,seats=3)")
    for _, state, _, _ in moves("tickets(board=europe,seats=3)", 1, 150):
        for seat in range(3):
            veiled = rules.veil(state, (seat + 1) % 3)
            assert train_card_hand.count(veiled, seat) == sum(state.hands[seat])


@pytest.mark.parametrize("spec", ["tickets(board=usa,seats=3)", "tickets", "tickets(board=europe)"])
def test_in_the_end_the_longest_trail_is_shown_and_the_sum_is_told(spec):
    rules, seen = game(spec), story(spec, ALL)
    rng = Random(5)
    owners = tuple(rng.choice([-1, -1, 0, 1]) for _ in rules.map.connections)
    built = [0] * rules.players
    for line, owner in zip(rules.map.connections, owners, strict=True):
        built[owner] += rules.map.parameters.points[line.length] * (owner >= 0)
    points = tuple(built)
    state = game_end.over(rules, replace(seen[-1].state, owners=owners, points=points))
    text = game_board.board([*seen[:-1], replace(seen[-1], state=state)], len(seen) - 1)
    drawn = lines(text)
    trails = {name for name, group in drawn.items() if "trail" in group.attrib["class"].split()}
    far = game_end.trails(rules, state)
    shown = sum(rules.map.connection(name).length for name in trails)
    assert shown == max(far) * far.count(max(far))
    (sums,) = of_class(ElementTree.fromstring(text), "sums")
    told = [[cell.text for cell in row.iter("td")] for row in sums.iter("tr")]
    assert [int(row[-1]) for row in told[1:]] == list(state.points)
    worth = [game_end.tickets_worth(rules, state, seat)[0] for seat in range(rules.players)]
    assert rules.knowing or [int(row[1]) for row in told[1:]] == worth


@pytest.mark.parametrize("seed", range(6))
def test_a_longest_trail_hangs_together_and_uses_no_connection_twice(seed):
    here = board("usa")
    own = frozenset(Random(seed).sample(range(100), 17))
    way = [here.connections[number] for number in trail(here, own)]
    assert len({line.number for line in way}) == len(way)
    assert sum(line.length for line in way) == longest_trail(here, own)
    places = {way[0].a, way[0].b}
    for line in way[1:]:
        places = {line.a + line.b - city for city in places if city in (line.a, line.b)}
        assert places


ODD = """
title = "A line"
map = "{kind}"
cities = [["P", 1, 5], ["Q", 2, 5], ["R", 3, 5], ["S", 3, 5]]
connections = [["P", "Q", 2, "mauve"], ["Q", "R", 3, "teal", "tunnel"], ["P", "R", 4, "gray"],
    ["R", "S", 1, "gray", "ferry 1"]]
tickets = [["P", "R", 5], ["Q", "S", 4], ["P", "S", 3], ["Q", "R", 2], ["P", "Q", 1], ["R", "S", 1]]
[deck]
mauve = 9
teal = 9
joker = 5
"""


@pytest.mark.parametrize("kind", ["plan", "geographic"])
def test_a_board_of_ones_own_is_drawn_too_even_with_all_cities_on_a_line(tmp_path, kind):
    file = tmp_path / "line.toml"
    file.write_text(ODD.format(kind=kind))
    here = board(str(file))
    drawn = lines(chart(here, ShownMap((-1, -1, -1, 0))))
    assert [len(of_class(drawn[line.name], "car")) for line in here.connections] == [2, 3, 4, 1]
    assert all(12 < s.length < 60 for line in layout(here).lines for s in line.spaces)
    signs = [of_class(drawn[name], "sign")[0].attrib["d"] for name in ("P-Q", "Q-R")]
    assert len(set(signs)) == 2


def test_a_position_is_drawn_quickly():
    seen = story("tickets(board=usa,seats=4)", 1, 0, 120)
    game_board.board(seen, len(seen) - 1)
    times = []
    for step in range(60, len(seen)):
        started = process_time()
        game_board.board(seen, step)
        times.append(process_time() - started)
    assert sorted(times)[len(times) // 4] < 0.015  # others use the machine, and its caches, too


def test_what_may_be_claimed_now_is_highlighted_and_nothing_else():
    spec, found = "tickets(board=usa,seats=4)", 0
    for seat in range(4):
        seen = story(spec, seat, 0, 120)
        for step, moment in enumerate(seen):
            drawn = lines(game_board.board(seen, step))
            can = {name for name, group in drawn.items() if "can" in group.attrib["class"].split()}
            claims = {a.connection for a in moment.actions if type(a).__name__ == "Claim"}
            assert can == claims
            found += len(can)
    assert found > 10


def offered(name: str, *actions: Claim | Block) -> ElementTree.Element:
    """A connection on which these can be done."""
    here = board("europe24")
    number = here.connection(name).number
    shown = ShownMap((-1,) * len(here.connections), claims={number: list(actions)})
    return lines(chart(here, shown))[name]


def test_to_block_is_never_called_to_claim_and_looks_different():
    name = board("europe24").connections[0].name
    claim = Claim("Anna", name, Pay("red", 1, 0))
    block = Block("Anna", "Bram", "Madrid-Zurich", name, Pay("red", 1, 0))
    told = {
        "Claim": offered(name, claim), "Block Bram": offered(name, block),
        "Claim, or block Bram": offered(name, claim, block),
    }  # fmt: skip
    for words, line in told.items():
        assert line.attrib["aria-label"].startswith(words + (":" * (words != "Claim") or " "))
        assert ("blocks" in line.attrib["class"].split()) == (words == "Block Bram")


def test_a_block_and_a_joker_are_asked_about_even_if_there_is_one_way():
    """A click on any other connection with one way to pay claims it."""
    name = board("europe24").connections[0].name
    block = Block("Anna", "Bram", "Madrid-Zurich", name, Pay("red", 1, 0))
    dear, cheap = (Claim("Anna", name, Pay("red", 1, jokers)) for jokers in (1, 0))
    for action, attribute in (
        (block, "data-actions"),
        (dear, "data-actions"),
        (cheap, "data-action"),
    ):
        assert attribute in offered(name, action).attrib


def test_a_connection_says_whose_it_is_by_name():
    here = board("europe24")
    names = ("Anna", "Bram")
    for line in lines(chart(here, ShownMap((1,) * len(here.connections), seats=names))).values():
        assert line.attrib["role"] == "img"
        assert line.attrib["aria-label"].endswith("owned by Bram")


def test_slips_say_who_may_have_a_ticket_and_who_knows_of_ones_own():
    """As the rules of knowledge say it: here each slip is compared with what the seat knows."""
    rules = game("tickets(seats=3,hand=2)")
    found_out = certain = 0
    turns = islice(play(rules, [agent("kripke")] * 3, seed=3), 60)
    for moment in moments(rules, turns, 0)[::4]:
        if moment.mine is None:
            continue
        for slip in ticket_cards.in_play(moment, set()):
            holders = [s for s in rules.seats if moment.mine.knows(says.has(s, slip.ticket.name))]
            if slip.status == "in play" and holders:
                certain += 1
                assert slip.known == f"{holders[0]} has it"
        for slip in ticket_cards.held(moment, 0):
            formula = f'has(Anna,"{slip.ticket.name}")'
            for other in rules.seats[1:]:
                knows = slip.status != "done" and moment.mine.knows(f"K[{other}] {formula}")
                assert knows == (other in slip.known)
                found_out += knows
    assert found_out
    assert certain
