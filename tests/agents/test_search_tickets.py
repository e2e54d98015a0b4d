"""Positions of the railway game in which agents that search must see what is worth more."""

from random import Random

import pytest
from rails import Table

from whoknows.core.agent import Choice
from whoknows.core.match import step
from whoknows.core.registry import agent

USA = "tickets(board=usa)"
SEARCHERS = ["flat-mc", "ismcts", "uf-mcts"]
# All of Seattle-New York (22 points) but two trains between Pittsburgh and Toronto.
ALMOST = ["Helena-Seattle", "Duluth-Helena", "Duluth-Toronto", "New York-Pittsburgh"]


class Known(Table):
    """A table of classic rules that keeps the model of who knows which tickets."""

    def do(self, action):
        turn = step(self.rules, self.state, self.model, Choice(action))
        self.state, self.model = turn.after, turn.model
        return []


def chosen(table, name, seed=1):
    """What an agent does for the seat to move, without its seat."""
    return str(agent(name).choose(table.view(), Random(seed)).action).partition(" ")[2]


def dealt(own, **options):
    """Seat 0 has these tickets; the other's are far away from them."""
    return Known(USA, f"deal {own} | Boston-Miami, Dallas-New York, Calgary-Phoenix", **options)


@pytest.mark.parametrize("name", [*SEARCHERS, "expectiminimax"])
def test_it_takes_the_last_gap_of_a_ticket_that_is_worth_while(name):
    table = dealt("Seattle-New York, Denver-El Paso, Duluth-El Paso")
    table.owns(0, *ALMOST).trains(8, 2).cards("2 blue 6 red", row="5 white").last_turn()
    # Six red cards from Miami to New Orleans are 15 points; the gap is 2 and 44.
    assert "claims Miami-New Orleans with 6 red" in table.may()
    assert chosen(table, name).startswith("claims Pittsburgh-Toronto")


@pytest.mark.parametrize("name", SEARCHERS)
def test_it_draws_no_tickets_with_three_trains_left(name):
    table = dealt("Seattle-New York, Denver-El Paso, Duluth-El Paso")
    table.owns(0, *ALMOST, "Pittsburgh-Toronto").trains(3, 20)
    table.cards("1 blue 1 red 1 green", row="5 white")
    assert "draws tickets" in table.may()
    assert chosen(table, name) != "draws tickets"


@pytest.mark.parametrize("name", SEARCHERS)
def test_of_two_tickets_worth_the_same_it_keeps_the_cheaper(name):
    table = dealt("Seattle-New York, Denver-El Paso, Duluth-El Paso")
    table.owns(0, *ALMOST, "Pittsburgh-Toronto", "Denver-Santa Fe", "El Paso-Santa Fe")
    table.trains(6, 12).cards("2 green 2 red", row="5 green")
    table.move("0 draws tickets")
    # All three are worth 11. With its network the last takes four trains, the others eight.
    table.move("0 is offered Winnipeg-Little Rock, Portland-Phoenix, Denver-Pittsburgh")
    kept = chosen(table, name).partition(", ")[0]
    assert "Portland-Phoenix" not in kept.partition("puts")[0]
    assert "Winnipeg-Little Rock" not in kept.partition("puts")[0]


@pytest.mark.parametrize("name", SEARCHERS)
def test_it_blocks_nothing_at_its_own_cost(name):
    """Two know what the other holds; now it completes its own ticket or never."""
    deal = "deal Edinburgh-Paris, Amsterdam-Pamplona | Madrid-Zurich, Berlin-Roma"
    table = Table("tickets(seats=2)", deal).owns(0, "London-Edinburgh", "Dieppe-London")
    table.cards("2 red 2 blue 2 green 2 black 2 white 2 yellow 2 pink 2 orange").last_turn()
    assert table.may("blocks 1 holding Berlin-Roma")
    assert chosen(table, name).endswith("completing Edinburgh-Paris")
