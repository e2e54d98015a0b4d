"""A run of the benchmarks against a stored one: what fell is named. Nothing is measured here."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from whoknows import bench
from whoknows.bench import Figure, compare
from whoknows.core.error import Error

Run = Callable[..., bool]
THEN = [
    Figure("logic.deal", 10.0, 20.0),
    Figure("logic.memory", 80.0, unit="MB"),
    Figure("tickets.games", 4000.0, unit="games/s"),
]


@pytest.fixture
def measure(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run that measures these rows."""

    def measured(*rows: Figure, **options: Any) -> bool:
        monkeypatch.setattr(bench, "_measured", lambda suites, how: list(rows))
        return bench.run(**{"suite": None, "as_json": False, "against": None} | options)

    return measured


@pytest.fixture
def stored(measure: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """What `whoknows bench --json > FILE` keeps."""
    path = tmp_path / "before.json"
    assert measure(*THEN, as_json=True)
    path.write_text(capsys.readouterr().out)
    return path


def kept(then: Figure, now: Figure) -> float:
    (figure,) = compare([then], [now]).figures
    return figure.kept


def test_a_figure_with_a_peer_is_compared_by_its_ratio() -> None:
    """Twice as slow on a machine that is twice as slow is no fall."""
    assert kept(Figure("x", 10, 20), Figure("x", 20, 40)) == 1
    assert kept(Figure("x", 10, 20), Figure("x", 10, 10)) == 0.5
    assert kept(Figure("x", 500, 100, "games/s"), Figure("x", 250, 100, "games/s")) == 0.5


def test_a_figure_without_one_is_compared_in_its_unit() -> None:
    assert kept(Figure("x", 10), Figure("x", 40)) == 0.25  # milliseconds: less is better
    assert kept(Figure("x", 100, unit="MB"), Figure("x", 50, unit="MB")) == 2
    assert kept(Figure("x", 100, unit="games/s"), Figure("x", 50, unit="games/s")) == 0.5
    assert kept(Figure("x", 10, 20), Figure("x", 20)) == 0.5  # its peer is gone
    assert kept(Figure("x", 2, unit="bits"), Figure("x", 1, unit="bits")) == 0.5  # more is better


def test_only_more_than_a_quarter_is_a_fall() -> None:
    then = [Figure("a", 75), Figure("b", 75), Figure("c", 75)]
    found = compare(then, [Figure("a", 100), Figure("b", 101), Figure("c", 200)])
    assert [one.name for one in found.fell] == ["c", "b"]


def test_what_is_on_one_side_only_or_in_another_unit_is_named() -> None:
    found = compare(
        [Figure("a", 1), Figure("b", 1), Figure("c", 1)],
        [Figure("b", 1, unit="MB"), Figure("c", 1)],
    )
    assert (found.gone, found.new) == (("a", "b"), ("b",))
    assert [one.name for one in found.figures] == ["c"]


def test_the_same_again_is_no_fall(
    measure: Run, stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(*THEN, against=stored)
    assert capsys.readouterr().out.endswith("\n\n0 of 3 figures fell by more than a quarter\n")


def test_what_fell_is_told_in_words_and_by_the_answer(
    measure: Run, stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now = (
        Figure("logic.deal", 40.0, 20.0),
        Figure("logic.memory", 90.0, unit="MB"),
        Figure("arena.x", 1.0),
    )
    assert not measure(*now, against=stored)
    told = capsys.readouterr().out.partition("\n\n")[2]
    assert told == (
        "fell: logic.deal: ratio 2 then, 0.5 now (25% of it is left)\n"
        f"only in {stored}: tickets.games\n"
        f"not in {stored}: arena.x\n"
        "1 of 2 figures fell by more than a quarter\n"
    )


def test_for_machines_too(measure: Run, stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not measure(Figure("logic.deal", 40.0, 20.0), against=stored, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["rows"][0]["ratio"] == 0.5
    assert told["fell"] == ["logic.deal"]
    assert told["gone"] == ["logic.memory", "tickets.games"]
    assert told["compared"] == [
        {"name": "logic.deal", "by": "ratio", "then": 2.0, "now": 0.5, "kept": 0.25}
    ]
    stored.write_text(json.dumps(told))  # such a run may be compared with as well
    assert measure(Figure("logic.deal", 40.0, 20.0), against=stored)


def test_one_suite_is_compared_with_its_part_of_all(
    measure: Run, stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(*THEN[:2], suite="logic", against=stored)
    assert "tickets" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ours 3 ms", "not JSON"),
        ("[{", "not JSON"),
        ('[{"name": "x", "ours": NaN}]', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"a": 1}', "not a list of rows"),
        ("[3]", "row 1: not an object, but 3"),
        ('[{"name": "x", "ours": 1}, {"name": "y"}]', "row 2: missing field 'ours'"),
        ('[{"name": "x", "ours": "1"}]', "row 1: field 'ours' must be a number, not '1'"),
        ('[{"name": "x", "ours": 1, "speed": 2}]', "row 1: unknown field 'speed'"),
        ('[{"name": "x", "ours": -1}]', "row 1: field 'ours' must be at least 0, not -1"),
        ('[{"name": "x", "ours": 1, "peer": 0}]', "row 1: field 'peer' must be above 0"),
        ("[]", "no figure of analysis, arena, beliefs, boerenbridge, kit, logic, search, table"),
        ('[{"name": "weather.rain", "ours": 1}]', "no figure of analysis"),
    ],
)
def test_a_bad_file_is_told_in_one_line_before_anything_is_measured(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(Error) as caught:
        bench.run(None, as_json=False, against=path)
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
