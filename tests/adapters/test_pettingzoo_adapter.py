"""Our games in PettingZoo: its own tests pass, and the cards fall as in our matches."""

import warnings

import numpy as np
import pytest

from whoknows.core.error import Error
from whoknows.core.match import Course
from whoknows.core.registry import rules

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from whoknows.adapters.pettingzoo import env, raw_env

GAMES = {
    "threecards(rounds=2)": "both",
    "boerenbridge(rounds=2)": "known",
    "cluedo(suspects=2,weapons=2,rooms=2)": "both",
    "tickets(board=small)": "seen",
    "tickets(board=small,rules=knowledge,seats=2,hand=1)": "known",
}
USUAL = "is not a NumPy array|probably should be gymnasium.spaces|all zeros"  # masks, and ends


@pytest.mark.parametrize("spec", GAMES)
def test_the_tests_of_pettingzoo_pass(spec, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in USUAL.split("|"):
            warnings.filterwarnings("ignore", message=f".*{usual}")
        api_test(env(spec, observe=GAMES[spec]), num_cycles=25)
        seed_test(lambda: env(spec, observe=GAMES[spec]), num_cycles=8)
    assert "Passed API test" in capsys.readouterr().out


def test_the_performance_test_of_pettingzoo_passes(monkeypatch, capsys):
    """It plays for five seconds by the clock, which we let go faster."""
    ticks = iter(range(0, 1000, 1))
    module = __import__("sys").modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module.time, "time", lambda: next(ticks))
    performance_benchmark(env("threecards"))
    assert "turns per second" in capsys.readouterr().out


def test_one_seed_deals_the_cards_of_our_matches():
    spec = "boerenbridge(rounds=3)"
    table, course = raw_env(spec), Course(rules(spec), 7)
    table.reset(seed=7)
    course.drawn()
    assert table.position.state == course.state


def test_without_a_seed_every_match_is_another_and_the_first_seed_decides_all():
    table, again = raw_env("boerenbridge(rounds=3)"), raw_env("boerenbridge(rounds=3)")
    table.reset(seed=1)
    again.reset(seed=1)
    hands = [table.position.state.hands]
    for _ in range(2):
        table.reset()
        again.reset()
        assert table.position.state == again.position.state
        hands.append(table.position.state.hands)
    assert len(set(hands)) == 3


def test_a_match_ends_with_what_it_is_worth():
    table = raw_env("threecards", utility="margin")
    table.reset(seed=3)
    while not any(table.terminations.values()):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[-1]))
    points = table.rules.game.scores(table.position.state)
    assert sum(table.rewards.values()) == pytest.approx(0)
    assert table.rewards["seat_0"] == pytest.approx(points[0] - (points[1] + points[2]) / 2)


def test_who_is_not_to_move_has_no_choice():
    table = raw_env("threecards")
    table.reset(seed=3)
    assert table.observe("seat_0")["action_mask"].sum() == 4
    assert table.observe("seat_1")["action_mask"].sum() == 0


def test_what_is_wrong_is_told():
    table = raw_env("threecards")
    table.reset(seed=3)
    with pytest.raises(Error, match="threecards: seat 0 may not choose 'declare' here"):
        table.step(5)
    with pytest.raises(Error, match="no observation 'felt'; there are seen, known, both"):
        raw_env("threecards", observe="felt")
