"""A match is a lazy stream of turns in which only what is true can be said."""

import os
import subprocess
import sys
from itertools import islice

import pytest

from whoknows.agents.random import RandomAgent
from whoknows.agents.scripted import Scripted
from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal, objection
from whoknows.core.match import play, script, step
from whoknows.core.registry import game

RULES = game("threecards")
ANYONE = [RandomAgent()] * 3


def texts(actions):
    return [str(action) for action in actions]


def opened(deal, *moves):
    """The state and the model after these moves."""
    state, model = RULES.start(), None
    for text in (deal, *moves):
        turn = step(RULES, state, model, Choice(RULES.parse(text)))
        state, model = turn.after, turn.model
    return state, model


def test_a_turn_tells_who_did_what_how_it_looked_and_what_is_known_after_it():
    chance = script(["deal a b c"])
    agents = [Scripted(["0 shows a to 1"]), Scripted(["1 declares"]), RandomAgent()]
    deal, showing, declaring = play(RULES, agents, chance=chance)

    assert (deal.by, showing.by, declaring.by) == (CHANCE, 0, 1)
    assert deal.shown == ("deal a ? ?", "deal ? b ?", "deal ? ? c")
    assert showing.shown == ("Anna shows a to Bram", "Anna shows a to Bram", "Anna shows ? to Bram")
    assert [update.sentence for update in declaring.said] == ["Bram knows the whole deal"]
    assert showing.before == deal.after
    assert showing.choice.reasons == ("the script says so",)
    assert [turn.model.count() for turn in (deal, showing, declaring)] == [6, 6, 6]
    assert RULES.to_move(declaring.after) == END
    assert RULES.scores(declaring.after) == (-2, 2, -1)


def test_a_seat_may_say_only_what_it_knows():
    assert texts(legal(RULES, *opened("deal a b c"))) == [
        "Anna: not b",
        "Anna: not c",
        "Anna shows a to Bram",
        "Anna shows a to Cleo",
    ]
    assert "Bram declares" in texts(legal(RULES, *opened("deal a b c", "0: not c")))
    assert "Bram declares" not in texts(legal(RULES, *opened("deal a b c", "0: not b")))


def test_an_objection_says_why():
    state, model = opened("deal a b c")
    assert objection(RULES, state, model, RULES.parse("0: not b")) is None
    why = objection(RULES, state, model, RULES.parse("0 declares"))
    assert why == "'Anna declares' would say something false: Anna knows the whole deal"
    why = objection(RULES, state, model, RULES.parse("0: not a"))
    assert why == "'Anna: not a' is not among the actions of Anna here"
    why = objection(RULES, RULES.start(), None, RULES.parse("0: not a"))
    assert why == "chance cannot bring 'Anna: not a' here"
    over, model = opened("deal a b c", "0 shows a to 1", "1 declares")
    assert objection(RULES, over, model, RULES.parse("2: not a")) == "the game is over"


def test_an_illegal_choice_is_an_error_that_names_agent_and_action():
    agents = [Scripted(["0 declares"]), *ANYONE[1:]]
    with pytest.raises(
        Error, match=r"^scripted.*, playing as Anna, chose .*'Anna declares' would say something"
    ):
        list(play(RULES, agents))


def test_a_match_needs_one_agent_a_seat():
    with pytest.raises(Error, match="threecards needs 3 agents, one per seat, not 2"):
        play(RULES, ANYONE[:2])


def test_chance_may_be_scripted_but_not_bent():
    (deal,) = islice(play(RULES, ANYONE, chance=script(["deal c b a"])), 1)
    assert str(deal.choice.action) == "deal c b a"
    with pytest.raises(Error, match="chance cannot bring 'Bram declares' here"):
        list(play(RULES, ANYONE, chance=script(["1 declares"])))
    with pytest.raises(Error, match="the script of chance has run out"):
        list(play(RULES, ANYONE, chance=script([])))


def test_turns_are_played_only_when_asked_for():
    class Asleep(RandomAgent):
        def choose(self, view, rng):
            raise AssertionError("nobody asked for this turn")

    (deal,) = islice(play(RULES, [Asleep()] * 3), 1)
    assert deal.by == CHANCE


def test_an_honest_agent_never_meets_the_state_and_a_cheat_does():
    class Nosy(RandomAgent):
        def choose(self, view, rng):
            met.append(view.state.hands)
            return super().choose(view, rng)

    class Cheat(Nosy):
        cheats = True

    for agent, hands in ((Nosy, (0, -1, -1)), (Cheat, (0, 1, 2))):
        met = []
        list(islice(play(RULES, [agent()] * 3, chance=script(["deal a b c"])), 2))
        assert met == [hands]


def test_one_seed_gives_one_match():
    def match(seed):
        return [str(turn.choice.action) for turn in play(RULES, ANYONE, seed=seed)]

    assert match(3) == match(3)
    assert len({tuple(match(seed)) for seed in range(20)}) > 10


def test_deals_stay_paired_whoever_plays():
    """Duplicate matches: the seed fixes the deal and each seat's luck, not the agents."""

    class Thirsty(RandomAgent):
        def choose(self, view, rng):
            for _ in range(1000):
                rng.random()
            return super().choose(view, rng)

    for seed in range(5):
        mixed = list(play(RULES, [Thirsty(), RandomAgent(), RandomAgent()], seed=seed))
        plain = list(play(RULES, ANYONE, seed=seed))
        assert mixed[0] == plain[0]


def test_a_match_does_not_depend_on_the_process_that_plays_it():
    program = (
        "from whoknows.core.match import play\n"
        "from whoknows.core.registry import agent, game\n"
        "for turn in play(game('threecards(rounds=3)'), [agent('random')] * 3, seed=11):\n"
        "    print(turn.choice.action, turn.after, turn.shown)\n"
    )

    def output(hash_seed):
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert output("1") == output("2")
