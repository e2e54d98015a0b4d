"""Agents that search refuse what makes no sense when they are made, and tell what they found."""

from random import Random

import pytest

from whoknows.core.error import Error
from whoknows.core.law_positions import seat_positions
from whoknows.core.match import play, view
from whoknows.core.registry import agent, game
from whoknows.search.compiled_rules import compiled


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("mcts(iterations=0)", "mcts: iterations must be at least 1, not 0"),
        ("uf-mcts(c=-1)", "uf-mcts: c must be at least 0, not -1"),
        ("ismcts(seconds=0)", "ismcts: seconds must be more than 0, not 0"),
        ("shaped-mcts(depth=0)", "shaped-mcts: depth must be at least 1, not 0"),
        ("flat-mc(playouts=0)", "flat-mc: playouts must be at least 1, not 0"),
        ("flat-mc(caution=-1)", "flat-mc: caution must be at least 0, not -1"),
        ("expectiminimax(depth=0)", "expectiminimax: depth must be at least 1, not 0"),
        ("mc-expectiminimax(breadth=0)", "mc-expectiminimax: breadth must be at least 1, not 0"),
        ("mc-expectiminimax(narrow=0)", "mc-expectiminimax: narrow must be more than 0, not 0"),
        ("mcts(want=glory)", "want takes points or lead or win, not 'glory'"),
        ("mcts(iterations=many)", "iterations takes a whole number, not 'many'"),
        ("mcts(final=best)", "final takes visits or mean, not 'best'"),
        ("mcts(moves=few)", "moves takes sensible or all, not 'few'"),
        ("uf-mcts(outcomes=all)", "outcomes takes drawn or each, not 'all'"),
        ("uf-mcts(hands=open)", "hands takes worlds or seen, not 'open'"),
        ("mcts(c=nan)", "mcts: c must be at least 0, not nan"),
    ],
)
def test_a_parameter_out_of_range_is_refused_by_name(spec: str, told: str) -> None:
    with pytest.raises(Error, match=told.replace("(", r"\(")):
        agent(spec)


@pytest.mark.parametrize(
    "spec", ["uf-mcts(utility=luck)", "expectiminimax(utility=round)", "shaped-mcts(reward=luck)"]
)
def test_a_utility_that_the_game_does_not_have_is_refused_before_the_match(spec: str) -> None:
    small = game("tickets(board=small)")
    told = "has no utility called (luck|round), only improved, score, expected, drawn, ticket"
    with pytest.raises(Error, match=told):
        play(small, [agent(spec)] * 2, seed=1)


@pytest.mark.parametrize("spec", ["tickets(board=small)", "tickets", "boerenbridge", "threecards"])
def test_a_game_names_the_utilities_that_its_kernels_have(spec: str) -> None:
    rules = game(spec)
    assert set(rules.utilities) == set(compiled(rules).utilities)
    assert rules.reward in rules.utilities


def test_reasons_tell_value_tries_and_worlds() -> None:
    at = next(at for at in seat_positions(game("tickets(board=small)")) if at.state.phase == 7)
    choice = agent("uf-mcts").choose(view(at.game, at.state, at.model, at.by), Random(1))
    assert choice.reasons[0].startswith(f"{choice.action}: ")
    assert "tries" in choice.reasons[0]
    assert choice.reasons[-1] == "over 1,000 worlds"


def test_options_are_spelled_and_read_again() -> None:
    for spec in (
        "mcts(iterations=50,want=points)",
        "mcts(final=mean,scaled=off,moves=all,outcomes=each,hands=seen)",
        "flat-mc(guided=off)",
        "ismcts(cheat=on)",
    ):
        assert agent(spec).name == spec
        assert agent(spec).cheats == ("cheat" in spec)
