"""Shortest paths, clause by clause of `whoknows.games.tickets.paths`, and against slow twins."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import positions

from whoknows.games.tickets.board import board
from whoknows.games.tickets.paths import cost, is_closed, joint_paths, path
from whoknows.games.tickets.scoring import joined
from whoknows.games.tickets.state import NOBODY

# The documented example game before its first move.
DOCUMENTED = {
    "Brest-Marseille": ["Brest-Paris", "Paris-Marseille"],
    "Brest-Venezia": ["Brest-Paris", "Zurich-Paris", "Zurich-Venezia"],
    "Madrid-Zurich": ["Madrid-Barcelona", "Barcelona-Marseille", "Zurich-Marseille"],
    "Zagrab-Brindisi": ["Zagrab-Venezia", "Roma-Venezia", "Roma-Brindisi"],
    "Paris-Zagrab": ["Zurich-Paris", "Zurich-Venezia", "Zagrab-Venezia"],
    "Zurich-Brindisi": ["Zurich-Venezia", "Roma-Venezia", "Roma-Brindisi"],
}


def way(here, ticket=0, owned=None, seat=0, players=4):
    """The names along the path, where `owned` tells whose a connection is."""
    owners = tuple((owned or {}).get(c.name, NOBODY) for c in here.connections)
    numbers = path(here, seat, owners, here.tickets[ticket], players)
    return [here.connections[number].name for number in numbers]


# The rule


@pytest.mark.parametrize("ticket", DOCUMENTED)
def test_the_paths_of_the_documented_game(ticket):
    here = board("europe24")
    assert way(here, here.ticket(ticket).number, players=3) == DOCUMENTED[ticket]


def test_connections_come_in_order_from_the_first_city_to_the_second(plan):
    here = plan(["B-T 1", "A-B 1", "S-A 1"], "S-T", "T-A")
    assert way(here) == ["S-A", "A-B", "B-T"]
    assert way(here, 1) == ["B-T", "A-B"]


def test_the_cheapest_path_is_taken_not_the_one_of_fewest_connections(plan):
    assert way(plan(["S-T 4", "S-A 1", "A-B 1", "B-T 1"], "S-T")) == ["S-A", "A-B", "B-T"]


def test_at_equal_cost_cities_are_visited_by_name(plan):
    assert way(plan(["S-B 2", "S-A 2", "B-T 2", "A-T 2"], "S-T")) == ["S-A", "A-T"]
    assert way(plan(["S-A 2", "S-B 2", "B-T 2", "A-T 2"], "S-T")) == ["S-A", "A-T"]


def test_a_cheaper_city_is_visited_before_one_with_an_earlier_name(plan):
    here = plan(["S-A 3", "A-T 1", "S-B 1", "B-T 3"], "S-T")
    assert way(here) == ["S-B", "B-T"]


def test_a_city_keeps_its_parent_at_equal_cost(plan):
    here = plan(["S-A 2", "S-B 3", "A-T 2", "B-T 1"], "S-T")  # B is visited before T, and later
    assert way(here) == ["S-A", "A-T"]


def test_a_city_changes_its_parent_at_a_strictly_lower_cost(plan):
    here = plan(["S-A 1", "A-T 6", "S-B 2", "B-T 2"], "S-T")
    assert way(here) == ["S-B", "B-T"]


def test_the_search_starts_at_the_first_city(plan):
    here = plan(["S-A 3", "A-T 1", "S-B 1", "B-T 3"], "S-T")
    there = plan(["S-A 3", "A-T 1", "S-B 1", "B-T 3"], "T-S")
    assert way(here) == ["S-B", "B-T"]
    assert way(there) == ["A-T", "S-A"]


def test_of_two_parallel_connections_the_first_on_the_board_is_taken(plan):
    assert way(plan(["S-T 2", "S-T 2"], "S-T")) == ["S-T"]
    assert way(plan(["S-T 2", "S-T 2"], "T-S")) == ["S-T"]
    assert way(plan(["S-T 2", "S-T 1"], "S-T")) == ["S-T#2"]


def test_own_connections_cost_nothing(plan):
    here = plan(["S-T 3", "S-A 4", "A-T 2"], "S-T")
    assert way(here, owned={"S-A": 0}) == ["S-A", "A-T"]
    assert way(here, owned={"S-A": 0, "A-T": 0}) == ["S-A", "A-T"]


def test_connections_of_others_are_closed(plan):
    here = plan(["S-T 3", "S-A 4", "A-T 2"], "S-T")
    assert way(here, owned={"S-T": 1}) == ["S-A", "A-T"]
    assert way(here, owned={"S-T": 1}, seat=1) == ["S-T"]
    assert way(here, owned={"S-T": 1, "A-T": 2}) == []


def test_beside_an_own_connection_the_other_of_a_double_is_closed(plan):
    here = plan(["S-T 2", "S-T 1"], "S-T")
    assert is_closed(here, 0, (0, NOBODY), 1, players=5)
    assert way(here, owned={"S-T": 0}) == ["S-T"]


@pytest.mark.parametrize(("players", "found"), [(2, []), (3, []), (4, ["S-T#2"]), (5, ["S-T#2"])])
def test_with_few_players_only_one_of_a_double_may_be_used(plan, players, found):
    assert way(plan(["S-T 2", "S-T 2"], "S-T"), owned={"S-T": 1}, players=players) == found


def test_on_the_small_board_three_may_use_a_double():
    owners = tuple(1 if c.name == "C-D" else NOBODY for c in board("small").connections)
    assert [is_closed(board("small"), 0, owners, 4, players) for players in (2, 3)] == [True, False]


def test_cost_is_what_is_not_owned_yet(plan):
    here = plan(["S-A 4", "A-T 2"], "S-T")
    assert [cost(here, 0, owners, (0, 1)) for owners in ((-1, -1), (0, -1), (0, 0))] == [6, 2, 0]


# Slow twins


def prices(here, owners, players):
    """What each connection costs seat 0, written once more."""
    for connection in here.connections:
        owner, twin = owners[connection.number], connection.twin
        beside = owners[twin] if twin >= 0 else NOBODY
        if owner == 0:
            yield 0
        elif owner > 0 or beside == 0 or (beside > 0 and players < here.parameters.double_players):
            yield inf
        else:
            yield connection.length


def least_cost(here, price, ticket):
    """Bellman and Ford: every connection is tried as often as there are cities."""
    far = [0 if city == ticket.a else inf for city in range(len(here.cities))]
    for _ in here.cities:
        for c in here.connections:
            far[c.a] = min(far[c.a], far[c.b] + price[c.number])
            far[c.b] = min(far[c.b], far[c.a] + price[c.number])
    return far[ticket.b]


def by_the_book(here, price, ticket):
    """The rule once more, with a list for a frontier, until every city has been visited."""
    best, parent, waiting = {ticket.a: 0}, {}, [ticket.a]
    while waiting:
        city = min(waiting, key=lambda city: (best[city], here.cities[city].name))
        waiting.remove(city)
        for c in here.connections:
            other = c.b if city == c.a else c.a if city == c.b else city
            total = best[city] + price[c.number]
            if total < best.get(other, inf):
                best[other], parent[other] = total, (c.number, city)
                waiting = [*(there for there in waiting if there != other), other]
    numbers, city = [], ticket.b
    while city in parent:
        number, city = parent[city]
        numbers.insert(0, number)
    return tuple(numbers)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_paths_are_those_of_the_book_and_the_cheapest(position):
    here, owners, players = position
    price = list(prices(here, owners, players))
    for ticket in here.tickets[:12]:
        found = path(here, 0, owners, ticket, players)
        assert found == by_the_book(here, price, ticket)
        least = least_cost(here, price, ticket)
        assert cost(here, 0, owners, found) == (0 if least == inf else least)
        assert (found == ()) == (least == inf)
        assert joined(here, found, ticket.a, ticket.b) == (found != ())


# Several tickets together


def together(here, *tickets, owned=None, players=4):
    owners = tuple((owned or {}).get(c.name, NOBODY) for c in here.connections)
    wanted = [here.tickets[number] for number in tickets]
    numbers = joint_paths(here, 0, owners, wanted, players)
    return [here.connections[number].name for number in numbers]


def test_what_one_ticket_uses_is_free_for_the_next(plan):
    here = plan(["A-B 2", "B-C 2", "A-C 3"], "A-B", "B-C", "A-C")
    assert together(here, 0, 1) == ["A-B", "B-C"]
    assert together(here, 2) == ["A-C"]
    assert together(here, 0, 1, 2) == ["A-B", "B-C"]


def test_the_cheapest_ticket_comes_first_then_the_one_worth_more_then_the_earlier(plan):
    here = plan(["A-B 3", "C-D 1", "E-F 3", "G-H 3"], "A-B 5", "C-D 4", "E-F 5", "G-H 6")
    assert together(here, 2, 1, 0, 3) == ["C-D", "G-H", "A-B", "E-F"]


def test_own_connections_are_not_named_again(plan):
    here = plan(["A-B 2", "B-C 2"], "A-C")
    assert together(here, 0, owned={"A-B": 0}) == ["B-C"]
    assert together(here, 0, owned={"A-B": 0, "B-C": 0}) == []


def test_tickets_that_are_cut_off_are_left_out(plan):
    here = plan(["A-B 2", "B-C 2"], "A-B", "A-C")
    assert together(here, 0, 1, owned={"B-C": 1}) == ["A-B"]


@settings(max_examples=40, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_joint_paths_join_every_ticket_that_can_be_joined(position, random):
    here, owners, players = position
    tickets = random.sample(here.tickets, 4)
    alone = {t: path(here, 0, owners, t, players) for t in tickets}
    chosen = joint_paths(here, 0, owners, tickets, players)
    own = {n for n, owner in enumerate(owners) if owner == 0} | set(chosen)
    for ticket in tickets:
        assert joined(here, own, ticket.a, ticket.b) == (alone[ticket] != ())
    assert len(set(chosen)) == len(chosen)
    assert all(owners[n] == NOBODY and not is_closed(here, 0, owners, n, players) for n in chosen)
    assert not any(here.connections[n].twin in chosen for n in chosen)
    assert cost(here, 0, owners, chosen) <= sum(cost(here, 0, owners, p) for p in alone.values())
