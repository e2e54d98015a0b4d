"""Stored tournaments at the table: a list, a report in a frame, and games that open as games."""

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
