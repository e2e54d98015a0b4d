"""Watching in a real browser: through a game and back, by button, key, log, timeline and link."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from at_table import (
    intercept,
    loaded,
    note_steps,
    noted,
    patiently,
    shown,
    wait_for_step,
    wait_until_noted,
)
from playwright.sync_api import expect

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"


def test_the_documented_game_is_uploaded_and_watched_to_the_end_and_back(visit: Any) -> None:
    page = visit("/")
    page.get_by_label("Open a record").set_input_files(DOCUMENTED)
    page.wait_for_url("**/game/**")
    loaded(page)
    last = int(page.locator("[data-name=move]").inner_text().split()[-1])
    page.get_by_role("button", name="One move forward").click()
    for step in range(1, last):
        wait_for_step(page, step)
        page.keyboard.press("ArrowRight")
    wait_for_step(page, last)
    assert "wins" in page.locator("[data-name=whose]").inner_text()
    assert page.get_by_role("button", name="One move forward").is_disabled()
    for _ in range(last):
        page.keyboard.press("ArrowLeft")  # faster than views come: older ones are left out
    wait_for_step(page, 0)
    assert page.get_by_role("button", name="First move").is_disabled()


def test_a_view_that_comes_late_does_not_replace_a_newer_one(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=2&as=1"))
    held: list[Any] = []
    intercept(page, "**/view?*step=4*", lambda route: held.append(route))
    with page.expect_request("**/view?*step=4*"):  # asked for before the next key is pressed
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
    note_steps(page)
    page.get_by_label("Speed of autoplay").select_option("quick")
    page.locator("#content").focus()
    page.keyboard.press("Space")
    wait_until_noted(page, 0, 1, 2)
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Autoplay")).to_have_attribute("aria-pressed", "false")


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


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)], ids=lambda size: f"{size[0]}px")
def test_the_counterexample_is_in_sight_and_nothing_covers_it(
    visit: Any, documented: str, size: tuple[int, int]
) -> None:
    view = {"width": size[0], "height": size[1]}
    page = loaded(visit(f"{documented}#step=8&as=all", viewport=view))
    page.locator("#formula").fill("K[0] has(2,Paris-Zagrab)")
    page.locator("#formula").press("Enter")
    page.get_by_role("button", name="counterexample").click()
    page.wait_for_selector(".about:not(:empty)")
    assert uncovered(page, ".picture [data-world].chosen")
    page.get_by_role("button", name="What if this were announced?").click()
    page.wait_for_selector(".whatif:not(:empty)")
    assert uncovered(page, ".picture [data-world].chosen")
    assert uncovered(page, ".whatif")
    assert not page.evaluate("scrollY")
    assert not page.locator("[data-name=try]").get_attribute("open")


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)], ids=lambda size: f"{size[0]}px")
def test_what_an_announcement_would_do_is_told_in_sight(
    visit: Any, documented: str, size: tuple[int, int]
) -> None:
    asked = "ask=K[0]%20has(1,Madrid-Zurich)"
    view = {"width": size[0], "height": size[1]}
    page = loaded(visit(f"{documented}#step=8&as=all&{asked}", viewport=view))
    page.get_by_role("button", name="What if this were announced?").click()
    page.wait_for_selector(".whatif table")
    assert uncovered(page, ".whatif")


def test_the_true_world_is_in_sight_at_every_move(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=2&as=all&kind=cells"))
    for step in (3, 4, 5):
        page.keyboard.press("ArrowRight")
        wait_for_step(page, step)
        assert uncovered(page, ".picture [data-world].true")


def test_ninety_worlds_are_a_graph_for_who_chooses_it(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=1&as=all"))
    choice = page.get_by_label("Drawn as")
    for kind, ties in (("graph", 45), ("lines", 15), ("pairs", 45)):
        choice.select_option(kind)
        page.wait_for_function(
            "many => document.querySelectorAll('svg.kripke .tie').length === many", arg=ties
        )
        assert page.locator("svg.kripke [data-world]").count() == 90
    near = page.locator("svg.kripke .tie.near")
    choice.select_option("graph")
    expect(near).to_have_count(3)  # the cells of the true world
    page.locator("svg.kripke .world:not(.true) .dot").first.click(force=True)
    page.wait_for_selector("svg.kripke .world.chosen")
    expect(near).to_have_count(3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_graph_fits_its_pane(visit: Any, documented: str, scheme: str) -> None:
    page = loaded(visit(f"{documented}#step=1&as=all&kind=graph", color_scheme=scheme))
    page.wait_for_selector("svg.kripke")
    picture = page.locator('[data-slot="worlds"]')
    for wide in (1280, 1024, 390):
        page.set_viewport_size({"width": wide, "height": 800})
        assert page.evaluate("innerWidth") == wide
        assert picture.evaluate("e => e.scrollWidth <= e.clientWidth")
    dot = page.locator("svg.kripke .world:not(.mine):not(.true) .dot").first
    ink = page.locator("svg.kripke .world:not(.mine):not(.true) .ink").first
    colours = [
        dot.evaluate("e => getComputedStyle(e).fill"),
        ink.evaluate("e => getComputedStyle(e).fill"),
    ]
    assert colours[0] != colours[1]


def uncovered(page: Any, what: str) -> bool:
    """Whether all of it lies in what its panes show, and nothing lies on it."""
    return bool(
        page.locator(what).first.evaluate(
            """e => {
            const { left, top, right, bottom } = e.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            const inside = pane => { const b = pane.getBoundingClientRect();
              return top >= b.top - 1 && bottom <= b.bottom + 1; };
            const panes = [".picture", ".panels", ".ask", ".knowing"].map(p => e.closest(p));
            const there = document.elementFromPoint(x, y);
            return panes.filter(Boolean).every(inside) && (e.contains(there) || there.contains(e));
            }"""
        )
    )


def test_an_error_stands_under_its_column(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    page.locator("#formula").fill("K[0] has(1")
    page.locator("#formula").press("Enter")
    page.wait_for_selector("[data-name=fault]:not([hidden])")
    formula, under = page.locator("[data-name=fault]").inner_text().split("\n")[:2]
    assert formula == "K[0] has(1"
    assert under.index("▲") == len(formula)  # what is missing is missing at the end


def test_what_is_wrong_with_a_long_question_is_told_in_full(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    long = "K[0] (" + "has(1,Madrid-Zurich) | " * 6 + "nonsense(1))"
    page.locator("#formula").fill(long)
    page.locator("#formula").press("Enter")
    told = page.locator("[data-name=faulted]")
    told.wait_for()
    assert told.inner_text()
    assert told.evaluate("e => e.scrollWidth <= e.clientWidth")
    pane, mark = page.locator("[data-name=faulty]"), "e => [e.scrollLeft, e.clientWidth]"
    left, wide = pane.evaluate(mark)
    assert left < 7.8 * long.index("nonsense") < left + wide  # the letters are this wide


def test_the_questions_that_the_page_suggests_can_be_asked_here(
    server: Any, visit: Any, documented: str
) -> None:
    bridge = server.ask("/api/games", {"game": "boerenbridge(rounds=2)", "agents": ["human"] * 4})
    for address in (f"{documented}#step=8", f"/game/{bridge['id']}"):
        page = loaded(visit(address))
        offered = page.locator("[data-name=syntax] [data-ask]")
        offered.nth(8).wait_for(state="attached")
        asked = [offer.get_attribute("data-ask") for offer in offered.all()]
        for formula in [page.locator("#formula").get_attribute("placeholder"), *asked]:
            question = urlencode({"ask": formula, "kind": "odds"})
            view = server.ask(f"/api/games/{page.url.split('/')[-1].split('#')[0]}/view?{question}")
            assert view["answer"]["error"] is None, formula


def test_what_if_this_were_announced(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=2"))
    page.locator("[data-name=examples] [data-ask]").first.click()
    page.wait_for_selector("[data-name=answer]:not([hidden])")
    page.get_by_role("button", name="What if this were announced?").click()
    page.wait_for_selector(".whatif:not(:empty)")


def test_back_and_forward_lead_through_questions_viewpoints_and_tabs(
    visit: Any, documented: str
) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0"))
    entries = page.evaluate("history.length")
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 9)
    assert page.evaluate("history.length") == entries  # a move is no place to come back to
    page.locator("[data-name=as]").select_option("1")
    page.wait_for_url("**as=1**")
    page.locator("[data-name=examples] [data-ask]").first.click()
    page.wait_for_selector("[data-name=answer]:not([hidden])")
    page.get_by_role("tab", name="Who has what").click()
    page.wait_for_selector("#panel-odds:not([hidden])")
    assert page.evaluate("history.length") == entries + 3
    page.go_back()
    page.wait_for_selector("#panel-worlds:not([hidden])")
    assert page.locator("[data-name=answer]").is_visible()
    page.go_back()
    page.wait_for_selector("[data-name=answer]", state="hidden")
    page.go_back()
    page.wait_for_function("() => document.querySelector('[data-name=as]').value === '0'")
    assert shown(page)[1::2] == (9, "0")
    page.go_forward()
    page.wait_for_function("() => document.querySelector('[data-name=as]').value === '1'")


def test_the_menu_closes_by_a_click_elsewhere_and_by_escape(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    menu, more = page.locator("details.menu"), page.get_by_text("More", exact=True)
    for leave in (lambda: page.locator(".caption").click(), lambda: page.keyboard.press("Escape")):
        more.click()
        expect(menu).to_have_attribute("open", "")
        leave()
        expect(menu).not_to_have_attribute("open", "")
    assert page.evaluate("document.activeElement.matches('.menu summary')")


def test_a_finished_game_tells_its_seed(visit: Any, documented: str, server: Any) -> None:
    made = server.ask("/api/games", {"game": "threecards", "agents": ["random"] * 3, "seed": 2**62})
    server.wait_until_over(made["id"])
    page = loaded(visit(f"/game/{made['id']}#step=0"))
    page.get_by_text("More", exact=True).click()
    page.get_by_text(str(2**62)).wait_for()


def test_what_a_move_says_by_itself_is_said_once(server: Any, visit: Any) -> None:
    game = {"game": "boerenbridge(rounds=2)", "agents": ["random"] * 4}
    made = server.ask("/api/games", game)
    server.wait_until_over(made["id"])
    page = loaded(visit(f"/game/{made['id']}#step=2"))
    assert page.locator("[data-name=caption] .lines > span").count() == 0
    assert page.locator(".log [data-at='2'] .said").count() == 0
    assert page.locator(".log [data-at='2'] .left").inner_text()  # how many worlds it left
    assert page.locator(".log [data-at='1'] .said").count() == 1


def test_a_link_shows_a_second_visitor_the_same(server: Any, visit: Any, documented: str) -> None:
    one = loaded(visit(f"{documented}#step=8&as=1&ask=Kw[1]%20has(0,%22Madrid-Zurich%22)"))
    one.locator("#panel-worlds [data-world]").first.click()
    one.wait_for_selector(".about:not(:empty)")
    one.get_by_label("Cells of").select_option("2")
    one.wait_for_url("**seat=2**")
    other = loaded(visit(one.url.removeprefix(server.address)))
    parts = ("[data-slot=board]", "[data-slot=worlds]", "[data-slot=about]", ".answer")

    def alike() -> bool:
        here, there = ([page.locator(p).inner_html() for p in parts] for page in (one, other))
        return here == there

    patiently(alike, "both pages show the same", page=one)
    assert shown(other) == shown(one)


def test_one_card_and_what_one_thinks_another_knows(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0"))
    page.get_by_role("tab", name="Who has what").click()
    page.locator("#panel-odds [data-card]").first.click()
    page.wait_for_selector("#panel-onecard:not([hidden]) svg, #panel-onecard:not([hidden]) table")
    page.get_by_role("tab", name="Who knows who knows").click()
    page.wait_for_selector("#panel-nested [data-slot=nested]:not(:empty)")
    assert "inner=" in page.url


def test_who_thinks_is_never_who_is_thought_of_and_leaves_the_cells_alone(
    visit: Any, documented: str
) -> None:
    page = loaded(visit(f"{documented}#step=8&as=0&seat=2"))
    page.get_by_role("tab", name="Who knows who knows").click()
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
    for key, name in (
        ("ArrowRight", "Who has what"),
        ("End", "Who knows who knows"),
        ("Home", "Worlds"),
    ):
        page.keyboard.press(key)
        chosen = page.locator("[data-tab][aria-selected=true][tabindex='0']")
        chosen.get_by_text(name).wait_for()
        assert page.evaluate("document.activeElement.textContent") == name
    assert page.locator("[data-tab][tabindex='0']").count() == 1
    assert shown(page)[1] == 8


def test_a_huge_deal_is_told_in_short(server: Any, visit: Any) -> None:
    made = server.ask("/api/games", {"game": "boerenbridge(deck=52)", "agents": ["human"] * 4})
    page = loaded(visit(f"/game/{made['id']}#key={made['keys']['0']}"))
    said = page.locator(".log .said").first
    expect(said.locator(".num")).to_have_text("7.6 × 10¹⁶")
    assert "?" not in page.locator("[data-name=caption]").inner_text()
    assert said.locator("span").first.bounding_box()["width"] > 80


def test_a_view_that_does_not_exist_falls_back_with_a_message(server: Any, visit: Any) -> None:
    page = visit("/game/nosuchgame", faults_expected=True)
    page.locator("h1", has_text="nosuchgame").wait_for()
    assert page.get_by_role("link", name="To the lobby").is_visible()


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
    expect(page.locator(".about")).to_contain_text("Ruled out")
    assert shown(page)[1] == 8


def test_autoplay_stops_at_the_end(visit: Any, documented: str) -> None:
    page = loaded(visit(documented))
    last = shown(page)[1]
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, last - 1)
    page.get_by_label("Speed of autoplay").select_option("fast")
    page.get_by_role("button", name="Autoplay").click()
    wait_for_step(page, last)
    page.locator("[data-do=play][aria-pressed=false]").wait_for()


def test_autoplay_is_as_fast_as_chosen(visit: Any, documented: str) -> None:
    """It waits between moves as long as was chosen. How long a move takes that does not wait is up
    to the machine, so the waits are looked at, and not the clock."""
    page = loaded(visit(f"{documented}#step=8"))
    page.evaluate(
        """() => { window.waits = []; const later = setTimeout;
        window.setTimeout = (does, wait) => { waits.push(wait); return later(does, wait); } }"""
    )
    note_steps(page)
    page.get_by_label("Speed of autoplay").select_option("slow")
    page.get_by_role("button", name="Autoplay").click()
    wait_until_noted(page, 8, 9)
    first = dict(reversed(noted(page)))
    assert first[9] - first[8] >= 2500
    assert 150 not in page.evaluate("waits")
    page.get_by_label("Speed of autoplay").select_option("fast")
    step = shown(page)[1]
    wait_until_noted(page, step + 1, step + 2)
    assert page.evaluate("waits").count(150) >= 2


def test_the_formula_asked_is_in_the_address(visit: Any, documented: str) -> None:
    page = loaded(visit(f"{documented}#step=8"))
    page.locator("#formula").fill("has(0,Madrid-Zurich)")
    page.locator("#formula").press("Enter")
    page.wait_for_selector("[data-name=answer]:not([hidden])")
    assert "ask=has%280%2CMadrid-Zurich%29" in page.url


def test_the_winner_is_who_has_most(server: Any, visit: Any, documented: str) -> None:
    view = server.ask(f"/api{documented.replace('game', 'games')}/view")
    most = max(view["scores"])
    name = view["game"]["seats"][view["scores"].index(most)]["name"]
    page = loaded(visit(documented))
    assert page.locator("[data-name=whose]").inner_text() == (
        f"Finished: {name} wins with {most} points"
    )
    assert page.locator("[data-name=seats] .won b").all_inner_texts() == [name]


@pytest.mark.parametrize(
    ("seed", "won", "words"),
    [
        (9, ["Anna"], "Anna wins with -3 points, by a longer trail"),
        (11, ["Anna", "Bram"], "Anna and Bram share the win with 0 points"),
    ],
)
def test_a_tie_is_decided_as_the_rules_say(
    server: Any, visit: Any, seed: int, won: list[str], words: str
) -> None:
    new = {"game": "tickets(board=small)", "agents": ["random", "random"], "seed": seed}
    id = server.ask("/api/games", new)["id"]
    server.wait_until_over(id)
    page = loaded(visit(f"/game/{id}"))
    assert page.locator("[data-name=whose]").inner_text() == f"Finished: {words}"
    assert page.locator("[data-name=seats] .won b").all_inner_texts() == won
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => !document.querySelector('[data-name=seats] .won')")
    lines = {line["id"]: line for line in server.ask("/api/games")["games"]}
    assert lines[id]["winners"] == won


def test_rules_and_help_are_on_the_page(visit: Any, documented: str) -> None:
    page = loaded(visit(documented))
    page.get_by_role("button", name="Rules", exact=True).click()
    assert len(page.locator("#rules[open] [data-slot=rules]").inner_text()) > 400
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("?")
    page.locator("#help[open]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#content").focus()
    page.keyboard.press("/")
    expect(page.locator("#formula")).to_be_focused()


def test_record_and_replay_can_be_downloaded(server: Any, visit: Any) -> None:
    made = server.ask("/api/games", {"game": "threecards", "agents": ["random"] * 3, "seed": 3})
    server.wait_until_over(made["id"])
    page = loaded(visit(f"/game/{made['id']}"))
    record, replay = (
        page.locator(f"[data-name={n}]").get_attribute("href") for n in ("record", "replay")
    )
    told = page.request.get(server.address + record).text().splitlines()
    assert len(told) - 2 == shown(page)[1]  # a line a move, and one before and after them
    page.goto(server.address + replay)
    assert shown(loaded(page))[1] == 2  # the first move after which somebody knows more


def test_a_record_that_is_refused_is_told_on_the_page(visit: Any, tmp_path: Path) -> None:
    lines = DOCUMENTED.read_text("utf-8").splitlines(keepends=True)
    edited, large = tmp_path / "edited.jsonl", tmp_path / "large.jsonl"
    edited.write_text("".join(lines[:-3] + lines[-2:]), "utf-8")
    large.write_text("x" * (4 * 1024 * 1024 + 1))
    for file, words in ((edited, "record"), (large, "too large")):
        page = visit("/", faults_expected=True)
        page.wait_for_selector("[data-start]")
        page.get_by_label("Open a record").set_input_files(file)
        page.locator("#message.trouble").get_by_text(words).wait_for()
