"""Hints and analysis: the best move stands first, and every number says what it is."""

from itertools import islice
from typing import Any

import pytest

import whoknows as wk
from whoknows.analysis.judgement import judged, ranked
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import Course, Turn, play, view
from whoknows.core.registry import agents
from whoknows.games.threecards import ThreeCards
from whoknows.table.knowledge.visible_moment import Moment, moments, to_move
from whoknows.table.page import advice
from whoknows.table.page.advice import TOP, advised, losses
from whoknows.table.server.new_game_form import choices, plays
from whoknows.table.server.view_cache import words

LITTLE = 60  # effort
SPECS = ("tickets", "tickets(board=small)", "boerenbridge(rounds=3)", "threecards")


def begun(spec: str, most: int = 14) -> tuple[Any, list[Turn[Any, Any]]]:
    """A game and its first turns, up to a decision of a seat with several actions."""
    game = wk.game(spec)
    turns = list(islice(play(game, [AnyLegal() for _ in game.seats], seed=3), most))
    while game.to_move(turns[-1].after) < 0 or len(game.actions(turns[-1].after)) == 1:
        turns.pop()
    return game, turns


def here(spec: str) -> Moment:
    """What the seat to move sees."""
    game, turns = begun(spec)
    seat = game.to_move(turns[-1].after)
    return to_move(moments(game, turns, seat)[-1], turns[-1].after)


@pytest.mark.parametrize("spec", SPECS)
def test_the_best_action_stands_first_and_the_others_tell_how_far_behind_they_are(
    spec: str,
) -> None:
    game, turns = begun(spec)
    found = list(advised(Course(game, 3, turns), LITTLE))
    values = [one["value"] for one in found]
    assert 1 < len(found) <= TOP
    assert values == sorted(values, reverse=True)
    assert [one["behind"] for one in found] == pytest.approx(
        [values[0] - value for value in values], abs=0.011
    )
    assert len({one["tries"] for one in found}) == 1  # else their values could not be compared
    assert found[0]["tries"] > 0


class Bare(ThreeCards):
    """Three cards without kernels."""

    is_compiled = False


def test_a_game_without_kernels_is_played_out_by_its_plain_rules() -> None:
    game = Bare(2)
    turns = list(islice(play(game, [AnyLegal() for _ in game.seats], seed=3), 2))
    course = Course(game, 3, turns)
    found = list(advised(course, 16 * LITTLE))
    assert 1 < len(found) <= TOP
    assert {one["tries"] for one in found} == {found[0]["tries"]}
    assert found[0]["tries"] > 0
    seen = view(game, course.state, course.model, course.by)
    assert judged(seen, seen.actions[-1], effort=16 * LITTLE).loss.tries > 0
    assert "ahead of the best" in advice.meaning(game)


def test_there_is_one_best_and_what_cannot_be_told_from_it_says_so() -> None:
    game, turns = begun("tickets")
    for step in range(6, len(turns)):
        if game.to_move(turns[step - 1].after) < 0:
            continue
        found = list(advised(Course(game, 3, turns[:step]), LITTLE))
        last = turns[step - 1]
        seen = view(game, last.after, last.model, game.to_move(last.after))
        low = [one.loss.low for one in ranked(seen, TOP, effort=LITTLE)]
        assert found[0]["note"] == ""
        for one, least in zip(found[1:], low[1:], strict=True):
            assert bool(one["note"]) == (least == 0)


@pytest.mark.parametrize("spec", SPECS)
def test_an_analysis_says_what_is_judged_and_a_hint_calls_the_same_move_best(spec: str) -> None:
    game, turns = begun(spec)
    moves = [str(turn.choice.action) for turn in turns]
    found = list(losses(game, moves, effort=LITTLE))
    assert [one["step"] for one in found] == [n for n, t in enumerate(turns, 1) if t.by >= 0]
    parts = [
        one for number in range(2) for one in losses(game, moves, part=(number, 2), effort=LITTLE)
    ]
    assert sorted(parts, key=lambda one: one["step"]) == found
    for one in found[-2:]:
        before, turn = turns[one["step"] - 2], turns[one["step"] - 1]
        best = next(advised(Course(game, 3, turns[: one["step"] - 1]), LITTLE))["text"]
        assert one["best"] in (best, str(turn.choice.action))
        here = view(game, turn.before, before.model, turn.by)
        loss = judged(here, turn.choice.action, effort=LITTLE).loss
        assert (one["lost"], one["low"], one["high"]) == (loss.lost, loss.low, loss.high)
        assert one["mistake"] == loss.is_mistake


def test_a_better_move_is_named_as_the_log_would_tell_it() -> None:
    game = wk.game("boerenbridge(rounds=3)")
    moves = [str(t.choice.action) for t in play(game, [wk.agent("random")] * 4, seed=1)]
    found = [one for one in losses(game, moves) if one["mistake"]]
    assert found
    for one in found:
        is_bid = " bids " in one["best"]
        assert one["words"].startswith(one["seat"] + (" bids " if is_bid else " plays the "))


@pytest.mark.parametrize(
    ("spec", "unit"),
    [("tickets", "you end ahead of the best"), ("threecards", "you gain from here on")],
)
def test_a_hint_says_what_its_numbers_mean(spec: str, unit: str) -> None:
    moment = here(spec)
    text = str(moment.actions[0])
    found = [{"text": text, "value": 1.0, "behind": 0.0, "tries": 200, "note": ""}]
    hint = words(moment, found)
    assert unit in hint["legend"]
    assert "200 trials" in hint["legend"]
    assert "behind the best" in hint["legend"]
    assert "It rests on what you know, not on what you might believe" in hint["legend"]
    assert words(moment, [{**found[0], "tries": 0}])["legend"] == ""


def test_a_hint_tells_no_cards_that_all_have_seen() -> None:
    game = wk.game("boerenbridge(rounds=3)")
    turns = list(play(game, [AnyLegal() for _ in game.seats], seed=3))
    told = 0
    for step in range(6, len(turns)):
        seat = game.to_move(turns[step - 1].after)
        if seat < 0:
            continue
        moment = moments(game, turns[:step], seat)[-1]
        knowledge = words(moment, [])["knowledge"]
        public = moment.model.outsider().ownership()
        known = [card for card, owners in public.items() if 1 in owners.values()]
        assert not any(f"has {card}" in knowledge for card in known)
        told += bool(known)
    assert told


# what the form offers


def test_agents_play_what_they_say() -> None:
    knowing, classic = wk.game("tickets"), wk.game("tickets(board=usa)")
    bridge, toy = wk.game("boerenbridge"), wk.game("threecards")
    assert plays("kripke", knowing)
    assert not plays("kripke", classic)
    assert plays("greedy", classic)
    assert not plays("greedy", knowing)
    assert plays("greedy", bridge)
    assert plays("full-kripke", bridge)
    assert not plays("full-kripke", knowing)
    assert plays("pimc", toy)
    assert not plays("pimc", classic)
    for name in ("random", "flat-mc", "mcts"):
        assert all(plays(name, game) for game in (knowing, classic, bridge, toy))
    assert {"kripke", "pimc"} <= set(agents())


def test_every_option_is_explained() -> None:
    found = choices()
    assert set(found) == {"games", "agents", "limits"}
    for game in found["games"]:
        for option in game["options"]:
            assert option["about"].endswith(".")
            assert option["label"]
            assert option["usual"] or option["default"] is not None
            if option["choices"] and option["name"] not in ("board", "rules"):
                assert set(option["words"]) == set(map(str, option["choices"]))


def test_a_game_too_long_to_solve_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty own turns of threecards, of which nothing can be remembered, take for ever."""

    def solved(*_: Any) -> None:
        raise AssertionError("this will not end")

    monkeypatch.setattr("whoknows.search.pimc_search.replies_by_world", solved)
    game, turns = begun("threecards(rounds=30)", 2)
    course = Course(game, 3, turns)
    seen = view(game, course.state, course.model, course.by)
    assert {one.did for one in ranked(seen, 10, effort=20)} == {*seen.actions}
