"""The scripted agents decide from knowledge: hidden cards may lie otherwise, the choice stays.

Random games are played; before each card every deal drawn from the cell of the seat to move is put
in place of the true one. Choice and reasons must be the same.
"""

from random import Random

import pytest

from whoknows.agents.full_kripke import FullKripke
from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE
from whoknows.core.match import play, view
from whoknows.core.registry import agent, game

SPECS = [
    "greedy",
    "greedy-kripke",
    "greedy-kripke(after_bid=random)",
    "full-kripke",
    "boeren-random",
]
GAMES = [
    "boerenbridge",
    "boerenbridge(rounds=3-4,ranks=6)",
    "boerenbridge(rounds=3-3,players=3,ranks=5,trump=turned)",
    "boerenbridge(rounds=2-3,players=5,ranks=5)",
]


def positions(rules, seed):
    """The state and the model before each turn of a seat in a random game."""
    model = None
    for turn in play(rules, [agent("random")] * len(rules.seats), seed=seed):
        if turn.by != CHANCE:
            yield turn.before, model
        model = turn.model


def twins(rules, state, model, seat):
    """Some states that the seat cannot tell from this one."""
    options = view(rules, state, model, seat)
    for number in range(3):
        rng = Random(number)
        yield rules.redeal(options.state, options.knowledge.sample(rng), rng)


def choices(agents, rules, state, model, seat):
    """What each of them does, with the same luck."""
    return [
        player.choose(view(rules, state, model, seat, cheats=player.cheats), Random(7))
        for player in agents
    ]


def check(agents, rules):
    """All choices are the same for twins, some of which do differ from the true state."""
    differing = 0
    for seed in range(2):
        for state, model in positions(rules, seed):
            seat = rules.to_move(state)
            true = choices(agents, rules, state, model, seat)
            for twin in twins(rules, state, model, seat):
                assert choices(agents, rules, twin, model, seat) == true
                differing += twin != state
    assert differing > 50


@pytest.mark.parametrize("spec", GAMES)
def test_the_choice_and_its_reasons_do_not_depend_on_what_is_hidden(spec):
    check([agent(name) for name in SPECS], game(spec))


class Peeping(FullKripke):
    """Looks at the hands, and says so."""

    cheats = True

    def choose(self, view, rng):
        return Choice(view.actions[0], (f"the hands are {view.state.hands}",))


def test_an_agent_that_peeps_is_caught():
    with pytest.raises(AssertionError):
        check([Peeping()], game("boerenbridge"))
