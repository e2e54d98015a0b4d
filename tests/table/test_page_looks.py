"""The page for everybody: names for every control, three sizes, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from at_table import intercept, loaded, patiently, whose_turn
from playwright.sync_api import expect

from whoknows import arena

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"
SIZES = [(1280, 800), (1024, 768), (390, 844)]
CONTROLS = {
    "button", "link", "textbox", "searchbox", "combobox", "tab", "checkbox", "spinbutton",
    "DisclosureTriangle", "listbox", "radio", "menuitem",
}  # fmt: skip


@pytest.fixture(scope="session")
def tournament(server: Any) -> str:
    """The name of a small tournament that was played and reported."""
    plan = arena.Plan(
        games=("threecards",), agents=("random",), deals=5, pairing="against", against="random"
    )
    folder = server.arena / "three.arena"
    arena.reported(arena.run(plan, folder, workers=1), folder)
    return str(folder.name)


@pytest.fixture(scope="session")
def places(server: Any, tournament: str) -> dict[str, str]:
    """One address of each kind of page."""

    def seat(game: str, agents: list[str]) -> str:
        made = server.ask("/api/games", {"game": game, "agents": agents})
        return f"/game/{made['id']}#key={made['keys']['0']}"

    watched = f"/game/{server.record(DOCUMENTED)}"
    return {
        "lobby": "/",
        "arena": "/arena",
        "watching": f"{watched}#step=12&ask=K[0]%20has(1,%22Madrid-Zurich%22)",
        "finished": watched,
        "trick": seat("boerenbridge(rounds=3)", ["human", "random", "random", "random"]),
        "map": seat("tickets(board=small,seats=2)", ["human", "greedy"]),
        "toy": seat("threecards", ["human", "random", "random"]),
    }


def opened(visit: Any, places: dict[str, str], kind: str, **options: Any) -> Any:
    page = visit(places[kind], **options)
    if kind in ("lobby", "arena"):
        page.wait_for_selector("[data-start]" if kind == "lobby" else "[data-name=runs] [data-run]")
    else:
        loaded(page)
        if kind in ("trick", "map", "toy"):
            whose_turn(page)
    return page


KINDS = ["lobby", "arena", "watching", "finished", "trick", "map", "toy"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_control_has_an_accessible_name(
    visit: Any, places: dict[str, str], kind: str
) -> None:
    page = opened(visit, places, kind)
    for fold in page.locator("details").all():
        fold.evaluate("fold => fold.open = true")
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    controls = [node for node in tree["nodes"] if node.get("role", {}).get("value") in CONTROLS]
    assert len(controls) > 3
    nameless = [node for node in controls if not node.get("name", {}).get("value", "").strip()]
    assert not [(n["role"]["value"], n.get("properties")) for n in nameless]
    # worlds that are ruled out are reached by the arrows from another world
    alive = "[data-action],[data-actions],[data-world],[data-card],[data-step],[data-ask]"
    unreachable = page.eval_on_selector_all(
        alive,
        """all => all.filter(e => e.checkVisibility() && e.tabIndex < 0 && !e.dataset.world)
        .map(e => e.outerHTML.slice(0, 150))""",
    )
    assert not unreachable[:3]


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_scrolls_sideways(visit: Any, places: dict[str, str], kind: str) -> None:
    """No script asks how wide the page is, so it may become narrower while it is open."""
    page = opened(visit, places, kind)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("innerWidth") == width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_rows_of_tabs_need_no_scroll_bars(
    visit: Any, places: dict[str, str], width: int, height: int
) -> None:
    page = opened(visit, places, "watching", viewport={"width": width, "height": height})
    row = page.get_by_role("tablist", name="Pictures of knowledge")
    expect(row).to_be_visible()
    over = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
    assert row.evaluate(over) == [0, 0]


def test_on_a_phone_the_board_comes_first_and_the_moves_stay_in_reach(
    visit: Any, places: dict[str, str]
) -> None:
    page = opened(visit, places, "watching", viewport={"width": 390, "height": 844})
    board, knowing = (page.locator(part).bounding_box() for part in (".at-board", ".knowing"))
    assert board["y"] < 120
    assert knowing["y"] >= board["y"] + board["height"]
    page.mouse.wheel(0, 2000)
    patiently(lambda: page.evaluate("scrollY") > 0, "the page is scrolled", page=page)
    moves = page.locator(".steps").bounding_box()
    assert 760 < moves["y"] + moves["height"] <= 844


def test_dark_follows_the_system_and_can_be_switched(visit: Any, places: dict[str, str]) -> None:
    def brightness(page: Any) -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(",")))

    light = opened(visit, places, "lobby", color_scheme="light")
    dark = opened(visit, places, "lobby", color_scheme="dark")
    assert brightness(light) > 600
    assert brightness(dark) < 150
    dark.get_by_role("button", name="Light or dark").click()
    patiently(lambda: brightness(dark) > 600, "the page is light", page=dark)
    dark.reload()
    dark.wait_for_selector("[data-start]")
    assert brightness(dark) > 600  # it is remembered


def test_the_arena_shows_a_tournament_and_a_click_opens_a_game_of_it(
    visit: Any, tournament: str
) -> None:
    page = visit("/arena")
    page.get_by_role("button", name="threecards").wait_for()
    page.wait_for_url(f"**run={tournament}**")
    expect(page.get_by_role("button", name="5 deals")).to_have_attribute("aria-current", "true")
    report = page.frame_locator("[data-name=run] iframe")
    report.get_by_role("heading", name="threecards").first.wait_for()
    report.locator("a[target=_top]").first.click()
    page.wait_for_url("**/game/*")
    loaded(page)
    expect(page.locator("[data-name=game]")).to_have_text("Three cards", ignore_case=True)


def test_a_report_is_as_high_as_what_it_shows(visit: Any, tournament: str) -> None:
    """It stands in a frame that the page may not look into: it tells its height itself."""
    page = visit("/arena")
    page.wait_for_function("() => document.querySelector('iframe')?.clientHeight > 1000")
    frame = page.locator("iframe")
    report = frame.element_handle().content_frame()

    def is_all_there() -> bool:
        high = report.evaluate("document.documentElement.offsetHeight")
        return bool(abs(frame.evaluate("frame => frame.clientHeight") - high) <= 1)

    patiently(is_all_there, "the frame is as high as the report", page=page)


def test_the_arena_says_what_is_wrong(visit: Any, server: Any) -> None:
    page = visit("/", faults_expected=True)
    fault = {"error": "the folder of tournaments cannot be read"}
    intercept(page, "**/api/arena", lambda route: route.fulfill(status=400, json=fault))
    page.goto(f"{server.address}/arena")
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("alert").inner_text() == fault["error"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_and_seats_have_colours_of_their_own(
    visit: Any, places: dict[str, str], scheme: str
) -> None:
    page = opened(visit, places, "watching", color_scheme=scheme)
    ink, ground, *seats = page.evaluate(
        """() => ['ink', 'ground', ...[0, 1, 2, 3, 4, 5, 6].map(n => `seat${n}`)].map(name => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(--${name})`;
        const colour = getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number);
        probe.remove();
        return colour })"""
    )
    assert abs(sum(ink) - sum(ground)) > 500
    assert len(set(map(tuple, seats))) == 7
    if scheme == "light":
        okabe_ito = ["0072b2", "d55e00", "009e73", "cc79a7", "56b4e9", "e69f00", "000000"]
        assert ["".join(f"{part:02x}" for part in seat) for seat in seats] == okabe_ito


def test_what_may_be_claimed_looks_different(visit: Any, places: dict[str, str]) -> None:
    page = opened(visit, places, "map")
    width = """part => { const e = document.querySelector('.map .line.free:not(.ticked)');
    e.classList.toggle('can', part); const under = e.querySelector('.under');
    return [getComputedStyle(under).stroke, getComputedStyle(under).strokeWidth] }"""
    assert page.evaluate(width, True) != page.evaluate(width, False)
