"""Clusters and distances, kept up to date claim by claim; and paths that they guide."""

from math import inf
from random import Random

import clusters as clustering
import pytest
from clusters import best_path, clusters
from hypothesis import given, settings
from plans import positions

from whoknows.games.tickets.board import board, boards
from whoknows.games.tickets.paths import cost, is_closed, path
from whoknows.games.tickets.scoring import joined
from whoknows.games.tickets.state import NOBODY

SMALL = board("small")
A, B, C, D, E, F = range(6)


def number(name):
    return SMALL.connection(name).number


def names(cities):
    return "".join(sorted(SMALL.cities[city].name for city in cities))


def test_at_first_every_city_is_a_cluster_of_its_own():
    start = clusters(SMALL)
    assert [names(start.cluster(city)) for city in range(6)] == ["A", "B", "C", "D", "E", "F"]
    assert [start.distance(A, city) for city in range(6)] == [0, 2, 1, 2, 2, 3]


def test_a_claim_joins_two_clusters_and_costs_nothing_from_then_on():
    mine = clusters(SMALL).claimed(number("A-E"))
    assert names(mine.cluster(A)) == names(mine.cluster(E)) == "AE"
    assert [mine.distance(A, city) for city in range(6)] == [0, 2, 1, 1, 0, 2]
    assert mine.distance(C, F) == 2
    both = mine.claimed(number("D-E"))
    assert names(both.cluster(D)) == "ADE"
    assert both.distance(A, F) == 1


def test_what_was_before_a_claim_stays():
    before = clusters(SMALL)
    before.claimed(number("A-C"))
    assert before.distance(A, C) == 1


def test_it_does_not_matter_in_which_order_connections_were_claimed():
    own = [number("A-C"), number("D-F"), number("C-D")]
    assert clusters(SMALL, own) == clusters(SMALL, reversed(own))


@pytest.mark.parametrize("name", boards())
def test_distances_after_claims_are_those_found_afresh(name):
    here, rng = board(name), Random(name)
    mine, own = clusters(here), set()
    for claim in rng.sample(range(len(here.connections)), min(12, len(here.connections))):
        mine, own = mine.claimed(claim), own | {claim}
        assert [list(row) for row in mine.distances] == afresh(here, own)


def afresh(here, own):
    """Floyd and Warshall over all cities."""
    cities = range(len(here.cities))
    far = [[0 if a == b else inf for b in cities] for a in cities]
    for c in here.connections:
        price = 0 if c.number in own else c.length
        far[c.a][c.b] = far[c.b][c.a] = min(far[c.a][c.b], price)
    for middle in cities:
        for a in cities:
            for b in cities:
                far[a][b] = min(far[a][b], far[a][middle] + far[middle][b])
    return far


# The best path


def test_the_best_path_goes_around_what_others_own():
    owners = tuple(1 if c.name == "D-F" else NOBODY for c in SMALL.connections)
    assert best_path(SMALL, 0, owners, SMALL.ticket("A-F"), 2, clusters(SMALL)) == ()
    owners = tuple(1 if c.name == "C-D" else NOBODY for c in SMALL.connections)
    found = best_path(SMALL, 0, owners, SMALL.ticket("A-F"), 2, clusters(SMALL))
    assert [SMALL.connections[n].name for n in found] == ["A-E", "D-E", "D-F"]


@settings(max_examples=60, deadline=None)
@given(positions())
def test_the_best_path_is_as_cheap_as_the_path_without_a_guide(position):
    here, owners, players = position
    guide = clusters(here, (n for n, owner in enumerate(owners) if owner == 0))
    for ticket in here.tickets[:12]:
        plain = path(here, 0, owners, ticket, players)
        found = best_path(here, 0, owners, ticket, players, guide)
        assert bool(found) == bool(plain)
        assert cost(here, 0, owners, found) == cost(here, 0, owners, plain)
        assert cost(here, 0, owners, found) >= guide.distance(ticket.a, ticket.b) or not found
        assert not found or joined(here, found, ticket.a, ticket.b)
        assert not any(is_closed(here, 0, owners, n, players) for n in found)


def test_a_guide_spares_visits(monkeypatch):
    """Without one (all distances 0) the search looks at most connections of the board."""
    here, looked = board("usa"), []
    free = (NOBODY,) * len(here.connections)
    monkeypatch.setattr(clustering, "is_closed", lambda *_: looked.append(1) or False)

    def looks(guide):
        looked.clear()
        for ticket in here.tickets:
            best_path(here, 0, free, ticket, 2, guide)
        return len(looked)

    blind = clusters(here, range(len(here.connections)))
    assert blind.distance(0, 1) == 0
    assert looks(clusters(here)) < looks(blind) / 2
