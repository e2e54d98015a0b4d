"""The page that needs no server: opened from a file, stepped through, questioned, offline."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from at_table import WAIT, patiently
from watched import DOCUMENTED as DOCUMENTED_GAME
from watched import seen

from whoknows.core.match import play
from whoknows.core.record import Record, read, replay
from whoknows.core.recorder import recording
from whoknows.core.registry import agent, game
from whoknows.table.knowledge.questions import asked
from whoknows.table.knowledge.visible_moment import ALL, moments
from whoknows.table.page import replay_choices, replay_page
from whoknows.table.page.page_view import ShownGame
from whoknows.table.page.replay_page import page
from whoknows.table.page.replay_views import Story
from whoknows.table.page.shared_text import Pieces

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"
MOST = 2_000_000  # bytes of the documented game's page


@pytest.fixture
def made(documented_file: Path) -> Path:
    """The documented game as a page."""
    return documented_file


def whoknows(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "whoknows", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.fixture
def opened(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a file in a browser that is offline; whatever it logs or asks for is a fault."""
    faults: list[str] = []
    contexts = []

    def opens(file: Path, look: str = "") -> Any:
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, offline=True)
        context.set_default_timeout(WAIT)
        contexts.append(context)
        there = context.new_page()
        there.on("console", lambda said: faults.append(f"{said.type}: {said.text}"))
        there.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
        context.on("request", lambda asked: faults.extend(_foreign(asked.url, file)))
        there.goto(f"file://{file}{look}")
        there.wait_for_selector("#content[data-shown]")
        return there

    yield opens
    for context in contexts:
        context.close()
    assert not faults


def _foreign(url: str, file: Path) -> list[str]:
    return [] if url.startswith((f"file://{file}", "data:", "blob:")) else [f"asked for {url}"]


def shown(page: Any) -> str:
    """Version, step, stage and viewer of what is shown."""
    found: str = page.get_attribute("#content", "data-shown")
    return found


def wait_for(page: Any, text: str) -> None:
    page.wait_for_function(
        "text => document.querySelector('#content').dataset.shown.includes(text)", arg=text
    )


def test_the_documented_game_is_watched_to_the_end_and_back(made: Path, opened: Any) -> None:
    steps = len(read(DOCUMENTED).moves)
    page = opened(made)
    wait_for(page, f"{steps}/11/")  # where somebody first works something out
    assert "now knows that" in page.inner_text('[data-name="news"]')
    page.keyboard.press("Home")
    wait_for(page, f"{steps}/0/")
    for step in range(1, 20):
        page.keyboard.press("ArrowRight")
        wait_for(page, f"{steps}/{step}/")
    page.keyboard.press("End")
    wait_for(page, f"{steps}/{steps}/")
    assert "32" in page.inner_text('[data-name="seats"]')
    told = page.inner_text('[data-name="caption"]')
    assert "completing Brest-Marseille, Brest-Venezia" in told
    assert "completes" not in told  # which the move has said
    for step in range(steps - 1, steps - 20, -1):
        page.keyboard.press("ArrowLeft")
        wait_for(page, f"{steps}/{step}/")
    page.keyboard.press("Home")
    wait_for(page, f"{steps}/0/")
    assert page.locator('[data-slot="board"] svg').count() >= 1


def test_the_looks_at_the_cards_are_part_of_the_story(made: Path, opened: Any) -> None:
    page = opened(made, "#step=1&stage=0")
    pictures = []
    for stage in range(4):
        wait_for(page, f"/1/{stage}/")
        pictures.append(page.inner_html('[data-slot="worlds"]'))
        page.keyboard.press("Shift+ArrowRight")
    assert len(set(pictures)) > 1


def test_every_viewpoint_is_there_and_sees_what_it_may(made: Path, opened: Any) -> None:
    page = opened(made, "#step=5")
    seen = {}
    for viewer in ("onlooker", "0", "1", "2", "all"):
        page.select_option('[data-name="as"]', viewer)
        wait_for(page, f"/5/0/{viewer}")
        seen[viewer] = page.inner_text('[data-name="log"]')
    assert len(set(seen.values())) == 5
    assert "0 gets white green blue blue" in seen["0"]
    assert "0 gets white green blue blue" not in seen["1"]


def test_cells_cards_and_worlds_can_be_chosen(made: Path, opened: Any) -> None:
    page = opened(made, "#step=8&as=0")
    mine = page.inner_html('[data-slot="worlds"]')
    page.select_option('[data-name="seat"]', "1")
    page.wait_for_function(
        "was => document.querySelector('[data-slot=worlds]').innerHTML !== was", arg=mine
    )
    page.locator('[data-slot="worlds"] [data-world]').first.dispatch_event("click")
    page.wait_for_selector('[data-slot="about"] table')
    assert page.locator('[data-slot="worlds"] .chosen').count() >= 1
    page.click('[data-tab="odds"]')
    page.locator('[data-slot="odds"] [data-card]').first.dispatch_event("click")
    page.wait_for_selector('[data-slot="onecard"] svg')


def test_worlds_can_be_drawn_as_a_graph(made: Path, opened: Any) -> None:
    page = opened(made, "#step=1&as=all")
    choice = page.locator('[data-name="kind"]')
    assert choice.locator("option").all_inner_texts() == ["what fits", "graph"]
    assert not page.locator("svg.kripke").count()
    choice.select_option("graph")
    page.wait_for_selector("svg.kripke")
    assert page.locator("svg.kripke [data-world]").count() == 90
    assert page.locator("svg.kripke .world.true").count() == 1
    rows = page.locator("svg.kripke").inner_html()
    page.select_option('[data-name="seat"]', "2")
    page.wait_for_function(
        "was => document.querySelector('svg.kripke').innerHTML !== was", arg=rows
    )
    page.select_option('[data-name="as"]', "0")
    wait_for(page, "/1/3/0")
    assert page.locator("svg.kripke [data-world]").count() == 90
    assert not page.locator("svg.kripke .world.true").count()


def test_a_question_is_marked_in_the_graph_too(made: Path, opened: Any) -> None:
    page = opened(made, "#step=1&as=all&kind=graph")
    page.wait_for_selector("svg.kripke")
    assert not page.locator("svg.kripke .world.holds").count()
    page.locator("[data-name=examples] [data-ask]").first.click()
    page.wait_for_selector("svg.kripke .world.holds")
    graph = page.locator("svg.kripke .world.holds").count()
    page.select_option('[data-name="kind"]', "auto")
    page.wait_for_selector(".cells")
    assert page.locator(".cells .world.holds").count() == graph > 0


def test_a_prepared_question_is_answered_at_every_step(made: Path, opened: Any) -> None:
    page = opened(made, "#step=8&as=all")
    page.locator('[data-name="examples"] [data-ask]').first.click()
    page.wait_for_selector('[data-name="verdict"]:not(:empty)')
    assert page.inner_text('[data-name="verdict"]') in ("true", "false")
    for step in (9, 10, 11):
        page.keyboard.press("ArrowRight")
        wait_for(page, f"/{step}/")
        assert page.inner_text('[data-name="verdict"]') in ("true", "false")
    page.click('[data-do="whatif"]')
    page.wait_for_selector('[data-slot="whatif"] *')


def test_a_question_that_is_not_prepared_is_answered_by_the_page(made: Path, opened: Any) -> None:
    page = opened(made, "#step=12&as=1")
    page.fill("#formula", 'K[2] has(0,"Brest-Venezia") | K[0] K[1] has(2,a)')
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-name="answer"]:not([hidden])')
    moment = seen(DOCUMENTED_GAME, 1)[12]
    told = asked(moment, 'K[2] has(0,"Brest-Venezia") | K[0] K[1] has(2,a)')["verdict"]
    assert page.inner_text('[data-name="verdict"]') == told
    page.fill("#formula", "has(0,nothing) & has(1,nothing)")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-name="fault"]:not([hidden])')
    assert "no card nothing" in page.inner_text('[data-name="fault"]')


def test_it_is_small_and_opens_at_once(made: Path, opened: Any) -> None:
    """In seconds of the processor, which do not depend on what else the machine has to do."""
    assert made.stat().st_size < MOST
    page = opened(made)
    measures = page.context.new_cdp_session(page)
    measures.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.reload()
    page.wait_for_selector("#content[data-shown]")
    told = measures.send("Performance.getMetrics")["metrics"]
    spent = {one["name"]: one["value"] for one in told}
    assert 0 < spent["TaskDuration"] < 5  # about half a second


def test_any_number_of_processes_makes_the_same_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("threecards(rounds=6)", tmp_path)
    monkeypatch.setattr(replay_page, "PART", 2)  # moves: four parts
    asked: list[int] = []
    assert page(record, workers=1) == page(record, lambda _, of: asked.append(of), workers=2)
    assert asked == [4] * 4


def test_texts_come_back_from_their_pieces() -> None:
    kept = Pieces()
    texts = [
        "<g a><rect b><rect c></g>",
        "<g a><rect d><rect c></g>",
        "",
        "plain",
        '{"x":1}{"y":2}',
    ]
    numbers = [kept.number(text) for text in texts]
    assert [kept.text(number) for number in numbers] == texts
    assert kept.number(texts[0]) == numbers[0]
    assert sum(map(len, kept.pieces)) < sum(map(len, texts))


def test_texts_of_several_processes_are_kept_once() -> None:
    here, there = Pieces(), Pieces()
    shared = '="<table><tr><td>1</td></tr></table>"'
    here.number(shared)
    numbers = [there.number(text) for text in ("<li>new", shared, '[{"x":"<g>"}]')]
    moved = here.adopt(pickle.loads(pickle.dumps(there)))
    assert [here.text(moved[n]) for n in numbers] == [there.text(n) for n in numbers]
    assert moved[numbers[1]] == here.number(shared)


@pytest.mark.parametrize("spec", ["threecards", "boerenbridge(rounds=1-2)"])
def test_other_games_have_pages_too(spec: str, tmp_path: Path, opened: Any) -> None:
    record, html = played(spec, tmp_path), tmp_path / "page.html"
    html.write_text(page(record))
    there = opened(html)
    there.keyboard.press("End")
    moves = len(record.moves)
    wait_for(there, f"{moves}/{moves}/")


def test_the_page_tells_who_won_a_tie(tmp_path: Path, opened: Any) -> None:
    record, html = played("tickets(board=small)", tmp_path, seed=9), tmp_path / "page.html"
    html.write_text(page(record))
    there = opened(html, f"#step={len(record.moves)}")
    told = there.locator("[data-name=whose]").inner_text()
    assert told == "Finished: Anna wins with -3 points, by a longer trail"
    assert there.locator("[data-name=seats] .won b").all_inner_texts() == ["Anna"]


def test_only_questions_that_have_an_answer_are_offered(tmp_path: Path) -> None:
    record = played("boerenbridge(rounds=1-2)", tmp_path)
    seen = moments(game(record.game), replay(record), ALL)
    showing = ShownGame("", 1, record.agents, seen, None, True)
    story = Story(showing, {"has(N,KC)": "of the second deal", "has(N,AC)": "of both"})
    stages, _ = story.step(2, None)
    numbers, _ = stages[0]
    offered = json.loads(story.kept.text(numbers[story.fields.index("examples")]))
    assert [one["formula"] for one in offered] == ["has(N,AC)"]


@pytest.mark.parametrize("viewer", [None, 1, ALL])
def test_what_was_known_before_is_stored_as_if_it_were_made_anew(
    viewer: Any, tmp_path: Path
) -> None:
    """A bid says something, but nothing new: what is known is taken over from the step before."""
    record = played("boerenbridge(rounds=1-2)", tmp_path)
    seen = moments(game(record.game), replay(record), viewer)
    questions = {"has(N,AC)": "N has it", "C[N,E,S,W] true": "what a bid says"}
    story = Story(ShownGame("", 1, record.agents, seen, None, True), questions)
    made = [story.step(0, None)]
    for step in range(1, len(seen)):
        made.append(story.step(step, made[-1]))
        assert told(story, made[-1]) == told(story, story.step(step, None)), step
    bids = [step for step, moment in enumerate(seen) if " bids " in moment.move]
    assert len(bids) == 8
    assert all(told(story, made[step]) != told(story, made[step - 1]) for step in bids)


@pytest.mark.parametrize("part", ["worlds", "one_card", "nested", "mind_table", "about_world"])
def test_a_part_that_takes_too_much_memory_is_left_out_and_says_so(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at the table: the rest of the page is there."""

    def outgrown(*_: Any, **__: Any) -> str:
        raise MemoryError

    record = played("boerenbridge(rounds=1)", tmp_path)
    seen = moments(game(record.game), replay(record), ALL)
    monkeypatch.setattr(replay_choices, part, outgrown)
    story = Story(ShownGame("", 1, record.agents, seen, None, True), {})
    texts = str(told(story, story.step(6, None)))
    assert "does not have enough memory" in texts
    assert "k-odds" in texts


def told(story: Story, step: Any) -> list[Any]:
    """A step as the page has it, text by text."""
    stages, over = step
    return [_laid(story, over), *((_texts(story, of), _laid(story, at)) for of, at in stages)]


def _laid(story: Story, number: int) -> Any:
    chosen = story.choices[number].items()
    return {choice: _texts(story, fields.values()) for choice, fields in chosen}


def _texts(story: Story, numbers: Any) -> list[str]:
    return [story.kept.text(number) for number in numbers]


def played(spec: str, folder: Path, seed: int = 1) -> Record:
    """The record of a match of agents that move at random."""
    file, rules = folder / "played.jsonl", game(spec)
    agents = [agent("random") for _ in rules.seats]
    with recording(file, rules, agents, seed=seed) as tape:
        for turn in play(rules, agents, seed=seed):
            tape.add(turn)
    return read(file)


def test_a_stopped_match_has_a_page(tmp_path: Path, opened: Any) -> None:
    file, rules = tmp_path / "stopped.jsonl", game("threecards")
    agents = [agent("random") for _ in rules.seats]
    with recording(file, rules, agents, seed=1) as tape:
        turns = play(rules, agents, seed=1)
        tape.add(next(turns))
        tape.add(next(turns))
    html = tmp_path / "page.html"
    html.write_text(page(read(file)))
    wait_for(opened(html, "#step=2"), "2/2/")


def test_nothing_half_written(tmp_path: Path) -> None:
    for out, words in ((tmp_path / "no" / "such.html", "cannot be written"), (tmp_path, "regular")):
        done = whoknows("replay", str(DOCUMENTED), "--html", str(out))
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert words in done.stderr
    done = whoknows("replay", "nothing.jsonl", "--html", str(tmp_path / "out.html"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_page_shows_what_the_server_shows(
    made: Path, opened: Any, visit: Any, server: Any
) -> None:
    id = server.record(DOCUMENTED)
    there, here = opened(made), visit(f"/game/{id}#step=0")
    here.wait_for_selector("#content[data-shown]")
    there.evaluate("location.hash = 'step=8&as=0'")
    wait_for(there, "/8/0/0")
    question = there.locator("[data-name=examples] [data-ask]").first.get_attribute("data-ask")
    for step in (8, 12, 16):
        for more, slot in (
            ({"as": "0", "inner": "1", "tab": "nested"}, "[data-slot=nested]"),
            ({"as": "all", "outer": "2", "inner": "1", "tab": "nested"}, "[data-slot=nested]"),
            ({"as": "0", "seat": "1"}, "[data-slot=worlds]"),
            ({"as": "0", "ask": question}, ".answer"),
        ):
            look = {"step": str(step), **more}
            for shows in (there, here):
                shows.evaluate("look => { location.hash = new URLSearchParams(look) }", look)
                shows.wait_for_function(
                    "([step, viewer]) => { const [, s, , v] = "
                    "document.querySelector('#content').dataset.shown.split('/');"
                    "return s === step && v === viewer }",
                    arg=[look["step"], look["as"]],
                )
            patiently(
                partial(alike, there, here, slot), f"{slot} is the same for {look}", page=here
            )
        marks = [shows.evaluate(MARKED) for shows in (there, here)]  # of the question asked last
        assert marks[0] == marks[1]
        assert any("holds" in names or "fails" in names for names, _ in marks[0].values())


MARKED = """() => Object.fromEntries(
    [...document.querySelectorAll("[data-slot=worlds] [data-world]")].map(
    one => [one.dataset.world, [one.getAttribute("class"), one.dataset.in ?? ""]]))"""


def alike(one: Any, other: Any, slot: str) -> bool:
    """Whether two pages show the same, and something."""
    places = [page.locator(slot).first for page in (one, other)]
    texts = {place.inner_text().strip() for place in places if place.is_visible()}
    return all(place.is_visible() for place in places) and len(texts) == 1 and texts != {""}
