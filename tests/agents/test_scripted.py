"""The scripted agent does as it is told, from a spec or from a list."""

import pytest

from whoknows.agents.scripted import Scripted
from whoknows.core.error import Error
from whoknows.core.match import play, script
from whoknows.core.registry import agent, game

RULES = game("threecards(rounds=2)")


def played(first):
    agents = [first, Scripted(["1: not c"] * 2), Scripted(["2: not b"] * 2)]
    turns = play(RULES, agents, chance=script(["deal a b c"]))
    return [str(turn.choice.action) for turn in turns if turn.by == 0]


def test_it_plays_its_moves_in_order():
    moves = ["Anna: not b", "Anna shows a to Cleo"]
    assert played(Scripted(moves)) == moves
    assert played(agent('scripted(moves="0: not b; 0 shows a to 2")')) == moves


def test_its_name_is_a_spec_that_makes_it_again():
    name = Scripted(["0: not b", "0 declares"]).name
    assert name == 'scripted(moves="0: not b; 0 declares")'
    assert agent(name).moves == ("0: not b", "0 declares")


def test_what_is_not_an_action_is_an_error():
    with pytest.raises(Error, match="'0: not d' is not an action of threecards"):
        played(Scripted(["0: not d"]))


def test_what_is_not_legal_is_an_error():
    with pytest.raises(Error, match="'Anna: not a' is not among the actions of Anna here"):
        played(Scripted(["0: not a"]))


def test_a_script_that_runs_out_is_an_error():
    with pytest.raises(Error, match="the script of Anna has run out"):
        played(Scripted(["0: not b"]))
