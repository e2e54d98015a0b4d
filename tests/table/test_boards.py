"""Boards on the page: what is drawn is the position, what can be clicked is what is legal.

Over random matches of every game: fragments are well-formed, everything that can be focused has a
name, the legal actions are exactly what can be clicked, and twins get the same bytes.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from xml.etree import ElementTree

import pytest
from told_matches import moment, moves, stops

from whoknows.core.error import Error
from whoknows.core.features import Features
from whoknows.core.game import CHANCE
from whoknows.core.law_positions import Position, seat_positions
from whoknows.core.registry import game
from whoknows.table.knowledge.visible_moment import ALL, Moment
from whoknows.table.page import game_board

GAMES = [
    "threecards(rounds=2)",
    "boerenbridge",
    "boerenbridge(players=3,rounds=2-3,deck=52,trump=turned)",
    "boerenbridge(players=6,rounds=2,deck=52)",
    "tickets",
    "tickets(hand=1,seats=2,draw=on,block=agent)",
    "tickets(board=small)",
    "tickets(board=usa,seats=4)",
    "tickets(board=europe,seats=3)",
]
KNOWN = ["threecards(rounds=2)", "boerenbridge(rounds=3)", "tickets", "tickets(board=small)"]
KNOWN += ["tickets(board=usa)", "tickets(board=europe)"]


def viewers(spec: str) -> list[int | str | None]:
    return [*range(len(game(spec).seats)), ALL, None]


def drawn(seen: list[Moment]) -> ElementTree.Element:
    """The board of the last moment: it must be well-formed."""
    return ElementTree.fromstring(game_board.board(seen, len(seen) - 1))


ASKED_FIRST = re.compile("blocks|joker")  # even if there is one way


def clicks(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        if "data-action" in element.attrib:
            yield element.attrib["data-action"]
        if "data-actions" in element.attrib:
            several = json.loads(element.attrib["data-actions"])
            assert len(several) > 1 or ASKED_FIRST.search(several[0])
            yield from several


@pytest.mark.parametrize("spec", GAMES)
def test_what_can_be_clicked_is_exactly_what_is_legal(spec):
    there = 0
    for viewer in viewers(spec):
        for seen in stops(spec, viewer):
            legal = {str(action) for action in seen[-1].actions}
            assert set(clicks(drawn(seen))) == legal
            there += len(legal)
    assert there > 10


@pytest.mark.parametrize("spec", GAMES)
def test_every_legal_action_has_a_label_and_none_is_said_twice(spec):
    for viewer in viewers(spec):
        for seen in stops(spec, viewer, seed=1):
            texts = [text for text, _ in game_board.labels(seen[-1])]
            said = [label for _, label in game_board.labels(seen[-1])]
            assert sorted(texts) == sorted(map(str, seen[-1].actions))
            assert all(said)
            assert len(set(said)) == len(said)


@pytest.mark.parametrize("spec", GAMES)
def test_everything_that_can_be_focused_has_a_name(spec):
    for viewer in viewers(spec):
        for seen in islice(stops(spec, viewer), 0, None, 4):
            for element in drawn(seen).iter():
                if "tabindex" in element.attrib:
                    assert element.attrib["aria-label"].strip()
                if {"data-action", "data-actions"} & set(element.attrib):
                    assert element.attrib["role"] == "button"
                    assert element.attrib["tabindex"] == "0"
                    assert element.tag not in ("button", "a")


@pytest.mark.parametrize("spec", GAMES)
def test_a_fragment_brings_no_style_no_script_and_nothing_from_elsewhere(spec):
    for seen in islice(stops(spec, 0), 0, None, 4):
        text = game_board.board(seen, len(seen) - 1) + game_board.rules(seen[-1].game)
        tags = {element.tag for element in ElementTree.fromstring(f"<div>{text}</div>").iter()}
        assert not tags & {"style", "script", "image", "link", "foreignObject"}
        assert "http" not in text
        assert " id=" not in text


@pytest.mark.parametrize("spec", GAMES)
def test_equal_moments_give_equal_bytes(spec):
    for seen in stops(spec, 0):
        again = [replace(moment) for moment in seen]
        assert game_board.board(seen, len(seen) - 1) == game_board.board(again, len(again) - 1)


@pytest.mark.parametrize("spec", KNOWN)
def test_a_seat_sees_the_same_board_in_all_deals_that_it_cannot_tell_apart(spec):
    rules, differs = game(spec), 0
    for position in islice(seat_positions(rules), 2, 60, 9):
        for seat in range(len(rules.seats)):
            for twin in position.twins(seat):
                seats = [board_of(position, state, seat) for state in (position.state, twin)]
                assert seats[0] == seats[1]
                all_ = [board_of(position, state, ALL) for state in (position.state, twin)]
                differs += all_[0] != all_[1]
    assert differs  # the all-seeing view tells them apart, so this test can fail


def board_of(position: Position, state: object, viewer: int | str) -> str:
    """The board if this were the true state, without a past."""
    return game_board.board([moment(position.game, viewer, 0, state)], 0)


def test_random_matches_have_what_these_tests_are_about():
    kinds = {
        type(action).__name__
        for spec in GAMES
        for seed in range(2)
        for _, _, action, _ in moves(spec, seed)
    }
    assert {"Keep", "Station", "Take", "Blind", "Draw", "Claim", "Block", "Play", "Bid"} <= kinds


class Coins(Features):
    """A game without a drawing of its own: a seat calls, chance tosses."""

    name, seats, spec = "coins", ("0", "1"), "coins"

    def to_move(self, state: str) -> int:
        return CHANCE if state == "<tossed>" else 0

    def scores(self, state: str) -> tuple[float, ...]:
        return 1.0, 0.5


def test_any_game_has_a_plain_board():
    seen = Moment(
        Coins(), 0, 3, "a <state>", "1", "1: heads", (), None, None, None, (), ("0: tails",)
    )
    root = ElementTree.fromstring(game_board.board([seen], 0))
    words = "".join(root.itertext())
    assert list(clicks(root)) == ["0: tails"]
    assert all(word in words for word in ("a <state>", "1: heads", "0 is to move", "0.5"))
    assert game_board.labels(seen) == [("0: tails", "0: tails")]
    assert "coins" in game_board.rules(Coins())


@pytest.mark.parametrize("spec", GAMES)
def test_the_rules_are_told_for_the_options(spec):
    text = game_board.rules(game(spec))
    ElementTree.fromstring(f"<div>{text}</div>")
    assert len(text) > 400


@pytest.mark.parametrize("spec", GAMES)
def test_the_rules_explain_every_option_that_the_game_has(spec):
    rules = game(spec)
    text = game_board.rules(rules)
    only_knowing = {"hand", "block", "draw", "deal", "as_original"}
    for given in fields(rules):
        option = given.metadata.get("option", given.name)
        told = f"<code>{option}" in text
        assert told == (option not in only_knowing or getattr(rules, "knowing", True))


@pytest.mark.parametrize("spec", GAMES)
def test_words_of_the_record_do_not_reach_the_board(spec):
    raw = ["offer0", "under1", "stock", " ?"]
    for viewer in viewers(spec):
        for seen in stops(spec, viewer):
            words = " ".join(drawn(seen).itertext())
            assert not [word for word in raw if word in words]


def test_rules_differ_with_the_options():
    specs = [*GAMES, "tickets(deal=even)", "tickets(as_original=on)", "boerenbridge(deck=52)"]
    assert len({game_board.rules(game(spec)) for spec in specs}) == len(specs)


def test_a_drawing_that_raises_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(*_: object, **__: object) -> str:
        return str(1 // 0)

    *_, seen = stops("threecards", 0)
    asked = {
        "board": lambda: game_board.board(seen, len(seen) - 1),
        "labels": lambda: game_board.labels(seen[-1]),
        "in_words": lambda: game_board.in_words(seen[-1]),
        "rules": lambda: game_board.rules(seen[-1].game),
    }
    for what, ask in asked.items():
        monkeypatch.setattr(seen[-1].game.page(), what, torn)
        with pytest.raises(Error) as caught:
            ask()
        raised = f"{what} raised ZeroDivisionError: integer division or modulo by zero"
        assert str(caught.value).startswith(f"threecards cannot be drawn: {raised} (test_boards.py")
