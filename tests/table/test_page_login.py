"""The password in a real browser: asked for once, in place of the page that one came to see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from at_table import WAIT, loaded
from serving import Server

from whoknows import arena

WORD = "correct horse battery"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that asks for its password, with a tournament."""
    folder = tmp_path_factory.mktemp("closed")
    options = ["--host", "0.0.0.0", "--allow-host", "games.example"]
    plan = arena.Plan(
        games=("threecards",), agents=("random",), deals=5, pairing="against", against="random"
    )
    out = folder / "arena" / "three.arena"
    out.parent.mkdir()
    arena.reported(arena.run(plan, out, workers=1), out)
    with Server(folder, *options, WHOKNOWS_PASSWORD=WORD) as running:
        yield running


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(WAIT)
    yield context.new_page()
    context.close()


def enter(page: Any) -> None:
    page.fill("#password", WORD)
    page.keyboard.press("Enter")


def test_the_password_opens_the_page_that_one_came_to_see(page: Any, closed: Server) -> None:
    page.goto(f"{closed.address}/arena#run=three.arena")
    page.fill("#password", "wrong horse")
    page.click("text=Come in")
    page.wait_for_selector("text=wrong password")
    enter(page)
    page.wait_for_selector("iframe")
    assert page.url.endswith("/arena#run=three.arena")
    assert "whoknows-table" not in page.evaluate("document.cookie")
    page.goto(closed.address)
    page.wait_for_selector("text=Create the game")


def test_a_game_of_a_report_opens_though_the_cookie_stays_behind(page: Any, closed: Server) -> None:
    """To the browser a report is another site, from which no cookie of ours is sent."""
    page.goto(f"{closed.address}/arena#run=three.arena")
    enter(page)
    page.frame_locator("iframe").locator('a[href^="games/"]').first.click()
    page.wait_for_url(f"{closed.address}/game/**")
    loaded(page)


def test_a_link_to_a_seat_needs_no_password(page: Any, chromium: Any, closed: Server) -> None:
    page.goto(closed.address)
    enter(page)
    page.wait_for_selector("text=Create the game")
    new = {"game": "threecards", "agents": ["human"] * 3}
    made = page.request.post(f"{closed.address}/api/games", data=new).json()
    context = chromium.new_context()
    context.set_default_timeout(WAIT)
    other = context.new_page()
    other.goto(f"{closed.address}/game/{made['id']}#key={made['keys']['0']}")
    loaded(other)
    other.wait_for_selector(".turn.mine [data-action]", state="attached")
    other.goto(closed.address)
    other.wait_for_selector("text=Who knows the password?")
    context.close()
