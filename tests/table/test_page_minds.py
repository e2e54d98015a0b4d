"""Stepping into a head in a real browser: by click and key, deeper, back, and out again."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import WAIT, loaded, wait_for_step, whose_turn
from playwright.sync_api import expect

SIZES = [(1280, 800), (1024, 768), (390, 844)]


def inside(page: Any) -> Any:
    return page.locator("[data-name=inside]")


def heading(page: Any) -> Any:
    return page.locator("[data-name=inside] h3")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_click_on_a_seat_leads_into_its_head_and_on_into_others(
    visit: Any, documented: str, width: int, height: int
) -> None:
    """In the documented game seat 2 finds out two tickets of seat 0 at step 12."""
    size = {"width": width, "height": height}
    page = loaded(visit(f"{documented}#step=12&as=0", viewport=size))
    page.locator(".seats [data-mind='2']").click()
    expect(heading(page)).to_have_text("The table as seat 2 sees it, as far as you can know")
    expect(heading(page)).to_be_focused()
    expect(page.locator("[data-slot=board]")).to_be_hidden()
    mine = page.locator(".inside .sits").first
    expect(mine.locator(".lies")).to_contain_text(["Brest-Marseille", "Brest-Venezia"])
    assert is_in_sight(page, ".inside .head")
    page.locator(".inside button.plate[data-mind='2.1']").click()
    told = "The table as seat 1 sees it, seat 2 thinks, as far as you can know"
    expect(heading(page)).to_have_text(told)
    expect(page.locator(".inside .head .head")).to_be_visible()
    expect(page.locator(".crumbs li")).to_have_text(["The table", "■ seat 2", "▲ seat 1"])
    page.locator(".crumbs button[data-mind='2']").click()
    expect(page.locator(".inside .head .head")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(inside(page)).to_be_hidden()
    expect(page.locator("[data-slot=board]")).to_be_visible()
    assert "mind" not in page.url


def is_in_sight(page: Any, what: str) -> bool:
    """Whether nothing of it sticks out to the side, nor the page with it."""
    return bool(
        page.evaluate(
            """what => document.documentElement.scrollWidth <= innerWidth
            && [...document.querySelectorAll(what + ", " + what + " *")].every(part => {
              const { left, right } = part.getBoundingClientRect();
              return left >= -1 && right <= innerWidth + 1;
            })""",
            what,
        )
    )


def test_keys_are_enough(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=12&as=all"))
    seat = page.locator(".seats [data-mind='0']")
    seat.focus()
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("The table as seat 0 sees it")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.plate[data-mind]')"):
            break
    page.keyboard.press("Enter")
    expect(heading(page)).to_contain_text("seat 0 thinks")
    page.keyboard.press("Escape")
    expect(inside(page)).to_be_hidden()
    expect(seat).to_be_focused()


def test_time_goes_on_in_a_head_and_a_link_leads_into_it(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=11&as=0&mind=2"))
    expect(heading(page)).to_be_visible()
    worlds = page.locator(".inside .told li").first
    before = worlds.inner_text()
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 12)
    expect(worlds).not_to_have_text(before)
    assert "mind=2" in page.url


def test_a_card_in_a_head_asks_why(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=12&as=0&mind=2"))
    page.locator(".inside .lies button", has_text="Brest-Venezia").click()
    expect(page.locator("[data-name=verdict]")).to_have_text("known true")
    expect(page.locator("[data-name=why]")).to_contain_text("because of")
    expect(heading(page)).to_be_visible()


def test_the_plate_of_a_player_at_the_table_is_a_way_in_too(visit: Any, server: Any) -> None:
    game = {"game": "boerenbridge(rounds=3)", "agents": ["human", "random", "random", "random"]}
    made = server.ask("/api/games", game)
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}"))
    whose_turn(page)
    page.locator("[data-slot=board] .plate[data-mind='1']").click()
    expect(heading(page)).to_have_text("The table as E sees it, as far as you can know")
    expect(page.locator(".unseen-by-you")).to_contain_text("only E sees these")
    page.get_by_role("button", name="Leave: back to the table").click()
    expect(page.locator("[data-slot=board]")).to_be_visible()
    believe_in(page, "full-kripke")
    server.end(made["id"], made["keys"]["0"])


def believe_in(page: Any, style: str) -> None:
    """What the others have if they play like that, beside what is known, and the acts behind."""
    page.locator("[data-slot=board] [data-action]:visible").first.dispatch_event("click")  # a bid
    page.wait_for_selector("[data-slot=board] .card[data-action]", timeout=WAIT)  # all have bid
    expect(page.locator(".believes")).to_have_count(0)
    page.locator("[data-name=believing]").select_option(style)
    page.wait_for_selector(".believes", timeout=WAIT)
    expect(page.locator(".believing")).to_contain_text(f"believed if the others play like {style}")
    shares = page.locator(".share:has(.believes)")
    assert shares.count() == 27  # nine cards that three others may have
    expect(page.locator(".share:has-text('✓') .believes")).to_have_count(0)
    shares.first.locator("button").click()
    expect(page.locator(".k-because h3")).to_contain_text("believed, 33% by what is known")
    assert is_in_sight(page, ".k-because")
    page.locator(".k-because button").click()
    expect(page.locator(".k-because")).to_have_count(0)
    page.locator("[data-name=believing]").select_option("")
    expect(page.locator(".believes")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_counterexample_is_shown_as_a_table(
    visit: Any, documented: str, width: int, height: int
) -> None:
    size = {"width": width, "height": height}
    asks = "K[1]%20has(0,%22Brest-Venezia%22)"
    page = loaded(visit(f"{documented}#step=12&as=all&ask={asks}", viewport=size))
    table = page.locator("[data-slot=counterexample]")
    expect(table.locator(".sits")).to_have_count(3)
    expect(table.locator(".asked")).to_have_text("Brest-Venezia")
    assert is_in_sight(page, ".counterexample")
