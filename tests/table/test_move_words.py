"""What a move costs, what it is for and where on the board it is done."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from told_matches import stops
from watched import BRIDGE, DOCUMENTED, match, parsed, seen

import whoknows as wk
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import play
from whoknows.core.registry import game
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.rules import worth
from whoknows.games.tickets.moves import Claim, Pay
from whoknows.games.tickets.page.payments import least_first
from whoknows.table.knowledge.visible_moment import ALL, Moment, first, following, to_move
from whoknows.table.messages import Loss
from whoknows.table.page import game_board
from whoknows.table.page.better_move import better_move

DRAWN = ["boerenbridge(rounds=3)", "tickets", "tickets(board=usa,seats=4)"]
ELSEWHERE = ("Pass", "Extra", "Withdraw", "Bid")  # done by a button, or by a seat


def decisions(spec: str, seat: int = 0, most: int = 60) -> list[Moment]:
    """The moments at which a seat is to move."""
    if spec == BRIDGE:
        rules, turns = match(spec)
    else:
        rules = wk.game(spec)
        turns = list(islice(play(rules, [AnyLegal() for _ in rules.seats], seed=2), most))
    found, now = [], first(rules, seat)
    for turn in turns:
        if turn.by == seat:
            found.append(to_move(now, turn.before))
        now = following(now, turn)
    return found


@pytest.mark.parametrize("spec", DRAWN)
def test_a_move_is_done_at_things_that_are_on_the_board(spec: str) -> None:
    found = 0
    for story in stops(spec, 0):
        drawn = parsed(game_board.board(story, len(story) - 1))
        for action in story[-1].actions:
            spots = game_board.spots(game(spec), str(action))
            assert bool(spots) or type(action).__name__ in ELSEWHERE
            for kind, name in spots:
                assert any(e.get(f"data-{kind}") == name for e in drawn.iter()), (kind, name)
                found += 1
    assert found > 8


def test_a_deal_is_told_by_who_gets_what_as_far_as_one_sees_it() -> None:
    told = {viewer: game_board.in_words(seen(DOCUMENTED, viewer)[1]) for viewer in (1, None, ALL)}
    assert told[None] == "each player gets 2 tickets"
    assert told[1] == "each player gets 2 tickets, 1 Madrid-Zurich and Zagrab-Brindisi"
    assert told[ALL].startswith("0 gets Brest-Marseille and Brest-Venezia; 1 gets Madrid-Zurich")


def test_the_better_move_of_a_mistake_is_found_on_the_board_after_it() -> None:
    rules = game("boerenbridge(rounds=3)")
    loss = Loss(
        step=9, seat="N", best="N: QH", words="N plays the queen of hearts", lost=3.0, low=2.0,
        high=4.0, mistake=True, worth=0.0, tries=100,
    )  # fmt: skip
    found = better_move(rules, [loss], 9)
    assert found == {"words": "N plays the queen of hearts", "spots": [("face", "QH")]}
    assert better_move(rules, [loss], 8) is None
    assert better_move(rules, [{**loss, "mistake": False}], 9) is None
    assert better_move(rules, None, 9) is None


def test_what_is_paid_is_in_the_hand_and_of_several_ways_the_one_that_hurts_least_is_first() -> (
    None
):
    paid = 0
    for moment in decisions("tickets(board=usa)", most=90):
        held = dict(zip(moment.game.card_names, moment.state.hands[0], strict=True))
        offers = game_board.offers(moment)
        assert [one["text"] for one in offers] == [text for text, _ in game_board.labels(moment)]
        for offer in offers:
            assert ("pays" in offer) == (" with " in str(offer["text"]))
            for colour, many in offer.get("pays", []):  # type: ignore[attr-defined]
                assert 0 < many <= held[colour]
                paid += 1
    assert paid > 20
    ways = [Claim("Anna", "x", Pay(*pay)) for pay in (("red", 1, 1), ("blue", 2, 0), ("red", 2, 0))]
    hand = moment.game.card_names.index("red")
    state = moment.state
    counts = tuple(9 * (n == hand) for n in range(len(moment.game.card_names)))
    rich = type("Seat", (), {"game": moment.game, "viewer": 0, "state": type("S", (), {})()})()
    rich.state.hands = (counts, *state.hands[1:])
    assert [str(way.pay) for way in least_first(rich, ways)] == [
        "2 red",
        "2 blue",
        "1 red + 1 joker",
    ]


def test_a_card_that_takes_the_trick_for_certain_does_so_in_every_world() -> None:
    """And of one that may be beaten, that is so in some world."""
    certain, named = 0, 0
    for moment in (moment for seat in range(4) for moment in decisions(BRIDGE, seat)):
        state = moment.state
        if state.is_bidding:
            assert game_board.purpose(moment, str(moment.actions[0])).startswith("of your 3 cards")
            continue
        worlds = [moment.mine.sample(Random(n)) for n in range(60)]
        for action in moment.actions:
            words = game_board.purpose(moment, str(action))
            led = (*state.trick, action.card)[0]
            own = worth(action.card, led, state.trump)
            beaten = [beats(moment, world, led, own) for world in worlds]
            if "for certain" in words:
                certain += 1
                assert not any(beaten)
                assert all(worth(card, led, state.trump) < own for card in state.trick)
            elif words.startswith("cannot"):
                assert any(worth(card, led, state.trump) > own for card in state.trick)
            else:
                named += 1
                assert any(beaten) or float(words.partition("%")[0].rpartition("(")[2]) < 20
    assert certain > 2
    assert named > 2


def beats(moment: Any, world: Any, led: int, own: int) -> bool:
    """Whether somebody after the viewer holds a better card in this world."""
    rules, state = moment.game, moment.state
    gone = {
        card
        for dealt, hand in zip(state.dealt, state.hands, strict=True)
        for card in dealt
        if card != cards.HIDDEN and card not in hand
    }
    after = [
        (moment.viewer + n) % rules.players for n in range(1, rules.players - len(state.trick))
    ]
    held = {rules.seats[seat]: world[rules.seats[seat]] for seat in after}
    left = [cards.card(text) for hand in held.values() for text in hand]
    return any(worth(card, led, state.trump) > own for card in left if card not in gone)


def test_a_claim_says_on_which_way_it_lies_and_a_card_for_what_it_is_short() -> None:
    told = set()
    for moment in decisions("tickets(board=usa)", most=120):
        for action in moment.actions:
            words = game_board.purpose(moment, str(action))
            kind = type(action).__name__
            told.add((kind, words.split(" ")[0]))
            if kind == "Claim" and words.startswith("on your way for"):
                number = moment.game.map.connection(action.connection).number
                name = words.removeprefix("on your way for ").partition(" (")[0]
                slips = {s.ticket.name: s for s in held(moment)}
                assert number in slips[name].way
    kinds = {kind for kind, _ in told}
    assert {"Claim", "Take", "Blind", "Keep"} <= kinds
    assert ("Claim", "on") in told


def held(moment: Moment) -> Any:
    from whoknows.games.tickets.page import ticket_cards

    return ticket_cards.held(moment, 0)


def test_a_game_that_says_nothing_of_its_moves_is_shown_all_the_same() -> None:
    moment = decisions("threecards(rounds=2)")[0]
    action = str(moment.actions[0])
    assert game_board.purpose(moment, action) == ""
    assert game_board.spots(moment.game, action) == []
    assert all("pays" not in offer for offer in game_board.offers(moment))
