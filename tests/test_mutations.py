"""Spoilt records, boards, plans and puzzles are refused in one line, or are read after all.

Some hundred here; many more are for a long run by hand.
"""

from random import Random

import pytest
from mutations import KINDS, mutated, refused

MANY = 60  # of each kind


@pytest.mark.parametrize("name", KINDS)
def test_what_is_spoilt_is_refused_in_one_line(name, tmp_path):
    kind = KINDS[name]
    sources = kind.sources()
    assert sources
    told = 0
    for number in range(MANY):
        rng = Random(number)
        line = refused(kind, mutated(rng.choice(sources), rng), tmp_path)
        told += line is not None
        assert line is None or ("\n" not in line and len(line) < 1000), f"{name} {number}: {line}"
    assert told > MANY / 2


@pytest.mark.parametrize("name", KINDS)
def test_what_is_not_spoilt_is_read(name, tmp_path):
    kind = KINDS[name]
    assert [refused(kind, source, tmp_path) for source in kind.sources()[:3]] == [None] * 3


@pytest.mark.parametrize("name", ["board", "plan", "puzzle"])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("deals = " + "9" * 5000, "not TOML: a number is too long"),
        ("deals = " + "[" * 5000, "not TOML: nested too deeply"),
        ("deals = " + "[" * 5000 + "]" * 5000, "not TOML: nested too deeply"),
        ("deals = '\ud800'", "not TOML: not UTF-8 text, at byte 10"),
        ("'" + "a" * 5000 + "' = 1\n" * 2, "not TOML: "),
    ],
)
def test_what_is_no_toml_says_so(name, text, line, tmp_path):
    told = refused(KINDS[name], text.encode("utf-8", "surrogatepass"), tmp_path)
    assert line in told
    assert len(told) < 400


@pytest.mark.parametrize(
    "spec",
    [
        "tickets(seats=" + "9" * 5000 + ")",
        "x" * 5000,
        "boerenbridge(rounds=" + "99-" * 5000 + "1)",
        "tickets(" + "y" * 5000 + "=1)",
        "threecards(rounds=" + "9" * 4000 + ")",
        "tickets(board=" + "z" * 5000 + ")",
    ],
)
def test_a_spec_without_end_is_not_repeated_without_end(spec, tmp_path):
    plan = f'games = ["{spec}"]\nagents = ["random"]\ndeals = 1\n'
    told = refused(KINDS["plan"], plan.encode(), tmp_path)
    assert told
    assert len(told) < 700
