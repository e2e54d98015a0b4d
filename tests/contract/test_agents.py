"""Every registered agent, in every game it plays, decides from what its seat may know."""

from random import Random

import pytest

from whoknows.core.error import Error
from whoknows.core.match import view
from whoknows.core.positions import Position, seat_positions
from whoknows.core.registry import agent, agents, game, games

NEED_OPTIONS = {"scripted"}  # these have tests of their own
NAMES = [name for name in agents() if name not in NEED_OPTIONS]
SHORT = {"boerenbridge": "boerenbridge(rounds=3-2)"}  # games in which all agents take too long
SPECS = [SHORT.get(name, name) for name in games()]
SPECS += ["tickets(board=small)", "tickets(board=usa)"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", NAMES)
def test_agent_chooses_a_legal_action_and_the_same_one_again(name, spec):
    for at in seat_positions(game(spec)):
        options = view(at.game, at.state, at.model, at.by)
        chosen = choice(name, at, at.state)
        assert chosen.action in options.actions
        assert choice(name, at, at.state) == chosen


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", NAMES)
def test_honest_agent_chooses_the_same_in_all_worlds_it_cannot_tell_apart(name, spec):
    if agent(name).cheats:
        pytest.skip(f"{name} sees the true state")
    for at in seat_positions(game(spec)):
        for twin in at.twins(at.by):
            assert choice(name, at, twin) == choice(name, at, at.state)


def choice(name: str, at: Position, state):
    """What a new agent of that name does; skips the test if it does not play this game."""
    player = agent(name)
    options = view(at.game, state, at.model, at.by, cheats=player.cheats)
    try:
        return player.choose(options, Random(1))
    except Error as fault:
        pytest.skip(f"{name} does not play {at.game.spec}: {fault}")
