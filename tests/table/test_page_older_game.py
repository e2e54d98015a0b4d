"""A game of a package written for whoknows 0.1, in a real browser: it draws its own page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_table import WAIT, loaded, play_on
from playwright.sync_api import expect
from serving import ROOT, Server

OLDER = Path(__file__).parents[1] / "older"


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where that package is installed."""
    path = os.pathsep.join([str(ROOT / "src"), str(OLDER), os.environ.get("PYTHONPATH", "")])
    with Server(tmp_path_factory.mktemp("older"), PYTHONPATH=path) as running:
        yield running


def test_it_is_played_by_clicking_on_its_board(chromium: Any, neighbour: Server) -> None:
    agents = ["human", "ismcts(iterations=200)", "random"]
    made = neighbour.ask("/api/games", {"game": "twocards(rounds=2)", "agents": agents})
    page = chromium.new_page()
    page.set_default_timeout(WAIT)
    page.goto(f"{neighbour.address}/game/{made['id']}#key={made['keys']['0']}")
    loaded(page)
    expect(page.locator(".area.twocards .cards")).to_contain_text("? ?")
    assert play_on(page, lambda page: page.locator(".twocards [data-action]").first.click()) > 0
    expect(page.locator(".area.twocards .cards")).not_to_contain_text("?")
    expect(page.locator(".log")).to_contain_text("does not hold")
    page.close()
