"""Addresses and seats: wrong ones are told and not asked for again, and no seat is lost."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import loaded, moved_on, shown, whose_turn

TOY = "threecards(rounds=2)"
ONE = ["human", "random", "random"]
SLOW = "ismcts(iterations=100000000)"  # thinks for minutes


def begun(server: Any, agents: list[str], game: str = TOY) -> tuple[str, list[str]]:
    made = server.ask("/api/games", {"game": game, "agents": agents})
    return f"/game/{made['id']}", list(made["keys"].values())


def counted(visit: Any, address: str) -> tuple[Any, list[str]]:
    """A page, and the views that it has asked for once it is quiet."""
    page = visit("/", faults_expected=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.extend([request.url] * ("/view" in request.url)))
    page.goto(page.url.rstrip("/") + address)
    page.wait_for_selector("#content[data-shown], #content h1")
    page.wait_for_timeout(600)
    return page, asked


@pytest.mark.parametrize("place", ["seat=9", "kind=zzz", "inner=9", "as=7", "key=bad&tab=odds"])
def test_what_cannot_be_looked_at_is_told_and_asked_for_once(
    server: Any, visit: Any, place: str
) -> None:
    game, _ = begun(server, ONE)
    page, asked = counted(visit, f"{game}#{place}")
    assert len(asked) <= 4  # and one more for the news of the line
    assert shown(page)[3] == "onlooker"
    assert page.locator("#message.trouble").inner_text()


@pytest.mark.parametrize(
    "place", ["/game/nothere#tab=odds", "/game/nothere#key=bad", "/game/%E0%A4%A"]
)
def test_a_game_that_is_not_there_is_told_and_not_asked_for_again(visit: Any, place: str) -> None:
    page, asked = counted(visit, place)
    assert len(asked) <= 2
    assert page.get_by_role("link", name="To the lobby").is_visible()


def test_a_wrong_address_of_a_game_that_is_shown_changes_nothing(server: Any, visit: Any) -> None:
    game, _ = begun(server, ONE)
    page, asked = counted(visit, f"{game}#as=onlooker")
    before = len(asked)
    page.evaluate("location.hash = 'as=onlooker&seat=9'")
    page.wait_for_selector("#message.trouble")
    page.wait_for_timeout(300)
    assert len(asked) == before + 1
    assert page.url.endswith("#as=onlooker")


def test_a_seat_outlives_its_tab(server: Any, visit: Any) -> None:
    game, (key,) = begun(server, ONE)
    page = loaded(visit(f"{game}#key={key}"))
    assert shown(page)[3] == "0"
    context = page.context
    page.close()
    later = context.new_page()
    later.goto(server.address + game)
    assert shown(loaded(later))[3] == "0"
    later.goto(server.address)
    later.locator(f"[data-name=games] a[href='{game}']").get_by_text("you play").wait_for()


def test_a_mistyped_key_takes_no_seat_away(server: Any, visit: Any) -> None:
    game, (key,) = begun(server, ONE)
    page = loaded(visit(f"{game}#key={key}", faults_expected=True))
    for wrong in (key[:-1], "no key", "ключ"):
        page.evaluate("key => { location.hash = new URLSearchParams({ key }) }", wrong)
        page.get_by_text("this key does not belong to a seat").wait_for()
        page.reload()
        assert shown(loaded(page))[3] == "0"


def test_of_the_keys_that_a_browser_keeps_only_the_bad_one_is_dropped(
    server: Any, visit: Any
) -> None:
    game, (key,) = begun(server, ONE)
    page = visit("/", faults_expected=True)
    kept = f"keys of {game.removeprefix('/game/')}"
    page.evaluate("([name, keys]) => localStorage.setItem(name, keys)", [kept, f"bad,{key}"])
    page.goto(server.address + game)
    assert shown(loaded(page))[3] == "0"
    assert page.evaluate("name => localStorage.getItem(name)", kept) == key


def test_two_seats_in_one_browser_and_the_link_opens_the_one_it_names(
    server: Any, visit: Any
) -> None:
    game, keys = begun(server, ["human", "human", "random"])
    page = loaded(visit(f"{game}#key={keys[0]}"))
    page.goto("about:blank")
    page.goto(f"{server.address}{game}#key={keys[1]}")
    assert shown(loaded(page))[3] == "1"
    assert page.locator("[data-name=as] option").count() == 3


def test_the_link_of_a_seat_is_shown_after_play_and_can_be_copied_later(visit: Any) -> None:
    page = visit("/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Play Three cards").click()
    page.wait_for_url("**/game/**")
    link = page.get_by_label("Secret link of your seat").input_value()
    page.get_by_role("button", name="Hide").click()
    page.wait_for_selector("[data-name=notice]", state="hidden")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Copy my seat link").click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == link
    elsewhere = loaded(visit(link.partition("127.0.0.1")[2].lstrip(":0123456789")))
    assert shown(elsewhere)[3] == "0"


def test_a_double_click_on_undo_asks_once(server: Any, visit: Any) -> None:
    """Also when the first is done before the second comes."""
    game, (key,) = begun(server, ["human", SLOW, "random"])
    page = loaded(visit(f"{game}#key={key}"))
    asked: list[str] = []
    page.on("request", lambda request: asked.extend([request.url] * request.url.endswith("/undo")))
    whose_turn(page)
    version = shown(page)[0]
    page.locator("[data-slot=board] [data-action]").first.click()
    moved_on(page, version)
    version = shown(page)[0]
    page.get_by_role("button", name="Undo").dblclick(delay=150)
    moved_on(page, version)
    whose_turn(page)
    assert len(asked) == 1
    assert page.get_by_role("button", name="Undo").count() == 0  # the deal is nobody's to undo
