"""Exercises are marked: right in every world that matters, or a world that shows why not."""

import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from command import command

import whoknows as wk
from whoknows.core.error import Error
from whoknows.puzzle.exercises import exercises

LESSONS = Path(__file__).parents[2] / "lessons"
FILES = sorted(LESSONS.glob("*.toml"))
TRIO = """
title = "Three cards"
seats = ["Anna", "Bram", "Cleo"]
[deal]
places = { Anna = 1, Bram = 1, Cleo = 1 }
cards = "abc"
"""


def said(folder: Path, task: str, solution: str = "") -> str:
    """What is said of the one answer in a file."""
    path = folder / "mine.toml"
    path.write_text(f'{TRIO}\n[[exercise]]\ntask = "?"\n{task}')
    if solution:
        (folder / "solutions").mkdir(exist_ok=True)
        text = f'{TRIO}\n[[exercise]]\ntask = "?"\nformula = "{solution}"'
        (folder / "solutions" / "mine.toml").write_text(text)
    (mark,) = exercises(path).marks()
    assert mark.passed == (mark.said == "right")
    return mark.said


def test_a_formula_is_right_if_it_means_the_same(tmp_path: Path) -> None:
    wanted = "Kw[Cleo] has(Anna,a)"
    assert said(tmp_path, 'formula = "has(Cleo,a)"', wanted) == "right"
    assert said(tmp_path, 'formula = "has(Cleo,a) | K[Cleo] ~has(Anna,a)"', wanted) == "right"
    assert said(tmp_path, 'formula = "has(Cleo,a) | has(Cleo,b)"', wanted) != "right"


def test_a_wrong_formula_is_told_a_world(tmp_path: Path) -> None:
    found = said(tmp_path, 'formula = "K[Anna] has(Bram,b)"', "has(Bram,b)")
    assert found == (
        "it is false and should be true in 2 worlds, such as Anna: a | Bram: b | Cleo: c"
    )


def test_only_worlds_that_matter_count(tmp_path: Path) -> None:
    task = 'formula = "has(Bram,b)"\nwhere = "has(Anna,a)"'
    assert said(tmp_path, task, "has(Cleo,c)") == "right"


@pytest.mark.parametrize("seed", range(20))
def test_marking_is_by_every_world(seed: int, tmp_path: Path) -> None:
    """The slow way: the two formulas in each world, one by one."""
    rng = Random(seed)
    atoms = [f"has({s},{c})" for s in ("Anna", "Bram", "Cleo") for c in "abc"]
    seats = rng.choices(("Anna", "Bram"), k=4)
    made = [f"K[{seat}] ({rng.choice(atoms)} | {rng.choice(atoms)})" for seat in seats]
    one, other = f"{made[0]} & ~{made[1]}", f"{made[2]} & ~{made[3]}"
    model = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    deals = [dict(zip(("Anna", "Bram", "Cleo"), each, strict=True)) for each in permutations("abc")]
    same = all(model.holds(one, at=deal) == model.holds(other, at=deal) for deal in deals)
    assert (said(tmp_path, f'formula = "{one}"', other) == "right") == same


def test_an_announcement_must_be_true_and_do_what_is_asked(tmp_path: Path) -> None:
    goal = 'by = "Bram"\nat = { Anna = "a", Bram = "b", Cleo = "c" }\nthen = "Kv[Anna] world"'
    assert said(tmp_path, f'says = "has(Bram,b)"\n{goal}') == "right"
    assert said(tmp_path, f'says = "has(Anna,a)"\n{goal}').startswith("it cannot be said")
    assert said(tmp_path, f'says = "~has(Bram,c)"\n{goal}') == (
        "once it is said, this is false: Anna knows the whole deal. "
        "It is false in Anna: c | Bram: a | Cleo: b"
    )


def test_worlds_and_numbers(tmp_path: Path) -> None:
    assert said(tmp_path, 'number = 4\ncount = "~has(Anna,a)"') == "right"
    assert said(tmp_path, 'number = 5\ncount = "~has(Anna,a)"') == "there are fewer"
    world = 'world = { Anna = "a", Bram = "b", Cleo = "c" }'
    assert said(tmp_path, f'{world}\nholds = "has(Anna,a)"') == "right"
    assert "it is false that Anna has b" in said(tmp_path, f'{world}\nholds = "has(Anna,b)"')


def test_what_cannot_be_understood_is_a_wrong_answer(tmp_path: Path) -> None:
    assert "column 7: expected" in said(tmp_path, 'formula = "K[Anna"', "has(Anna,a)")
    assert "no seat Dora" in said(tmp_path, 'formula = "K[Dora] has(Anna,a)"', "has(Anna,a)")
    assert said(tmp_path, 'world = { Anna = "a", Bram = "a", Cleo = "c" }') != "right"
    assert said(tmp_path, 'formula = ""', "has(Anna,a)") == "not answered yet"


def test_a_file_that_cannot_be_understood_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"mine.toml: exercise 1: needs one answer"):
        said(tmp_path, 'holds = "has(Anna,a)"')
    with pytest.raises(Error, match=r"exercise 1: .*'holds'"):
        said(tmp_path, 'number = 1\nholds = "has(Anna,a)"')
    with pytest.raises(Error, match="is marked by its solution, and there is none"):
        said(tmp_path, 'formula = "has(Anna,a)"')


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_solutions_are_right_and_are_not_in_the_exercises(path: Path) -> None:
    assert all(mark.passed for mark in exercises(LESSONS / "solutions" / path.name).marks())
    marks = list(exercises(path).marks())
    assert {mark.said for mark in marks} == {"not answered yet"}
    assert len(marks) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("empty", ["true", "false"])
def test_nothing_said_is_never_right(path: Path, empty: str, tmp_path: Path) -> None:
    text = path.read_text().replace('formula = ""', f'formula = "{empty}"')
    mine = tmp_path / path.name
    mine.write_text(text)
    marks = exercises(mine, LESSONS / "solutions").marks()
    assert not [mark for mark in marks if mark.answer == empty and mark.passed]


def test_the_command_marks(tmp_path: Path) -> None:
    mine = tmp_path / "1-worlds.toml"
    text = (LESSONS / "1-worlds.toml").read_text()
    mine.write_text(text.replace('number = ""', "number = 6", 1))
    done = command("check", str(mine), "--solutions", str(LESSONS / "solutions"))
    assert done.returncode == 1
    assert "  1  ok  How many deals are there?" in done.stdout
    found = json.loads(command("check", str(mine), "--json").stdout)
    assert [one["passed"] for one in found][:2] == [True, False]
    solved = command("check", str(LESSONS / "solutions" / "1-worlds.toml"))
    assert solved.returncode == 0


def test_lessons_are_copied_into_a_new_folder(tmp_path: Path) -> None:
    done = command("lessons", "mine", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "mine/README.md says how to use them\n")
    assert sorted(path.name for path in (tmp_path / "mine").glob("*.toml")) == [
        f.name for f in FILES
    ]
    assert command("check", "mine/solutions/2-knowledge.toml", cwd=tmp_path).returncode == 0
    again = command("lessons", "mine", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "whoknows: mine is there already; name another folder\n",
    )


def test_every_lesson_has_a_script_and_a_sheet() -> None:
    for path in FILES:
        script = path.with_suffix(".md").read_text()
        assert all(part in script for part in ("**Aims.**", "## Script", f"({path.name})"))
        assert (LESSONS / "solutions" / path.name).exists()
    assert len(FILES) == 6
