"""What the railway game refuses, and why: by a rule, and by nothing that a seat cannot see."""

from random import Random

import pytest
from rails import Table

from whoknows.core.error import Error
from whoknows.core.registry import rules as game  # seats by number
from whoknows.games.tickets.board import FOLDER

USA, EUROPE, SMALL = "tickets(board=usa)", "tickets(board=europe)", "tickets(board=small)"
USA_DEAL = (
    "deal Boston-Miami, Calgary-Phoenix, Chicago-Santa Fe"
    " | Dallas-New York, Duluth-Houston, Toronto-Miami"
)
DEAL = (
    "deal Brest-Marseille, Brest-Venezia | Madrid-Zurich, Zagrab-Brindisi"
    " | Paris-Zagrab, Zurich-Brindisi"
)
HAND = "4 red 4 green 4 black 2 yellow 3 joker"
ROW = "1 red 1 pink 1 white 1 yellow 1 joker"


def refused(table, tried, reason):
    """Refused for this reason, by a position that stays as it was, while all else is legal."""
    before = table.rules.encode_state(table.state)
    worlds = table.model.count() if table.model else 0
    assert table.objection(tried) == f"'{tried}': {reason}"
    assert table.rules.encode_state(table.state) == before
    assert (table.model.count() if table.model else 0) == worlds
    assert all(table.objection(action) is None for action in table.actions()[-8:])


# A turn


@pytest.mark.parametrize(
    ("moves", "tried", "reason"),
    [
        ([], "1 draws blind", "it is 0's turn"),
        ([], "turned up red", "it is 0's turn, not chance's"),
        ([], "0 gets red", "it is 0's turn, not chance's"),
        ([], USA_DEAL, "it is 0's turn, not chance's"),
        ([], "0 takes blue", "no blue lies face up"),
        ([], "0 passes", "0 cannot do this now"),
        ([], "0 withdraws", "0 cannot do this now"),
        ([], "0 adds 1 red", "0 cannot do this now"),
        ([], "0 builds a station in Boston with 1 red", "0 cannot do this now"),
        ([], "0 keeps Boston-Miami", "no tickets are on offer"),
        (["0 draws blind", "0 gets red"], "0 draws tickets", "0 has to take a second card"),
        (
            ["0 draws blind", "0 gets red"],
            "0 takes joker",
            "a joker that lies face up may not be the second card",
        ),
        (["0 draws blind", "0 gets red"], "0 takes blue", "no blue lies face up"),
        (["0 takes red", "turned up red"], "1 draws blind", "it is 0's turn"),
        (
            ["0 takes red", "turned up red"],
            "0 claims Denver-Helena with 4 green",
            "0 has to take a second card",
        ),
    ],
)
def test_a_turn(moves, tried, reason):
    table = Table(USA, USA_DEAL).cards(HAND, row=ROW)
    table.move(*moves)
    refused(table, tried, reason)


def test_choosing_among_tickets():
    table = Table(USA, USA_DEAL, kept=False)
    for tried in ("0 keeps Boston-Miami", "0 draws blind", "0 takes red", "0 keeps Toronto-Miami"):
        refused(table, tried, "0 has to choose tickets first")


def test_paying_for_a_tunnel():
    table = Table(EUROPE).cards("5 black 1 joker", row=ROW)
    table.move("0 claims Madrid-Pamplona with 3 black", "turned up black red red")
    for tried in ("0 draws blind", "0 adds 2 black", "0 adds 1 red", "0 takes red", "0 passes"):
        refused(table, tried, "0 has to pay for the tunnel or withdraw")


def test_drawing_where_there_is_nothing():
    table = Table(USA, USA_DEAL).cards("", "rest", row="", pile="")
    refused(table, "0 draws blind", "0 cannot do this now")
    refused(table, "0 takes red", "no red lies face up")


def test_drawing_tickets_where_there_are_none():
    table = Table("tickets(board=small,seats=3)")
    refused(table, "0 draws tickets", "0 cannot do this now")
    refused(Table("tickets", DEAL), "0 draws tickets", "0 cannot do this now")


def test_a_station_where_one_is():
    table = Table(EUROPE).cards("3 red").stations(1, "Wien")
    refused(table, "0 builds a station in Wien with 1 red", "0 cannot do this now")
    refused(table, "0 builds a station in Roma with 2 red", "0 cannot do this now")


# Claims


@pytest.mark.parametrize(
    ("tried", "reason"),
    [
        ("Denver-Santa Fe with 2 green", "Denver-Santa Fe is 1's"),
        ("Calgary-Helena with 4 red", "Calgary-Helena is already 0's"),
        ("Boston-Montreal#2 with 2 red", "0 already owns Boston-Montreal beside it"),
        (
            "Dallas-Houston#2 with 1 red",
            "with 2 players only one of Dallas-Houston#2 and Dallas-Houston may be used",
        ),
        (
            "Sault St Marie-Winnipeg with 6 red",
            "Sault St Marie-Winnipeg takes 6 trains, and 0 has 5",
        ),
        ("Denver-Helena with 4 blue", "0 cannot pay 4 blue"),
        ("Denver-Helena with 4 joker", "0 cannot pay 4 joker"),
        (
            "Denver-Helena with 4 red",
            "Denver-Helena costs 4 green, jokers standing in; not 4 red",
        ),
        (
            "Denver-Helena with 3 green",
            "Denver-Helena costs 4 green, jokers standing in; not 3 green",
        ),
        (
            "Calgary-Vancouver with 2 red",
            "Calgary-Vancouver costs 3 one colour, jokers standing in; not 2 red",
        ),
        (
            "Denver-Helena with 4 green, completing Boston-Miami",
            "in the classic rules nobody announces blocks or completed tickets",
        ),
    ],
)
def test_a_claim(tried, reason):
    table = Table(USA, USA_DEAL).cards(HAND)
    table.owns(1, "Denver-Santa Fe", "Dallas-Houston").owns(0, "Calgary-Helena", "Boston-Montreal")
    refused(table.trains(5, 40), f"0 claims {tried}", reason)


def test_a_block_in_classic_rules():
    tried = "0 blocks 1 holding Boston-Miami at Denver-Helena with 4 green"
    reason = "in the classic rules nobody announces blocks or completed tickets"
    refused(Table(USA, USA_DEAL).cards(HAND), tried, reason)


def test_a_ferry():
    table = Table(EUROPE).cards("4 red 2 joker")
    reason = "Dieppe-London costs 2 one colour, 1 of them jokers, jokers standing in; not 2 red"
    refused(table, "0 claims Dieppe-London with 2 red", reason)


# The knowledge game


def needing(options=""):
    """Seat 1 is known to hold Madrid-Zurich, and seat 0 is to move."""
    table = Table(f"tickets{options}", DEAL).cards("", "2 yellow").turn(1)
    table.move("1 claims Madrid-Barcelona with 2 yellow")
    return table.cards(HAND, row=ROW).turn(0)


@pytest.mark.parametrize(
    ("tried", "reason"),
    [
        (
            "0 claims Roma-Venezia with 2 black",
            "Roma-Venezia is on no shortest path of a ticket that 0 needs",
        ),
        (
            "0 claims Brest-Paris with 3 black, completing Brest-Venezia",
            "it does not complete exactly the tickets that it names",
        ),
        ("0 claims Madrid-Barcelona with 2 yellow", "Madrid-Barcelona is 1's"),
        (
            "0 blocks 0 holding Brest-Venezia at Brest-Paris with 3 black",
            "nobody may block themselves",
        ),
        (
            "0 blocks 1 holding Madrid-Zurich at Brest-Paris with 3 black",
            "Brest-Paris is not on 1's shortest path for Madrid-Zurich",
        ),
        (
            "0 blocks 1 holding Brest-Venezia at Brest-Paris with 3 black",
            "it names a ticket of the blocker's own or a completed one, or completes other tickets",
        ),
        (
            "0 blocks 1 holding Madrid-Zurich at Barcelona-Marseille with 4 red"
            ", completing Brest-Venezia",
            "it names a ticket of the blocker's own or a completed one, or completes other tickets",
        ),
        (
            "0 blocks 1 holding Madrid-Zurich at Barcelona-Marseille with 4 white",
            "0 cannot pay 4 white",
        ),
        (
            "0 blocks 1 at Barcelona-Marseille with 4 red",
            "a block names the ticket (block=card)",
        ),
    ],
)
def test_conduct(tried, reason):
    refused(needing(), tried, reason)


@pytest.mark.parametrize(
    ("tried", "reason"),
    [
        (
            "0 blocks 1 holding Madrid-Zurich at Barcelona-Marseille with 4 red",
            "a block names no ticket (block=agent)",
        ),
        (
            "0 blocks 1 at Berlin-Frankfurt with 3 black",
            "Berlin-Frankfurt is not on 1's shortest path for any ticket",
        ),
    ],
)
def test_conduct_where_a_block_names_the_seat_only(tried, reason):
    refused(needing("(block=agent)"), tried, reason)


def test_too_few_trains_for_a_block_but_not_in_the_original():
    tried = "0 blocks 1 holding Madrid-Zurich at Barcelona-Marseille with 4 white"
    table = needing().trains(3, 43, 45)
    refused(table, tried, "Barcelona-Marseille takes 4 trains, and 0 has 3")
    original = needing("(as_original=on)").trains(3, 43, 45)
    refused(original, tried, "0 cannot pay 4 white")


# A block without knowledge


@pytest.mark.parametrize(
    ("options", "tried"),
    [
        ("", "0 blocks 1 holding Zagrab-Brindisi at Roma-Venezia with 2 black"),
        ("", "0 blocks 2 holding Zagrab-Brindisi at Roma-Venezia with 2 black"),  # nor is it so
        ("(block=agent)", "0 blocks 1 at Roma-Venezia with 2 black"),
        ("(as_original=on)", "0 blocks 1 holding Zagrab-Brindisi at Roma-Venezia with 2 black"),
    ],
)
def test_a_block_without_knowledge_is_refused_with_a_deal_in_which_the_ticket_is_elsewhere(
    options, tried
):
    table = needing(options)
    before = table.rules.encode_state(table.state), table.model.count()
    assert table.rules.parse(tried) in table.rules.actions(table.state)
    heard = table.objection(tried)
    assert heard.startswith(f"'{tried}' would say something false: ")
    target = tried.split()[2]
    possible = heard.partition("Still possible: ")[2]
    hands = dict(hand.split(": ") for hand in possible.rstrip(".").split(" | "))
    doubted = "Zurich-Brindisi" if "block" in options else "Zagrab-Brindisi"
    assert doubted not in hands[target].split()
    assert sorted(hands["0"].split()) == ["Brest-Marseille", "Brest-Venezia"]
    assert "Madrid-Zurich" in hands["1"].split()  # what all know is so in this deal too
    assert (table.rules.encode_state(table.state), table.model.count()) == before


def test_a_refusal_tells_nothing_new():
    """Whatever seat 0 tries, it hears the same in every deal that it cannot tell from this one."""
    table = needing()
    rules, world = table.rules, table.rules.world(table.state)
    knowledge, veiled = table.model.seat(0, at=world), table.rules.veil(table.state, 0)
    twins = [rules.redeal(veiled, knowledge.sample(Random(s)), Random(s)) for s in range(6)]
    assert len({str(rules.world(twin)) for twin in twins}) > 1
    texts = [
        "0 claims Roma-Venezia with 2 black",
        "0 claims Zurich-Paris with 4 red",
        "1 claims Zurich-Marseille with 2 pink",
        *(
            f"0 blocks {seat} holding {ticket} at {at}"
            for seat in (1, 2)
            for ticket in ("Madrid-Zurich", "Zagrab-Brindisi", "Paris-Zagrab", "Zurich-Brindisi")
            for at in ("Roma-Venezia with 2 black", "Zurich-Venezia with 2 green")
        ),
    ]
    heard = [table.objection(text) for text in texts]
    assert None not in heard
    for twin in twins:
        table.state = twin
        assert [table.objection(text) for text in texts] == heard


# What chance cannot bring


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (USA, USA_DEAL.replace("Toronto-Miami", "Boston-Miami")),  # a ticket twice
        (USA, USA_DEAL.replace(", Toronto-Miami", "")),  # hands of other sizes
        ("tickets", DEAL.replace("Zurich-Brindisi", "Madrid-Zurich")),
        ("tickets", "0 gets red red red red"),
        ("tickets", "0 draws blind"),
    ],
)
def test_what_chance_cannot_bring_at_the_start(spec, text):
    rules = game(spec)
    assert rules.chance(rules.start()).odds(rules.parse(text)) == 0


@pytest.mark.parametrize("text", ["0 gets red red", "0 gets blue", "1 gets red", "turned up red"])
def test_what_chance_cannot_bring_of_a_pile(text):
    table = Table(USA).cards("", "rest", row=ROW, pile="3 red")
    table.move("0 draws blind")
    assert table.odds(text) == 0
    assert table.objection(text) == f"chance cannot bring '{text}' here"


def test_nothing_is_done_when_the_game_is_over():
    table = Table("tickets", DEAL).cards("", "rest", row="1 red", pile="")
    table.move("0 takes red")
    assert table.objection("1 draws blind") == "the game is over"


# What is not an action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not an action of tickets, like 'Anna draws blind'"),
        ("0 waits", "is not an action"),
        ("7 draws blind", "no seat 7; seats are 0, 1, 2"),
        ("0 takes gray", "no train card gray; there are red, pink"),
        ("0 claims Brest-Pari with 3 black", "'Brest-Pari' is not on this board"),
        ("0 claims Paris-Brest with 3 black", "'Paris-Brest' is not on this board"),
        ("0 claims Brest-Paris with", "is not an action"),
        ("0 claims Brest-Paris with 3 blac", "no train card blac"),
        ("0 claims Brest-Paris with three black", "is not a payment, like '2 red . 1 joker'"),
        ("0 claims Brest-Paris with 0 black", "is not a payment"),
        ("0 claims Brest-Paris with 2 black + 1 red", "is not a payment"),
        ("0 claims Brest-Paris with 1 joker + 2 joker", "must be written|is not a payment"),
        ("0 blocks 1 holding Brest-Wien at Brest-Paris with 3 black", "'Brest-Wien' is not on"),
        ("0 blocks 9 at Brest-Paris with 3 black", "no seat 9"),
        ("0 builds a station in Zurch with 1 red", "no city Zurch"),
        ("deal Brest-Marseille | Brest-Venezia", "expected 3 hands"),
        ("0 gets red  red", "no train card"),
        ("0 claims " + "x" * 5000, r"^.{,120}$"),
    ],
)
def test_what_is_not_an_action(text, reason):
    with pytest.raises(Error, match=reason) as caught:
        game("tickets").parse(text)
    assert "\n" not in str(caught.value)


# Impossible games


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("seats=1", "tickets is for 2 to 5 seats, not 1"),
        ("seats=6", "tickets is for 2 to 5 seats, not 6"),
        ("seats=4,hand=5", "4 seats with 5 tickets each are not possible: .* has 16"),
        ("hand=0", "3 seats with 0 tickets each are not possible"),
        ("hand=-1", "hand|not possible"),
        ("board=small,seats=4", "the board small has too few tickets for 4 seats"),
        ("board=usa,hand=2", "hand is only an option with rules=knowledge"),
        ("board=usa,block=agent", "block is only an option with rules=knowledge"),
        ("board=small,as_original=on", "as_original is only an option with rules=knowledge"),
        (
            "board=mars",
            "there is no board called 'mars'; there are europe, europe24, small, small-fair, usa",
        ),
        ("rules=none", "rules takes classic or knowledge"),
        ("block=all", "block takes card or agent"),
    ],
)
def test_an_impossible_game_is_refused(options, reason):
    with pytest.raises(Error, match=reason) as caught:
        game(f"tickets({options})")
    assert "\n" not in str(caught.value)


def test_a_board_whose_hands_are_larger_than_its_deck_is_refused(tmp_path):
    text = (FOLDER / "small.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("start_hand = 1", "start_hand = 15"))
    with pytest.raises(Error, match=r"mine\.toml has too few cards for 2 seats"):
        game(f'tickets(board="{tmp_path / "mine.toml"}")')
    (tmp_path / "mine.toml").write_text(text.replace("start_hand = 1", "start_hand = 14"))
    assert game(f'tickets(board="{tmp_path / "mine.toml"}")').players == 2
