"""A finished game looked back upon in a real browser: moments worth a look lead to their moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from at_table import loaded, wait_for_step
from playwright.sync_api import expect

SIZES = [(1280, 800), (1024, 768), (390, 844)]
STEPS = ["12", "13", "31"]  # of the documented game


def steps(page: Any) -> list[str]:
    found = page.locator("[data-name=moments] [data-step]")
    expect(found).to_have_count(3)
    return [str(one.get_attribute("data-step")) for one in found.all()]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_end_of_a_game_offers_three_moments_worth_a_look(
    visit: Any, documented: str, width: int, height: int
) -> None:
    page = loaded(visit(documented, viewport={"width": width, "height": height}))
    fold = page.locator("[data-name=moments]")
    expect(fold).to_be_visible()
    expect(fold).to_have_attribute("open", "")
    assert steps(page) == STEPS
    first = page.locator("[data-name=moments] [data-step='12']")
    expect(first).to_contain_text("1.0 to seat 2")
    expect(first).to_contain_text("Seat 2 now knows where every card is")
    first.click()
    wait_for_step(page, 12)
    expect(first).to_have_attribute("aria-current", "step")
    expect(first).to_be_visible()  # the next one is a click away
    expect(page.locator("[data-name=told-here]")).to_have_text(
        "Move 12 told 0.6 bits to seat 0, 1.0 to seat 2."
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_opens_an_earlier_move_is_not_told_what_comes(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=3"))
    fold = page.locator("[data-name=moments]")
    expect(fold).to_be_visible()
    assert fold.get_attribute("open") is None


def test_a_game_that_goes_on_has_none(visit: Any, server: Any) -> None:
    made = server.ask("/api/games", {"game": "threecards", "agents": ["human"] * 3})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}"))
    expect(page.locator("[data-name=whose]")).not_to_be_empty()
    expect(page.locator("[data-name=moments]")).to_be_hidden()
    server.end(made["id"], made["keys"]["0"])
    expect(page.locator("[data-name=whose]")).to_contain_text("Stopped")


def test_a_page_without_a_server_has_them_inside_and_heads_as_well(
    chromium: Any, documented_file: Path
) -> None:
    page = chromium.new_context().new_page()
    faults = list[str]()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"file://{documented_file}#step=141")
    loaded(page)
    assert steps(page) == STEPS
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.locator(".seats [data-mind='1']").click()
    head = page.locator("[data-slot=mind]")
    expect(head.locator("h3")).to_have_text("The table as seat 1 sees it")
    head.locator(".plate[data-mind='1.0']").click()
    expect(head.locator("h3")).to_have_text("The table as seat 0 sees it, seat 1 thinks")
    head.locator(".plate[data-mind='1.0.1']").click()
    expect(head).to_contain_text("whoknows table does")
    page.keyboard.press("Escape")
    expect(page.locator("[data-slot=board]")).to_be_visible()
    assert not faults
    page.context.close()
