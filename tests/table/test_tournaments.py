"""Stored tournaments at the table: a list, a report in a frame, and games that open as games."""

import json
import os
import shutil
import sqlite3

import pytest
from fastapi.testclient import TestClient
from serving import made

from whoknows import arena


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    root = tmp_path_factory.mktemp("arena")
    plan = arena.Plan(
        games=("threecards",), agents=("random",), deals=5, pairing="against", against="random"
    )
    arena.reported(arena.run(plan, root / "three.arena", workers=1), root / "three.arena")
    with TestClient(made(tmp_path_factory.mktemp("games"), root)) as client:
        client.root = root
        yield client


def test_tournaments_are_listed(page):
    (run,) = page.get("/api/arena").json()["runs"]
    assert (run["name"], run["title"], run["finished"]) == ("three.arena", "threecards", True)


def test_a_game_of_a_report_opens_at_the_table_and_always_the_same(page):
    report = page.get("/api/arena/three.arena/report.html")
    assert "default-src 'none'" in report.headers["content-security-policy"]
    link = report.text.partition('target="_top" href="')[2].partition('"')[0]
    address = f"/api/arena/three.arena/{link}"
    one, other = (page.get(address, follow_redirects=False) for _ in range(2))
    assert one.status_code == 303
    assert one.headers["location"] == other.headers["location"]
    id = one.headers["location"].rpartition("/")[2]
    assert page.get(f"/api/games/{id}/view").json()["over"]


@pytest.mark.parametrize(
    "address", ["no/report.html", "../report.html", "three.arena/games/x.jsonl"]
)
def test_what_is_not_there_is_told(page, address):
    answer = page.get(f"/api/arena/{address}")
    assert answer.status_code == 404
    assert "error" in answer.json() or "detail" in answer.json()


@pytest.mark.parametrize("name", ["%00", "a%00b", "x" * 5000, "%ed%a0%80", "..%2f..", "a/" * 999])
@pytest.mark.parametrize("what", ["report.html", "games/x.jsonl", "games/%00"])
def test_names_that_no_folder_has_are_not_there(page, name, what):
    answer = page.get(f"/api/arena/{name}/{what}")
    assert answer.status_code == 404
    assert len(answer.json()["error"]) < 120


@pytest.fixture
def copied(page, tmp_path):
    """A copy of the tournament that may be spoilt, beside an honest one, and a client for both."""
    root, games = tmp_path / "arena", tmp_path / "games"
    for name in ("honest.arena", "spoilt.arena"):
        shutil.copytree(page.root / "three.arena", root / name)
    with TestClient(made(games, root), raise_server_exceptions=False) as client:
        client.folder = root / "spoilt.arena"
        yield client


@pytest.mark.parametrize(
    "plan", ["null", "[]", "5", '{"games": 5}', "{", '{"title": "\\ud800"}', b"\xff", "title"]
)
def test_a_spoilt_tournament_hides_no_other(copied, plan):
    link = sqlite3.connect(copied.folder / "games.sqlite")
    if plan == "title":
        (told,) = link.execute("SELECT value FROM about WHERE name='plan'").fetchone()
        plan = json.dumps({**json.loads(told), "title": "\ud800"})
    link.execute("UPDATE about SET value=CAST(? AS TEXT)  WHERE name != 'format'", [plan])
    link.commit()
    link.close()
    answer = copied.get("/api/arena")
    assert answer.status_code == 200
    assert "honest.arena" in [run["name"] for run in answer.json()["runs"]]


def test_a_folder_whose_name_is_no_text_hides_no_other(copied):
    copied.folder.rename(os.fsdecode(os.fsencode(copied.folder) + b"\xff"))
    answer = copied.get("/api/arena")
    assert answer.status_code == 200
    assert "honest.arena" in [run["name"] for run in answer.json()["runs"]]


def test_a_report_that_is_no_text_is_shown_as_far_as_it_is(copied):
    (copied.folder / "report.html").write_bytes(b"<p>one</p>\xff")
    answer = copied.get("/api/arena/spoilt.arena/report.html")
    assert answer.status_code == 200
    assert answer.text == "<p>one</p>\ufffd"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("threecards", "tickets(board=/etc/passwd)", "cannot name a file"),
        ('"agents": ["', '"agents": ["\\ud800', "half a character"),
        ('"agents": ["', '"agents": ["' + "x" * 999, "the name of agent 0"),
        ('"do": "', '"do": "no ', "not an action"),
        ("{", "[", "not JSON"),
    ],
)
def test_a_record_of_somebody_elses_tournament_is_not_believed(copied, old, new, words):
    file = min((copied.folder / "games").glob("*.jsonl"))
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    answer = copied.get(f"/api/arena/spoilt.arena/games/{file.name}", follow_redirects=False)
    assert answer.status_code == 400, answer.text
    assert words in answer.json()["error"]
    assert copied.get("/api/games").json() == {"games": []}
