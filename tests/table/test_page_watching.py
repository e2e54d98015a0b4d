"""Watching in a real browser: through a game and back, by button, key, log, timeline and link."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from at_table import loaded, shown, wait_for_step

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"


@pytest.fixture(scope="module")
def documented(server: Any) -> str:
    return f"/game/{server.record(DOCUMENTED)}"


def test_the_documented_game_is_uploaded_and_watched_to_the_end_and_back(visit: Any) -> None:
    page = visit("/")
    page.get_by_label("Open a record").set_input_files(DOCUMENTED)
    page.wait_for_url("**/game/**")
    loaded(page)
    last = int(page.locator("[data-name=move]").inner_text().split()[-1])
    page.get_by_role("button", name="A move forward").click()
    for step in range(1, last):
        wait_for_step(page, step)
        page.keyboard.press("ArrowRight")
    wait_for_step(page, last)
    assert "wins" in page.locator("[data-name=whose]").inner_text()
    assert page.get_by_role("button", name="A move forward").is_disabled()
    for _ in range(last):
        page.keyboard.press("ArrowLeft")  # faster than views come: older ones are left out
    wait_for_step(page, 0)
    assert page.get_by_role("button", name="First move").is_disabled()


def test_a_view_that_comes_late_does_not_replace_a_newer_one(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=2&as=1"))
    held: list[Any] = []
    page.route("**/view?*step=4*", lambda route: held.append(route))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 5)
    with page.expect_response("**/view?*step=4*"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert shown(page)[1] == 5


def test_home_end_and_autoplay_by_keys(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=3"))
    page.keyboard.press("End")
    last = int(page.locator("[data-name=move]").inner_text().split()[-1])
    wait_for_step(page, last)
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    page.get_by_label("Speed of autoplay").select_option("fast")
    page.locator("#content").focus()
    page.keyboard.press("Space")
    wait_for_step(page, 3)
    page.keyboard.press("p")
    assert page.get_by_role("button", name="Autoplay").get_attribute("aria-pressed") == "false"


def test_log_and_timeline_lead_to_their_moves(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=0"))
    page.locator(".log .move[data-step='8']").click()
    wait_for_step(page, 8)
    assert page.locator(".log .here").get_attribute("data-at") == "8"
    page.locator(".timeline [data-step='12']").first.click()
    wait_for_step(page, 12)
    assert "step=12" in page.url


def test_every_announcement_within_a_move_can_be_looked_at(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=1"))
    stages = page.locator(".stages [data-stage]")
    assert stages.count() > 1
    stages.first.click()
    page.wait_for_function(
        "() => document.querySelector('#content').dataset.shown.includes('/1/0/')"
    )
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('#content').dataset.shown.includes('/1/1/')"
    )


def test_a_formula_is_refuted_by_a_world_that_the_page_shows(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8&as=all"))
    page.locator("#formula").fill("K[0] has(2,Paris-Zagrab)")
    page.locator("#formula").press("Enter")
    page.wait_for_selector("[data-name=answer]:not([hidden])")
    assert page.locator("[data-name=verdict]").inner_text() == "false"
    page.get_by_role("button", name="counterexample").click()
    page.wait_for_selector(".about:not(:empty)")
    assert "world=" in page.url
    assert "ask=" in page.url


def test_hovering_a_part_of_a_formula_lights_the_worlds_where_it_holds(
    visit: Any, documented: str
) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0&ask=has(1,%22Madrid-Zurich%22)%20%7C%20true"))
    page.wait_for_selector("[data-name=parts] [data-hover]")
    assert page.locator(".lit").count() == 0
    page.locator("[data-name=parts] [data-hover]").last.hover()
    page.wait_for_selector("#panel-worlds .lit")


def test_an_error_stands_under_its_column(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    page.locator("#formula").fill("K[0] has(1")
    page.locator("#formula").press("Enter")
    page.wait_for_selector("[data-name=fault]:not([hidden])")
    formula, under = page.locator("[data-name=fault]").inner_text().split("\n")[:2]
    assert formula == "K[0] has(1"
    assert under.index("▲") == len(formula)  # what is missing is missing at the end


def test_what_if_this_were_announced(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=2"))
    page.locator("[data-name=examples] [data-ask]").first.click()
    page.wait_for_selector("[data-name=answer]:not([hidden])")
    page.get_by_role("button", name="What if this were announced?").click()
    page.wait_for_selector(".whatif:not(:empty)")


def test_a_link_shows_a_second_visitor_the_same(server: Any, visit: Any, documented: str) -> None:
    one = loaded(visit(f"{documented}#step=8&as=1&ask=Kw[1]%20has(0,%22Madrid-Zurich%22)"))
    one.locator("#panel-worlds [data-world]").first.click()
    one.wait_for_selector(".about:not(:empty)")
    one.get_by_label("Cells of").select_option("2")
    one.wait_for_url("**seat=2**")
    one.wait_for_load_state("networkidle")
    other = loaded(visit(one.url.removeprefix(server.address)))
    for part in ("[data-slot=board]", "[data-slot=worlds]", "[data-slot=about]", ".answer"):
        assert other.locator(part).inner_html() == one.locator(part).inner_html()
    assert shown(other) == shown(one)


def test_one_card_and_what_one_thinks_another_knows(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0"))
    page.get_by_role("tab", name="Who has what").click()
    page.locator("#panel-odds [data-card]").first.click()
    page.wait_for_selector("#panel-onecard:not([hidden]) svg, #panel-onecard:not([hidden]) table")
    page.get_by_role("tab", name="They think").click()
    page.wait_for_selector("#panel-nested [data-slot=nested]:not(:empty)")
    assert "inner=" in page.url


def test_who_thinks_is_never_who_is_thought_of_and_leaves_the_cells_alone(
    visit: Any, documented: str
) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0&seat=2"))
    page.get_by_role("tab", name="They think").click()
    page.wait_for_url("**inner=1**")
    outer, inner = page.locator("[data-name=outer]"), page.locator("[data-name=inner]")
    assert (outer.input_value(), inner.input_value()) == ("2", "1")
    outer.select_option("1")
    page.wait_for_url("**inner=2**")
    assert (outer.input_value(), inner.input_value()) == ("1", "2")
    page.wait_for_selector("#panel-nested table")
    page.get_by_role("tab", name="Worlds").click()
    page.wait_for_selector("#panel-worlds:not([hidden])")
    assert page.locator("[data-name=seat]").input_value() == "2"


def test_on_a_tab_the_arrows_lead_to_its_neighbours(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    page.get_by_role("tab", name="Worlds").focus()
    for key, name in (("ArrowRight", "Who has what"), ("End", "They think"), ("Home", "Worlds")):
        page.keyboard.press(key)
        chosen = page.locator("[data-tab][aria-selected=true][tabindex='0']")
        chosen.get_by_text(name).wait_for()
        assert page.evaluate("document.activeElement.textContent") == name
    assert page.locator("[data-tab][tabindex='0']").count() == 1
    assert shown(page)[1] == 8


def test_a_huge_deal_is_told_in_short(server: Any, visit: Any) -> None:
    made = server.ask("/api/games", {"game": "boerenbridge(deck=52)", "agents": ["human"] * 4})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}"))
    assert "40 cards" in page.locator("[data-name=caption]").inner_text()
    said = page.locator(".log .said").first
    assert said.locator(".num").inner_text() == "7.6 × 10¹⁶"
    assert said.locator("span").first.bounding_box()["width"] > 80


def test_a_view_that_does_not_exist_falls_back_with_a_message(server: Any, visit: Any) -> None:
    page = visit("/game/nosuchgame", faults_expected=True)
    page.get_by_role("link", name="To the lobby").wait_for()
    assert "nosuchgame" in page.locator("h1").inner_text()


def test_arrows_lead_from_world_to_world_also_to_those_ruled_out(
    visit: Any, documented: str
) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0"))
    page.locator("#panel-worlds [data-world][tabindex='0']").first.focus()
    for _ in range(40):
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.activeElement.matches('.gone,.removed')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".about:not(:empty)")
    assert "Ruled out" in page.locator(".about").inner_text()
    assert shown(page)[1] == 8
