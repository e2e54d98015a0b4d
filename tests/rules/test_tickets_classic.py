"""The railway game on USA, Europe and the small board, paragraph by paragraph of their rules."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import perm

import pytest
from rails import Table

from whoknows.core.error import Error
from whoknows.core.game import CHANCE
from whoknows.core.registry import rules as game  # seats by number
from whoknows.core.winners import Win

USA, EUROPE, SMALL = "tickets(board=usa)", "tickets(board=europe)", "tickets(board=small)"
ROW = "1 red 1 pink 1 white 1 yellow 1 green"
USA_DEAL = (
    "deal Boston-Miami, Calgary-Phoenix, Chicago-Santa Fe"
    " | Dallas-New York, Duluth-Houston, Toronto-Miami"
)
EUROPE_DEAL = (
    "deal Brest-Petrograd, Amsterdam-Wilno, Angora-Kharkov, Athina-Wilno"  # 53 points
    " | Cadiz-Stockholm, Berlin-Moskva, Essen-Kyiv, Kyiv-Sochi"  # 51 points
)


def kept(table):
    """How many tickets one may keep here, and in how many ways."""
    sizes = [len(action.kept) for action in table.actions()]
    return {size: sizes.count(size) for size in sizes}


# USA: tickets


def test_three_tickets_are_dealt_and_at_least_two_kept():
    table = Table(USA, USA_DEAL, kept=False)
    assert kept(table) == {2: 3, 3: 1}
    assert "Boston-Miami, Chicago-Santa Fe, puts back Calgary-Phoenix" in table.may("keeps")
    table.move("0 keeps Boston-Miami, Calgary-Phoenix, puts back Chicago-Santa Fe")
    assert table.state.mover == 1
    table.move("1 keeps Dallas-New York, Duluth-Houston, Toronto-Miami")
    assert (table.state.mover, table.phase) == (0, "TURN")
    assert table.tickets(0) == ["Boston-Miami", "Calgary-Phoenix"]
    assert table.tickets(1) == ["Dallas-New York", "Duluth-Houston", "Toronto-Miami"]


def test_every_deal_of_tickets_is_equally_likely():
    rules = game(USA)
    chance = rules.chance(rules.start())
    assert chance.count() == perm(30, 6)
    assert chance.odds(rules.parse(USA_DEAL)) == Fraction(1, perm(30, 6))
    twice = USA_DEAL.replace("Toronto-Miami", "Boston-Miami")
    assert chance.odds(rules.parse(twice)) == 0


def test_later_three_are_drawn_and_at_least_one_kept():
    table = Table(USA, USA_DEAL)
    table.move("0 draws tickets")
    offer = "0 is offered Seattle-New York, Denver-El Paso, Montreal-Atlanta"
    assert table.odds(offer) == Fraction(1, perm(24, 3))
    assert table.odds("0 is offered Boston-Miami, Denver-El Paso, Montreal-Atlanta") == 0
    table.move(offer)
    assert kept(table) == {1: 3, 2: 3, 3: 1}
    table.move("0 keeps Denver-El Paso, puts back Seattle-New York, Montreal-Atlanta")
    assert table.tickets(0)[3:] == ["Denver-El Paso"]
    assert table.state.mover == 1


def test_returned_tickets_go_under_the_deck():
    names = ("Seattle-New York", "Denver-El Paso", "Montreal-Atlanta", "Portland-Phoenix")
    table = Table(USA, USA_DEAL).stock(*names)
    table.move(
        "0 draws tickets",
        "0 is offered Denver-El Paso, Montreal-Atlanta, Portland-Phoenix",
        "0 keeps Montreal-Atlanta, puts back Denver-El Paso, Portland-Phoenix",
        "1 draws tickets",
    )
    offer = "1 is offered Seattle-New York, Denver-El Paso, Portland-Phoenix"
    assert table.odds(offer) == 1  # the one left on top, then those put back
    table.move(offer, "1 keeps Denver-El Paso, puts back Seattle-New York, Portland-Phoenix")
    table.move("0 draws tickets")
    assert table.odds("0 is offered Seattle-New York, Portland-Phoenix") == 1


def test_those_returned_at_the_start_lie_under_it_too():
    table = Table(USA, USA_DEAL, kept=False).stock("Denver-El Paso")
    table.move(
        "0 keeps Boston-Miami, Calgary-Phoenix, puts back Chicago-Santa Fe",
        "1 keeps Dallas-New York, Duluth-Houston, puts back Toronto-Miami",
        "0 draws tickets",
    )
    assert table.odds("0 is offered Denver-El Paso, Chicago-Santa Fe, Toronto-Miami") == 1


@pytest.mark.parametrize(("left", "ways"), [(1, {1: 1}), (2, {1: 2, 2: 1})])
def test_as_many_are_drawn_as_are_left(left, ways):
    names = ["Seattle-New York", "Denver-El Paso"][:left]
    table = Table(USA, USA_DEAL).stock(*names)
    table.move("0 draws tickets")
    for order in permutations(names):
        assert table.odds(f"0 is offered {', '.join(order)}") == Fraction(1, left)
    table.move(f"0 is offered {', '.join(names)}")
    assert kept(table) == ways


def test_when_none_are_left_tickets_are_not_offered():
    table = Table(USA, USA_DEAL).stock("Denver-El Paso")
    assert "draws tickets" in table.may()
    table.move("0 draws tickets", "0 is offered Denver-El Paso", "0 keeps Denver-El Paso")
    assert "draws tickets" not in table.may()


def test_others_see_how_many_tickets_are_offered_and_kept():
    table = Table(USA, USA_DEAL, kept=False)
    keep = table.rules.parse("0 keeps Boston-Miami, Calgary-Phoenix, puts back Chicago-Santa Fe")
    offer = table.rules.parse("0 is offered Denver-El Paso, Montreal-Atlanta")
    assert table.rules.shown(table.state, keep, to=1) == "0 keeps 2 of 3 tickets"
    assert table.rules.shown(table.state, keep, to=0) == str(keep)
    assert table.rules.shown(table.state, offer, to=1) == "0 is offered 2 tickets"
    assert table.rules.shown(table.state, offer, to=0) == str(offer)


# The last round


@pytest.mark.parametrize(
    ("board", "seats", "few"),
    [("usa", 2, 2), ("usa", 4, 2), ("europe", 3, 2), ("small", 2, 1), ("small", 3, 1)],
)
@pytest.mark.parametrize("more", [0, 1])
def test_few_trains_after_a_turn_give_every_seat_one_more_turn(board, seats, few, more):
    claim = {"usa": "Portland-Seattle", "europe": "Budapest-Wien", "small": "D-F"}[board]
    table = Table(f"tickets(board={board},seats={seats})").cards("1 red")
    table.trains(few + more + 1, *[40] * (seats - 1))
    table.move(f"0 claims {claim} with 1 red")
    for turn in range(1, seats + 1):  # the others, then the one who began it
        assert not table.over
        assert table.state.mover == turn % seats
        table.draw_two()
    assert table.over == (more == 0)


def test_a_second_player_with_few_trains_prolongs_nothing():
    table = Table(USA).cards("1 red", "1 red").trains(3, 3)
    table.move("0 claims Portland-Seattle with 1 red", "1 claims Atlanta-Nashville with 1 red")
    assert not table.over
    assert table.draw_two().over


def test_the_last_turn_may_be_a_claim():
    table = Table(USA).cards("1 red", "4 green").trains(3, 45)
    table.move("0 claims Portland-Seattle with 1 red", "1 claims Denver-Helena with 4 green")
    assert table.state.points == (1, 7)
    table.draw_two()
    assert table.over
    assert table.owner("Denver-Helena") == 1


# Europe: tickets


def test_a_long_ticket_and_three_regular_ones_are_dealt_and_at_least_two_kept():
    rules = game(EUROPE)
    assert rules.chance(rules.start()).count() == perm(6, 2) * perm(40, 6)
    table = Table(EUROPE, EUROPE_DEAL, kept=False)
    assert kept(table) == {2: 6, 3: 4, 4: 1}
    table.move("0 keeps Angora-Kharkov, Athina-Wilno, puts back Brest-Petrograd, Amsterdam-Wilno")
    table.move("1 keeps Cadiz-Stockholm, Kyiv-Sochi, puts back Berlin-Moskva, Essen-Kyiv")
    assert table.tickets(0) == ["Angora-Kharkov", "Athina-Wilno"]
    assert table.tickets(1) == ["Cadiz-Stockholm", "Kyiv-Sochi"]


def test_a_deal_has_long_tickets_first_and_no_others():
    rules = game(EUROPE)
    two_long = EUROPE_DEAL.replace("Amsterdam-Wilno", "Lisboa-Danzig")
    assert rules.chance(rules.start()).odds(rules.parse(EUROPE_DEAL)) > 0
    assert rules.chance(rules.start()).odds(rules.parse(two_long)) == 0


def test_unkept_and_undealt_long_tickets_leave_the_game():
    table = Table(EUROPE, EUROPE_DEAL, kept=False)
    table.move("0 keeps Angora-Kharkov, Athina-Wilno, puts back Brest-Petrograd, Amsterdam-Wilno")
    table.move("1 keeps Cadiz-Stockholm, Berlin-Moskva, Essen-Kyiv, Kyiv-Sochi")
    seen = set()
    while "draws tickets" in table.may():
        table.do(next(a for a in table.actions() if "draws tickets" in str(a)))
        table.settle()
        seen |= set(table.actions()[-1].kept)
        table.do(table.actions()[-1])
    assert "Amsterdam-Wilno" in seen
    assert len(seen) == 40 - 2 - 3  # regular ones only, and all of them
    assert not any(table.rules.map.ticket(name).long for name in seen)


# Europe: tunnels


def tunnel(hand, claim, *cards, **others):
    """After a tunnel was paid for and these cards turned up."""
    table = Table(EUROPE, EUROPE_DEAL).cards(hand, row=ROW, **others)
    table.move(f"0 claims {claim}")
    table.move(*cards)
    return table


def test_after_paying_three_cards_are_turned_up_in_a_tunnel():
    table = tunnel("4 black", "Madrid-Pamplona with 3 black")
    assert table.rules.to_move(table.state) == CHANCE
    assert table.owner("Madrid-Pamplona") == -1
    assert table.odds("turned up red red red") == Fraction(11 * 10 * 9, 101 * 100 * 99)
    assert table.odds("turned up red red") == 0


def test_where_none_matches_the_tunnel_costs_no_more():
    table = tunnel("4 black", "Madrid-Pamplona with 3 black", "turned up red red white")
    assert table.owner("Madrid-Pamplona") == 0
    assert table.state.trains == (42, 45)
    assert table.state.points == (4, 0)
    assert table.told(table.state.discard) == "2 red 1 white 3 black"  # with those turned up
    assert table.state.mover == 1


@pytest.mark.parametrize(
    ("claim", "turned", "ways"),
    [
        ("Madrid-Pamplona with 3 black", "black red red", ["1 black", "1 joker"]),
        ("Madrid-Pamplona with 3 black", "joker red red", ["1 black", "1 joker"]),
        (
            "Madrid-Pamplona with 3 black",
            "black red joker",
            ["2 black", "1 black + 1 joker", "2 joker"],
        ),
        (
            "Madrid-Pamplona with 1 black + 2 joker",
            "black black black",
            ["3 black", "2 black + 1 joker"],
        ),
        ("Paris-Zurich with 3 black", "black red red", ["1 black", "1 joker"]),  # gray
        ("Paris-Zurich with 3 red", "black red black", ["1 red", "1 joker"]),
    ],
)
def test_each_match_and_each_joker_costs_one_more_of_that_colour_or_a_joker(claim, turned, ways):
    table = tunnel("5 black 3 joker 4 red", claim, f"turned up {turned}")
    assert table.state.mover == 0
    assert table.may("adds") == ways
    assert "withdraws" in table.may()
    table.move(f"0 adds {ways[0]}")
    assert table.owner(claim.split()[0]) == 0
    assert table.state.mover == 1
    assert sum(table.state.hands[0]) == 12 - 3 - int(ways[0][0])
    assert sum(table.state.discard) == 3 + 3 + int(ways[0][0])


def test_if_only_jokers_were_paid_only_jokers_match_and_jokers_must_be_added():
    claim = "Madrid-Pamplona with 3 joker"
    free = tunnel("12 black 4 joker", claim, "turned up red white green")
    assert free.owner("Madrid-Pamplona") == 0
    free = tunnel("9 black 4 joker", claim, "turned up black black black")
    assert free.owner("Madrid-Pamplona") == 0
    table = tunnel("9 black 4 joker", claim, "turned up black joker black")
    assert table.may() == ["adds 1 joker", "withdraws"]
    table = tunnel("9 black 4 joker", claim, "turned up joker joker black")
    assert table.may() == ["withdraws"]


@pytest.mark.parametrize(
    ("hand", "ways"),
    [("5 red 3 black", []), ("5 red 6 black", ["2 black"]), ("5 red 4 black", [])],
)
def test_who_cannot_or_will_not_pay_takes_the_payment_back_publicly_seen(hand, ways):
    table = tunnel(hand, "Madrid-Pamplona with 3 black", "turned up black joker red")
    assert table.may("adds") == ways
    table.move("0 withdraws")
    assert table.owner("Madrid-Pamplona") == -1
    assert table.hand(0) == hand
    assert table.told(table.state.open[0]) == "3 black"
    assert table.told(table.state.discard) == "1 red 1 black 1 joker"
    assert table.state.trains == (45, 45)
    assert table.state.points == (0, 0)
    assert table.state.mover == 1


@pytest.mark.parametrize(
    ("pile", "discard", "turned", "left"),
    [
        ("2 red", "", ["turned up red red"], 2),
        ("1 red", "1 white", ["turned up red", "turned up white"], 2),  # shuffled in between
        ("", "4 white", ["turned up white white white"], 4),
        ("", "", [], 0),
    ],
)
def test_fewer_are_turned_up_if_fewer_exist(pile, discard, turned, left):
    table = Table(EUROPE).cards("3 black", "rest", row=ROW, pile=pile, discard=discard)
    table.move("0 claims Madrid-Pamplona with 3 black", *turned)
    assert table.owner("Madrid-Pamplona") == 0
    assert table.state.mover == 1
    assert sum(table.state.discard) + table.state.closed == 3 + left


def test_cards_turned_up_are_not_turned_up_again():
    table = Table(EUROPE).cards("4 black", "rest", row=ROW, pile="1 joker", discard="1 black")
    table.move("0 claims Madrid-Pamplona with 3 black", "turned up joker", "turned up black")
    assert table.may() == ["withdraws"]  # it would cost two
    table.move("0 withdraws")
    assert table.told(table.state.discard) == "1 black 1 joker"


# Europe: stations


def test_each_player_has_three_stations_for_1_2_and_3_cards_of_one_colour():
    table = Table(EUROPE).cards("3 red 1 blue 2 joker")
    start = "builds a station in Wien with"
    assert table.may(start) == ["1 red", "1 blue", "1 joker"]
    table.stations(0, "Paris")
    assert table.may(start) == ["2 red", "1 red + 1 joker", "1 blue + 1 joker", "2 joker"]
    table.stations(0, "Roma")
    assert table.may(start) == ["3 red", "2 red + 1 joker", "1 red + 2 joker", "1 blue + 2 joker"]
    table.stations(0, "Kyiv")
    assert table.may(start) == []


def test_a_station_costs_its_cards_and_the_turn_but_no_trains():
    table = Table(EUROPE).cards("3 red", row=ROW)
    table.move("0 builds a station in Wien with 1 red")
    assert table.hand(0) == "2 red"
    assert table.told(table.state.discard) == "1 red"
    assert table.state.trains == (45, 45)
    assert table.state.points == (0, 0)
    assert table.state.mover == 1


def test_at_most_one_station_is_on_a_city():
    table = Table(EUROPE).cards("3 red", "3 red").stations(0, "Paris")
    assert table.may("builds a station in Paris with") == []
    assert table.turn(1).may("builds a station in Paris with") == []
    assert len(table.may("builds")) == 46


def test_usa_and_small_have_no_stations():
    for spec in (USA, SMALL):
        assert Table(spec).cards("3 red").may("builds") == []


WAY = ("Angora-Erzurum", "Erzurum-Sevastopol", "Rostov-Sevastopol")  # 4 + 7 + 7


def ends(*stations, tickets=EUROPE_DEAL, others=("Kharkov-Rostov",), own=WAY):
    """The points at the end, where seat 0 has these stations."""
    table = Table(EUROPE, tickets).owns(0, *own).owns(1, *others).stations(0, *stations)
    return table.last_turn().draw_two().state.points


@pytest.mark.parametrize(
    ("stations", "angora_kharkov", "left"),
    [((), -10, 3), (["Kharkov"], 10, 2), (["Rostov"], 10, 2), (["Wien"], -10, 2)],
)
def test_a_station_lets_its_owner_use_a_connection_of_another_into_that_city(
    stations, angora_kharkov, left
):
    points = ends(*stations)
    assert points[0] == 18 + angora_kharkov - 20 - 12 - 11 + 4 * left + 10
    assert points[1] == 2 - 51 + 12  # nothing is taken from the owner


def test_each_station_not_built_is_worth_4():
    assert [
        ends(*some)[0] for some in ((), ["Wien"], ["Wien", "Roma"], ["Wien", "Roma", "Essen"])
    ] == [18 - 53 + 10 + 4 * left for left in (3, 2, 1, 0)]


def test_the_same_connection_for_all_tickets_chosen_best_for_the_owner():
    deal = EUROPE_DEAL.replace("Amsterdam-Wilno", "Edinburgh-Paris").replace(
        "Angora-Kharkov", "Paris-Wien"
    )  # 7 and 8, beside 20 and 11
    own = ("Edinburgh-London", "Dieppe-London", "Munchen-Zurich", "Munchen-Wien")  # 7 + 2 + 2 + 4
    others = ("Dieppe-Paris", "Paris-Zurich")
    rest = 15 - 20 - 11 + 10
    assert ends("Paris", tickets=deal, others=others, own=own)[0] == rest + 8 - 7 + 8
    assert ends("Paris", "Dieppe", tickets=deal, others=others, own=own)[0] == rest + 8 + 7 + 4
    assert ends("Paris", "Zurich", tickets=deal, others=others, own=own)[0] == rest + 8 + 7 + 4
    assert ends(tickets=deal, others=others, own=own)[0] == rest - 8 - 7 + 12


def test_what_a_station_lends_counts_for_no_trail():
    own, others = ("Kyiv-Wilno",), ("Kyiv-Smolensk",)  # 2 against 3 trains
    points = ends("Kyiv", own=own, others=others)
    assert points == (2 - 53 + 8, 4 - 51 + 12 + 10)


def test_fewest_stations_break_a_tie():
    table = Table(EUROPE, EUROPE_DEAL).stations(0, "Wien").owns(0, "Pamplona-Paris")
    even = replace(table.last_turn().draw_two().state, points=(60, 60))
    assert table.rules.win(even) == Win((1,), ("fewer stations used",))
    one_each = table.stations(1, "Roma").state
    shown = table.rules.win(replace(one_each, points=(60, 60)))
    assert shown == Win((0,), ("a longer trail",))


# The small board


def test_28_cards_in_two_colours_and_jokers_3_trains_and_a_point():
    table = Table(SMALL)
    deck = dict(zip(table.rules.card_names, table.rules.map.deck, strict=True))
    assert deck == {"red": 10, "blue": 10, "joker": 8}
    assert [sum(hand) for hand in table.state.hands] == [1, 1]
    assert len(table.row) == 2
    assert table.state.trains == (3, 3)
    assert table.state.points == (1, 1)


def test_two_tickets_are_dealt_and_drawn_and_at_least_one_kept():
    table = Table(SMALL, "deal A-F, A-E | B-D, C-D", kept=False)
    assert kept(table) == {1: 2, 2: 1}
    table.move("0 keeps A-F, A-E", "1 keeps C-D, puts back B-D", "0 draws tickets")
    assert table.odds("0 is offered C-F, E-F") == Fraction(1, 2)
    table.move("0 is offered E-F, C-F")
    assert kept(table) == {1: 2, 2: 1}
    table.move("0 keeps E-F, puts back C-F", "1 draws tickets")
    assert table.odds("1 is offered B-D, C-F") == 1  # in the order in which they were put back


@pytest.mark.parametrize(("seats", "good"), [(2, True), (3, True), (4, False)])
def test_six_tickets_are_enough_for_three(seats, good):
    spec = f"tickets(board=small,seats={seats})"
    if good:
        assert Table(spec).rules.players == seats
        return
    with pytest.raises(Error, match="the board small has too few tickets for 4 seats"):
        game(spec)


@pytest.mark.parametrize(
    ("pile", "discard", "swept"),
    [
        ("1 joker 3 blue", "", True),
        ("1 joker", "2 red 1 blue", True),
        ("1 joker 2 blue", "", False),
        ("1 joker 1 blue", "1 blue", False),
    ],
)
def test_two_jokers_face_up_are_swept_away_unless_fewer_than_3_others_are_left(
    pile, discard, swept
):
    table = Table(SMALL).cards("", "rest", row="1 joker 1 red", pile=pile, discard=discard)
    table.move("0 takes red", "turned up joker")
    assert table.row == ([] if swept else ["joker", "joker"])


def test_no_bonus_for_the_longest_trail():
    table = Table(SMALL, "deal A-F, A-E | B-D, C-D").owns(0, "A-C").last_turn()
    assert table.draw_two().state.points == (1 + 1 - 6 - 3, 1 - 4 - 1)


def test_completed_tickets_of_the_small_board():
    table = Table(SMALL, "deal A-F, A-E | B-D, C-D").owns(0, "A-C", "C-D", "D-F").last_turn()
    assert table.draw_two().state.points == (1 + 3 + 6 - 3, 1 - 4 - 1)
