"""Addresses and seats: wrong ones are told and not asked for again, and no seat is lost."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import loaded, moved_on, patiently, shown, whose_turn
from playwright.sync_api import expect

TOY = "threecards(rounds=2)"
ONE = ["human", "random", "random"]
SLOW = "ismcts(iterations=100000000)"  # thinks for minutes


def begun(server: Any, agents: list[str], game: str = TOY) -> tuple[str, list[str]]:
    made = server.ask("/api/games", {"game": game, "agents": agents})
    return f"/game/{made['id']}", list(made["keys"].values())


class Counted:
    """A page, and the views that it has asked for."""

    def __init__(self, visit: Any, address: str, first: str) -> None:
        """Opens the address, and waits until the page says this first, then shows something."""
        self.page = visit("/", faults_expected=True)
        self.asked: list[str] = []
        self.answered: list[str] = []
        self.page.on("request", lambda request: self._note(self.asked, request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self._note(self.answered, request))
        self.page.goto(self.page.url.rstrip("/") + address)
        self.page.wait_for_selector(first)
        self.page.wait_for_selector("#content[data-shown], #content h1")
        self.be_quiet()

    def _note(self, where: list[str], request: Any) -> None:
        where.extend([request.url] * ("/view" in request.url))

    def be_quiet(self) -> None:
        """Waits until all that was asked for has come, and nothing else is asked for."""

        def nothing_new() -> bool:
            before = len(self.asked)
            self.page.wait_for_timeout(500)
            return before == len(self.asked) == len(self.answered)

        patiently(nothing_new, "the page asks for nothing more", page=self.page)


@pytest.mark.parametrize("place", ["seat=9", "kind=zzz", "inner=9", "as=7", "key=bad&tab=odds"])
def test_what_cannot_be_looked_at_is_told_and_asked_for_once(
    server: Any, visit: Any, place: str
) -> None:
    game, _ = begun(server, ONE)
    found = Counted(visit, f"{game}#{place}", first="#message.trouble:not(:empty)")
    assert len(found.asked) <= 4  # and one more for the news of the line
    assert shown(found.page)[3] == "onlooker"


@pytest.mark.parametrize(
    "place", ["/game/nothere#tab=odds", "/game/nothere#key=bad", "/game/%E0%A4%A"]
)
def test_a_game_that_is_not_there_is_told_and_not_asked_for_again(visit: Any, place: str) -> None:
    found = Counted(visit, place, first="#content h1")
    assert len(found.asked) <= 2
    assert found.page.get_by_role("link", name="To the lobby").is_visible()


def test_a_wrong_address_of_a_game_that_is_shown_changes_nothing(server: Any, visit: Any) -> None:
    game, _ = begun(server, ONE)
    found = Counted(visit, f"{game}#as=onlooker", first="text=Anna is to move")
    before = len(found.asked)
    found.page.evaluate("location.hash = 'as=onlooker&seat=9'")
    found.page.wait_for_selector("#message.trouble")
    found.be_quiet()
    assert len(found.asked) == before + 1
    assert found.page.url.endswith("#as=onlooker")


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
    expect(page.locator("[data-name=as] option")).to_have_count(3)


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
    assert shown(elsewhere)[3] == "1"  # the seat that can win


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
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)  # the deal is nobody's to undo
