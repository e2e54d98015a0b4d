"""What a network is worth, in small examples and against slow twins."""

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.games.tickets.board import Ticket, board, boards
from whoknows.games.tickets.scoring import (
    best_with_stations,
    completed,
    joined,
    ticket_points,
)
from whoknows.games.tickets.trails import longest_trail

EUROPE, USA, SMALL = board("europe24"), board("usa"), board("small")


def owned(here, *names):
    return {here.connection(name).number for name in names}


def cities(here, *names):
    return [city for name in names for city, there in enumerate(here.cities) if there.name == name]


def tickets(here, *names):
    return [here.ticket(name) for name in names]


@st.composite
def networks(draw, trains=12):
    """A board and connections of so many trains on it, close together or scattered."""
    here, rng = board(draw(st.sampled_from(boards()))), Random(draw(st.integers(0, 2**32)))
    scattered = draw(st.booleans())
    own, ends = set(), {rng.randrange(len(here.cities))}
    # Each three times: what is out of reach at first may be in reach later.
    for c in sorted(here.connections * 3, key=lambda _: rng.random()):
        if c.length <= trains and c.number not in own and (scattered or ends & {c.a, c.b}):
            own, ends, trains = own | {c.number}, ends | {c.a, c.b}, trains - c.length
    return here, own


# Tickets


def test_cities_are_joined_by_a_chain_of_connections():
    own = owned(EUROPE, "Brest-Paris", "Zurich-Paris", "Roma-Venezia")
    brest, zurich, roma = cities(EUROPE, "Brest", "Zurich", "Roma")
    assert joined(EUROPE, own, brest, zurich)
    assert joined(EUROPE, own, zurich, brest)
    assert not joined(EUROPE, own, brest, roma)
    assert not joined(EUROPE, (), brest, roma)


def test_completed_tickets_add_and_the_others_subtract():
    hand = tickets(EUROPE, "Brest-Marseille", "London-Wien", "Edinburgh-Paris")
    own = owned(EUROPE, "Brest-Paris", "Paris-Marseille")
    done = completed(EUROPE, own, hand)
    assert [ticket.name for ticket in done] == ["Brest-Marseille"]
    assert ticket_points(hand, done) == 7 - 10 - 7
    assert ticket_points((), ()) == 0


def flooded(here, own, start):
    """The cities reached: every connection is tried as often as there are cities."""
    reached = {start}
    for _ in here.cities:
        for c in (here.connections[number] for number in own):
            if c.a in reached or c.b in reached:
                reached |= {c.a, c.b}
    return reached


@given(networks(30))
def test_what_is_joined_is_what_a_flood_reaches(network):
    here, own = network
    for a in range(0, len(here.cities), 5):
        reached = {b for b in range(len(here.cities)) if joined(here, own, a, b)}
        assert reached == flooded(here, own, a)


# Stations


def test_a_station_lends_one_connection_into_its_city():
    hand = tickets(EUROPE, "Brest-Marseille")
    own, others = owned(EUROPE, "Brest-Paris"), owned(EUROPE, "Paris-Marseille")
    assert best_with_stations(EUROPE, own, (), others, hand) == (-7, 0)
    assert best_with_stations(EUROPE, own, cities(EUROPE, "Paris"), others, hand) == (7, 1)
    assert best_with_stations(EUROPE, own, cities(EUROPE, "Marseille"), others, hand) == (7, 1)
    assert best_with_stations(EUROPE, own, cities(EUROPE, "Roma"), others, hand) == (-7, 0)
    assert best_with_stations(EUROPE, own, cities(EUROPE, "Paris"), (), hand) == (-7, 0)


def test_the_connection_lent_is_the_same_for_all_tickets():
    hand = tickets(EUROPE, "Paris-Wien", "Paris-Zagrab", "Brest-Venezia")
    own = owned(EUROPE, "Munchen-Wien", "Zagrab-Venezia", "Brest-Paris", "Frankfurt-Munchen")
    others = owned(EUROPE, "Frankfurt-Paris", "Zurich-Paris", "Zurich-Venezia")
    paris, zurich = cities(EUROPE, "Paris", "Zurich")
    assert best_with_stations(EUROPE, own, [paris], others, hand) == (8 - 7 - 8, 1)
    assert best_with_stations(EUROPE, own, [paris, zurich], others, hand) == (7 + 8 - 8, 2)
    venezia = cities(EUROPE, "Venezia")
    assert best_with_stations(EUROPE, own, [paris, zurich, *venezia], others, hand) == (23, 3)


def test_where_two_uses_earn_as_much_more_tickets_count():
    worth = {"AD": 5, "BC": 3, "BD": 2}
    hand = [Ticket(0, name, *cities(SMALL, *name), worth[name], long=False) for name in worth]
    own, others = owned(SMALL, "C-D"), owned(SMALL, "A-C", "B-C")
    assert best_with_stations(SMALL, own, cities(SMALL, "C"), others, hand) == (0, 2)
    assert best_with_stations(SMALL, own, cities(SMALL, "A"), others, hand) == (0, 1)


@settings(max_examples=60, deadline=None)
@given(networks(), st.randoms(use_true_random=False))
def test_stations_are_used_best(network, random):
    here, own = network
    rest = [c.number for c in here.connections if c.number not in own]
    others = random.sample(rest, min(len(rest), 25))
    built = random.sample(range(len(here.cities)), 3)
    hand = random.sample(here.tickets, 6)
    ends = [(here.connections[n].a, here.connections[n].b) for n in range(len(here.connections))]
    results = []
    for lent in product([None, *others], repeat=3):
        if all(n is None or city in ends[n] for n, city in zip(lent, built, strict=True)):
            net = own | set(lent) - {None}
            done = [ticket.b in flooded(here, net, ticket.a) for ticket in hand]
            points = sum(t.points if d else -t.points for t, d in zip(hand, done, strict=True))
            results.append((points, sum(done)))
    assert best_with_stations(here, own, built, others, hand) == max(results)


# The longest trail


@pytest.mark.parametrize(
    ("names", "length"),
    [
        ("", 0),
        ("Brest-Paris", 3),
        ("Brest-Paris Zurich-Paris", 6),
        ("Brest-Paris Lisboa-Cadiz London-Edinburgh", 4),  # of three parts the longest
        ("Brest-Paris Zurich-Paris Dieppe-Paris", 6),  # a star: two of its arms
        ("Brest-Paris Dieppe-Paris Brest-Dieppe", 6),  # a circle
        ("Brest-Paris Dieppe-Paris Brest-Dieppe Zurich-Paris Paris-Marseille", 13),  # through it
        ("Brest-Paris Dieppe-Paris Brest-Dieppe Zurich-Paris Pamplona-Brest", 10),  # half of it
        ("Madrid-Barcelona Madrid-Pamplona Barcelona-Pamplona Lisboa-Madrid Lisboa-Cadiz", 12),
        ("Zurich-Paris Zurich-Venezia Zurich-Marseille Munchen-Zurich", 5),
    ],
)
def test_a_trail_uses_each_connection_once_and_cities_at_will(names, length):
    assert longest_trail(EUROPE, owned(EUROPE, *names.split())) == length


def test_two_parallel_connections_make_a_round_trip():
    assert longest_trail(SMALL, owned(SMALL, "C-D", "C-D#2", "A-C")) == 3


def slow_trail(here, own):
    """The best of all trails, from every city, always going on in every way."""
    links = [here.connections[number] for number in own]

    @cache
    def onwards(city, unused):
        ways = [(c, c.b if city == c.a else c.a) for c in unused if city in (c.a, c.b)]
        return max((c.length + onwards(other, unused - {c}) for c, other in ways), default=0)

    return max((onwards(city, frozenset(links)) for city in range(len(here.cities))), default=0)


@settings(max_examples=150, deadline=None)
@given(networks(20))
def test_the_longest_trail_is_the_longest_of_all(network):
    assert longest_trail(*network) == slow_trail(*network)


def test_a_trail_of_forty_five_trains_in_a_dense_network():
    """Many crossings, many odd cities; found in a moment."""
    names = """Atlanta-Charleston Atlanta-Nashville Atlanta-Raleigh Charleston-Raleigh
        Pittsburgh-Raleigh Pittsburgh-Washington Pittsburgh-Toronto Raleigh-Washington
        Nashville-Saint_Louis Little_Rock-Saint_Louis Dallas-Little_Rock Dallas-Houston
        Dallas-Oklahoma_City Kansas_City-Oklahoma_City Kansas_City-Omaha Kansas_City-Saint_Louis
        Little_Rock-Oklahoma_City Houston-New_Orleans Chicago-Saint_Louis New_York-Pittsburgh
        New_York-Washington Boston-New_York Boston-Montreal Duluth-Omaha"""
    own = owned(USA, *(name.replace("_", " ") for name in names.split()))
    assert sum(USA.connections[number].length for number in own) == 45
    assert longest_trail(USA, own) == slow_trail(USA, own)
