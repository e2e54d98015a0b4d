"""Plans: what they may say, who meets whom in them, and everything wrong with one at once."""

import pytest

from whoknows.arena.running.match_ups import tables
from whoknows.arena.running.plan import Plan, made, read
from whoknows.arena.statistics.stopping_rule import errors, looks
from whoknows.core.error import Error

TOML = """
title = "Does knowledge pay?"
games = ["boerenbridge(rounds={hand})"]
agents = ["full-kripke", "full-kripke(knowledge=off)"]
deals = 1000
records = "sample"
[sweep]
hand = [3, 5]
"""


def plan(**fields):
    return Plan(**{"games": ("threecards",), "agents": ("random",) * 2, "deals": 10} | fields)


def test_a_plan_is_a_few_lines_of_toml(tmp_path):
    (tmp_path / "plan.toml").write_text(TOML)
    found = read(tmp_path / "plan.toml")
    assert found.deals == 1000
    assert [table.game for table in tables(found)] == [
        "boerenbridge(rounds=3)",
        "boerenbridge(rounds=5)",
    ]
    assert made(found.data()) == found


def test_all_unknown_names_are_told_at_once(tmp_path):
    text = TOML.replace("boerenbridge", "brige").replace('"full-kripke",', '"kripky", "ful",')
    (tmp_path / "plan.toml").write_text(text)
    with pytest.raises(Error) as told:
        read(tmp_path / "plan.toml")
    for name in ("plan.toml", "brige", "kripky", "ful"):
        assert name in str(told.value)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"deals": 0}, "deals must be a whole number from 1"),
        ({"deals": True}, "deals must be a whole number"),
        ({"games": ()}, "games must be a list"),
        ({"agents": ("random{",)}, "agents must be a list"),
        ({"games": ("boerenbridge(rounds={})",)}, "games must be a list"),
        ({"games": ("boerenbridge(rounds={h!r})",), "sweep": {"h": (3,)}}, "games must be a list"),
        ({"agents": ("", "random")}, "expected a name"),
        ({"sweep": {name: tuple(range(30)) for name in "abc"}}, "1000 choices at most"),
        ({"pairing": "all"}, "pairing must be together or seatings or"),
        ({"pairing": "against"}, "'against'"),
        ({"against": "random"}, "'against'"),
        ({"sweep": {"hand": (3,)}}, "no game or agent has {hand}"),
        ({"games": ("boerenbridge(rounds={hand})",)}, "{hand} is not in sweep"),
        ({"decide": 1}, "decide must be an error rate"),
        ({"seconds": -1}, "seconds must be a positive number"),
        ({"equal_time": 1.0, "games": ("threecards", "tickets")}, "one game"),
        ({"agents": ("random", "human")}, "human"),
    ],
)
def test_what_a_plan_may_not_say(fields, told):
    with pytest.raises(Error, match=told):
        plan(**fields)


def test_lists_will_do():
    assert plan(games=["threecards"], agents=["random", "mcts"]) == plan(agents=("random", "mcts"))


def test_unknown_and_missing_fields_are_told():
    with pytest.raises(Error, match="no field 'deal' in a plan; the plan has no 'deals'"):
        made({"games": ["threecards"], "agents": ["random"], "deal": 3})


def test_together_all_rotations_are_played():
    four = ("boeren-random", "greedy", "greedy-kripke", "full-kripke")
    (table,) = tables(plan(games=("boerenbridge",), agents=four, pairing="together"))
    assert len(table.seatings) == 4
    for seat in range(4):
        assert {table.seated(number)[seat] for number in range(4)} == set(four)


def test_seatings_are_all_that_differ():
    three = ("random", "greedy", "mcts")
    found = tables(plan(agents=three, pairing="seatings"))
    assert len(found[0].seatings) == 6


def test_a_round_robin_shares_the_table():
    found = tables(plan(games=("boerenbridge",), agents=("greedy", "random", "full-kripke")))
    assert [table.agents for table in found] == [
        ("greedy", "random") * 2,
        ("greedy", "full-kripke") * 2,
        ("random", "full-kripke") * 2,
    ]
    assert all(len(table.seatings) == 2 for table in found)  # the other two are the same


def test_with_three_seats_each_is_once_alone():
    found = tables(plan(games=("tickets",), agents=("kripke", "random")))
    assert [table.agents for table in found] == [
        ("kripke", "random", "random"),
        ("kripke", "random", "kripke"),
    ]


def test_against_one_each_sits_among_copies_of_it():
    found = tables(
        plan(games=("boerenbridge",), agents=("greedy",), pairing="against", against="random")
    )
    assert found[0].agents == ("greedy", "random", "random", "random")
    assert len(found[0].seatings) == 4


def test_too_few_agents_for_a_table_are_told():
    with pytest.raises(Error, match="has 3 seats, but only 2 agents play together"):
        tables(plan(agents=("random", "greedy"), pairing="together"))
    with pytest.raises(Error, match="'decide' needs tables with two agents"):
        tables(plan(agents=("random", "greedy", "kripke"), pairing="together", decide=0.05))


def test_the_errors_of_all_looks_at_all_tables_add_up_to_what_was_allowed():
    asked = plan(decide=0.05, deals=5000)
    assert looks(5000) == [64, 128, 256, 512, 1024, 2048, 4096, 5000]
    assert sum(errors(asked, tables=3)) * 3 == pytest.approx(0.05)
    assert errors(asked, 3) == sorted(errors(asked, 3))  # more for later looks
