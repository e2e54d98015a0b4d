"""Choosing in a browser: payments by pictures, tickets by ticks, moves lit on the board."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from at_table import intercept, loaded, moved_on, patiently, shown, wait_for_step, whose_turn
from playwright.sync_api import expect

from whoknows.table.messages import Loss
from whoknows.table.page.points_graph import points_graph

SIZES = [(1280, 800), (1024, 768), (390, 844)]
SEVERAL = "[data-slot=board] [data-actions*='\", \"']"  # a list of two ways or more
COMPILING = 600_000
DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"


def seated(server: Any, visit: Any, game: str, agents: list[str], **options: Any) -> Any:
    """A page of the only person at a new table, at their turn."""
    made = server.ask("/api/games", {"game": game, "agents": agents})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}", **options))
    whose_turn(page)
    return page


def resized(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    patiently(lambda: page.evaluate("innerWidth") == size[0], "the page has its size", page=page)


def rich(server: Any, visit: Any) -> Any:
    """A page of somebody who may pay for a connection in several ways."""
    page = seated(server, visit, "tickets(board=small,seats=2)", ["human", "greedy"])
    for _ in range(40):
        if page.locator(SEVERAL).count():
            return page
        version = shown(page)[0]
        drawn = page.locator("[data-slot=board] :is([data-action*=takes], [data-action*=blind])")
        drawn = drawn if drawn.count() else page.locator("[data-slot=board] [data-action]:visible")
        drawn.first.click()
        moved_on(page, version)
        whose_turn(page)
    raise AssertionError("there is never more than one way to pay")


def boxes(page: Any, *names: str) -> list[dict[str, float]]:
    return [page.locator(name).bounding_box() for name in names]


def test_a_payment_is_chosen_by_its_cards_with_the_hand_in_sight(server: Any, visit: Any) -> None:
    page = rich(server, visit)
    for size in SIZES:
        resized(page, size)
        page.locator(SEVERAL).first.dispatch_event("click")
        ways = page.locator("#chooser[open] [data-action]")
        ways.first.wait_for()
        hand = {
            one.get_attribute("data-thing"): int(one.get_attribute("data-many"))
            for one in page.locator("[data-thing]").all()
        }
        for way in ways.all():
            paid = way.get_attribute("data-action").rpartition(" with ")[2].partition(",")[0]
            many = sum(int(part) for part in paid.split() if part.isdigit())
            assert way.locator(".paid svg").count() == many
            kept = way.locator(".kept [title]").all()
            left = sum(int(one.get_attribute("title").split()[0]) for one in kept)
            assert left == sum(hand.values()) - many
        chooser, holding = boxes(page, "#chooser", ".holding .hand")
        assert chooser["y"] + chooser["height"] <= holding["y"] + 1, size
        assert holding["y"] + holding["height"] <= size[1], size
        assert chooser["x"] >= 0
        assert chooser["x"] + chooser["width"] <= size[0]
        page.keyboard.press("Escape")
        expect(page.locator("#chooser")).to_be_hidden()
    version = shown(page)[0]
    page.locator(SEVERAL).first.dispatch_event("click")
    page.keyboard.press("2")
    moved_on(page, version)


def test_each_way_says_what_it_would_tell_and_if_all_tell_the_same_it_is_told_once(
    server: Any, visit: Any
) -> None:
    page = rich(server, visit)
    ways = json.loads(page.locator(SEVERAL).first.get_attribute("data-actions"))

    def told(route: Any) -> None:
        asked = parse_qs(urlsplit(route.request.url).query)["preview"]
        words = ["Bram would know that you hold it"] if asked == [ways[1]] else []
        says = [] if asked[0] in ways else ["Anna takes it"]
        route.fulfill(json={"says": says, "tells": words})

    intercept(page, re.compile("/view[?]preview="), told)
    page.locator(SEVERAL).first.dispatch_event("click")
    expect(page.locator("#chooser .told").nth(1)).to_have_text("Bram would know that you hold it")
    expect(page.locator("#chooser .told").nth(0)).to_be_empty()
    expect(page.locator("#chooser .tells")).to_be_empty()
    page.keyboard.press("Escape")
    page.locator("[data-slot=board] [data-action*=takes]").first.hover()  # it is told here too
    expect(page.locator("[data-name=would]")).to_have_text("Everyone would hear: you take it")
    page.evaluate("ways => import('/static/chooser.js').then(to => to.chooseAmong(ways))", ways)
    expect(page.locator("#chooser .told").nth(1)).not_to_be_empty()

    def leaves_the_hand_in_sight() -> bool:
        chooser, holding = boxes(page, "#chooser", ".holding .hand")
        return bool(chooser["y"] + chooser["height"] <= holding["y"] + 1)

    patiently(leaves_the_hand_in_sight, "what is told covers no card", page=page)


@pytest.mark.parametrize("size", SIZES)
def test_tickets_are_ticked_and_the_button_says_what_that_comes_to(
    server: Any, visit: Any, size: tuple[int, int]
) -> None:
    page = seated(
        server, visit, "tickets(board=usa,seats=2)", ["human", "greedy"],
        viewport={"width": size[0], "height": size[1]},
    )  # fmt: skip
    keep, ticks = page.locator(".keeps > :visible"), page.locator("[data-tick]")
    expect(keep).to_have_count(1)
    expect(keep).to_contain_text("Keep all three")
    points = [int(worth) for worth in page.locator(".choosing .slip b").all_inner_texts()]
    ticks.nth(1).click()
    expect(ticks.nth(1)).to_have_attribute("aria-checked", "false")
    expect(keep).to_contain_text(f"{points[0] + points[2]} points, for ")
    names = [ticks.nth(n).get_attribute("data-ticket") for n in (0, 2)]
    cities = {city for name in names for city in name.split("-")}
    lit = page.locator(".map .city.ticked title")
    patiently(lambda: set(lit.all_text_contents()) == cities, f"{cities} are marked", page=page)
    page.keyboard.press("1")
    expect(keep).to_have_text("Keep at least 2")
    assert keep.get_attribute("data-action") is None
    ticks.nth(0).press("Enter")
    version = shown(page)[0]
    keep.click()
    moved_on(page, version)
    mine = page.locator(".slips:not(.choosing) [data-ticket]")
    expect(mine).to_have_count(2)
    assert {one.get_attribute("data-ticket") for one in mine.all()} == set(names)


def test_pointing_at_a_hint_lights_its_move_and_only_its_button_plays_it(
    server: Any, visit: Any
) -> None:
    page = seated(server, visit, "boerenbridge(rounds=3)", ["human", "random", "random", "random"])
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hints .advice", timeout=COMPILING)
    before = shown(page)
    for row in page.locator(".advice").all():
        row.locator(".move").click()  # to look at it is not to play it
        move = row.get_attribute("data-shows")
        lit = page.locator("[data-slot=board] .lit")
        expect(lit).to_have_attribute("data-action", move)
        assert len(row.locator(".move small").first.inner_text()) > 10
    assert shown(page) == before
    page.locator(".advice [data-action]").first.click()
    moved_on(page, before[0])


LOSS: Loss = {
    "step": 8, "seat": "1", "best": "1 claims Zurich-Venezia with 2 green", "lost": 3.0,
    "words": "1 claims Zurich-Venezia with 2 green", "low": 2.0, "high": 4.0, "mistake": True,
    "worth": 1.0, "tries": 100,
}  # fmt: skip


GRAPH = points_graph([LOSS], ("0", "1", "2"), 141)


def begins_with_its_graph(page: Any) -> bool:
    """Whether all of it is in sight, without scrolling."""
    pane, graph, size = *boxes(page, ".analysis", ".analysis .expected"), page.viewport_size
    if pane is None or graph is None:  # it is being drawn anew
        return False
    end = min(pane["y"] + pane["height"], size["height"])
    return bool(pane["y"] <= graph["y"] and graph["y"] + graph["height"] <= end)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_better_move_is_lit_on_the_board_and_a_flag_points_at_it(
    server: Any, visit: Any, scheme: str
) -> None:
    page = loaded(visit(f"/game/{server.record(DOCUMENTED)}#step=1", color_scheme=scheme))

    def judged(route: Any) -> None:
        """The view as if the game were analysed."""
        headers = {k: v for k, v in route.request.headers.items() if k != "x-have"}
        view = route.fetch(headers=headers).json()
        better = {"words": LOSS["words"], "spots": [["line", "Zurich-Venezia"]]}
        more = {"analysis": [LOSS], "better": better if view["step"] == 8 else None, "graph": GRAPH}
        route.fulfill(json={**view, **more})

    intercept(page, re.compile("/view[?](?!.*review)"), judged)
    page.evaluate("location.reload()")
    tab = page.get_by_role("tab", name="Analysis")
    tab.click()
    for size in SIZES:
        resized(page, size)
        tab.click()
        patiently(lambda: begins_with_its_graph(page), f"the graph at {size}", page=page)
        expect(page.locator("[data-name=moments]")).not_to_have_attribute("open", "")
        page.locator(".analysis .next").dispatch_event("click")
        wait_for_step(page, 8)
        expect(page.locator("[data-line='Zurich-Venezia'].better")).to_have_count(1)
        flag = page.locator("[data-name=flag]")
        expect(flag).to_have_text("better: claims Zurich-Venezia with 2 green")

        def points_at_it() -> bool:
            told, line = boxes(page, "[data-name=flag]", "[data-line='Zurich-Venezia']")
            near = told["y"] - 40 < line["y"] + line["height"] < told["y"] + told["height"] + 90
            return bool(near and told["x"] - 60 < line["x"] < told["x"] + told["width"] + 60)

        patiently(points_at_it, "the flag points at the connection", page=page)
    page.locator("#content").focus()
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 9)
    expect(page.locator("[data-name=flag]")).to_be_hidden()
    expect(page.locator(".better")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")  # the next step is fetched ahead


def test_the_caption_tells_a_claim_once(server: Any, visit: Any) -> None:
    page = loaded(visit(f"/game/{server.record(DOCUMENTED)}#step=8"))
    caption = page.locator("[data-name=caption]")
    expect(caption).to_contain_text("1 claims Madrid-Barcelona with 2 yellow")
    expect(caption).to_contain_text("so 1 has Madrid-Zurich")
    assert caption.inner_text().count("Madrid-Barcelona") == 1


def test_players_see_first_who_has_what_and_watchers_all_worlds(server: Any, visit: Any) -> None:
    page = seated(server, visit, "threecards(rounds=2)", ["human", "random", "random"])
    tab = page.locator("[data-tab][aria-selected=true]")
    expect(tab).to_have_text("Who has what")
    page.locator("[data-tab=worlds]").click()
    expect(tab).to_have_text("Worlds")
    page.locator("[data-tab=odds]").click()
    expect(tab).to_have_text("Who has what")
    assert "tab=" not in page.url
    watching = loaded(visit(f"/game/{server.record(DOCUMENTED)}"))
    expect(watching.locator("[data-tab][aria-selected=true]")).to_have_text("Worlds")
