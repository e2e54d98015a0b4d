"""The key of a seat is told once, to who made the game; after that it shows nowhere.

Games are played through every endpoint, by all seats and by onlookers, on a server of its own. All
that it answers, logs and stores is collected, and what browsers send about a page besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from at_table import loaded
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import PATIENCE, Server

NEW = {"game": "threecards(rounds=2)", "agents": ["human"] * 3}
ASKED = [{}, {"step": "0"}, {"kind": "graph"}, {"ask": "K[0] has(1,a)"}, {"whatif": "has(0,a)"}]
ASKED += [{"as": "onlooker"}, {"as": "all"}, {"ask": "K["}, {"card": "a"}, {"step": "x"}]
LOOKS = ["view", "record", "replay.html"]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("secrets")) as running:
        yield running


class Told:
    """All that was answered, with its headers."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(base_url=server.address, timeout=PATIENCE)
        self.all: list[str] = []

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.http.request(method, path, **more)
        self.all += [answer.text, str(answer.headers), str(answer.url)]
        return answer


@settings(
    max_examples=12, deadline=None, derandomize=True, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(st.randoms(use_true_random=False))
def test_no_key_shows_anywhere_once_it_was_told(own: Server, rng: Random) -> None:
    told = Told(own)
    made = told.http.post("/api/games", json=NEW).json()  # the only place
    address, keys = f"/api/games/{made['id']}", list(made["keys"].values())
    for _ in range(25):
        key = rng.choice([None, *keys, f"{keys[0]},{keys[1]}", f"{keys[0]},wrong"])
        step(told, address, {} if key is None else {"X-Seat": key}, rng)
    for path in ("/api/games", "/", f"/game/{made['id']}", "/api/arena", "/openapi.json"):
        told.ask("GET", path)
    with_log = [*told.all, *texts(own.folder)]
    assert not [text for text in with_log for key in keys if key in text]


def step(told: Told, address: str, held: dict[str, str], rng: Random) -> None:
    """One request of any kind."""
    now = told.ask("GET", f"{address}/view", headers=held)
    seen = now.json() if now.is_success else {"version": 0, "actions": []}
    actions = [one["text"] for one in seen["actions"]] or ["nothing"]
    version = {"version": rng.choice([seen["version"], 0])}
    match rng.choice(["act", "act", "act", "look", "undo", "hint", "analyse", "cancel"]):
        case "look":
            path = f"{address}/{rng.choice(LOOKS)}"
            told.ask("GET", path, headers=held, params=rng.choice(ASKED))
        case "act":
            doing = {**version, "action": rng.choice(actions)}
            told.ask("POST", f"{address}/act", headers=held, json=doing)
        case "cancel" if rng.random() < 0.8:
            told.ask("POST", f"{address}/cancel", json={})
        case "hint":
            told.ask("POST", f"{address}/hint")  # a search takes longer than this is worth
        case other:
            told.ask("POST", f"{address}/{other}", headers=held, json=version)


def texts(folder: Path) -> list[str]:
    """What is stored and logged."""
    files = [path for path in folder.iterdir() if path.is_file()]
    assert "server.log" in [path.name for path in files]
    return [path.read_bytes().decode("utf-8", "replace") for path in files]


def test_a_browser_sends_a_key_as_a_header_to_us_and_nothing_else(
    visit: Any, server: Server
) -> None:
    made = server.ask("/api/games", NEW)
    key = made["keys"]["0"]
    page = visit("/")
    asked: list[Any] = []
    page.context.on("request", lambda one: asked.append(one))
    page.on("websocket", lambda one: asked.append(one))
    page.goto(f"{server.address}/game/{made['id']}#key={key}")
    loaded(page)
    page.wait_for_function("() => !location.hash.includes('key')")
    assert key not in page.title() + page.url + page.evaluate("document.referrer")
    assert key not in page.evaluate("document.documentElement.outerHTML")
    seen = [one for one in asked if "api" in one.url]
    assert any(one.headers.get("x-seat") == key for one in seen if hasattr(one, "headers"))
    for one in asked:
        assert key not in one.url.partition("#")[0]
        told = dict(getattr(one, "headers", {}))
        told.pop("x-seat", None)
        assert key not in str(told)
        assert not told.get("referer")
    page.locator('a[href="/"]').first.click()  # and what comes next is not told where from
    page.wait_for_selector("text=Create the game")
    assert page.evaluate("document.referrer") == ""
    assert key not in page.evaluate("document.documentElement.outerHTML")
