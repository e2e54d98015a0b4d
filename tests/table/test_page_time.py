"""The page in time: new moves one by one, games of agents played to who watches, ends of games."""

from __future__ import annotations

from typing import Any

from at_table import (
    OVER,
    intercept,
    loaded,
    moved_on,
    note_steps,
    noted,
    patiently,
    play_on,
    shown,
    wait_for_step,
    wait_until_noted,
    whose_turn,
)
from playwright.sync_api import expect

COMPILING = 600  # seconds until a first search is ready
BRIDGE = "boerenbridge(rounds=2-1)"
FOUR = ["human", "random", "random", "random"]


def seated(server: Any, visit: Any, game: str, agents: list[str], **options: Any) -> Any:
    """A page of the only person at a new table, when it is that person's turn."""
    made = server.ask("/api/games", {"game": game, "agents": agents})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}", **options))
    whose_turn(page)
    return page


def act(page: Any) -> None:
    page.locator("[data-slot=board] [data-action]").first.click()


def test_after_ones_move_those_of_the_others_are_shown_one_by_one(server: Any, visit: Any) -> None:
    page = seated(server, visit, BRIDGE, FOUR, pace=200)
    note_steps(page)
    before = shown(page)[1]
    act(page)
    wait_until_noted(page, before, before + 1)
    whose_turn(page)
    steps = [step for step, _ in noted(page)]
    seen = sorted(set(steps))
    assert steps == sorted(steps)
    assert seen == list(range(seen[0], seen[-1] + 1))
    assert len(seen) >= 4  # the bids of all four
    first = dict(reversed(noted(page)))
    assert all(first[step + 1] - first[step] > 150 for step in seen[1:-1])


def test_a_full_trick_is_looked_at_longer(server: Any, visit: Any) -> None:
    """After the deal and four bids, steps 6 to 9 are the first trick and 10 leads the second."""
    for _ in range(8):
        page = seated(server, visit, "boerenbridge(rounds=2)", FOUR, pace=150)
        note_steps(page)
        play_on(page, act)
        if page.locator(".log [data-at='10'] .seat0").count():
            continue  # it is for who took the trick to decide how long that is looked at
        first = dict(reversed(noted(page)))
        assert first[10] - first[9] > 250
        return


def test_a_key_or_a_click_skips_to_the_end_of_the_way(server: Any, visit: Any) -> None:
    page = seated(server, visit, BRIDGE, FOUR, pace=60_000)
    skips = (lambda: page.keyboard.press("Escape"), lambda: page.locator(".caption").click())
    for skip in skips:
        act(page)
        page.wait_for_selector(".turn:not(.mine)")
        expect(page.locator("[data-name=notice]")).to_be_hidden()

        def there(skip: Any = skip) -> bool:
            skip()
            return bool(page.locator(".turn.mine").count())

        patiently(there, "it is my turn again")


def test_who_wants_no_motion_is_shown_the_end_at_once(server: Any, visit: Any) -> None:
    page = seated(server, visit, BRIDGE, FOUR, pace=60_000, reduced_motion="reduce")
    version = shown(page)[0]
    act(page)
    moved_on(page, version)
    whose_turn(page)


def test_a_whole_game_at_a_walk_ends_with_all_cards(server: Any, visit: Any) -> None:
    page = seated(server, visit, "threecards(rounds=2)", FOUR[:3], pace=40)
    assert play_on(page, act) > 0
    page.wait_for_function("() => document.querySelector('[data-name=as]').value === 'all'")
    assert OVER in whose_turn(page)


def test_watching_agents_begins_at_once_and_at_the_first_move(visit: Any) -> None:
    page = visit("/", pace=40)  # however many moves are made until the page has come
    note_steps(page)
    page.get_by_role("button", name="Watch Three cards").click()
    page.wait_for_url("**/game/**")
    page.get_by_role("button", name="Pause").wait_for()
    assert "play" not in page.url.partition("#")[2]
    wait_until_noted(page, 0, 1)


def test_agents_that_are_done_long_before_their_viewer_spoil_nothing(
    server: Any, visit: Any
) -> None:
    made = server.ask("/api/games", {"game": BRIDGE, "agents": ["random"] * 4})
    page = loaded(visit(f"/game/{made['id']}#step=0&as=0"))
    server.wait_until_over(made["id"])
    expect(page.locator(".turn")).to_contain_text("A finished game")
    page.wait_for_timeout(300)
    assert shown(page)[1::2] == (0, "0")
    assert "win" not in page.locator(".turn").inner_text()
    page.get_by_label("Speed of autoplay").select_option("fast")
    page.get_by_role("button", name="Autoplay").click()
    page.get_by_text("Finished: ").wait_for()
    assert shown(page)[1::2] == (page.locator(".log > li").count(), "0")
    page.keyboard.press("ArrowLeft")
    page.get_by_text("A finished game").wait_for()
    assert "win" not in page.locator(".turn").inner_text()


def test_what_is_being_typed_is_kept(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    page.locator("#formula").fill("K[0] has")
    page.locator("#content").focus()
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, 7)
    assert page.locator("#formula").input_value() == "K[0] has"


def test_who_leaps_while_autoplay_runs_goes_on_from_there(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=6"))
    note_steps(page)
    held: list[Any] = []
    intercept(page, "**/view?*step=0*", lambda route: held.append(route))
    page.get_by_label("Speed of autoplay").select_option("quick")
    page.locator("#content").focus()
    page.keyboard.press("p")
    wait_until_noted(page, 7, 8)
    assert page.locator(".log .later").first.is_hidden()  # what comes is not told before
    page.keyboard.press("Home")
    patiently(lambda: held, "the first move is asked for", page=page)
    page.wait_for_timeout(1500)  # some beats, while the view that was asked for is on its way
    content = page.locator("#content")
    expect(content).to_have_attribute("aria-busy", "true")  # and one is shown that it is
    held[0].continue_()
    wait_until_noted(page, 8, 0, 1)
    expect(content).not_to_have_attribute("aria-busy", "true")


def test_a_game_of_agents_that_is_paused_stands_still(server: Any, visit: Any) -> None:
    agents = ["random", "random", "random", "ismcts(iterations=20000)"]
    made = server.ask("/api/games", {"game": "boerenbridge", "agents": agents})
    page = loaded(visit(f"/game/{made['id']}"))
    page.get_by_role("button", name="Pause").wait_for()
    page.keyboard.press("End")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Autoplay").wait_for()
    step = shown(page)[1]

    def went_on() -> bool:
        return bool(server.ask(f"/api/games/{made['id']}/view?kind=odds")["steps"] >= step + 3)

    patiently(went_on, "the agents play on", COMPILING, page)
    page.wait_for_timeout(500)
    assert shown(page)[1] == step
    server.end(made["id"])


def test_news_are_not_lost_with_an_answer(server: Any, visit: Any) -> None:
    made = server.ask("/api/games", {"game": "threecards", "agents": ["human"] * 3})
    page = loaded(visit(f"/game/{made['id']}", faults_expected=True))
    failed: list[Any] = []

    def fails_once(route: Any) -> None:
        failed.append(route)
        route.continue_() if len(failed) > 1 else route.fulfill(status=500, json={"error": "no"})

    page.locator(".turn").get_by_text("Anna is to move").wait_for()
    intercept(page, "**/view*", fails_once)
    version, here = shown(page)[0], f"{server.address}/api/games/{made['id']}"
    key = {"X-Seat": made["keys"]["0"]}
    action = page.request.get(f"{here}/view", headers=key).json()["actions"][0]["text"]
    page.request.post(f"{here}/act", headers=key, data={"version": version, "action": action})
    moved_on(page, version)
    assert len(failed) >= 2


def test_a_running_game_of_agents_opens_at_its_beginning(server: Any, visit: Any) -> None:
    slow = "ismcts(iterations=100000000)"
    made = server.ask("/api/games", {"game": "threecards", "agents": ["random", slow, slow]})
    page = visit("/")
    note_steps(page)
    page.goto(f"{server.address}/game/{made['id']}")
    page.get_by_role("button", name="Pause").wait_for()
    wait_until_noted(page, 0, 1)
    server.end(made["id"])


def test_who_looks_back_is_left_there_when_the_game_ends(server: Any, visit: Any) -> None:
    page = seated(server, visit, "threecards(rounds=2)", FOUR[:3])
    address = page.url
    other = page.context.new_page()
    other.goto(address)
    loaded(other)
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    other.get_by_role("button", name="End", exact=True).click()
    other.get_by_role("button", name="End the game").click()
    other.get_by_text("Stopped").wait_for()
    page.get_by_text("A finished game").wait_for()
    page.wait_for_timeout(300)
    assert shown(page)[1] == 0
    assert shown(page)[3] == "0"
