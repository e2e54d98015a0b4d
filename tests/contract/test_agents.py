"""Every registered agent, in every game it plays, decides from what its seat may know."""

from functools import cache
from random import Random

import pytest

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.law_positions import Position, seat_positions
from whoknows.core.match import view
from whoknows.core.registry import agent, agents, game, games

NEED_OPTIONS = {"scripted", "human"}  # options or somebody who types: these have tests of their own
# Agents that go as the original programs do: what they imagine of others is drawn otherwise.
AS_ORIGINAL = "iterations=30,final=mean,scaled=off,moves=all,outcomes=each,hands=seen"
NAMES = [name for name in agents() if name not in NEED_OPTIONS]
NAMES += [f"mcts({AS_ORIGINAL})", f"uf-mcts({AS_ORIGINAL})"]
# What others did is evidence, and comes from what the seat sees alone.
NAMES += ["pimc(worlds=10,believe=full-kripke)", "pimc(worlds=10,believe=mixture)"]
# So is what one does to mislead.
NAMES += ["pimc(worlds=10,mislead=1)", "kripke(mislead=on)", "kripke(believe=colours)"]
SHORT = {  # games in which all agents take too long
    "boerenbridge": "boerenbridge(rounds=3-2)",
    "cluedo": "cluedo(suspects=3,weapons=2,rooms=2)",
}
SPECS = [SHORT.get(name, name) for name in games()]
SPECS += ["tickets(board=small)", "tickets(board=usa)"]
# Agents that search, made quick: what holds of little thought holds of much.
QUICK = {
    "expectiminimax": "expectiminimax(depth=2,worlds=3)",
    "flat-mc": "flat-mc(playouts=40,worlds=5)",
    "ismcts": "ismcts(iterations=30)",
    "mc-expectiminimax": "mc-expectiminimax(depth=2,breadth=3,worlds=3)",
    "mcts": "mcts(iterations=30)",
    "pimc": "pimc(worlds=10)",
    "shaped-mcts": "shaped-mcts(iterations=30)",
    "uf-mcts": "uf-mcts(iterations=30)",
}
FEW = 12  # positions for these, of a game


def some_positions(name: str, spec: str) -> list[Position]:
    """Positions of a few matches: all of them, or some from beginning to end."""
    found = positions(spec)
    quick = name.partition("(")[0] in QUICK
    return found[:: max(1, len(found) // FEW)] if quick else found


@cache
def positions(spec: str) -> list[Position]:
    """The same for all agents, and for both tests of an agent."""
    return list(seat_positions(game(spec)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_agent_chooses_a_legal_action_and_the_same_one_again(name, spec):
    for at in some_positions(name, spec):
        options = view(at.game, at.state, at.model, at.by)
        chosen = true_choice(name, at)
        assert chosen.action in options.actions
        assert choice(name, at, at.state) == chosen


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_honest_agent_chooses_the_same_in_all_worlds_it_cannot_tell_apart(name, spec):
    if agent(name).cheats:
        pytest.skip(f"{name} sees the true state")
    for at in some_positions(name, spec):
        for twin in at.twins(at.by):
            assert choice(name, at, twin) == true_choice(name, at)


_chosen: dict[tuple[str, int], tuple[Position, Choice]] = {}


def true_choice(name: str, at: Position) -> Choice:
    """What it does here, thought about once for all that is compared with it."""
    if (name, id(at)) not in _chosen:
        _chosen[name, id(at)] = at, choice(name, at, at.state)
    return _chosen[name, id(at)][1]


def choice(name: str, at: Position, state):
    """What a new agent of that name does; skips the test if it does not play this game."""
    player = agent(QUICK.get(name, name))
    options = view(at.game, state, at.model, at.by, cheats=player.cheats)
    try:
        return player.choose(options, Random(1))
    except Error as fault:
        pytest.skip(f"{name} does not play {at.game.spec}: {fault}")
