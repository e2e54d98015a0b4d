"""How the table feels: things move, are heard and fold away, each unless it is switched off."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import loaded, moved_on, patiently, shown, wait_for_step, whose_turn
from playwright.sync_api import expect

BRIDGE = ("boerenbridge(rounds=3)", ["human", "random", "random", "random"])
MOVED = """() => {
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.moved.push(this.getAttribute("class") ?? "");
  return animate.apply(this, how);
};
window.heard = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.heard += 1;
  return start.apply(this, when);
};
}"""


def seated(server: Any, visit: Any, game: str, agents: list[str], **options: Any) -> Any:
    """A page of the only person at a new table, which notes what moves and what is heard."""
    made = server.ask("/api/games", {"game": game, "agents": agents})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}", **options))
    page.evaluate(MOVED)
    whose_turn(page)
    return page


def played(page: Any) -> None:
    """Does the first thing that may be done, and waits until it is one's turn again."""
    version = shown(page)[0]
    page.locator("[data-slot=board] [data-action]:visible").first.dispatch_event("click")
    moved_on(page, version)
    whose_turn(page)


def switch(page: Any, name: str) -> None:
    page.locator("details.menu summary").click()
    page.get_by_role("switch", name=name).click()


def test_cards_move_unless_that_is_switched_off(server: Any, visit: Any) -> None:
    page = seated(server, visit, *BRIDGE, pace=800)
    played(page)  # a bid
    played(page)
    patiently(
        lambda: any("last" in one.split() for one in page.evaluate("moved")),
        "a card that is played moves",
        page=page,
    )
    switch(page, "Cards and trains move")
    page.evaluate("moved.length = 0")
    played(page)
    assert page.evaluate("moved") == []


def test_a_taken_card_goes_to_its_hand_and_trains_come_from_their_seat(
    server: Any, visit: Any
) -> None:
    page = seated(server, visit, "tickets(board=small,seats=2)", ["human", "greedy"], pace=800)
    for _ in range(30):
        played(page)
        seen = page.evaluate("moved")
        if any("pic" in one for one in seen) and "" in seen:  # trains have no class
            return
    raise AssertionError(f"cards and trains do not both move: {seen}")


def test_nothing_moves_and_nothing_is_heard_where_less_motion_is_asked_for(
    server: Any, visit: Any
) -> None:
    page = seated(server, visit, *BRIDGE, pace=800, reduced_motion="reduce")
    played(page)
    played(page)
    assert page.evaluate("[moved.length, heard]") == [0, 0]
    assert "Your turn" not in page.title()
    page.locator("details.menu summary").click()
    expect(page.get_by_role("switch", name="Cards and trains move")).to_be_disabled()


def test_sounds_are_off_until_they_are_switched_on(server: Any, visit: Any) -> None:
    page = seated(server, visit, *BRIDGE, pace=400)
    played(page)
    assert page.evaluate("heard") == 0
    switch(page, "Quiet sounds")
    played(page)
    patiently(lambda: page.evaluate("heard") > 0, "a move is heard", page=page)


def test_ones_turn_in_the_title_can_be_switched_off_and_stays_so(server: Any, visit: Any) -> None:
    page = seated(server, visit, *BRIDGE)
    expect(page).to_have_title("● Your turn: Boerenbridge · whoknows")
    switch(page, "Your turn in the tab's title")
    page.reload()
    loaded(page)
    whose_turn(page)
    assert "Your turn" not in page.title()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (390, 844)])
def test_panels_fold_leave_their_room_to_others_and_stay_folded(
    server: Any, visit: Any, size: tuple[int, int]
) -> None:
    page = seated(server, visit, *BRIDGE, viewport={"width": size[0], "height": size[1]})
    panels = {"knowing": "Who knows what, folded or not", "story": "The story, folded or not"}
    for panel, name in panels.items():
        before = page.locator(f".{panel}").bounding_box()
        page.get_by_role("button", name=name).click()
        expect(page.locator(f".{panel} .tabs").first).to_be_hidden()
        after = page.locator(f".{panel}").bounding_box()
        assert after["width"] * after["height"] < before["width"] * before["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.reload()
    loaded(page)
    for panel, name in panels.items():
        expect(page.locator(f".{panel} .tabs").first).to_be_hidden()
        page.get_by_role("button", name=name).click()
    expect(page.locator(".knowing .tabs")).to_be_visible()
    expect(page.locator(".log")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 1024, 390])
def test_the_board_stays_where_it_is_when_a_caption_wraps(
    visit: Any, documented: str, width: int
) -> None:
    page = loaded(visit(f"{documented}#step=8", viewport={"width": width, "height": 800}))
    places, captions = set(), set()
    for step in range(8, 11):  # the caption of the second has two lines
        wait_for_step(page, step)
        rect = page.locator("[data-slot=board] svg").first.bounding_box()
        places.add((rect["x"], rect["y"], rect["width"], rect["height"]))
        captions.add(page.locator("[data-name=caption]").inner_text())
        page.keyboard.press("ArrowRight")
    assert len(captions) == 3
    assert len(places) == 1
