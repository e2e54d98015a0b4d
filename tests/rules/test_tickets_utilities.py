"""What positions are worth, by hand: on the small board six connections of 1 and one of 2.

So connections have a mean length of 8/7, and a train earns 9/8 points. There are two colours: 2/3
of a card is usually left over. Everybody has 3 trains, 1 card and 1 point at first.
"""

from math import comb, exp, inf

import pytest
from rails import Table, random_game

from whoknows.core.registry import rules as game  # seats by number
from whoknows.games.tickets import reach
from whoknows.games.tickets import utilities as worth
from whoknows.games.tickets.utilities import UTILITIES

SMALL, EUROPE = "tickets(board=small)", "tickets(board=europe)"
DEAL = "deal A-F, C-D | A-E, E-F"  # worth 6, 1, 3 and 2; at first 3, 1, 2 and 2 trains far


def small(**owned):
    """A table where seats own these connections, such as `seat0="A-C D-F"`."""
    table = Table(SMALL, DEAL).cards("1 red", "1 blue")
    for seat, names in owned.items():
        table.owns(int(seat[-1]), *names.split())
    return table


def its(kind, table, seat=0):
    return UTILITIES[kind](table.rules, table.state, seat)


def far(table, seat=0):
    """The distances of a seat's tickets, by name."""
    found = reach.distances(table.rules, table.state, seat)
    return {ticket.name: distance for ticket, distance in found.items()}


# Pieces


def test_distances_are_what_own_tickets_still_take():
    assert far(small()) == {"A-F": 3, "C-D": 1}
    assert far(small(), seat=1) == {"A-E": 2, "E-F": 2}
    assert far(small(seat0="A-C")) == {"A-F": 2, "C-D": 1}
    assert far(small(seat0="C-D", seat1="D-F")) == {"A-F": inf, "C-D": 0}


def test_turns_left_are_claims_and_drawing_turns():
    # 3 trains make 3 / (8/7) claims; 3 + 2/3 - 1 cards are missing, 1.75 come in a turn.
    assert turns(small()) == pytest.approx(21 / 8 + (8 / 3) / 1.75)
    assert turns(small().cards("4 red", "4 blue")) == pytest.approx(21 / 8)
    assert turns(small().cards("9 red", "9 blue")) == pytest.approx(21 / 8)


def test_turns_are_left_until_the_first_has_used_its_trains():
    one = 7 / 8 + (1 + 2 / 3 - 1) / 1.75
    assert turns(small(seat0="A-C C-D")) == turns(small(seat1="A-C C-D")) == pytest.approx(one)
    assert turns(small().trains(0, 3).cards("1 red", "1 blue")) == 0


def turns(table, seat=0):
    return worth.turns_left(table.rules, table.state, seat)


def test_in_the_last_round_one_turn_is_left_or_none():
    table = small().last_turn()  # of seat 0
    assert (turns(table, 0), turns(table, 1)) == (1, 0)
    table.turn(1)
    assert (turns(table, 0), turns(table, 1)) == (0, 1)


def test_the_chance_of_all_tickets_is_a_logistic_of_moves():
    assert worth.chance_of_all(4, 4) == pytest.approx(1 / (1 + exp(-0.5 * 4 + 2.1)))
    assert worth.chance_of_all(2, 4) == pytest.approx(1 / (1 + exp(-3.3 / 2 - 2 + 2.1)))
    assert worth.chance_of_all(0, 2) > worth.chance_of_all(1, 2) > worth.chance_of_all(3, 2)


def test_without_turns_there_is_no_chance():
    assert worth.chance_of_all(1, 0) == 0
    assert worth.chance_of_all(1, 1e-6) == pytest.approx(0)


def test_trains_are_laid_as_fast_as_the_turns_left_say():
    table = small(seat1="A-C")  # which has 2 trains, and will be the first to use them all
    assert worth.trains_laid(table.rules, table.state, 1, turns(table)) == pytest.approx(2)
    assert worth.trains_laid(table.rules, table.state, 0, turns(table)) == pytest.approx(2)
    table.cards("4 red", "1 blue")  # now seat 0 need not draw
    assert worth.trains_laid(table.rules, table.state, 0, 1) == pytest.approx(8 / 7)
    assert worth.trains_laid(table.rules, table.state, 0, 9) == 3
    assert worth.trains_laid(table.rules, table.state, 0, 0) == 0


# Utilities


def test_the_score_is_the_points_so_far():
    assert its("score", small(seat0="A-C")) == 2


def test_expected_points():
    """Built 1, and 3 trains earn 27/8. Both tickets are 4 trains far, taken as 4^0.9 = 3.48."""
    needed = 4**0.9 * 7 / 8 + (4**0.9 - 1) / 1.75
    p = worth.chance_of_all(needed, turns(small()))
    assert p == pytest.approx(0.4311, abs=1e-4)
    assert its("expected", small()) == pytest.approx(1 + 27 / 8 + 7 * (2 * p - 1))


def test_improved_expected_points():
    """The way of A-F joins C-D too: 3 claims, and 2 cards that are missing."""
    p = worth.chance_of_all(3 + 2 / 1.75, turns(small()))
    assert p == pytest.approx(0.4948, abs=1e-4)
    assert its("improved", small()) == pytest.approx(1 + 27 / 8 + 7 * (2 * p - 1))


@pytest.mark.parametrize("kind", ["expected", "improved"])
def test_a_joined_ticket_is_sure_and_one_that_is_cut_off_is_lost(kind):
    table = small(seat0="A-C C-D", seat1="D-F")  # A-F is lost, C-D joined; one train is left
    assert its(kind, table) == pytest.approx(3 + 9 / 8 - 6 + 1)


def test_a_ticket_that_takes_more_trains_than_are_left_is_lost():
    table = small().cards("1 blue", "1 red").trains(2, 3)  # C-D is blue
    p = worth.chance_of_all(7 / 8, turns(table))
    assert its("expected", table) == pytest.approx(1 + 2 * 9 / 8 - 6 + (2 * p - 1))
    p = worth.chance_of_all(1, turns(table))
    assert its("improved", table) == pytest.approx(1 + 2 * 9 / 8 - 6 + (2 * p - 1))


def test_together_tickets_may_take_too_many_trains():
    """A-E and E-F take 2 trains each, but no 3 connections join both: the dearer is given up."""
    table = Table(SMALL, DEAL).cards("1 red", "1 blue").turn(1)
    p = worth.chance_of_all(1 + 1 / 1.75, turns(table))
    assert its("improved", table, 1) == pytest.approx(1 + 27 / 8 - 2 + 3 * (2 * p - 1))


def test_with_far_too_many_tickets_the_farthest_are_given_up():
    """34^0.9 = 23.9 trains are too many for 14, give or take two connections; 21^0.9 = 15.5 not."""
    deal = "deal Boston-Miami, Calgary-Phoenix, Chicago-Santa Fe"  # worth 12, 13 and 9
    table = Table("tickets(board=usa)", f"{deal} | Dallas-New York, Duluth-Houston, Toronto-Miami")
    table.cards("1 red", "1 red").trains(14, 45)
    assert far(table) == {"Boston-Miami": 12, "Calgary-Phoenix": 13, "Chicago-Santa Fe": 9}
    length, train = reach.mean_length(table.rules.map), worth.points_per_train(table.rules.map)
    p = worth.chance_of_all(21**0.9 / length + (21**0.9 - 1) / 1.75, turns(table))
    assert its("expected", table) == pytest.approx(14 * train - 13 + 21 * (2 * p - 1))


# Colours


def for_blue(hand):
    """A seat whose only ticket is the blue connection C-D, with this hand."""
    table = Table(SMALL, DEAL, kept=False)
    table.move("0 keeps C-D, puts back A-F")
    return table.cards(hand, "1 red", row="1 red 1 blue", discard="3 blue")


@pytest.mark.parametrize("kind", ["expected", "improved", "drawn"])
def test_two_blue_cards_are_worth_more_for_a_blue_connection_than_two_red_ones(kind):
    red, blue, jokers = (its(kind, for_blue(f"2 {colour}")) for colour in ("red", "blue", "joker"))
    assert red < blue == jokers
    assert its(kind, for_blue("1 red 1 joker")) == blue


@pytest.mark.parametrize("kind", ["expected", "improved", "drawn"])
def test_a_card_helps_once(kind):
    """B-D takes two blue connections: one blue card and a red one pay for one of them."""
    table = Table(SMALL, "deal B-D, C-D | A-E, E-F")
    one, two, three = (
        its(kind, table.cards(hand, "1 red")) for hand in ("1 blue 2 red", "2 blue 1 red", "3 blue")
    )
    assert one < two == three


def test_additional_cards_are_counted_by_colour():
    """A-F goes over A-C (red), C-D (blue) and D-F (red): of three blue cards one helps."""
    table = small().cards("3 blue", "1 blue")
    p = worth.chance_of_all(3 + 2 / 1.75, turns(table))
    assert its("improved", table) == pytest.approx(1 + 27 / 8 + 7 * (2 * p - 1))
    p = worth.chance_of_all(4**0.9 * 7 / 8 + (4**0.9 - 1) / 1.75, turns(table))
    assert its("expected", table) == pytest.approx(1 + 27 / 8 + 7 * (2 * p - 1))


def test_the_chance_that_the_cards_come_in_time_is_exact():
    """A blue card or a joker must come, of 26 cards that lie in the pile, face up and in the
    discard; 8 of these are red."""
    table = for_blue("1 red").trains(1, 1)  # 1.3 turns are left: if one is to claim, none to draw
    assert its("drawn", table) == pytest.approx(1 + 9 / 8 - 1)
    table.trains(2, 2)  # 2.7 turns are left: 1.7 of them bring 2.97 cards
    p = 1 - comb(8, 2) / comb(26, 2)
    assert its("drawn", table) == pytest.approx(1 + 2 * 9 / 8 + (2 * p - 1))
    table.cards("1 blue", "1 red")
    assert its("drawn", table) == pytest.approx(1 + 2 * 9 / 8 + 1)


# Trails


def test_the_longest_trail_counts_as_if_the_game_ended_now():
    table = Table("tickets(board=usa)")
    bonus = [worth.trail_bonus(table.rules, table.state, seat) for seat in (0, 1)]
    assert bonus == [0, 0]  # nobody has any
    before = its("improved", table), its("ticket", table)
    table.owns(0, "Atlanta-Raleigh")
    assert its("ticket", table) == before[1] + 2 + 10
    table.owns(1, "Dallas-Houston")
    assert [worth.trail_bonus(table.rules, table.state, seat) for seat in (0, 1)] == [10, 0]
    table.owns(1, "Dallas-Oklahoma City")  # a trail of 3
    assert [worth.trail_bonus(table.rules, table.state, seat) for seat in (0, 1)] == [0, 10]


def test_all_whose_trails_are_equally_long_have_the_bonus():
    table = Table("tickets(board=usa)").owns(0, "Atlanta-Raleigh").owns(1, "Portland-Seattle")
    assert [worth.trail_bonus(table.rules, table.state, seat) for seat in (0, 1)] == [10, 0]
    table.owns(1, "Dallas-Houston", "Boston-Montreal")  # of 1 and of 2
    assert [worth.trail_bonus(table.rules, table.state, seat) for seat in (0, 1)] == [10, 10]


def test_where_trails_earn_nothing_nobody_has_a_bonus():
    assert worth.trail_bonus(small(seat0="A-C").rules, small(seat0="A-C").state, 0) == 0


# Rewards


def test_ticket_reward():
    assert its("ticket", small()) == 1 - 6 - 1
    assert its("ticket", small(seat0="C-D")) == 2 - 6 + 2 * 1
    assert its("ticket", small(seat0="A-C C-D D-F")) == 4 + 2 * 6 + 2 * 1


def test_progress_reward():
    assert its("progress", small()) == 1
    assert its("progress", small(seat0="A-C")) == pytest.approx(2 + 6 / 3)
    assert its("progress", small(seat0="A-C D-F")) == pytest.approx(3 + 6 * 2 / 3)
    assert its("progress", small(seat0="A-C C-D D-F")) == 4 + 6 + 1
    assert its("progress", small(seat1="D-F")) == 1 - 6


def test_a_longer_way_is_no_progress_but_no_loss_either():
    table = small(seat0="A-C", seat1="C-D")  # over E now: 4 trains to F, 3 to D
    assert far(table) == {"A-F": 4, "C-D": 3}
    assert its("progress", table) == 2


# In every phase


@pytest.mark.parametrize("kind", UTILITIES)
@pytest.mark.parametrize(
    "spec", [SMALL, EUROPE, "tickets", "tickets(board=small,rules=knowledge,seats=2)"]
)
def test_in_the_end_it_is_the_score(kind, spec):
    *_, end = random_game(spec, 5)
    rules = game(spec)
    assert [UTILITIES[kind](rules, end, seat) for seat in range(rules.players)] == [*end.points]


def test_tickets_that_are_only_offered_do_not_count():
    table = Table(SMALL, DEAL, kept=False)
    assert its("ticket", table) == 1
    table.move("0 keeps C-D, puts back A-F")
    assert its("ticket", table) == 1 - 1


def test_cards_laid_down_in_a_tunnel_are_still_held():
    table = Table(EUROPE).cards("4 black", "1 red", row="5 green")
    assert worth.cards(table.state, 0) == 4
    tunnel = next(text for text in table.may("claims") if "3 black" in text and "Zurich" in text)
    table.move(f"0 claims {tunnel}")
    assert table.phase == "TUNNEL"
    assert worth.cards(table.state, 0) == 4


# Stations


def test_stations_not_built_are_worth_four_each():
    table = Table(EUROPE)
    assert worth.built(table.rules, table.state, 0) == 12
    table.stations(0, "Paris").owns(0, "Brest-Paris")
    assert worth.built(table.rules, table.state, 0) == 8 + 4 + 10  # and the only trail


def test_what_a_station_might_lend_costs_nothing():
    table = Table(EUROPE).owns(1, "Brest-Paris", "Brest-Dieppe").stations(0, "Paris")
    usable = reach.usable(table.rules, table.state, 0)
    board = table.rules.map
    assert usable[board.connection("Brest-Paris").number] == 0
    assert usable[board.connection("Brest-Dieppe").number] == 1
    assert reach.usable(table.rules, table.state, 1) == table.state.owners


# The knowledge game


def test_what_was_announced_is_not_counted_twice():
    table = Table("tickets(board=small,rules=knowledge,seats=2)", DEAL).cards("1 blue", "1 red")
    table.move("0 claims C-D with 1 blue, completing C-D")
    assert its("score", table) == 1 + 1
    assert worth.built(table.rules, table.state, 0) == 1
    assert its("ticket", table) == 1 + 2 * 1 - 6
    assert its("progress", table) == pytest.approx(1 + 1 + 6 / 3)


def test_only_what_lies_on_the_ways_of_tickets_earns_more():
    """A-F takes 2 trains still, where 3 could be laid."""
    table = Table("tickets(board=small,rules=knowledge,seats=2)", DEAL)
    table.cards("3 blue 1 red", "4 red").owns(0, "A-C").trains(3, 3)
    p = worth.chance_of_all(2, turns(table))  # A-C is owned: C-D and D-F, with enough cards
    assert its("improved", table) == pytest.approx(1 + 2 * 9 / 8 + 7 * (2 * p - 1))
