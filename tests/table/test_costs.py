"""Options of agents have limits at a table, which the form tells; elsewhere they have none.

Nobody who asks for a game may make its server think for days.
"""

import pytest
from at_table import WAIT
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from serving import Server, made

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.registry import agent
from whoknows.table.server import new_game_form
from whoknows.table.server.option_costs import MOST, check_cost

TOO_MUCH = [
    ("ismcts(iterations=1000000000000)", "iterations", "100,000"),
    ("mcts(seconds=1e9)", "seconds", "20"),
    ("mcts(seconds=inf)", "seconds", "20"),
    ("flat-mc(playouts=100001)", "playouts", "100,000"),
    ("pimc(worlds=5000)", "worlds", "1,000"),
    ("expectiminimax(depth=99)", "depth", "12"),
    ("expectiminimax(leaves=10000000)", "leaves", "1,000,000"),
    ("mc-expectiminimax(breadth=101)", "breadth", "100"),
    (f"ismcts(iterations={'9' * 350})", "iterations", "100,000"),
]


@pytest.fixture
def client(tmp_path):
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize(("spec", "option", "most"), TOO_MUCH)
def test_what_would_cost_too_much_is_refused_in_a_line_that_names_option_and_limit(
    client, spec, option, most
):
    answer = client.post("/api/games", json={"game": "threecards", "agents": [spec] * 3})
    assert answer.status_code == 400
    line = answer.json()["error"]
    assert f"at this table {option} may be at most {most}, not " in line
    assert len(line) < 120
    assert client.get("/api/games").json() == {"games": []}


@pytest.mark.parametrize("spec", ["ismcts", "random", "human", "pimc(worlds=1000)", "mcts(c=9)"])
def test_what_is_usual_may_be_asked_for(spec):
    check_cost(spec)


def test_agents_as_they_are_stay_within_the_limits():
    for name in ("ismcts", "mcts", "flat-mc", "pimc", "expectiminimax", "mc-expectiminimax"):
        made = agent(name)
        for option, most in MOST.items():
            assert (getattr(made, option, None) or 0) <= most


def test_agents_are_listed_once_however_many_games_begin(monkeypatch):
    """To list them reads a file for each, while everybody else waits."""
    listed, usual = [], registry.agents
    monkeypatch.setattr(registry, "agents", lambda: listed.append(1) or usual())
    new_game_form._is_agent.cache_clear()
    for _ in range(3):
        new_game_form.check_players("threecards", ["random", "human", "random"])
    assert len(listed) == 1


def test_the_command_line_is_free():
    assert agent("ismcts(iterations=1000000000000)").name == "ismcts(iterations=1000000000000)"


def test_a_table_may_be_started_without_limits(monkeypatch):
    with pytest.raises(Error, match="at most"):
        check_cost("mcts(seconds=1000)")
    monkeypatch.setenv("WHOKNOWS_OPTIONS", "free")
    check_cost("mcts(seconds=1000)")


def test_the_form_is_told_the_limits(client):
    assert client.get("/api/choices").json()["limits"] == MOST


def test_who_types_an_agent_reads_the_limits(chromium, tmp_path):
    with Server(tmp_path, strict=True) as server:
        page = chromium.new_page(viewport={"width": 1280, "height": 1100})
        page.set_default_timeout(WAIT)
        page.goto(server.address)
        limits = page.locator("[data-name=limits]")
        page.locator(".chair select").last.wait_for(state="attached")
        assert not limits.is_visible()
        page.locator(".chair select").last.select_option("other")
        expect(limits).to_contain_text("iterations 100,000")
        expect(limits).to_contain_text("seconds 20")
        page.close()
