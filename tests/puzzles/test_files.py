"""Every puzzle file comes out as published, on both engines, and so does the README's."""

import re
from pathlib import Path

import pytest

from whoknows.puzzle import puzzle

FOLDER = Path(__file__).parents[2] / "puzzles"
FILES = sorted(FOLDER.glob("*.toml"))
# Facts with so many values have too many variables for a diagram.
WIDE = {"sum-and-product"}
NARROW = [file for file in FILES if file.stem not in WIDE]


def failed(path, engine=None):
    """What did not come out, and how many expectations there were."""
    found = puzzle(path)
    checks = [
        (number, result.step, *check)
        for number, case in enumerate(found.cases, 1)
        for result in found.check(case, engine)
        for check in result.checks
    ]
    return [check for check in checks if check[-1] != check[-2]], len(checks)


def results(text, path):
    path.write_text(text)
    return list(puzzle(path).check())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_puzzle_comes_out_as_published(file):
    wrong, checks = failed(file)
    assert wrong == []
    assert checks > 0


@pytest.mark.parametrize("engine", ["bitset", "diagram"])
@pytest.mark.parametrize("file", NARROW, ids=lambda file: file.stem)
def test_it_comes_out_on_either_engine(file, engine):
    assert failed(file, engine)[0] == []


def test_the_example_of_the_readme_comes_out(tmp_path):
    (example,) = re.findall(r"```toml\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    told = results(example, tmp_path / "example.toml")
    assert [result.worlds for result in told] == [6, 4, 2]
    assert all(result.passed and result.checks for result in told)


def test_the_readme_speaks_of_every_field():
    from whoknows.puzzle import fields as text

    fields = {*text.TOP, *text.DEAL, *text.CONTAINS, *text.THEN, "case"}
    fields |= {field for act in text.ACTS.values() for field in act}
    readme = (FOLDER / "README.md").read_text()
    assert {field for field in fields if not re.search(rf"\b{field}\b", readme)} == set()


def test_the_readme_links_to_files_that_are_there():
    linked = set(re.findall(r"\]\(([\w-]+\.toml)\)", (FOLDER / "README.md").read_text()))
    assert linked <= {file.name for file in FILES}


# what is reported


RAIN = """
title = "Rain"
seats = ["Ann"]
propositions = ["rain", "wind"]
world = { rain = true, wind = false }
observes = { Ann = ["wind"] }
"""


def test_a_wrong_expectation_is_a_failed_check_not_an_error(tmp_path):
    wrong = """
[[step]]
announce = "rain"
worlds = 3
valid = ["rain", "rain & wind"]
holds = "~K[Ann] rain"
count = { "wind" = 2 }
left = [{ rain = true, wind = false }]
"""
    (result,) = results(RAIN + wrong, tmp_path / "rain.toml")
    assert not result.passed
    assert result.checks == (
        ("worlds", 3, 2),
        ("left", ["rain, not wind"], ["rain, not wind", "rain, wind"]),
        ("valid: rain", True, True),
        ("valid: rain & wind", True, "false in: rain, not wind"),
        ("holds: ~K[Ann] rain", True, False),
        ("count: wind", 2, 1),
    )


def test_a_moore_sentence_is_said_to_be_unsuccessful():
    _, said = puzzle(FOLDER / "moore.toml").check()
    assert said.notice.startswith("unsuccessful: rain & ~K[Ann] rain was true")


def test_what_is_false_everywhere_may_be_expected_and_changes_nothing():
    *_, before, said = puzzle(FOLDER / "hexa.toml").check()
    assert said.passed
    assert (before.worlds, said.worlds) == (2, 2)
    assert said.notice == "false in every world: nothing changes"


def test_expecting_in_vain_that_it_is_false_everywhere_is_a_failed_check(tmp_path):
    step = '[[step]]\nannounce = "rain"\nworlds = 0\n'
    (result,) = results(RAIN + step, tmp_path / "rain.toml")
    assert (result.passed, result.worlds) == (False, 2)


def test_a_step_without_a_sentence_is_told_in_words(tmp_path):
    steps = '[[step]]\n[[step]]\nby = "Ann"\nsays = "~wind"\n[[step]]\nwhether = "K[Ann] rain"\n'
    told = results(RAIN + steps, tmp_path / "rain.toml")
    assert [result.text for result in told] == [
        "the situation",
        "Ann knows that not wind",
        "Ann does not know that rain",
    ]


def test_a_puzzle_can_be_tried_with_other_values():
    found = puzzle(FOLDER / "sum-and-product.toml")
    *_, last = found.check({**found.cases[0], "N": 70})
    assert last.worlds == 1
    assert last.passed


def test_cards_are_looked_at_where_nobody_has_yet(tmp_path):
    text = """
title = "Face down"
seats = ["Ann", "Ben"]
deal = { places = { Ann = 1, Ben = 1 }, cards = "ab", looked = false }
[[step]]
valid = "~Kv[Ann] world"
[[step]]
look = "Ann"
place = "Ann"
worlds = 2
valid = "Kv[Ann] world & ~Kv[Ben] world & K[Ben] Kv[Ann] world"
"""
    assert all(result.passed for result in results(text, tmp_path / "cards.toml"))
