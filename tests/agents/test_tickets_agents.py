"""Positions of the railway game with one right move: for kripke and for greedy."""

from random import Random

import pytest
from rails import Table

from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import END
from whoknows.core.match import play
from whoknows.core.registry import agent, game
from whoknows.games.tickets.board import board

USA, EUROPE = "tickets(board=usa)", "tickets(board=europe)"
# Brest-Marseille (7) goes by Brest-Paris (3 black) and Paris-Marseille (4 gray), Brest-Venezia (8)
# by Brest-Paris, Zurich-Paris (3 gray) and Zurich-Venezia (2 green).
DEAL = (
    "deal Brest-Marseille, Brest-Venezia | Madrid-Zurich, Zagrab-Brindisi"
    " | Paris-Zagrab, Zurich-Brindisi"
)
PLAIN_ROW = "5 orange"


def at(hand="", row=PLAIN_ROW, deal=DEAL, spec="tickets", **places):
    """Seat 0 to move with these cards."""
    return Table(spec, deal).cards(hand, row=row, **places)


def chosen(table, name="kripke", seed=0):
    """What an agent does for the seat to move, without its seat; it must say why."""
    choice = agent(name).choose(seen(table), Random(seed))
    assert choice.action in table.actions()
    assert choice.reasons
    assert all(choice.reasons)
    return str(choice.action).partition(" ")[2]


def seen(table):
    """The view of the seat to move; greedy needs no knowledge."""
    if table.rules.knowing:
        return table.view()
    seat = table.state.mover
    return View(table.rules, seat, table.rules.veil(table.state, seat), table.actions(), None)


# Kripke claims for its own tickets


@pytest.mark.parametrize(
    ("hand", "claim"),
    [
        ("3 black", "claims Brest-Paris with 3 black"),
        ("4 blue", "claims Zurich-Paris with 3 blue"),  # for 8, not Paris-Marseille for 7
        ("2 green 4 blue", "claims Zurich-Paris with 3 blue"),  # both for 8: the first found
        ("2 green", "claims Zurich-Venezia with 2 green"),
        ("2 green 3 black", "claims Brest-Paris with 3 black"),  # on both paths: for 8, and first
    ],
)
def test_it_claims_for_the_ticket_worth_most_and_the_first_found_on_ties(hand, claim):
    assert chosen(at(hand)) == claim


@pytest.mark.parametrize(
    ("tickets", "claim"),
    [
        ("Paris-Wien, Madrid-Zurich", "claims Frankfurt-Paris with 3 white"),
        ("Madrid-Zurich, Paris-Wien", "claims Madrid-Barcelona with 2 yellow"),
    ],
)
def test_own_tickets_count_in_the_order_dealt(tickets, claim):
    deal = f"deal {tickets} | Brest-Venezia, Zagrab-Brindisi | Paris-Zagrab, Zurich-Brindisi"
    assert chosen(at("3 white 2 yellow", deal=deal)) == claim


def test_it_claims_only_what_it_has_trains_for():
    assert chosen(at("3 black 2 green").trains(2, 45, 45)) == "claims Zurich-Venezia with 2 green"
    assert chosen(at("3 black 2 green").trains(1, 45, 45)).startswith(("takes", "draws"))


def test_a_completed_ticket_counts_no_more():
    deal = DEAL.replace("Brest-Marseille, Brest-Venezia", "Brest-Venezia, Brest-Marseille")
    table = at("3 black 4 blue 4 red 2 pink", deal=deal)
    table.move("0 claims Brest-Paris with 3 black")
    table.turn(0).move("0 claims Zurich-Paris with 3 red")
    table.turn(0).cards("2 green", row=PLAIN_ROW)
    table.move("0 claims Zurich-Venezia with 2 green, completing Brest-Venezia")
    # Marseille is nearer from Zurich now, and only that ticket counts.
    assert chosen(table.turn(0).cards("2 pink 4 blue")) == (
        "claims Zurich-Marseille with 2 pink, completing Brest-Marseille"
    )


# How it pays


@pytest.mark.parametrize(
    ("hand", "claim"),
    [
        ("2 black 1 joker", "claims Brest-Paris with 2 black + 1 joker"),
        ("3 black 3 joker", "claims Brest-Paris with 3 black"),  # jokers last
        ("3 joker", "claims Brest-Paris with 3 joker"),
        ("1 blue 2 red 1 joker", "claims Zurich-Paris with 2 red + 1 joker"),  # gray: most held
        ("3 blue 2 red 1 joker", "claims Zurich-Paris with 3 blue"),
    ],
)
def test_it_pays_with_the_colour_then_jokers_and_gray_with_the_colour_held_most(hand, claim):
    assert chosen(at(hand)) == claim


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("2 red 1 joker", "claims Dieppe-London with 1 red + 1 joker"),
        ("2 red 2 joker", "claims Dieppe-London with 1 red + 1 joker"),
        ("2 joker", "claims Dieppe-London with 2 joker"),
        ("2 red", "draws blind"),
    ],
)
def test_for_a_ferry_it_keeps_enough_jokers(hand, found):
    deal = "deal Edinburgh-Paris | Zagrab-Brindisi | Zurich-Brindisi"
    table = at(hand, deal=deal, spec="tickets(hand=1)").owns(0, "London-Edinburgh")
    assert chosen(table) == found


# It blocks what it knows


OWN = "Edinburgh-Paris, Amsterdam-Pamplona"


def two(others, hand, own=OWN, options=""):
    """Two seats, of which each knows what the other holds; seat 0 is to move."""
    return at(hand, deal=f"deal {own} | {others}", spec=f"tickets(seats=2{options})")


@pytest.mark.parametrize("others", ["Madrid-Zurich, Berlin-Roma", "Berlin-Roma, Madrid-Zurich"])
def test_it_blocks_the_ticket_worth_most(others):
    table = two(others, "4 red 2 blue")
    # Barcelona-Marseille would keep a ticket worth 8 from its owner, Munchen-Venezia one worth 9.
    assert chosen(table) == "blocks 1 holding Berlin-Roma at Munchen-Venezia with 2 blue"


def test_of_equal_tickets_it_blocks_the_first():
    table = two("Barcelona-Munchen, Marseille-Essen", "4 red 2 green")
    found = "blocks 1 holding Barcelona-Munchen at Barcelona-Marseille with 4 red"
    assert chosen(table) == found


def test_on_a_path_it_blocks_the_first_connection_that_it_can_pay():
    others = "Paris-Wien, Zurich-Brindisi"
    found = "blocks 1 holding Paris-Wien at"
    assert chosen(two(others, "3 white 3 orange")) == f"{found} Frankfurt-Paris with 3 white"
    assert chosen(two(others, "2 white 3 orange")) == f"{found} Munchen-Wien with 3 orange"


def three(hand, options=""):
    """Seat 1, to move, knows that 0 holds Madrid-Dieppe and 2 Marseille-Essen, each worth 8."""
    deal = "deal Madrid-Dieppe | Paris-Wien | Marseille-Essen"
    table = Table(f"tickets(hand=1{options})", deal).cards("", "", "2 pink").turn(2)
    table.move("2 claims Frankfurt-Munchen with 2 pink")  # it has Paris-Wien or Marseille-Essen
    return table.cards("", hand, row=PLAIN_ROW).turn(1)


def test_of_equal_tickets_of_two_seats_it_blocks_the_first_seat():
    found = chosen(three("1 pink 2 green"))
    assert found == "blocks 0 holding Madrid-Dieppe at Dieppe-Paris with 1 pink"
    found = chosen(three("2 green"))
    assert found == "blocks 2 holding Marseille-Essen at Essen-Frankfurt with 2 green"


def test_it_says_how_it_knows():
    table = two("Madrid-Zurich, Berlin-Roma", "2 blue")
    choice = agent("kripke").choose(table.view(), Random(0))
    assert choice.reasons[0] == "1 holds Berlin-Roma, worth 9"
    assert len(choice.reasons) == 2


def test_an_own_claim_comes_first():
    table = two("Madrid-Zurich, Berlin-Roma", "2 blue 1 pink")
    assert chosen(table) == "claims Dieppe-Paris with 1 pink"


def test_it_does_not_block_what_it_does_not_know():
    table = at("2 yellow")  # seat 1 needs Madrid-Barcelona, as seat 0 does not know
    assert chosen(table) == "draws blind"


def test_without_blocks_it_draws():
    table = two("Madrid-Zurich, Berlin-Roma", "2 blue")
    assert chosen(table).startswith("blocks")
    assert chosen(table, "kripke(blocks=off)") == "draws blind"
    assert agent("kripke(blocks=off)").name == "kripke(blocks=off)"


# It draws what it wants


def test_a_face_up_joker_comes_first():
    assert chosen(at("1 green", row="4 green 1 joker")) == "takes joker"


@pytest.mark.parametrize(
    ("hand", "row", "drawn"),
    [
        ("1 green 1 black", "2 black 3 green", "takes green"),  # one green is missing, two black
        ("2 black", "2 black 3 green", "takes black"),  # one black, two green
        ("1 green 1 black", "2 black 3 orange", "takes black"),  # of those that lie face up
        ("2 red", "1 red 2 black 2 green", "takes red"),  # gray counts for red: one is missing
        ("2 red 1 green", "3 red 2 pink", "takes red"),
        ("1 green", "5 pink", "draws blind"),
        ("1 green", "3 pink 2 white", "draws blind"),
    ],
)
def test_it_takes_the_colour_of_which_fewest_cards_are_missing(hand, row, drawn):
    assert chosen(at(hand, row=row)) == drawn


def test_it_draws_two_cards_of_the_most_wanted_colour():
    table = at("1 black 1 red", row="3 black 2 pink")
    table.move("0 takes black", "turned up pink")
    assert chosen(table) == "takes black"


def test_after_the_first_card_it_looks_again_what_it_wants():
    table = at("", row="2 green 3 black")
    assert chosen(table) == "takes green"  # two are missing, and three black
    table.move("0 takes green", "turned up pink")
    assert chosen(table) == "takes green"


def test_it_never_takes_a_joker_second():
    table = at("1 green", row="1 green 4 pink")
    table.move("0 takes green", "turned up joker")
    assert chosen(table) == "draws blind"


def test_owned_connections_want_no_cards():
    table = at("1 green 2 red", row="3 green 2 black")
    assert chosen(table) == "takes green"
    table.owns(0, "Zurich-Venezia")
    assert chosen(table) == "takes black"


def test_a_colour_of_which_no_card_is_missing_is_wanted_most():
    """Amsterdam-London takes two jokers: of red, which would pay for gray, it lacks none, and
    none is fewest. The text leaves it open."""
    deal = "deal London-Berlin | Zagrab-Brindisi | Zurich-Brindisi"
    table = at("2 red", row="3 red 2 white", deal=deal, spec="tickets(hand=1)")
    assert chosen(table) == "takes red"


def test_where_the_pile_is_empty_it_takes_what_there_is():
    table = Table("tickets", DEAL).cards("1 green", "rest", row="2 pink", pile="")
    assert chosen(table) == "takes pink"


# As the original program plays


def test_the_original_wants_cards_for_what_it_owns_too():
    table = at("1 green 2 red", row="3 green 2 black", spec="tickets(as_original=on)")
    table.owns(0, "Zurich-Venezia")
    assert chosen(table) == "takes green"


def test_the_original_keeps_the_last_candidate_of_each_target_and_draws_a_target():
    table = three("2 pink 2 green", ",as_original=on")
    assert {chosen(table, seed=seed) for seed in range(20)} == {
        "blocks 0 holding Madrid-Dieppe at Dieppe-Paris with 1 pink",
        "blocks 2 holding Marseille-Essen at Essen-Frankfurt with 2 green",  # of two on its path
    }


# A block that names the seat only


def test_a_block_of_a_seat_counts_what_the_ticket_known_to_be_its_own_is_worth():
    """Amsterdam-Frankfurt is on its way of London-Berlin, 7, and would be of London-Wien, 10."""
    table = two(
        "London-Berlin, Madrid-Zurich",
        "2 white 2 yellow",
        own="London-Wien, Brest-Marseille",
        options=",block=agent",
    )
    table.owns(0, "Dieppe-London", "Dieppe-Paris", "Frankfurt-Paris")
    assert "blocks 1 at Amsterdam-Frankfurt with 2 white" in table.may()
    assert chosen(table) == "blocks 1 at Madrid-Barcelona with 2 yellow"


# Other games


def test_kripke_plays_the_knowledge_game_and_greedy_the_classic_one():
    with pytest.raises(Error, match=r"kripke plays the knowledge game of tickets, not tickets\(bo"):
        chosen(Table(USA), "kripke")
    with pytest.raises(Error, match=r"greedy does not play .*: that game does not say what looks"):
        chosen(at(), "greedy")


def test_kripke_plays_whole_games():
    for spec in ("tickets", "tickets(seats=2)", "tickets(block=agent)", "tickets(as_original=on)"):
        rules = game(spec)
        turns = list(play(rules, [agent("kripke")] * rules.players, seed=1))
        assert rules.to_move(turns[-1].after) < -1
        assert all(turn.choice.reasons for turn in turns if turn.by >= 0)


# Greedy: classic rules


NEAR = (
    "deal Denver-El Paso, Kansas City-Houston, New York-Atlanta"
    " | Dallas-New York, Duluth-Houston, Toronto-Miami"
)
WAYS = (
    *("Denver-Santa Fe", "El Paso-Santa Fe"),
    *("Kansas City-Oklahoma City", "Dallas-Oklahoma City", "Dallas-Houston"),
    *("New York-Washington", "Raleigh-Washington", "Atlanta-Raleigh"),
)


def usa(hand="", row=PLAIN_ROW, deal=NEAR, **others):
    return at(hand, row=row, deal=deal, spec=USA, **others)


@pytest.mark.parametrize(
    ("hand", "claim"),
    [
        ("2 red", "claims Denver-Santa Fe with 2 red"),
        ("1 red 2 joker", "claims Denver-Santa Fe with 1 red + 1 joker"),
        ("1 red", "claims Dallas-Houston with 1 red"),
        ("1 red 6 yellow", "claims Denver-Santa Fe with 2 yellow"),  # not 6 trains to Helena
    ],
)
def test_greedy_claims_the_longest_connection_that_its_tickets_need(hand, claim):
    assert chosen(usa(hand), "greedy") == claim


def test_greedy_takes_cards_for_its_tickets():
    table = usa("", row="1 orange 4 green").owns(0, *WAYS[:-3], "Atlanta-Raleigh")
    assert chosen(table, "greedy") == "takes green"  # for New York-Pittsburgh
    assert chosen(usa("", row="4 black 1 joker"), "greedy") == "takes joker"


def test_greedy_draws_tickets_when_all_are_joined_and_trains_are_left():
    table = usa("2 red").owns(0, *WAYS)
    assert chosen(table, "greedy") == "draws tickets"
    assert chosen(table.trains(11, 45), "greedy").startswith("claims")


def test_greedy_claims_the_longest_it_can_when_nothing_is_needed():
    table = usa("2 red 6 green").owns(0, *WAYS).trains(6, 45)
    assert chosen(table, "greedy") == "claims El Paso-Houston with 6 green"


def test_greedy_claims_the_longest_in_the_last_round():
    table = usa("2 red 6 green").last_turn()
    assert chosen(table, "greedy") == "claims El Paso-Houston with 6 green"


def test_greedy_keeps_as_few_tickets_as_it_may_and_those_that_cost_least():
    start = Table(USA, NEAR, kept=False)
    assert chosen(start, "greedy").count(",") == 2  # two kept, one put back
    table = usa().owns(0, *WAYS)
    table.stock("Duluth-El Paso", "Los Angeles-Miami", "Denver-Pittsburgh")
    table.owns(0, "Kansas City-Omaha", "Duluth-Omaha", "El Paso-Oklahoma City")
    table.move("0 draws tickets")
    table.move("0 is offered Los Angeles-Miami, Denver-Pittsburgh, Duluth-El Paso")
    assert chosen(table, "greedy").startswith("keeps Duluth-El Paso, puts back")  # joined already


def test_greedy_pays_for_a_tunnel_if_it_can():
    for hand, found in (("4 black", "adds 1 black"), ("3 black", "withdraws")):
        table = Table(EUROPE).cards(hand, row=PLAIN_ROW)
        table.move("0 claims Madrid-Pamplona with 3 black", "turned up black red red")
        assert chosen(table, "greedy") == found


# Kripke draws tickets where it may


def cut_off(spec="tickets(draw=on)", hand=""):
    """Seat 0, to move; both its tickets begin in Brest, all connections of which are another's."""
    return at(hand, spec=spec).owns(1, *BREST)


BREST = [c.name for c in board("europe24").connections if "Brest" in c.name]


def test_it_draws_tickets_when_none_of_its_own_can_be_completed():
    assert chosen(cut_off()) == "draws tickets"
    assert chosen(cut_off(), "kripke(tickets=affordable)") == "draws tickets"
    assert not chosen(cut_off(), "kripke(tickets=never)").startswith("draws tickets")
    assert not chosen(at(spec="tickets(draw=on)")).startswith("draws tickets")


def test_where_no_tickets_are_drawn_it_takes_cards():
    assert chosen(cut_off("tickets")) == chosen(cut_off("tickets"), "kripke(tickets=never)")


def test_it_can_afford_a_ticket_with_the_cards_for_its_own_and_trains_to_spare():
    """It still needs Brest-Paris (3) and Zurich-Venezia (2), and 12 trains for one ticket more."""

    def choice(hand, trains, name="kripke(tickets=affordable)"):
        table = at(hand, spec="tickets(draw=on)").owns(0, "Paris-Marseille", "Zurich-Paris")
        return chosen(table.trains(trains, 45, 45), name)

    assert choice("5 blue", 17) == "draws tickets"
    assert choice("4 blue", 17) != "draws tickets"
    assert choice("5 blue", 16) != "draws tickets"
    assert choice("5 blue", 17, "kripke") != "draws tickets"
    assert choice("5 blue 2 green", 17).startswith("claims Zurich-Venezia")  # first its own


@pytest.mark.parametrize(
    ("own", "keep"),
    [
        ([], "keeps London-Berlin, puts back Paris-Wien, Berlin-Roma"),
        (["Frankfurt-Paris"], "keeps Paris-Wien, puts back London-Berlin, Berlin-Roma"),
        (
            ["Frankfurt-Paris", "Frankfurt-Munchen", "Munchen-Wien"],
            "keeps Paris-Wien, puts back London-Berlin, Berlin-Roma, completing Paris-Wien",
        ),
    ],
)
def test_it_keeps_what_it_has_completed_or_the_ticket_that_is_cheapest_to_join(own, keep):
    table = cut_off().owns(0, *own)
    table.move("0 draws tickets", "0 is offered Paris-Wien, London-Berlin, Berlin-Roma")
    assert chosen(table) == keep


def test_who_has_completed_all_its_tickets_never_draws_since_the_game_is_over():
    way = ("Paris-Marseille", "Zurich-Paris", "Zurich-Venezia")
    table = at("3 black", spec="tickets(draw=on)").owns(0, *way)
    claim = "0 claims Brest-Paris with 3 black, completing Brest-Marseille, Brest-Venezia"
    assert table.move(claim)
    assert table.rules.to_move(table.state) == END
