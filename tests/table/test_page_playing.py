"""Playing in a real browser: whole games of each kind, two people, the keyboard alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from at_table import (
    OVER,
    intercept,
    loaded,
    moved_on,
    patiently,
    play_on,
    shown,
    wait_for_step,
    whose_turn,
)
from playwright.sync_api import expect

GAMES = [
    ("threecards(rounds=2)", ["human", "random", "random"]),
    ("boerenbridge(rounds=2-1)", ["random", "human", "random", "random"]),
    ("tickets(board=small,seats=2)", ["human", "greedy"]),
]

COMPILING = 600_000  # milliseconds until a first search is ready


def begun(server: Any, game: str, agents: list[str]) -> tuple[str, dict[str, str]]:
    made = server.ask("/api/games", {"game": game, "agents": agents})
    return made["id"], made["keys"]


def seated(server: Any, visit: Any, game: str, agents: list[str]) -> Any:
    """A page of the only person at a new table."""
    id, keys = begun(server, game, agents)
    return loaded(visit(f"/game/{id}#key={next(iter(keys.values()))}"))


def click_on_board(page: Any) -> None:
    """The first thing that may be clicked on the board; of several ways the first."""
    page.locator("[data-slot=board]").locator("[data-action],[data-actions]").first.click()
    if page.locator("#chooser[open]").count():
        page.locator("#chooser [data-action]").first.click()


@pytest.mark.parametrize(("game", "agents"), GAMES, ids=lambda given: str(given).partition("(")[0])
def test_a_whole_game_by_clicking_on_the_board(
    server: Any, visit: Any, game: str, agents: list[str]
) -> None:
    page = seated(server, visit, game, agents)
    assert "key=" not in page.url
    assert play_on(page, click_on_board) > 0
    page.wait_for_function("() => document.querySelector('[data-name=as]').value === 'all'")
    assert OVER in whose_turn(page)
    assert page.get_by_role("link", name="Record").is_visible()


def test_a_game_is_created_in_the_lobby_and_its_links_are_shown_once(
    visit: Any, server: Any
) -> None:
    page = visit("/")
    page.get_by_role("combobox", name="Game", exact=True).select_option("threecards")
    page.get_by_label("rounds").fill("2")
    page.get_by_label("Who plays as Bram").select_option("a person")
    page.get_by_label("Who plays as Cleo").select_option("random")
    page.get_by_role("button", name="Create the game").click()
    page.get_by_role("heading", name="Your game is ready").wait_for()
    expect(page.get_by_role("button", name="Copy the link for")).to_have_count(2)
    page.get_by_role("link", name="Play as Anna").click()
    loaded(page)
    assert shown(page)[3] == "0"
    assert "key=" not in page.url
    page.goto(server.address)
    page.wait_for_selector("[data-name=games] a")
    assert "key=" not in page.content()


def test_two_people_at_one_table_and_an_onlooker(server: Any, visit: Any) -> None:
    id, keys = begun(server, "threecards(rounds=2)", ["human", "human", "random"])
    one, two = (loaded(visit(f"/game/{id}#key={key}")) for key in keys.values())
    onlooker = loaded(visit(f"/game/{id}"))
    assert [shown(page)[3] for page in (one, two, onlooker)] == ["0", "1", "onlooker"]
    players = [one, two]

    def to_move() -> Any:
        return next((page for page in players if page.locator(".turn.mine").count()), None)

    def over() -> bool:
        return OVER in one.locator("[data-name=whose]").inner_text()

    while True:
        patiently(lambda: to_move() or over(), "somebody is to move, or the game over", page=one)
        mine = to_move()
        if mine is None:
            break
        version = shown(mine)[0]
        click_on_board(mine)
        for page in (*players, onlooker):
            moved_on(page, version)
    for page in (*players, onlooker):
        expect(page.locator("[data-name=whose]")).to_contain_text(OVER)
    assert "all" in onlooker.locator("[data-name=as]").inner_html()


def test_looking_back_offers_the_way_back_to_live(server: Any, visit: Any) -> None:
    page = seated(server, visit, "boerenbridge(rounds=2)", ["human", "random", "random", "random"])
    whose_turn(page)
    page.keyboard.press("Home")
    page.wait_for_selector("[data-name=notice]:has-text('You are looking at move 0')")
    assert page.locator(".actions [data-action]").count() == 0
    page.get_by_role("button", name="Back to live").click()
    page.wait_for_selector(".turn.mine")
    page.get_by_text("All actions as a list").click()
    page.wait_for_selector(".actions [data-action]")
    assert "step=" not in page.url


def test_a_hint_and_a_move_taken_back(server: Any, visit: Any) -> None:
    slow = "ismcts(iterations=100000000)"  # while it thinks, one may think again
    page = seated(server, visit, "threecards(rounds=2)", ["human", slow, "random"])
    whose_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hints [data-action]", timeout=COMPILING)
    version, step = shown(page)[:2]
    page.locator(".hints [data-action]").first.click()
    moved_on(page, version)
    version = shown(page)[0]
    page.get_by_role("button", name="Undo").click()
    moved_on(page, version)
    whose_turn(page)
    assert shown(page)[1] == step


def test_a_hint_that_is_being_prepared_is_asked_for_again(server: Any, visit: Any) -> None:
    id, keys = begun(server, "threecards(rounds=2)", ["human", "random", "random"])
    page = loaded(visit(f"/game/{id}#key={keys['0']}", faults_expected=True))
    whose_turn(page)
    asked = []

    def answer(route: Any) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=409, json={"error": "the search is being prepared"})

    intercept(page, "**/hint", answer)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hints [data-action]", timeout=COMPILING)
    assert len(asked) >= 2


def test_a_stale_action_is_refused_on_the_page_and_the_game_unchanged(
    server: Any, visit: Any
) -> None:
    id, keys = begun(server, "threecards(rounds=2)", ["human", "random", "random"])
    page = loaded(visit(f"/game/{id}#key={keys['0']}", faults_expected=True))
    whose_turn(page)
    before = shown(page)
    intercept(
        page,
        "**/act",
        lambda route: route.continue_(post_data=json.dumps({"version": 0, "action": "nonsense"})),
    )
    click_on_board(page)
    page.wait_for_selector("#message.trouble")
    assert page.locator("#message").inner_text()
    assert server.ask(f"/api/games/{id}/view")["version"] == before[0]


def test_a_game_that_moves_on_meanwhile_can_be_ended(server: Any, visit: Any) -> None:
    id, keys = begun(server, "threecards(rounds=2)", ["human", "random", "random"])
    page = loaded(visit(f"/game/{id}#key={keys['0']}", faults_expected=True))
    whose_turn(page)
    asked: list[Any] = []

    def first_too_late(route: Any) -> None:
        asked.append(route)
        stale = {"status": 409, "json": {"error": "the game has moved on"}}
        route.fulfill(**stale) if len(asked) == 1 else route.continue_()

    intercept(page, "**/cancel", first_too_late)
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("button", name="End the game").click()
    page.get_by_text("Stopped: ").wait_for()
    assert len(asked) == 2
    assert server.ask(f"/api/games/{id}/view")["over"]


def test_a_hint_leaves_board_and_hand_in_sight_and_can_be_closed(server: Any, visit: Any) -> None:
    page = seated(server, visit, "boerenbridge(rounds=3)", ["human", "random", "random", "random"])
    whose_turn(page)
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        board = at_rest(page, ".board")
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".hints [data-action]", timeout=COMPILING)
        assert page.locator(".hints [data-action]").count() <= 3
        assert at_rest(page, ".board") == board
        page.get_by_role("button", name="Close the hint").click()
        expect(page.locator(".hints")).to_be_hidden()


def at_rest(page: Any, what: str) -> Any:
    """Where it stands once it no longer moves: a page of another size is laid out anew."""
    boxes = [page.locator(what).bounding_box()]

    def stands() -> bool:
        page.wait_for_timeout(200)
        boxes.append(page.locator(what).bounding_box())
        return bool(boxes[-1] == boxes[-2])

    patiently(stands, f"{what} stays where it is", page=page)
    return boxes[-1]


def test_a_small_game_with_the_keyboard_alone(server: Any, visit: Any) -> None:
    """From the lobby on: Tab, Enter and arrows only."""
    page = visit("/")
    page.wait_for_selector("[data-start]")
    tab_to(page, "Play Three cards")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/**")
    loaded(page)

    def by_keys(page: Any) -> None:
        tab_to(page, None, within="[data-slot=board] *")
        page.keyboard.press("Enter")

    assert play_on(page, by_keys) > 0
    page.keyboard.press("Home")
    page.wait_for_function(
        "() => document.querySelector('#content').dataset.shown.includes('/0/0/')"
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => /\\/1\\//.test(document.querySelector('#content').dataset.shown)")


def tab_to(page: Any, name: str | None, within: str = "*", most: int = 150) -> None:
    """Presses Tab until the thing of this name, or a button within that part, has the focus."""
    for _ in range(most):
        here, inside = page.evaluate(
            """within => { const e = document.activeElement;
            return [e.getAttribute('aria-label') || e.textContent.trim(),
                    e.matches(within) && e.matches('[data-action]')] }""",
            within,
        )
        if (here == name) if name else inside:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name or within}")


def saves(page: Any) -> None:
    """Takes cards as long as there are any, so that there will be several ways to pay."""
    drawn = page.locator("[data-slot=board] [data-action*=takes], [data-action*='draws blind']")
    if drawn.count():
        drawn.first.click()
    else:
        click_on_board(page)


def test_of_several_ways_to_pay_one_is_chosen(server: Any, visit: Any) -> None:
    page = seated(server, visit, "tickets(board=small,seats=2)", ["human", "greedy"])
    several = page.locator("[data-slot=board] [data-actions*='\", \"']")  # a list of two or more
    for _ in range(40):
        assert OVER not in whose_turn(page)
        if several.count():
            break
        version = shown(page)[0]
        saves(page)
        moved_on(page, version)
    ways = json.loads(several.first.get_attribute("data-actions"))
    version = shown(page)[0]
    several.first.click()
    offered = page.locator("#chooser[open] [data-action]")
    offered.first.wait_for()
    assert [one.get_attribute("data-action") for one in offered.all()] == ways
    offered.nth(1).click()
    moved_on(page, version)
    expect(page.locator("[data-name=log]")).to_contain_text(
        ways[1].replace("Anna claims", "You claim")
    )


def test_few_moves_are_made_by_number_and_the_game_is_played_again(server: Any, visit: Any) -> None:
    page = seated(server, visit, "threecards(rounds=2)", ["human", "random", "random"])
    first = page.locator("[data-slot=board] [data-action]").first
    whose_turn(page)
    said, version = first.get_attribute("data-action"), shown(page)[0]
    page.keyboard.press("1")
    moved_on(page, version)
    expect(page.locator("[data-name=log]")).to_contain_text(
        said.replace("Anna: not ", "You say: I do not hold ")
    )
    play_on(page, lambda page: page.keyboard.press("1"))
    was = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("was => location.pathname !== new URL(was).pathname", arg=was)
    loaded(page)
    assert "Your turn" in whose_turn(page)
    assert page.title().startswith("● Your turn: Three cards")


def test_a_hint_tells_values_and_what_is_known(server: Any, visit: Any) -> None:
    id, keys = begun(server, "threecards(rounds=2)", ["human", "random", "random"])
    page = loaded(visit(f"/game/{id}#key={keys['0']}"))
    whose_turn(page)
    hint, key = f"{server.address}/api/games/{id}/hint", {"X-Seat": keys["0"]}

    def is_ready() -> bool:
        return bool(page.request.post(hint, headers=key, timeout=COMPILING).status != 409)

    patiently(is_ready, "a first search is compiled", COMPILING / 1000)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hints [data-action]", timeout=COMPILING)
    expect(page.locator(".hints")).to_contain_text("You consider 2 of 6 worlds possible")
    values = page.locator(".hints .advice .num").all_inner_texts()
    assert values
    for value in values:
        float(value)


def test_a_finished_game_opens_what_each_move_lost(server: Any, visit: Any) -> None:
    page = seated(server, visit, "threecards", ["human", "random", "random"])
    play_on(page, click_on_board)
    page.wait_for_selector("[data-story=analysis][aria-selected=true]", timeout=COMPILING)
    rows = page.locator("[data-name=analysis] .verdict[data-step]")
    expect(rows).to_have_count(shown(page)[1] - 1)  # but for the deal
    rows.first.click()
    wait_for_step(page, 2)


def test_a_game_is_ended_on_the_page_only_when_confirmed(server: Any, visit: Any) -> None:
    page = seated(server, visit, "threecards(rounds=2)", ["human", "random", "random"])
    whose_turn(page)
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#stop")).to_be_hidden()
    assert whose_turn(page) == "Your turn"
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("button", name="End the game").click()
    page.locator("[data-name=whose]").get_by_text("Stopped").wait_for()


def test_options_and_seed_of_the_lobby_reach_the_game(visit: Any, server: Any) -> None:
    page = visit("/")
    page.get_by_role("combobox", name="Game", exact=True).select_option("threecards")
    page.get_by_label("rounds").fill("2")
    page.get_by_label("rounds").press("Tab")
    for seat in ("Anna", "Bram", "Cleo"):
        page.get_by_label(f"Who plays as {seat}").select_option("random")
    page.get_by_label("Seed").fill("77")
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_url("**/game/**")
    id = page.url.partition("/game/")[2].partition("#")[0]
    server.wait_until_over(id)
    record = page.request.get(f"{server.address}/api/games/{id}/record").text().splitlines()
    head = json.loads(record[0])
    assert (head["game"], head["seed"]) == ("threecards(rounds=2)", 77)
