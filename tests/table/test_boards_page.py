"""Boards in a real browser: what one needs for a turn is in sight together, at every size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from at_table import loaded, moved_on, patiently, shown, whose_turn

SIZES = [(1280, 800), (1024, 768)]
PHONE = (390, 844)


def seated(server: Any, visit: Any, game: str, size: tuple[int, int]) -> Any:
    made = server.ask("/api/games", {"game": game, "agents": ["human", "greedy", "greedy"]})
    viewport = {"width": size[0], "height": size[1]}
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}", viewport=viewport))
    whose_turn(page)
    return page


def at_every_size(page: Any) -> Iterator[tuple[int, int]]:
    """The page at one size after another: no script asks for it."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("innerWidth") == width
        yield width, height


def out_of_sight(page: Any, *selectors: str) -> list[str]:
    """The things on the board that reach beyond the pane in which it stands."""
    return page.evaluate(
        """selectors => {
        const pane = document.querySelector('[data-slot=board]').getBoundingClientRect();
        return selectors.flatMap(selector => {
            const found = [...document.querySelectorAll(`[data-slot=board] ${selector}`)];
            const out = found.filter(e => e.getBoundingClientRect().bottom > pane.bottom + 1
                || e.getBoundingClientRect().right > pane.right + 1);
            return found.length ? out.map(e => selector + e.textContent) : ['no ' + selector];
        }) }""",
        list(selectors),
    )


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_tickets_to_choose_from_are_in_sight_at_once(server: Any, visit: Any, board: str) -> None:
    page = seated(server, visit, f"tickets(board={board},seats=3)", SIZES[0])
    for size in at_every_size(page):
        assert not out_of_sight(page, ".choosing .slip", ".choosing [data-action]"), size
        pane, drawn = (page.locator(name).bounding_box() for name in ("[data-slot=board]", ".map"))
        assert pane["y"] + pane["height"] - drawn["y"] > 140  # long names take room from the map


def test_map_hand_and_tickets_are_in_sight_together(server: Any, visit: Any) -> None:
    page = seated(server, visit, "tickets(board=usa,seats=3)", SIZES[0])
    version = shown(page)[0]
    page.locator(".choosing [data-action]").first.click()
    moved_on(page, version)
    whose_turn(page)
    there = (".map", ".market [data-action]", ".hand li", ".slip", ".player")
    for size in at_every_size(page):
        assert not out_of_sight(page, *there), size
        assert page.locator(".map").bounding_box()["height"] > 260


def test_pointing_at_a_choice_lights_its_cities(server: Any, visit: Any) -> None:
    page = seated(server, visit, "tickets(board=usa,seats=3)", SIZES[0])
    page.locator("[data-tick]").first.click()
    choice = page.locator(".choosing [data-action]:visible")
    kept = choice.get_attribute("aria-label").removeprefix("Keep ").rpartition(",")[0]
    choice.hover()
    cities = {name for ticket in kept.split(" and ") for name in ticket.split("-")}
    lit = page.locator(".map .city.lit .fine")
    patiently(lambda: set(lit.all_text_contents()) == cities, f"{cities} are lit", page=page)


def test_on_a_phone_the_whole_map_is_in_sight(server: Any, visit: Any) -> None:
    page = seated(server, visit, "tickets(board=europe,seats=3)", PHONE)
    drawn, around = (page.locator(name).bounding_box() for name in (".map", ".mapwide"))
    assert 330 < drawn["width"] <= around["width"] < PHONE[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.locator(".map .fine:visible").count() == 0
    assert page.locator(".map .large:visible").count() > 30


def test_the_trick_and_what_was_said_are_in_sight_together(server: Any, visit: Any) -> None:
    agents = ["human", "random", "random", "random"]
    made = server.ask("/api/games", {"game": "boerenbridge(rounds=5-5-5)", "agents": agents})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}"))
    whose_turn(page)
    for size in at_every_size(page):
        assert not out_of_sight(page, ".felt", ".told", ".rounds", ".now [data-action]"), size
