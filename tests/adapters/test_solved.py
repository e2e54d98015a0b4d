"""Small games solved, and strategies of our agents in them."""

import pytest

from whoknows.adapters.agent_strategy import strategy
from whoknows.adapters.position import NumberedGame
from whoknows.adapters.whole_tree import whole_tree
from whoknows.core.error import Error
from whoknows.core.registry import agent

pyspiel = pytest.importorskip("pyspiel")


@pytest.fixture(scope="module")
def tree():
    return whole_tree(NumberedGame.of("threecards"), "margin")


@pytest.fixture(scope="module")
def there(tree):
    return tree.loaded()


def lost(tree, there, chooses):
    return pyspiel.nash_conv(there, tree.strategy(chooses))


def test_the_tree_is_the_one_that_openspiel_walks_itself(tree):
    from whoknows.adapters import openspiel

    game = openspiel.load("threecards")
    anyhow = tree.strategy(lambda at: {one: 1 / len(at.actions) for one in at.actions})
    theirs = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert pyspiel.nash_conv(tree.loaded(), anyhow) == pytest.approx(theirs)


def test_an_agent_that_tells_its_odds_is_taken_at_its_word(tree, there):
    random = agent("random")
    anyhow = lost(tree, there, lambda at: {one: 1 / len(at.actions) for one in at.actions})
    assert lost(tree, there, lambda at: strategy(random, at)) == pytest.approx(anyhow)


def test_cfr_comes_close_and_declaring_at_once_is_better_than_anything(tree, there):
    solver = pyspiel.CFRPlusSolver(there)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    solved = solver.tabular_average_policy()
    assert pyspiel.nash_conv(there, solved) < 0.01
    worth = pyspiel.expected_returns(there.new_initial_state(), solved, -1, True)
    assert worth == pytest.approx([-1.5, 0.75, 0.75], abs=0.01)


def test_who_draws_lots_is_asked_with_several_seeds():
    class Fickle:
        name, cheats = "fickle", False

        def choose(self, view, rng):
            from whoknows.core.agent import Choice

            return Choice(rng.choice(view.actions))

    rules = NumberedGame.of("threecards")
    start = rules.start().after(rules.game.parse("deal a b c"))
    odds = strategy(Fickle(), start, draws=200)
    assert sum(odds.values()) == pytest.approx(1)
    assert odds.keys() == start.actions.keys()
    assert strategy(Fickle(), start, draws=200) == odds


def test_who_sees_all_has_no_strategy():
    start = NumberedGame.of("threecards").start()
    with pytest.raises(Error, match="sees what its seat cannot see"):
        strategy(agent("pimc(cheat=on)"), start)


def test_a_game_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("whoknows.adapters.whole_tree.MOST_NODES", 50)
    with pytest.raises(Error, match="threecards: more than 50 positions are too many"):
        whole_tree(NumberedGame.of("threecards"), "margin")
