"""What all railway games have in common, paragraph by paragraph of their rules."""

from dataclasses import replace
from fractions import Fraction

import pytest
from rails import Table, all_cards, final, joins, own, random_game

from whoknows.core.game import CHANCE
from whoknows.core.registry import game
from whoknows.core.winners import Win
from whoknows.games.tickets.state import HIDDEN
from whoknows.games.tickets.trails import longest_trail

USA, EUROPE, SMALL = "tickets(board=usa)", "tickets(board=europe)", "tickets(board=small)"
BIG = ("tickets", USA, EUROPE)
PLAIN = ["red", "pink", "white", "yellow", "green", "blue", "black", "orange"]
NO_JOKERS = "1 red 1 pink 1 white 1 yellow 1 green"


# The deck and the start


@pytest.mark.parametrize("spec", BIG)
def test_there_are_twelve_cards_of_each_of_8_colours_and_14_jokers(spec):
    rules = game(spec)
    deck = dict(zip(rules.card_names, rules.start().pile, strict=True))
    assert deck == dict.fromkeys(PLAIN, 12) | {"joker": 14}
    assert sum(deck.values()) == 110


@pytest.mark.parametrize("spec", BIG)
def test_five_lie_face_up_and_each_has_4_cards_and_45_trains(spec):
    state = Table(spec).state
    assert len(state.row) == 5
    assert {sum(hand) for hand in state.hands} == {4}
    assert set(state.trains) == {45}
    assert set(state.points) == {0}
    assert state.closed == sum(state.pile) == 110 - 5 - 4 * len(state.hands)


# A turn


@pytest.mark.parametrize(
    ("spec", "kinds"),
    [
        (USA, {"claims", "takes", "draws blind", "draws tickets"}),
        (EUROPE, {"claims", "takes", "draws blind", "draws tickets", "builds"}),
        ("tickets", {"claims", "takes", "draws blind"}),
    ],
)
def test_a_turn_is_cards_or_a_claim_or_tickets_or_a_station(spec, kinds):
    rich = " ".join(f"6 {colour}" for colour in PLAIN)
    actions = Table(spec).cards(rich, row=NO_JOKERS).may()
    assert {text.split()[0] for text in actions} == {kind.split()[0] for kind in kinds}
    assert ("draws tickets" in actions) == ("draws tickets" in kinds)


def test_seats_move_in_turn():
    table, movers = Table("tickets(board=usa,seats=3)"), []
    for _ in range(7):
        movers.append(table.state.mover)
        table.draw_two()
    assert movers == [0, 1, 2, 0, 1, 2, 0]


def test_who_can_do_nothing_passes():
    table = Table("tickets(board=small,seats=3)").cards(
        "", "rest", row="", pile=""
    )  # no tickets left
    assert table.may() == ["passes"]
    table.move("0 passes")
    assert "passes" not in table.may()


def test_nobody_passes_who_can_do_something():
    for spec in (*BIG, SMALL):
        assert "passes" not in Table(spec).may()


def test_when_all_pass_in_succession_the_game_is_over():
    table = Table("tickets(board=small,seats=3)").cards("", "", "rest", row="", pile="")
    table.trains(3, 3, 0).move("0 passes", "1 passes")
    assert not table.over
    table.move("2 passes")
    assert table.over


def test_a_claim_between_them_lets_the_game_go_on():
    table = Table("tickets(board=small,seats=3)").cards("", "", "rest", row="", pile="")
    table.move("0 passes", "1 passes", "2 claims A-C with 1 red")
    assert table.may() == ["draws blind"]  # the card that was paid
    table.move("0 draws blind", "0 gets red")
    assert table.may() == ["passes"]
    table.move("1 passes")
    assert not table.over


# Drawing


@pytest.mark.parametrize(
    "drawing",
    [
        ["0 takes red", "turned up blue", "0 takes pink", "turned up blue"],
        ["0 takes red", "turned up red", "0 takes red", "turned up blue"],
        ["0 takes red", "turned up blue", "0 draws blind", "0 gets green"],
        ["0 draws blind", "0 gets green", "0 takes red", "turned up blue"],
        ["0 draws blind", "0 gets green", "0 draws blind", "0 gets green"],
    ],
)
@pytest.mark.parametrize("spec", [USA, EUROPE, "tickets"])
def test_two_cards_are_drawn_each_face_up_or_blind(spec, drawing):
    table = Table(spec).cards("1 black", row=NO_JOKERS)
    table.move(*drawing[:2])
    assert table.state.mover == 0
    assert all(text.startswith(("takes", "draws blind")) for text in table.may())
    table.move(*drawing[2:])
    assert table.state.mover == 1
    assert sum(table.state.hands[0]) == 3
    assert len(table.row) == 5


@pytest.mark.parametrize("spec", [USA, "tickets"])
def test_a_joker_taken_face_up_ends_the_drawing(spec):
    table = Table(spec).cards("1 black", row="1 joker 4 red")
    table.move("0 takes joker", "turned up blue")
    assert table.hand(0) == "1 black 1 joker"
    assert table.state.mover == 1


@pytest.mark.parametrize(
    "first", [["0 takes red", "turned up joker"], ["0 draws blind", "0 gets red"]]
)
def test_a_joker_that_lies_face_up_may_not_be_the_second_card(first):
    table = Table(USA).cards(row="1 joker 3 red 1 blue")
    table.move(*first)
    assert "joker" in table.row
    assert sorted(table.may()) == ["draws blind", "takes blue", "takes red"]


def test_a_joker_drawn_blind_is_an_ordinary_card():
    table = Table(USA).cards(row=NO_JOKERS)
    table.move("0 draws blind", "0 gets joker", "0 draws blind", "0 gets joker")
    assert table.hand(0) == "2 joker"
    assert table.state.mover == 1


@pytest.mark.parametrize("row", ["1 red", "1 red 3 joker"])
def test_if_no_second_card_can_be_taken_the_turn_ends(row):
    for spec in (USA, "tickets"):
        table = Table(spec).cards("", "rest", row=row, pile="")
        table.move("0 takes red")
        assert table.state.mover == 1 or table.over


def test_the_last_card_of_the_pile_may_be_the_only_one():
    table = Table(USA).cards("", "rest", row="2 joker", pile="1 red")
    table.move("0 draws blind", "0 gets red")
    assert table.state.mover == 1


def test_a_card_taken_is_replaced_at_once():
    table = Table(USA).cards(row=NO_JOKERS)
    table.move("0 takes white")
    assert table.rules.to_move(table.state) == CHANCE
    assert table.odds("turned up black") == Fraction(12, 105)
    assert table.odds("turned up white") == Fraction(11, 105)
    table.move("turned up black")
    assert table.row == ["red", "pink", "yellow", "green", "black"]
    table.move("0 takes black")  # it may be the second card
    assert table.hand(0) == "1 white 1 black"


def test_the_row_stays_short_where_nothing_is_left():
    table = Table(USA).cards("", "rest", row="2 red 1 blue", pile="")
    table.move("0 takes red")
    assert table.row == ["red", "blue"]
    assert table.may() == ["takes red", "takes blue"]


def test_when_a_card_is_needed_the_discard_is_shuffled_into_the_empty_pile():
    blind = Table(USA).cards("", "rest", row=NO_JOKERS, pile="", discard="3 red 1 joker")
    taken = Table(USA).cards("", "rest", row=NO_JOKERS, pile="", discard="3 red 1 joker")
    blind.move("0 draws blind")
    assert blind.odds("0 gets red") == Fraction(3, 4)
    blind.move("0 gets joker")
    taken.move("0 takes pink")
    assert taken.odds("turned up joker") == Fraction(1, 4)
    taken.move("turned up joker")
    for table in (blind, taken):
        assert table.told(table.state.pile) == "3 red"
        assert table.state.closed == 3
        assert table.told(table.state.discard) == ""


def test_the_discard_stays_while_no_card_is_needed():
    table = Table(USA).cards("", "rest", row=NO_JOKERS, pile="1 blue", discard="3 red")
    table.move("0 draws blind", "0 gets blue")
    assert table.state.closed == 0
    assert table.told(table.state.discard) == "3 red"
    table.move("0 draws blind", "0 gets red")
    assert table.told(table.state.pile) == "2 red"


def test_when_there_is_nothing_to_draw_drawing_is_not_offered():
    table = Table(USA).cards("", "rest", row="", pile="")
    assert table.may() == ["draws tickets"]
    table.cards("", "rest", row="2 joker", pile="")
    assert table.may() == ["takes joker", "draws tickets"]


# Three jokers face up


@pytest.mark.parametrize("spec", [USA, EUROPE])
def test_three_jokers_face_up_are_swept_away(spec):
    table = Table(spec).cards("", "rest", row="2 joker 3 red", pile="1 joker 5 blue")
    table.move("0 takes red", "turned up joker")
    assert table.row == []
    assert table.told(table.state.discard) == "2 red 3 joker"
    assert table.rules.to_move(table.state) == CHANCE
    table.move("turned up blue blue blue blue blue")
    assert table.row == ["blue"] * 5
    assert table.may() == ["takes blue", "draws blind"]  # the second card


def test_they_are_swept_away_again_and_the_discard_is_needed_for_that():
    table = Table(USA).cards("", "rest", row="2 joker 3 red", pile="4 joker 1 blue")
    table.move("0 takes red", "turned up joker")
    assert table.odds("turned up joker joker joker blue") == Fraction(1, 4)
    table.move("turned up joker joker joker blue")
    assert table.row == ["joker"] * 3 + ["blue"]
    table.move("turned up joker")  # of 2 red and 3 joker, shuffled
    assert table.row == []
    assert table.told(table.state.pile) == "2 red 2 joker"
    assert table.told(table.state.discard) == "1 blue 4 joker"


def test_they_are_swept_away_at_the_start_too():
    rules = game(USA)
    state = rules.apply(rules.start(), rules.chance(rules.start()).sample(Table().rng))
    for text in ("0 gets red red red red", "1 gets red red red red"):
        state = rules.apply(state, rules.parse(text))
    again = rules.apply(state, rules.parse("turned up joker red joker red joker"))
    assert again.row == ()
    assert rules.to_move(again) == CHANCE
    fine = rules.apply(state, rules.parse("turned up joker red joker red blue"))
    assert rules.to_move(fine) == 0


@pytest.mark.parametrize(
    ("pile", "discard", "swept"),
    [
        ("1 joker", "", False),  # 2 red are left in the row
        ("2 joker", "5 joker", False),
        ("1 joker 1 blue", "", True),
        ("1 joker", "1 blue", True),
    ],
)
def test_with_fewer_than_3_others_outside_the_hands_jokers_stay(pile, discard, swept):
    table = Table(USA).cards("", "rest", row="2 joker 3 red", pile=pile, discard=discard)
    table.move("0 takes red", "turned up joker")
    assert table.row == ([] if swept else ["joker", "joker", "red", "red", "joker"])


def test_in_the_knowledge_game_jokers_stay():
    table = Table("tickets").cards(row="2 joker 3 red")
    table.move("0 takes red", "turned up joker")
    assert table.row == ["joker", "joker", "red", "red", "joker"]


def test_all_that_lies_face_up_may_be_jokers():
    table = Table(USA).cards("", "rest", row="5 joker", pile="1 red")
    assert table.may("takes") == ["joker"]
    table.move("0 draws blind", "0 gets red")
    assert table.state.mover == 1  # no second card
    table.move("1 takes joker")
    assert table.row == ["joker"] * 4


# Claiming


@pytest.mark.parametrize(
    ("connection", "hand", "ways"),
    [
        ("Denver-Helena", "4 green", ["4 green"]),  # of its colour
        ("Denver-Helena", "3 green 12 red", []),
        ("Denver-Helena", "3 green 1 joker", ["3 green + 1 joker"]),  # jokers stand in for any
        (
            "Denver-Helena",
            "5 green 5 joker",
            ["4 green", "3 green + 1 joker", "2 green + 2 joker", "1 green + 3 joker", "4 joker"],
        ),
        ("Denver-Santa Fe", "1 red 1 blue", []),  # gray: any one colour
        ("Denver-Santa Fe", "2 red 2 blue", ["2 red", "2 blue"]),
        ("Denver-Santa Fe", "1 red 1 blue 1 joker", ["1 red + 1 joker", "1 blue + 1 joker"]),
        ("Denver-Santa Fe", "1 red 2 joker", ["1 red + 1 joker", "2 joker"]),
        ("Portland-Seattle", "1 pink 1 joker", ["1 pink", "1 joker"]),
    ],
)
def test_each_way_to_pay_is_an_action_of_its_own(connection, hand, ways):
    assert Table(USA).cards(hand).may(f"claims {connection} with") == ways


@pytest.mark.parametrize(
    ("connection", "hand", "ways"),
    [
        ("Dieppe-London", "12 red", []),  # a ferry for one joker
        ("Dieppe-London", "2 red 1 joker", ["1 red + 1 joker"]),
        ("Dieppe-London", "2 red 2 joker", ["1 red + 1 joker", "2 joker"]),
        ("Amsterdam-London", "2 red 1 joker", []),  # for two
        ("Amsterdam-London", "2 red 2 joker", ["2 joker"]),
        ("Palermo-Smyrna", "4 red 2 joker", ["4 red + 2 joker"]),
        ("Palermo-Smyrna", "3 red 3 blue 2 joker", []),
        ("Palermo-Smyrna", "5 red 3 joker", ["4 red + 2 joker", "3 red + 3 joker"]),
    ],
)
def test_a_ferry_needs_at_least_its_number_of_jokers(connection, hand, ways):
    assert Table(EUROPE).cards(hand).may(f"claims {connection} with") == ways


def test_a_claim_costs_cards_and_trains_and_ends_the_turn():
    table = Table(USA).cards("4 green 1 red 1 joker", row=NO_JOKERS)
    table.move("0 claims Denver-Helena with 3 green + 1 joker")
    assert table.owner("Denver-Helena") == 0
    assert table.hand(0) == "1 red 1 green"
    assert table.told(table.state.discard) == "3 green 1 joker"
    assert table.state.trains == (41, 45)
    assert table.state.mover == 1


def test_who_has_too_few_trains_may_not_claim():
    table = Table(USA).cards("4 green 4 red").trains(3, 45)
    assert table.may("claims Denver-Helena") == []
    assert table.may("claims Denver-Santa Fe with") == ["2 red", "2 green"]


def test_what_is_owned_is_not_claimed_again():
    table = Table(USA).cards("4 green", "4 green").owns(1, "Denver-Helena")
    assert table.may("claims Denver-Helena") == []
    assert table.turn(1).may("claims Denver-Helena") == []


# Double routes


@pytest.mark.parametrize(
    ("board", "seats", "first", "second", "may_others"),
    [
        ("usa", 2, "Boston-Montreal", "Boston-Montreal#2", False),
        ("usa", 3, "Boston-Montreal", "Boston-Montreal#2", False),
        ("usa", 4, "Boston-Montreal", "Boston-Montreal#2", True),
        ("usa", 5, "Boston-Montreal#2", "Boston-Montreal", True),
        ("europe", 3, "Berlin-Frankfurt", "Berlin-Frankfurt#2", False),
        ("europe", 4, "Berlin-Frankfurt", "Berlin-Frankfurt#2", True),
        ("small", 2, "C-D", "C-D#2", False),
        ("small", 3, "C-D", "C-D#2", True),
    ],
)
def test_nobody_owns_both_of_a_double_and_few_players_use_one(
    board, seats, first, second, may_others
):
    hand = "3 red 3 blue" if board == "small" else "3 red 3 black"
    table = Table(f"tickets(board={board},seats={seats})").cards(hand, hand)
    assert table.may(f"claims {first} with")
    table.owns(0, first)
    assert table.may(f"claims {second} with") == []
    assert bool(table.turn(1).may(f"claims {second} with")) == may_others
    assert table.may(f"claims {first} with") == []


# Points


@pytest.mark.parametrize(
    ("spec", "claim", "points"),
    [
        (USA, "Portland-Seattle with 1 red", 1),
        (USA, "Denver-Santa Fe with 2 red", 2),
        (USA, "Duluth-Sault St Marie with 3 red", 4),
        (USA, "Calgary-Helena with 4 red", 7),
        (USA, "Atlanta-Miami with 5 blue", 10),
        (USA, "Duluth-Toronto with 6 pink", 15),
        ("tickets(board=small)", "A-C with 1 red", 1),
        ("tickets(board=small)", "A-E with 2 red", 3),
    ],
)
def test_a_claim_earns_points_at_once_by_its_length(spec, claim, points):
    many = "6 red" if spec == SMALL else "6 red 6 blue 6 pink"
    table = Table(spec).cards(many)
    before = table.rules.scores(table.state)
    table.move(f"0 claims {claim}")
    assert table.rules.scores(table.state) == (before[0] + points, before[1])


def test_eight_trains_earn_21():
    table = Table(EUROPE).cards("8 red", row=NO_JOKERS)
    table.move("0 claims Petrograd-Stockholm with 8 red", "turned up blue blue blue")
    assert table.rules.scores(table.state) == (21, 0)
    assert table.state.trains == (37, 45)


# The longest trail


@pytest.mark.parametrize(
    ("connections", "length"),
    [
        ([], 0),
        (["Denver-Helena"], 4),
        (["Denver-Helena", "Atlanta-Miami"], 5),  # apart
        (["Denver-Helena", "Denver-Santa Fe", "El Paso-Santa Fe"], 8),
        (["Denver-Helena", "Denver-Santa Fe", "Denver-Omaha"], 8),  # a fork: the longest two
        # a loop and what hangs on it: Denver may be passed twice
        (["Denver-Omaha", "Kansas City-Omaha", "Denver-Kansas City", "Denver-Helena"], 13),
        # a loop with two tails: not all of it can be used
        (
            ["Denver-Omaha", "Kansas City-Omaha", "Denver-Kansas City", "Denver-Helena",
             "Kansas City-Saint Louis"],
            13,
        ),
        (["Dallas-Houston", "Dallas-Houston#2"], 2),
    ],
)  # fmt: skip
def test_a_trail_uses_each_connection_once_and_cities_at_will(connections, length):
    here = game(USA).map
    assert longest_trail(here, [here.connection(name).number for name in connections]) == length


DEALS = {
    USA: "deal Boston-Miami, Calgary-Phoenix, Chicago-Santa Fe"  # 34
    " | Dallas-New York, Duluth-Houston, Toronto-Miami",  # 29
    EUROPE: "deal Brest-Petrograd, Amsterdam-Wilno, Angora-Kharkov, Athina-Wilno"  # 53
    " | Cadiz-Stockholm, Berlin-Moskva, Essen-Kyiv, Kyiv-Sochi",  # 51
}


@pytest.mark.parametrize(
    ("spec", "connections", "points"),
    [
        (USA, ("Denver-Helena", "Dallas-Houston"), (7 - 34 + 10, 1 - 29)),
        (USA, ("Denver-Helena", "Calgary-Seattle"), (7 - 34 + 10, 7 - 29 + 10)),
        (EUROPE, ("Pamplona-Paris", "Dieppe-Paris"), (7 - 53 + 10 + 12, 1 - 51 + 12)),
        (EUROPE, ("Pamplona-Paris", "Athina-Sarajevo"), (7 - 53 + 10 + 12, 7 - 51 + 10 + 12)),
    ],
)
def test_the_longest_trail_earns_ten_and_so_do_all_who_tie(spec, connections, points):
    table = Table(spec, DEALS[spec]).owns(0, connections[0]).owns(1, connections[1])
    assert table.last_turn().draw_two().state.points == points


# Tickets at the end


@pytest.mark.parametrize("spec", [USA, EUROPE])
def test_completed_tickets_add_and_others_subtract(spec):
    way = {
        USA: ["Calgary-Seattle", "Portland-Seattle", "Portland-San Francisco",
              "Los Angeles-San Francisco", "Los Angeles-Phoenix"],  # 7 + 1 + 10 + 4 + 4
        EUROPE: ["Angora-Erzurum", "Erzurum-Sevastopol", "Rostov-Sevastopol", "Kharkov-Rostov"],
    }[spec]  # fmt: skip
    built = {USA: 26, EUROPE: 4 + 7 + 7 + 2}[spec]
    tickets = {USA: 13 - 12 - 9, EUROPE: 10 - 20 - 12 - 11}[spec]
    stations = {USA: 0, EUROPE: 12}[spec]
    end = Table(spec, DEALS[spec]).owns(0, *way).last_turn().draw_two().state
    assert end.points[0] == built + tickets + stations + 10


# Ties for the win


def ended(spec, points, **owned):
    """A game of two that is over with these points, nobody's tickets completed."""
    table = Table(spec, DEALS[spec])
    for seat, names in owned.items():
        table = table.owns(int(seat[-1]), *names)
    return table, replace(table.last_turn().draw_two().state, points=points)


def test_the_winner_of_a_game_is_told_from_its_last_state():
    table, end = ended(USA, (34, 29))
    assert table.rules.winners(end) == (0,)
    assert table.rules.win(end).words("01", (34, 29)) == "0 wins with 34 points"


def test_a_tie_of_points_and_tickets_goes_to_the_longer_trail():
    one, other = ("Denver-Helena",), ("Calgary-Helena",)
    table, even = ended(USA, (60, 60), seat_0=one, seat_1=other)
    assert table.rules.win(even) == Win((0, 1))
    apart = replace(even, owners=table.owns(0, "Portland-Seattle").state.owners)
    assert table.rules.win(apart) == Win((0, 1))
    longer = replace(even, owners=table.owns(0, "Denver-Santa Fe").state.owners)
    assert table.rules.win(longer) == Win((0,), ("a longer trail",))
    assert table.rules.winners(replace(longer, points=(60, 61))) == (1,)


def test_a_tie_of_points_goes_to_who_completed_more_tickets():
    way = ("Dallas-Houston", "Houston-New Orleans", "Miami-New Orleans")
    ways = (*way, "Atlanta-Miami", "Atlanta-Nashville", "Nashville-Pittsburgh")
    done = (*ways, "New York-Pittsburgh")  # Dallas-New York
    table, even = ended(USA, (60, 60), seat_1=done)
    assert table.rules.win(even) == Win((1,), ("more completed tickets",))
    table, even = ended(USA, (60, 60), seat_1=ways)
    assert table.rules.win(even) == Win((1,), ("a longer trail",))


# What is public


@pytest.mark.parametrize("spec", [USA, EUROPE, "tickets"])
def test_board_row_discard_sizes_and_numbers_of_tickets_are_public(spec):
    table = Table(spec).cards("5 red", "1 blue 2 joker", row=NO_JOKERS, discard="3 green")
    state, seen = table.state, table.rules.veil(table.state, None)
    for what in ("row", "discard", "owners", "trains", "points", "stations", "closed", "open"):
        assert getattr(seen, what) == getattr(state, what)
    assert [seen.ledger.hidden(seat) for seat in (0, 1)] == [5, 3]
    assert [len(seen.tickets(seat)) for seat in (0, 1)] == [len(state.tickets(s)) for s in (0, 1)]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_hidden_are_the_pile_and_what_others_hold(seat):
    table = Table(USA).cards("5 red", "1 blue 2 joker", row=NO_JOKERS)
    seen = table.rules.veil(table.state, seat)
    assert set(seen.pile) == {HIDDEN}
    for other in (0, 1):
        hidden = {HIDDEN} == set(seen.hands[other]) == set(seen.tickets(other))
        assert hidden == (other != seat)
        assert (seen.hands[other] == table.state.hands[other]) == (other == seat)


def test_cards_taken_face_up_are_known_and_paid_first():
    table = Table(USA).cards("2 green 1 red", known=["3 green"], row=NO_JOKERS)
    table.move("0 claims Denver-Helena with 4 green")
    assert table.told(table.state.open[0]) == ""
    assert table.hand(0) == "1 red 1 green"
    assert table.state.ledger.hidden(0) == 2  # one hidden green was shown
    table = Table(USA).cards("3 red", row=NO_JOKERS)
    table.move("0 takes red", "turned up red", "0 draws blind", "0 gets red")
    assert table.told(table.state.open[0]) == "1 red"
    assert table.state.ledger.hidden(0) == 4


# Where the rules leave room: the row is short because there was no card, and then there are cards


def test_a_row_that_could_not_be_filled_stays_short_until_a_card_is_taken_from_it():
    """The rules leave this open: only the card taken is replaced at once."""
    table = Table(USA).cards("4 green", "rest", row="", pile="")
    table.move("0 claims Denver-Helena with 4 green")
    assert table.settle().row == []


# Every position of random games


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        (SMALL, 1200),
        ("tickets(board=small,seats=3)", 600),
        ("tickets(board=small,rules=knowledge)", 600),
        ("tickets(board=small,rules=knowledge,seats=2,hand=3,as_original=on)", 300),
        ("tickets", 10),
        ("tickets(seats=4,hand=3)", 2),
        (USA, 15),
        ("tickets(board=usa,seats=5)", 5),
        (EUROPE, 8),
        ("tickets(board=europe,seats=4)", 4),
    ],
)
def test_in_random_games_everything_adds_up(spec, games):
    for seed in range(games):
        assert_adds_up(spec, seed)


def assert_adds_up(spec, seed):
    """Of one random game; `make soak` has others."""
    rules, owned = game(spec), ()
    deck, trains = rules.map.deck, rules.map.parameters.trains
    for state in random_game(spec, seed):
        assert all_cards(rules, state) == deck
        assert sum(state.pile) == state.closed
        assert all(now == old for old, now in zip(owned, state.owners, strict=False) if old >= 0)
        owned = state.owners
    lengths = [c.length for c in rules.map.connections]
    for seat in range(rules.players):
        assert state.trains[seat] == trains - sum(lengths[n] for n in own(state, seat))
        assert all(rules.map.connections[n].twin not in own(state, seat) for n in own(state, seat))
        done = [ticket for ticket, by in enumerate(state.done) if by == seat]
        assert set(done) <= set(state.tickets(seat))
        assert all(joins(rules, own(state, seat), ticket) for ticket in done)
    assert state.points == final(rules, state)
