"""Stored tournaments are found by folder, and nothing else can be reached through their names."""

import sqlite3
from dataclasses import replace

import pytest
from test_arena_run import PLAIN

from whoknows import arena
from whoknows.arena.report.past_runs import record, report, runs
from whoknows.core.error import Error


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("here")
    plan = replace(PLAIN, title="Three cards")
    arena.reported(
        arena.run(plan, root / "some" / "plan.arena", workers=1), root / "some/plan.arena"
    )
    arena.run(PLAIN, root / "other.arena", workers=1)
    for name in ("broken", "empty"):
        (root / name).mkdir()
    (root / "broken/games.sqlite").write_text("not a store")
    sqlite3.connect(root / "empty/games.sqlite").execute("create table about (name, value)")
    return root


def test_tournaments_are_listed_with_their_titles(root):
    assert [(run.name, run.title, run.deals, run.finished) for run in runs(root)] == [
        ("other.arena", "threecards", 12, False),
        ("some/plan.arena", "Three cards", 12, True),
    ]


def test_a_tournament_has_a_report_and_games(root):
    assert "Three cards" in report(root, "some/plan.arena")
    game = next((root / "some/plan.arena/games").glob("*.jsonl"))
    assert record(root, "some/plan.arena", game.name) == game
    with pytest.raises(Error, match="has no report yet"):
        report(root, "other.arena")


@pytest.mark.parametrize("name", ["", "..", "../here/other.arena", "some/../..", "some", "nothing"])
def test_no_name_leads_elsewhere(root, name):
    with pytest.raises(Error, match="there is no tournament"):
        report(root, name)
    with pytest.raises(Error, match="has no game"):
        record(root, "some/plan.arena", "../results.json")
