"""Tuning: plans that are wrong, runs that are killed and go on, what comes of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from whoknows.core.error import Error
from whoknows.core.registry import agent, game
from whoknows.tuning import tuning_journal, tuning_plan
from whoknows.tuning.tuning_plan import TuningPlan
from whoknows.tuning.tuning_run import tuned

PLAN = """
game = "tickets(board=small)"
agent = "racer(numbers=usa-2p)"
against = ["greedy"]
generations = 3
population = 4
deals = 4
round = 2
final = 6
[ranges.price]
1 = [0.5, 12]
2 = [0.5, 12]
[ranges.draw]
blind = [-2, 6]
"""


def plan(folder: Path, text: str = PLAN) -> TuningPlan:
    path = folder / "plan.toml"
    path.write_text(text)
    return tuning_plan.read(path)


def test_a_run_that_was_killed_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = tuned(plan(tmp_path), tmp_path / "whole", workers=1)
    tuned(plan(tmp_path, PLAN.replace("= 3", "= 1")), tmp_path / "parts", workers=1)
    journal = tmp_path / "parts" / tuning_journal.NAME
    journal.write_bytes(journal.read_bytes() + b'{"generation": 1, "spe')  # killed while writing
    told: list[str] = []
    parts = tuned(plan(tmp_path), tmp_path / "parts", resume=True, workers=1, tell=told.append)
    assert parts == whole
    assert told[0].startswith("generation 2 of 3")
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert [line["generation"] for line in lines if "generation" in line] == [0, 1, 2]


def test_what_comes_of_it_is_an_agent_with_its_matches_and_a_file(tmp_path: Path) -> None:
    found = tuned(plan(tmp_path), tmp_path / "out", workers=1)
    assert set(found.matches) == {"greedy", "racer(numbers=usa-2p)"}
    assert set(found.without) == {"price", "draw"}
    assert found.matches["greedy"].games == 12
    board: Any = game("tickets(board=small)")
    mine: Any = agent(f'racer(numbers="{tmp_path / "out" / "numbers.toml"}")')
    best: Any = agent(found.agent)
    assert mine.tunable(board) == best.tunable(board)
    assert (tmp_path / "out" / "tuning.svg").read_text().count("<polyline") == 2


def test_another_plan_does_not_go_on_with_a_run(tmp_path: Path) -> None:
    tuned(plan(tmp_path, PLAN.replace("= 3", "= 1")), tmp_path / "out", workers=1)
    journal = tmp_path / "out" / tuning_journal.NAME
    before = journal.read_bytes()
    for text, told in (
        (PLAN, "has results; continue with --resume"),
        (PLAN.replace("deals = 4", "deals = 5"), "deals: 4 then, 5 now"),
        (PLAN.replace("12]", "13]"), "the plan has been edited since; ranges"),
    ):
        with pytest.raises(Error) as fault:
            tuned(plan(tmp_path, text), tmp_path / "out", resume="then" in told or "since" in told)
        assert told in str(fault.value)
        assert "\n" not in str(fault.value)
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"generation": 1}', "missing field 'specs'"),
        ('{"match": "a against b", "value": "much", "doubt": 0, "games": 9}', "must be a number"),
        ('{"generation": 1, "specs": [], "values": [NaN]}', "NaN is not a number"),
        ("[]", "not a JSON object"),
    ],
)
def test_an_edited_line_of_a_run_is_named(tmp_path: Path, line: str, told: str) -> None:
    some = plan(tmp_path)
    path = tuning_journal.opened(some, tmp_path, resume=False).path
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(Error, match=r"line 2: not what a tuning run writes: .*" + told):
        tuning_journal.opened(some, tmp_path, resume=True)
    assert path.read_text().endswith(f"{line}\n")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("2 = [0.5, 12]", "9 = [0.5, 12]", "has no number called price.9"),
        ("2 = [0.5, 12]", "2 = [12, 0.5]", "price.2 is the wrong way round, from 12 to 0.5"),
        ("2 = [0.5, 12]", "2 = ['a', 12]", "price.2 must be two numbers"),
        ("2 = [0.5, 12]", "2 = [0.5, 0.6]", "price.2 begins at"),
        ("deals = 4", "deals = 0", "deals must be a whole number from 1"),
        ("deals = 4", "bids = 4", "there is no field 'bids' in a tuning plan"),
        ('"greedy"', '"kripke"', "kripke plays the knowledge game"),
        ("racer(numbers=usa-2p)", "racer(numbers=x)", "racer has no numbers called 'x'"),
    ],
)
def test_whatever_is_wrong_with_a_plan_is_told_in_a_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in PLAN
    with pytest.raises(Error) as fault:
        plan(tmp_path, PLAN.replace(old, new))
    assert told in str(fault.value)
    assert str(fault.value).startswith(str(tmp_path))
    assert "\n" not in str(fault.value)


def test_options_that_are_no_numbers_cannot_be_tuned(tmp_path: Path) -> None:
    text = PLAN.partition("[ranges")[0].replace("racer(numbers=usa-2p)", "flat-mc")
    with pytest.raises(Error, match="flat-mc has no number called want"):
        plan(tmp_path, text + "[ranges]\nwant = [0, 1]\n")
    assert plan(tmp_path, text + "[ranges]\ncaution = [0, 5]\n").groups == {"caution": ("caution",)}
