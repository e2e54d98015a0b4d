"""The first minute: what a move told whom, a tour, and questions without formulas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from at_table import loaded, wait_for_step
from playwright.sync_api import expect

import whoknows as wk
from whoknows.core.record import rules

STATIC = Path(wk.__file__).parent / "table" / "static"
STOPS = [1, 8, 12, 12, 84, 141]
PHONE = {"width": 390, "height": 844}
SIZES = [(1280, 800), (1024, 768), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_three_clicks_lead_to_something_that_somebody_knows_and_why(
    visit: Any, width: int, height: int
) -> None:
    page = visit("/", viewport={"width": width, "height": height})
    page.get_by_role("button", name="Show me in a minute").click()
    loaded(page)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("2 of 6")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("3 of 6")).to_be_visible()
    wait_for_step(page, 12)
    expect(page.locator("[data-name=news]")).to_contain_text(
        "You now know that Cleo has Zurich-Brindisi"
    )
    why = page.locator("[data-name=why]")
    expect(why).to_contain_text("You know that Cleo has Zurich-Brindisi, because of what you see")
    tour = page.locator("[data-name=tour]")
    expect(tour).to_contain_text("he has no room for Zurich-Brindisi: Cleo must have it")
    expect(why).to_be_in_viewport(ratio=1)
    told, box = why.bounding_box(), tour.bounding_box()
    assert told["y"] + told["height"] <= box["y"] or told["x"] >= box["x"] + box["width"]


def test_the_tour_goes_on_to_its_end_and_back_and_can_be_left(visit: Any) -> None:
    page = visit("/", viewport=PHONE)
    page.get_by_role("button", name="Show me in a minute").click()
    loaded(page)
    for number, step in enumerate(STOPS, start=1):
        expect(page.get_by_text(f"{number} of 6")).to_be_visible()
        wait_for_step(page, step)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if number < len(STOPS):
            page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("link", name="Play one")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_text("5 of 6")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(page.locator(".tour")).to_be_hidden()
    wait_for_step(page, 84)


def test_the_tour_is_taken_through_one_game_however_often(visit: Any) -> None:
    page = visit("/")
    addresses = set()
    for _ in range(2):
        page.get_by_role("button", name="Show me in a minute").click()
        loaded(page)
        addresses.add(page.url.partition("#")[0])
        page.goto(page.url.partition("/game/")[0])
    assert len(addresses) == 1


def test_the_game_of_the_tour_is_the_documented_one_with_people() -> None:
    tour, documented = wk.read(STATIC / "tour.jsonl"), wk.read("examples/documented.jsonl")
    assert rules(tour).seats == ("Anna", "Bram", "Cleo")
    moves = [rules(tour).parse(move.do) for move in tour.moves]
    assert moves == [rules(tour).parse(move.do) for move in documented.moves]
    assert tour.scores == documented.scores
    assert sum(1 for _ in wk.replay(tour)) == len(documented.moves)


def test_a_click_on_what_somebody_now_knows_tells_why(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=12&as=0"))
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".news button").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".news i").first).to_be_in_viewport(ratio=1)  # why?
    page.get_by_role("button", name="Seat 2 now knows that you have Brest-Venezia").click()
    expect(page.locator("[data-name=verdict]")).to_have_text("known true")
    expect(page.locator("[data-name=why]")).to_contain_text("because of")
    page.keyboard.press("Escape")
    page.locator("#content").focus()
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 13)
    expect(page.locator("[data-name=news]")).to_have_text("You now know where every card iswhy?")


def test_a_question_is_put_together_and_its_formula_appears(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=12&as=0"))
    page.get_by_text("Ask without a formula").click()
    page.get_by_label("who", exact=True).select_option("2")
    page.get_by_label("who has it").select_option("0")
    page.get_by_label("which card").select_option("Brest-Venezia")
    assert page.locator("#formula").input_value() == 'K[2] has(0,"Brest-Venezia")'
    page.get_by_role("button", name="Is it so?").click()
    expect(page.locator("[data-name=verdict]")).to_have_text("known true")
    page.get_by_role("button", name="Put another player in front").click()
    formula = page.locator("#formula").input_value()
    assert formula == 'K[2] K[1] has(0,"Brest-Venezia")'
    page.get_by_label("has it or not").select_option("~")
    page.get_by_role("button", name="Take a player away").click()
    page.get_by_role("button", name="What if it were said?").click()
    assert page.locator("#formula").input_value() == 'K[2] ~has(0,"Brest-Venezia")'
    expect(page.locator(".whatif")).to_contain_text("could not be announced")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        cut = "all => all.filter(e => e.getBoundingClientRect().right > innerWidth).length"
        assert page.locator(".builder :is(select, button)").evaluate_all(cut) == 0
        page.get_by_label("which card").scroll_into_view_if_needed()
        expect(page.get_by_label("which card")).to_be_in_viewport(ratio=1)


def test_a_click_on_the_odds_of_a_card_asks_for_the_reason(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=12&as=0&tab=odds"))
    page.locator("[data-slot=odds] td.seat2", has_text="✓").first.click()
    expect(page.locator("#formula")).to_have_value("has(2,Zurich-Brindisi)")
    expect(page.locator("[data-name=verdict]")).to_have_text("known true")


def test_the_timeline_shows_the_whole_game_and_can_be_dragged(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=1&as=0"))
    bars = page.locator("[data-slot=timeline] .bar")
    first, last = bars.first.bounding_box(), bars.last.bounding_box()
    pane = page.locator(".timeline").bounding_box()
    assert pane["x"] <= first["x"]
    assert last["x"] + last["width"] <= pane["x"] + pane["width"] + 1
    page.mouse.move(first["x"] + 3, first["y"] + 40)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + 40, steps=6)
    page.mouse.up()
    wait_for_step(page, 141)


def test_what_chance_turned_up_is_told_with_the_move_before(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=7"))
    expect(page.locator(".caption b")).to_have_text("0 takes joker")
    expect(page.locator(".caption")).to_contain_text("turned up yellow")


def test_a_player_is_spoken_to(visit: Any) -> None:
    page = visit("/")
    page.get_by_role("button", name="Show me in a minute").click()
    loaded(page)
    page.evaluate("location.hash = 'step=11&as=0'")
    expect(page.locator(".caption")).to_contain_text("You claim Zurich-Paris with 2 blue + 1 joker")
    expect(page.locator(".caption")).to_contain_text("so you have Paris-Zagrab or Brest-Venezia")
    expect(page.locator(".log [data-at='11'] .move")).to_contain_text("You claim Zurich-Paris")
    told = {
        "Anna has X, since it claims Y": "You have X, since you claim Y",
        "Anna keeps 2 tickets and puts back 1": "You keep 2 tickets and put back 1",
        "Anna passes": "You pass",
        "Cleo blocks Anna holding X: Cleo knows that Anna has it":
            "Cleo blocks you holding X: Cleo knows that you have it",
        "Bram shows Anna hall": "Bram shows you hall",
        "Cleo sees Anna's card": "Cleo sees your card",
        "Bram has X, says Anna": "Bram has X, you say",
        "Bram claims Anna-Annaberg": "Bram claims Anna-Annaberg",
    }  # fmt: skip
    turned = (
        "texts => import('/static/you.js').then(to => texts.map(t => to.secondPerson(t, 'Anna')))"
    )
    assert page.evaluate(turned, list(told)) == list(told.values())


def test_a_map_is_looked_at_more_closely_and_stays_so(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=10"))  # the next three moves are claims
    city = page.locator(".map .city .dot").first
    for step, (width, height) in enumerate(SIZES, start=11):
        page.set_viewport_size({"width": width, "height": height})
        usual = city.bounding_box()["width"]
        page.get_by_role("button", name="A closer look at the map").click()
        page.locator("#content").focus()
        page.keyboard.press("ArrowRight")
        wait_for_step(page, step)  # the map is drawn anew, and as close as before
        assert city.bounding_box()["width"] > 1.3 * usual
        expect(page.locator(".map .last")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("-")
        expect(page.get_by_role("button", name="A wider look at the map")).to_be_disabled()
        assert abs(city.bounding_box()["width"] - usual) < usual / 5


def test_the_board_can_be_enlarged_and_back(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=12"))
    usual = page.locator(".map").bounding_box()
    page.locator("#content").focus()
    page.keyboard.press("f")
    expect(page.locator(".knowing")).to_be_hidden()
    assert page.locator(".map").bounding_box()["height"] >= usual["height"]
    assert page.locator(".board").bounding_box()["width"] > 1200
    page.get_by_role("button", name="Enlarge the board").click()
    expect(page.locator(".knowing")).to_be_visible()
    assert page.locator(".map").bounding_box() == usual


def test_names_and_points_of_players_have_room(visit: Any) -> None:
    page = visit("/")
    page.get_by_role("button", name="Show me in a minute").click()
    loaded(page)
    for width, height in ((1280, 860), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
        assert page.locator(".seats b").evaluate_all(cut) == []
        places = page.locator(".player").evaluate_all("all => all.map(e => e.clientHeight)")
        assert max(places) < 60
