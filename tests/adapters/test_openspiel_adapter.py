"""Our games in OpenSpiel: its own tests pass, and its algorithms run on them."""

import subprocess
import sys
import unittest
from unittest import mock

import numpy as np
import pytest

from whoknows.core.error import Error
from whoknows.core.registry import games

pyspiel = pytest.importorskip("pyspiel")

from whoknows.adapters import openspiel  # noqa: E402

SMALL = (
    "whoknows_threecards(observe=both)",
    "whoknows_boerenbridge(players=2,rounds='1',observe=known)",
    "whoknows_boerenbridge(rounds='3')",
    "whoknows_cluedo(suspects=2,weapons=2,rooms=2,most=3)",
    "whoknows_tickets(board=small,rules=knowledge,seats=2,hand=1,observe=both)",
    "whoknows_tickets(board=small)",
)
# Nodes of chance, of seats and ends; and information sets. The first is easily counted by hand: of
# 48 deals each has a first bid, 2 answers, which are forced, and 4 cards to play, with 2 ends. With
# 4 cards and 4 trumps that is 16 + 32 + 32 sets, and the last to play has seen a card: 96 more.
TREES = {
    "whoknows_boerenbridge(players=2,rounds='1')": ((1, 336, 96), 176),
    "whoknows_threecards": ((1, 126, 468), 105),
}


def test_every_game_is_registered():
    assert openspiel.register() == [f"whoknows_{name}" for name in games()]
    names = {kind.short_name for kind in pyspiel.registered_games()}
    assert set(openspiel.register()) <= names


@pytest.mark.parametrize("text", SMALL)
def test_random_simulations_of_openspiel_pass(text):
    game = pyspiel.load_game(text)
    listed = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=1, serialize=listed, verbose=False)


@pytest.fixture(scope="module")
def api():
    """OpenSpiel's tests of its interface, on fewer states of each game."""
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import sample_some_states

    few = sample_some_states.sample_some_states
    with mock.patch.object(
        sample_some_states, "sample_some_states", lambda game, max_states: few(game, max_states=12)
    ):
        yield api_test


@pytest.mark.parametrize("text", SMALL)
def test_the_interface_is_as_openspiel_wants_it(api, text):
    passes(api.EnforceAPIOnPartialTreeBase, text)


@pytest.mark.parametrize("text", TREES)
def test_the_whole_tree_is_as_openspiel_wants_it(api, text):
    nodes, sets = TREES[text]
    with (
        mock.patch.dict(api.TOTAL_NUM_STATES, {text: nodes}),
        mock.patch.dict(api.PERFECT_RECALL_NUM_STATES, {text: sets}),
    ):
        passes(api.EnforceAPIOnFullTreeBase, text)


def passes(tests, text):
    case = type("Case", (tests,), {"game": pyspiel.load_game(text), "game_name": text})
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun > 4
    assert [*found.failures, *found.errors] == []


def test_options_are_those_of_our_specs():
    game = openspiel.load("boerenbridge(players=2,rounds=1-2)", utility="points")
    assert game.rules.game.spec.startswith("boerenbridge(players=2,rounds=1-2")
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert openspiel.load("tickets(board=small,draw=false)").num_players() == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [("threecards(rounds=0)", "at least one round"), ("threecards(round=1)", "Unknown parameter")],
)
def test_wrong_options_are_told(text, told):
    with pytest.raises((Error, pyspiel.SpielError), match=told):
        openspiel.load(text)
    with pytest.raises(Error, match="no utility 'glory'; there are margin, points, win"):
        openspiel.load("threecards", utility="glory")


def test_states_that_look_the_same_are_drawn_from_what_a_seat_knows():
    game = openspiel.load("threecards(rounds=2)")
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)  # the first seat, which has a, denies b
    sampler = iter(np.linspace(0.0, 0.99, 40)).__next__
    drawn = [state.resample_from_infostate(1, sampler) for _ in range(40)]
    mine = state.information_state_string(1)
    assert {one.information_state_string(1) for one in drawn} == {mine}
    hands = {one.position.state.hands for one in drawn}
    assert hands == {(0, 1, 2), (2, 1, 0)}  # its own card is b
    assert len({one.information_state_string(0) for one in drawn}) == 2


def test_cfr_of_openspiel_solves_a_small_game():
    """Two players, one card: who has the higher one knows it more often than not."""
    game = openspiel.load("boerenbridge(players=2,rounds=1)")
    solver = pyspiel.CFRPlusSolver(game)
    before = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    for _ in range(3):
        solver.evaluate_and_update_policy()
    after = pyspiel.nash_conv(game, solver.tabular_average_policy())
    assert after < before / 2


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=3)", "cluedo(suspects=2,weapons=2,rooms=2)"])
def test_ismcts_of_openspiel_plays_where_chance_is_sampled_and_where_it_is_listed(spec):
    from open_spiel.python.algorithms import ismcts, mcts

    game, luck = openspiel.load(spec, seed=1), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, 4, random_state=luck)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_a_process_that_registered_games_ends_well():
    code = "import whoknows.adapters.openspiel, pyspiel; pyspiel.load_game('whoknows_threecards')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("package", "adapter", "extra"),
    [("pyspiel", "openspiel", "openspiel"), ("pettingzoo", "pettingzoo", "pettingzoo")],
)
def test_a_missing_extra_is_told_in_one_line(monkeypatch, package, adapter, extra):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"whoknows.adapters.{adapter}", raising=False)
    with pytest.raises(Error, match=rf"is missing: pip install 'whoknows\[{extra}\]'$"):
        __import__(f"whoknows.adapters.{adapter}")
