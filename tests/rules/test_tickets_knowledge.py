"""The knowledge game on europe24, paragraph by paragraph of its rules."""

from math import comb, prod
from random import Random

import pytest
from rails import Table

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.core.registry import rules as game  # seats by number
from whoknows.games.tickets import claim_rule
from whoknows.games.tickets.moves import Block, Claim
from whoknows.games.tickets.paths import path
from whoknows.games.tickets.state import NOBODY

ALL = "C[0,1,2]"
# The documented example game.
DEAL = (
    "deal Brest-Marseille, Brest-Venezia | Madrid-Zurich, Zagrab-Brindisi"
    " | Paris-Zagrab, Zurich-Brindisi"
)
HANDS = [hand.split(", ") for hand in DEAL.removeprefix("deal ").split(" | ")]
PLAYING = [ticket for hand in HANDS for ticket in hand]
RICH = "6 red 6 pink 6 white 6 yellow 6 green 6 blue 6 black 6 orange 6 joker"


def rich(deal=DEAL, seat=0, spec="tickets"):
    """A table at which one seat can pay for anything."""
    table = Table(spec, deal)
    return table.cards(*["" if s != seat else RICH for s in range(table.rules.players)])


def has(seat, ticket):
    return f'has({seat},"{ticket}")'


# The deal


@pytest.mark.parametrize(
    ("seats", "hand", "worlds"),
    [
        (3, 2, 90),
        (3, 3, 1680),
        (4, 2, 2520),
        (4, 3, 369_600),
        (4, 4, 63_063_000),
        (2, 2, 6),
        (5, 1, 120),
    ],
)
def test_so_many_worlds_there_are_at_the_start(seats, hand, worlds):
    rules = game(f"tickets(seats={seats},hand={hand})")
    deal = rules.chance(rules.start()).sample(Random(1))
    born, *_ = rules.says(rules.veil(rules.start(), None), deal)
    assert born.to(None).count() == worlds
    assert worlds == prod(comb((seats - i) * hand, hand) for i in range(seats))


@pytest.mark.parametrize(
    ("hand", "before", "after"), [(2, 90 * 90, 540), (3, 2_822_400, 1680 * 20)]
)
def test_before_the_seats_look_every_world_is_related_to_every_world(hand, before, after):
    rules = game(f"tickets(hand={hand})")
    deal = rules.chance(rules.start()).sample(Random(1))
    born, *looks = rules.says(rules.veil(rules.start(), None), deal)
    model = born.to(None)
    assert [model.pairs(seat) for seat in (0, 1, 2)] == [before] * 3
    for seat, look in enumerate(looks):  # both steps are shown, seat by seat
        assert look.sentence == f"{seat} looks at its tickets"
        model = look.to(model)
        pairs = [model.pairs(s) for s in (0, 1, 2)]
        assert pairs == [after if s <= seat else before for s in (0, 1, 2)]


def test_looking_leaves_the_worlds_in_which_the_own_hand_is_the_same():
    table = Table("tickets", DEAL)
    world = table.rules.world(table.state)
    for seat in (0, 1, 2):
        cell = table.model.cell(seat, at=world)
        assert cell.count() == 6
        assert {tuple(sorted(other[str(seat)])) for other in cell} == {tuple(sorted(HANDS[seat]))}


def test_which_tickets_are_in_play_is_known_to_all_and_who_holds_them_is_not():
    table = Table("tickets", DEAL)
    assert set(table.model.vocabulary.cards) == set(PLAYING)
    for ticket in PLAYING:
        somebody = " | ".join(has(seat, ticket) for seat in (0, 1, 2))
        assert table.model.valid(f"{ALL} ({somebody})")
        for seat in (0, 1, 2):
            held = ticket in HANDS[seat]
            for other in {0, 1, 2} - {seat}:
                assert table.knows(other, f"~{has(seat, ticket)}") == (ticket in HANDS[other])
                assert not table.knows(other, has(seat, ticket))
            assert table.knows(seat, has(seat, ticket)) == held


def test_two_know_the_deal_at_once_though_the_model_has_all_its_worlds():
    table = Table(
        "tickets(seats=2)", "deal Brest-Marseille, Brest-Venezia | Madrid-Zurich, Paris-Wien"
    )
    assert table.model.count() == 6
    assert [table.model.pairs(seat) for seat in (0, 1)] == [6, 6]
    world = table.rules.world(table.state)
    for seat in (0, 1):
        for ticket in table.tickets(seat):
            assert table.model.holds(f"C[0,1] {has(seat, ticket)}", at=world)


@pytest.mark.parametrize(
    ("options", "good"),
    [
        ("seats=2,hand=8", True),
        ("seats=5,hand=3", True),
        ("seats=5,hand=1", True),
        ("seats=5,hand=4", False),
        ("seats=4,hand=5", False),
        ("seats=3,hand=0", False),
        ("seats=1", False),
        ("seats=6,hand=1", False),
    ],
)
def test_two_to_five_play_with_as_many_tickets_as_the_16_allow(options, good):
    if good:
        assert game(f"tickets({options})").map.name == "europe24"
        return
    with pytest.raises(Error, match="tickets"):
        game(f"tickets({options})")


def test_three_seats_with_two_tickets_on_europe24_are_the_default():
    rules = game("tickets")
    assert (rules.board, rules.knowing, rules.players, rules.held) == ("europe24", True, 3, 2)


def test_no_tickets_are_drawn_and_there_are_no_stations_tunnels_or_doubles():
    table = rich()
    kinds = {type(action).__name__ for action in table.rules.actions(table.state)}
    assert kinds == {"Claim", "Block", "Take", "Blind"}
    assert not any(c.tunnel or c.twin >= 0 for c in table.rules.map.connections)
    assert table.state.pile_at("stock") is None


# Conduct


def claims(table):
    """The connections that the seat to move may claim for itself."""
    return {action.connection for action in table.actions() if isinstance(action, Claim)}


def blocks(table):
    """What the seat to move may block: seat, ticket, connection."""
    named = [a for a in table.actions() if isinstance(a, Block)]
    return {(int(a.target), a.ticket, a.connection) for a in named}


def test_a_claim_lies_on_the_own_shortest_path_of_an_unfinished_ticket():
    assert claims(rich()) == {"Brest-Paris", "Paris-Marseille", "Zurich-Paris", "Zurich-Venezia"}
    assert claims(rich(seat=1).turn(1)) == {
        "Madrid-Barcelona", "Barcelona-Marseille", "Zurich-Marseille",
        "Zagrab-Venezia", "Roma-Venezia", "Roma-Brindisi",
    }  # fmt: skip


def test_paths_are_recomputed_after_each_claim():
    table = rich()
    table.move("0 claims Brest-Paris with 3 black")
    table.turn(0).move("0 claims Paris-Marseille with 4 blue, completing Brest-Marseille")
    # To Venezia it is now cheaper from Marseille: 2 + 2 against 3 + 2.
    assert claims(table.turn(0)) == {"Zurich-Marseille", "Zurich-Venezia"}
    table.owns(1, "Zurich-Marseille")  # closed when it is another's
    assert claims(table) == {"Zurich-Paris", "Zurich-Venezia"}


def test_paths_of_all_seats_and_tickets_are_public():
    table = rich()
    table.move("0 claims Brest-Paris with 3 black")
    public = table.rules.veil(table.state, None)
    for seat in (0, 1, 2):
        found = claim_rule.paths(table.rules.map, 3, public, seat)
        assert [table.rules.map.tickets[t].name for t in found] == sorted(
            PLAYING, key=lambda name: table.rules.map.ticket(name).number
        )
        for ticket, way in found.items():
            there = table.rules.map.tickets[ticket]
            assert way == path(table.rules.map, seat, table.state.owners, there, 3)


def test_who_knows_nothing_of_others_cannot_block():
    assert blocks(rich()) == set()


def known():
    """Seat 1 has completed Madrid-Zurich in parts of which all learnt that it holds it."""
    table = rich(seat=1).turn(1)
    table.move("1 claims Madrid-Barcelona with 2 yellow")
    return table


def test_a_block_lies_on_the_path_of_a_ticket_that_another_is_known_to_hold():
    table = known()
    assert table.model.valid(f"{ALL} {has(1, 'Madrid-Zurich')}")
    table.cards("", "", RICH).turn(2)
    assert blocks(table) == {
        (1, "Madrid-Zurich", "Barcelona-Marseille"),
        (1, "Madrid-Zurich", "Zurich-Marseille"),
    }
    table.move("2 blocks 1 holding Madrid-Zurich at Zurich-Marseille with 2 pink")
    assert table.owner("Zurich-Marseille") == 2
    assert table.state.points == (0, 2, 2)
    assert table.state.trains == (45, 43, 43)
    assert table.hand(2).startswith("6 red 4 pink")


def test_a_block_takes_trains_like_a_claim():
    table = known().cards("", "", RICH).turn(2).trains(45, 43, 3)
    assert blocks(table) == {(1, "Madrid-Zurich", "Zurich-Marseille")}


def test_with_two_seats_everything_can_be_blocked_at_once():
    deal = "deal Brest-Marseille, Brest-Venezia | Madrid-Zurich, Zagrab-Brindisi"
    table = rich(deal, spec="tickets(seats=2)")
    assert {ticket for _, ticket, _ in blocks(table)} == {"Madrid-Zurich", "Zagrab-Brindisi"}
    assert len(blocks(table)) == 6


# Announcements


def test_a_claim_says_that_one_holds_a_ticket_whose_path_contains_it():
    table = rich(seat=1).turn(1)
    said = table.move("1 claims Madrid-Barcelona with 2 yellow")
    assert said == ["1 has Madrid-Zurich, since it claims Madrid-Barcelona"]
    assert table.model.count() == 30
    table.cards(RICH).turn(0)
    said = table.move("0 claims Zurich-Paris with 2 blue + 1 joker")
    assert said == ["0 has Paris-Zagrab or Brest-Venezia, since it claims Zurich-Paris"]
    assert table.model.count() == 21
    either = f"({has(0, 'Paris-Zagrab')} | {has(0, 'Brest-Venezia')})"
    assert table.model.valid(f"{ALL} {either}")


def test_a_block_says_that_one_knows():
    table = known().cards("", "", RICH).turn(2)
    before = table.model
    said = table.move("2 blocks 1 holding Madrid-Zurich at Zurich-Marseille with 2 pink")
    assert said[0] == "2 knows that 1 has Madrid-Zurich"
    formula = f"K[2] {has(1, 'Madrid-Zurich')}"
    assert table.model.count() == before.announce(formula).count()


SHARED = "deal Madrid-Zurich | Brest-Venezia | Paris-Zagrab"


def shared(options=""):
    """Seat 1 has said that it has one of two tickets; seat 2 holds one of these."""
    table = rich(SHARED, seat=1, spec=f"tickets(hand=1{options})").turn(1)
    table.move("1 claims Zurich-Paris with 3 red")
    return table.cards("", "", RICH).turn(2)


def test_that_one_knows_tells_more_than_that_it_is_so():
    table = shared()
    assert table.knows(2, has(1, "Brest-Venezia"))
    assert not table.knows(0, has(1, "Brest-Venezia"))
    assert table.model.announce(has(1, "Brest-Venezia")).count() == 2
    table.move("2 blocks 1 holding Brest-Venezia at Brest-Paris with 3 black")
    assert table.model.count() == 1
    assert table.model.valid(f"{ALL} {has(2, 'Paris-Zagrab')}")


def test_completing_is_announced_at_once():
    table = rich()
    table.move("0 claims Brest-Paris with 3 black")
    table.turn(0)
    assert table.objection("0 claims Paris-Marseille with 4 blue") is not None  # it is compulsory
    said = table.move("0 claims Paris-Marseille with 4 blue, completing Brest-Marseille")
    assert said[-1] == "0 completes Brest-Marseille"
    assert table.model.valid(f"{ALL} {has(0, 'Brest-Marseille')}")
    assert table.state.done[table.rules.map.ticket("Brest-Marseille").number] == 0
    assert table.state.points == (4 + 7 + 7, 0, 0)


def test_what_is_not_completed_cannot_be_announced():
    table = rich()
    for text in ("completing Brest-Marseille", "completing Paris-Zagrab"):
        assert table.objection(f"0 claims Brest-Paris with 3 black, {text}") is not None


SILENT = (
    "deal Brest-Venezia, Zagrab-Brindisi | Madrid-Zurich, Brest-Marseille"
    " | Paris-Zagrab, Zurich-Brindisi"
)


def test_silence_speaks_too():
    table = rich(SILENT)
    for move in (
        "0 claims Brest-Paris with 3 black",
        "0 claims Zurich-Paris with 3 red",
        "0 claims Zurich-Venezia with 2 green, completing Brest-Venezia",
    ):
        table.move(move)
        table.turn(0)
    assert not table.model.valid(f"~{has(0, 'Paris-Zagrab')}")
    said = table.move("0 claims Zagrab-Venezia with 2 blue")
    assert said == [
        "0 has Zagrab-Brindisi or Paris-Zagrab, since it claims Zagrab-Venezia",
        "0 would have completed Paris-Zagrab, and says nothing",
    ]
    assert table.model.valid(f"{ALL} ~{has(0, 'Paris-Zagrab')}")
    assert table.model.valid(f"{ALL} {has(0, 'Zagrab-Brindisi')}")


def test_a_block_may_complete_too():
    deal = SILENT.replace("Zagrab-Brindisi |", "Brest-Marseille |").replace(
        "Zurich, Brest-Marseille", "Zurich, Zagrab-Brindisi"
    )
    table = rich(deal)
    table.move("0 claims Brest-Paris with 3 black")
    table.turn(1).cards("", RICH).move("1 claims Madrid-Barcelona with 2 yellow")
    table.turn(1).move("1 claims Barcelona-Marseille with 4 red")
    table.turn(0).cards(RICH).move("0 claims Zurich-Paris with 3 red")
    table.turn(0)
    # Zurich-Marseille is needed by 1, and joins Brest and Marseille for 0.
    said = table.move(
        "0 blocks 1 holding Madrid-Zurich at Zurich-Marseille with 2 pink, "
        "completing Brest-Marseille"
    )
    assert said == ["0 knows that 1 has Madrid-Zurich", "0 completes Brest-Marseille"]


def test_a_completed_ticket_is_needed_no_more():
    table = rich()
    table.move("0 claims Brest-Paris with 3 black")
    table.turn(0).move("0 claims Paris-Marseille with 4 blue, completing Brest-Marseille")
    said = table.turn(0).move("0 claims Zurich-Marseille with 2 pink")
    assert "Brest-Marseille" not in said[0]


# Laws that are valid at every step


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("tickets", 2),
        ("tickets(seats=2)", 1),
        ("tickets(block=agent)", 1),
        ("tickets(as_original=on)", 1),
        ("tickets(board=small,rules=knowledge)", 30),
        ("tickets(board=small,rules=knowledge,seats=2,hand=3)", 10),
        ("tickets(board=small,rules=knowledge,seats=5,hand=1)", 10),
    ],
)
def test_what_is_said_is_common_knowledge_afterwards(spec, games):
    rules = game(spec)
    seats = ",".join(rules.seats)
    said = set()
    for seed in range(games):
        for state, model, action in moves(rules, seed):
            if isinstance(action, Claim | Block):
                for formula, told in announced(rules, state, action):
                    assert model.valid(f"[! {formula}] C[{seats}] {told}")
                    model = model.announce(formula)
                    said.add(type(action).__name__ if "|" not in formula else "or")
    assert said >= {"Claim"}


def announced(rules, state, action):
    """What an action says first and what it completes: the formula, and what all know then."""
    seat = int(action.seat)
    number = rules.map.connection(action.connection).number
    if isinstance(action, Claim):
        names = on_path(rules, state, seat, number)
        either = f"({' | '.join(has(seat, name) for name in names)})"
        yield either, either
    else:
        target = int(action.target)
        names = [action.ticket] if action.ticket else on_path(rules, state, target, number)
        known = f"({' | '.join(f'K[{seat}] {has(target, name)}' for name in names)})"
        yield known, f"({' | '.join(has(target, name) for name in names)})"
    for name in action.completes:
        yield has(seat, name), has(seat, name)


def on_path(rules, state, seat, number):
    """The unfinished tickets on whose path for this seat the connection lies."""
    tickets = [rules.map.tickets[t] for t in state.playing if state.done[t] == NOBODY]
    owners = state.owners
    return [t.name for t in tickets if number in path(rules.map, seat, owners, t, rules.players)]


def moves(rules, seed):
    """Every move of a random game, with the state and the model before it."""
    state, model, rng = rules.start(), None, Random(seed)
    while (by := rules.to_move(state)) != END:
        if by == CHANCE:
            action = rules.chance(state).sample(rng)
        else:
            options = legal(rules, state, model)
            kind = rng.choice(sorted({type(option).__name__ for option in options}))
            action = rng.choice([o for o in options if type(o).__name__ == kind])
        yield state, model, action
        turn = step(rules, state, model, Choice(action))
        state, model = turn.after, turn.model


def test_a_claim_names_just_the_unfinished_tickets_on_whose_path_it_lies():
    """As the paths were before the claim; who claims must hold one of them."""
    seen = 0
    for spec, games in (("tickets", 3), ("tickets(board=small,rules=knowledge)", 40)):
        rules = game(spec)
        for seed in range(games):
            for state, _, action in moves(rules, seed):
                if isinstance(action, Claim):
                    number = rules.map.connection(action.connection).number
                    names = on_path(rules, state, int(action.seat), number)
                    update, *_ = rules.says(rules.veil(state, None), action)
                    start = f"{action.seat} has {' or '.join(names)}, since"
                    assert update.sentence.startswith(start)
                    own = rules.ticket_names(state.tickets(int(action.seat)))
                    assert set(own) & set(names)
                    seen += any(by not in (NOBODY, int(action.seat)) for by in state.done)
    assert seen > 10  # claims while others have completed tickets


# The end


def test_the_game_ends_at_once_when_a_seat_has_completed_all_its_tickets():
    table = rich()
    for move in (
        "0 claims Brest-Paris with 3 black",
        "0 claims Paris-Marseille with 4 blue, completing Brest-Marseille",
        "0 claims Zurich-Marseille with 2 pink",
    ):
        table.move(move)
        assert not table.over
        table.turn(0)
    table.move("0 claims Zurich-Venezia with 2 green, completing Brest-Venezia")
    assert table.over
    assert table.state.points == (4 + 7 + 2 + 2 + 7 + 8, -8 - 6, -7 - 6)  # unfinished: subtracted
    assert table.rules.winners(table.state) == (0,)


@pytest.mark.parametrize(("trains", "ends"), [(5, True), (6, False)])
def test_fewer_than_3_trains_after_a_claim_give_every_seat_one_more_turn(trains, ends):
    table = rich().trains(trains, 45, 45)
    table.move("0 claims Brest-Paris with 3 black")
    for seat in (1, 2, 0):  # the one who began it included
        assert (table.over, table.state.mover) == (False, seat)
        table.draw_two()
    assert table.over == ends


def test_few_trains_after_a_block_do_so_too():
    table = known().cards("", "", RICH).turn(2).trains(45, 43, 4)
    table.move("2 blocks 1 holding Madrid-Zurich at Zurich-Marseille with 2 pink")
    for _ in range(3):
        assert not table.over
        table.draw_two()
    assert table.over


def test_few_trains_after_drawing_do_not():
    table = rich().trains(2, 45, 45)
    for _ in range(7):
        table.draw_two()
    assert not table.over


@pytest.mark.parametrize(
    ("row", "pile", "drawing"),
    [
        ("1 red", "", ["0 takes red"]),
        ("2 red", "", ["0 takes red", "0 takes red"]),
        ("", "2 red", ["0 draws blind", "0 gets red", "0 draws blind", "0 gets red"]),
        ("1 joker", "", ["0 takes joker"]),
    ],
)
def test_the_game_ends_at_once_when_pile_row_and_discard_are_empty(row, pile, drawing):
    table = Table("tickets", DEAL).cards("", "rest", row=row, pile=pile)
    table.move(*drawing)
    assert table.over
    assert table.state.points == (-7 - 8, -8 - 6, -7 - 6)


@pytest.mark.parametrize(("row", "discard"), [("2 joker", ""), ("1 red", "1 red")])
def test_while_a_card_is_left_anywhere_the_game_goes_on(row, discard):
    table = Table("tickets", DEAL).cards("", "rest", row=row, pile="", discard=discard)
    table.move(f"0 takes {row.split()[1]}")
    table.settle()
    assert not table.over


def test_a_claim_leaves_its_cards_in_the_discard_and_the_game_goes_on():
    table = Table("tickets", DEAL).cards("rest", row="", pile="")
    table.move("0 claims Brest-Paris with 3 black")
    assert not table.over
    assert table.may() == ["draws blind"]


# Options: a block that names only the seat


def test_block_agent_names_the_seat_and_not_the_ticket():
    table = shared(",block=agent")
    assert {(1, None, "Brest-Paris"), (1, None, "Zurich-Venezia")} <= blocks(table)
    assert {ticket for _, ticket, _ in blocks(table)} == {None}
    said = table.move("2 blocks 1 at Brest-Paris with 3 black")
    assert said == ["2 knows that 1 has Brest-Venezia"]  # no other ticket needs Brest-Paris


def test_block_agent_says_that_one_knows_some_ticket_on_whose_path_it_lies():
    table = shared(",block=agent")
    either = [has(1, ticket) for ticket in ("Paris-Zagrab", "Brest-Venezia")]
    formula = " | ".join(f"K[2] {atom}" for atom in either)
    before = table.model
    said = table.move("2 blocks 1 at Zurich-Venezia with 2 green")
    assert said == ["2 knows that 1 has Paris-Zagrab or Brest-Venezia"]
    assert table.model.count() == before.announce(formula).count() == 2
    assert not table.model.valid(f"K[0] {has(1, 'Brest-Venezia')}")


def test_block_agent_without_knowledge_of_a_ticket_is_not_legal():
    table = shared(",block=agent").cards(RICH).turn(0)
    assert table.knows(0, f"{has(1, 'Brest-Venezia')} | {has(1, 'Paris-Zagrab')}")
    assert blocks(table) == set()


# Options: as the original program plays


@pytest.mark.parametrize(("trains", "ends"), [(4, True), (5, False)])
def test_the_original_ends_below_2_trains(trains, ends):
    table = rich(spec="tickets(as_original=on)").trains(trains, 45, 45)
    table.move("0 claims Brest-Paris with 3 black")
    for _ in range(3):
        assert not table.over
        table.draw_two()
    assert table.over == ends


def test_a_block_of_the_original_ignores_the_trains_left():
    table = shared(",as_original=on").trains(45, 42, 1)
    assert claims(table) == set()
    assert (1, "Brest-Venezia", "Brest-Paris") in blocks(table)
    table.move("2 blocks 1 holding Brest-Venezia at Brest-Paris with 3 black")
    assert table.owner("Brest-Paris") == 2


def test_a_block_of_the_original_says_that_it_is_so():
    table = shared(",as_original=on")
    table.move("2 blocks 1 holding Brest-Venezia at Brest-Paris with 3 black")
    assert table.model.count() == 2
    assert table.model.valid(f"{ALL} {has(1, 'Brest-Venezia')}")
    assert not table.model.valid(has(2, "Paris-Zagrab"))


def test_a_block_of_the_original_must_be_known_all_the_same():
    table = shared(",as_original=on").cards(RICH).turn(0)
    assert table.rules.world(table.state)["1"] == ["Brest-Venezia"]
    assert blocks(table) == set()


def test_the_original_ends_when_all_seats_in_succession_could_not_draw():
    table = Table("tickets(as_original=on)", DEAL).cards("", "", "rest", row="1 red", pile="")
    table.trains(45, 45, 0).move("0 takes red")
    for seat in (1, 2, 0):
        assert not table.over
        assert table.may() == ["passes"]
        table.move(f"{seat} passes")
    assert table.over


def test_in_the_original_a_claim_begins_the_succession_anew():
    table = Table("tickets(as_original=on)", DEAL).cards("", "", "rest", row="1 red", pile="")
    table.move("0 takes red", "1 passes", "2 claims Zurich-Paris with 3 red")
    assert table.may() == ["draws blind"]
    table.cards("", "", "rest", row="", pile="").trains(45, 45, 0)
    for seat in (0, 1, 2):
        assert not table.over
        table.move(f"{seat} passes")
    assert table.over


def test_who_could_only_block_without_knowing_passes():
    """A seat with cards for everything, no train for a claim, and nothing to draw."""
    table = Table("tickets(as_original=on)", DEAL).cards("rest", row="", pile="").trains(0, 45, 45)
    assert table.may() == ["passes"]
