"""The cheapest way to join several tickets, against all sets of connections there are."""

from itertools import chain, combinations
from random import Random

import pytest
from steiner import cheapest_joint_paths, farthest_first

from whoknows.games.tickets.board import board
from whoknows.games.tickets.paths import cost, is_closed, joint_paths, path
from whoknows.games.tickets.scoring import completed
from whoknows.games.tickets.state import NOBODY

SMALL = board("small")


def names(here, numbers):
    return [here.connections[number].name for number in numbers]


def found(way, here, owned=None, players=4):
    owners = tuple((owned or {}).get(c.name, NOBODY) for c in here.connections)
    return names(here, way(here, 0, owners, here.tickets, players))


def test_tickets_may_best_meet_where_none_of_them_ends(plan):
    triangle = ["A-B 4", "B-C 4", "A-C 4"]
    here = plan([*triangle, "A-M 2", "B-M 2", "C-M 2"], "A-B", "B-C", "A-C")
    assert found(cheapest_joint_paths, here) == ["A-M", "B-M", "C-M"]
    here = plan([*triangle, "A-M 3", "B-M 3", "C-M 3"], "A-B", "B-C", "A-C")
    assert len(found(cheapest_joint_paths, here)) == 2


def test_tickets_far_apart_are_not_joined_with_each_other(plan):
    here = plan(["A-B 2", "B-C 5", "C-D 2"], "A-B", "C-D")
    assert found(cheapest_joint_paths, here) == ["A-B", "C-D"]


def test_a_detour_pays_when_another_ticket_uses_it(plan):
    """A-D alone goes by the direct way, for 3; beside B-C it takes 2 to go over B and C."""
    here = plan(["A-D 3", "A-B 1", "B-C 2", "C-D 1"], "A-D", "B-C")
    assert found(cheapest_joint_paths, here) == ["A-B", "B-C", "C-D"]
    assert found(joint_paths, here) == ["B-C", "A-B", "C-D"]
    assert found(farthest_first, here) == ["A-D", "B-C"]  # what the cheaper one brings is too late


def test_farthest_first_may_be_better_than_cheapest_first(plan):
    """A-B alone takes the direct way; after A-C, which leads over M, it goes on from there."""
    here = plan(["A-B 3", "A-M 2", "M-B 2", "M-C 3"], "A-B", "A-C")
    assert found(joint_paths, here) == ["A-B", "A-M", "M-C"]
    assert found(farthest_first, here) == ["A-M", "M-C", "M-B"]
    assert found(cheapest_joint_paths, here) == ["A-M", "M-B", "M-C"]


def test_own_connections_are_free_and_not_named_again(plan):
    here = plan(["A-B 2", "B-C 2", "A-C 3"], "A-C")
    assert found(cheapest_joint_paths, here) == ["A-C"]
    assert found(cheapest_joint_paths, here, owned={"A-B": 0}) == ["B-C"]
    assert found(cheapest_joint_paths, here, owned={"A-C": 0}) == []


def test_tickets_that_are_cut_off_are_left_out(plan):
    here = plan(["A-B 2", "B-C 2"], "A-B", "A-C")
    assert found(cheapest_joint_paths, here, owned={"B-C": 1}) == ["A-B"]


def test_beside_anothers_connection_the_double_is_closed_to_few(plan):
    here = plan(["A-B 1", "A-B 1", "A-C 1", "C-B 1"], "A-B")
    assert found(cheapest_joint_paths, here, owned={"A-B": 1}, players=4) == ["A-B#2"]
    assert found(cheapest_joint_paths, here, owned={"A-B": 1}, players=2) == ["A-C", "C-B"]


# Against every set of connections


def least(here, owners, tickets, players):
    """The fewest trains: every set of connections is looked at."""
    own = {n for n, owner in enumerate(owners) if owner == 0}
    joinable = [t for t in tickets if path(here, 0, owners, t, players)]
    free = [
        n for n, owner in enumerate(owners)
        if owner == NOBODY and not is_closed(here, 0, owners, n, players)
    ]  # fmt: skip
    sets = chain.from_iterable(combinations(free, many) for many in range(len(free) + 1))
    return min(
        sum(here.connections[n].length for n in some)
        for some in sets
        if len(completed(here, own.union(some), joinable)) == len(joinable)
    )


def check(here, owners, tickets, players):
    way = cheapest_joint_paths(here, 0, owners, tickets, players)
    own = {n for n, owner in enumerate(owners) if owner == 0}
    assert not any(owners[n] != NOBODY or is_closed(here, 0, owners, n, players) for n in way)
    assert not any(here.connections[n].twin in way for n in way)
    joinable = [t for t in tickets if path(here, 0, owners, t, players)]
    assert completed(here, own.union(way), joinable) == joinable
    assert cost(here, 0, owners, way) == least(here, owners, tickets, players)


@pytest.mark.parametrize("seed", range(40))
def test_on_the_small_board_no_set_of_connections_is_cheaper(seed):
    rng = Random(seed)
    owners = tuple(rng.choice([NOBODY, NOBODY, NOBODY, 0, 1]) for _ in SMALL.connections)
    tickets = rng.sample(SMALL.tickets, rng.randint(1, 5))
    check(SMALL, owners, tickets, rng.choice([2, 3]))


@pytest.mark.parametrize("seed", range(40))
def test_on_random_plans_no_set_of_connections_is_cheaper(plan, seed):
    rng = Random(seed)
    pairs = rng.sample([f"{a}-{b}" for a, b in combinations("ABCDEFG", 2)], 10)
    wanted = rng.sample([f"{a}-{b}" for a, b in combinations("ABCDEFG", 2)], 4)
    cities = {city for pair in pairs for city in pair.split("-")}
    here = plan(
        [f"{pair} {rng.randint(1, 5)}" for pair in pairs],
        *(pair for pair in wanted if cities.issuperset(pair.split("-"))),
    )
    owners = tuple(rng.choice([NOBODY] * 6 + [0, 1]) for _ in here.connections)
    check(here, owners, here.tickets, 2)


@pytest.mark.parametrize("name", ["usa", "europe", "europe24"])
@pytest.mark.parametrize("seed", range(6))
def test_on_large_boards_it_joins_all_for_no_more_than_the_quick_ways(name, seed):
    here, rng = board(name), Random(seed)
    owners = tuple(rng.choice([NOBODY] * 8 + [0, 1]) for _ in here.connections)
    tickets = rng.sample(here.tickets, 2 + seed % 4)
    own = {n for n, owner in enumerate(owners) if owner == 0}
    ways = [way(here, 0, owners, tickets, 2) for way in WAYS]
    joins = [completed(here, own.union(way), tickets) for way in ways]
    assert joins[0] == joins[1] == joins[2]
    costs = [cost(here, 0, owners, way) for way in ways]
    assert costs[0] <= min(costs[1:])


WAYS = (cheapest_joint_paths, joint_paths, farthest_first)
