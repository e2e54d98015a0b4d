"""Whatever is asked costs no more than its share, and nobody else waits for it.

A worker is used here some questions of which never end, or take all memory. No test measures time:
either the budget is a moment, or there is none and the order of events is looked at.
"""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from at_table import patiently
from fastapi.testclient import TestClient
from serving import made
from stubborn_worker import GROWS, WAITS

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import play
from whoknows.core.record import replay
from whoknows.core.record_text import parse, written
from whoknows.core.recorder import Tape
from whoknows.table.server import budgets, live_games, worker_copies, worker_pool
from whoknows.table.server.budgets import BUDGETS, Budget
from whoknows.table.server.live_game import LiveGame
from whoknows.table.server.view_cache import ViewCache
from whoknows.table.server.view_making import Looking

HOURS = 120.0  # so to speak: nothing that goes well waits for it


@pytest.fixture
def appears(tmp_path, monkeypatch):
    """What a stubborn question waits for."""
    file = tmp_path / "go on"
    monkeypatch.setenv("WAITS_FOR", str(file))
    worker = Path(__file__).with_name("stubborn_worker.py")
    monkeypatch.setattr(worker_copies, "TEMPLATE", (sys.executable, str(worker)))
    return file


@pytest.fixture
def grants(monkeypatch):
    """Sets a budget, for servers that are started after it."""

    def grant(purpose, **more):
        monkeypatch.setitem(BUDGETS, purpose, replace(BUDGETS[purpose], **more))

    return grant


@pytest.fixture
def client(tmp_path, appears):
    """A server that is started when a test asks for it, so that it may set budgets before."""
    opened = []

    def start():
        opened.append(TestClient(made(tmp_path / "games"), raise_server_exceptions=False))
        return opened[0].__enter__()

    yield start
    appears.touch()
    for one in opened:
        one.__exit__(None, None, None)


def begun(client, spec="threecards", many=3):
    new = {"game": spec, "agents": ["human"] * many}
    answer = client.post("/api/games", json=new).json()
    return f"/api/games/{answer['id']}/view", {"X-Seat": answer["keys"]["0"]}


def asked(client, game, question, **more):
    address, key = game
    answer = client.get(address, headers=key, params={"ask": question, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


@contextmanager
def asking(appears, many):
    """So many people at once; whatever they find, in the end nobody waits any more."""
    with ThreadPoolExecutor(many) as pool:
        try:
            yield pool
        finally:
            appears.touch()


def test_a_question_over_its_time_is_told_in_one_line_and_the_rest_is_shown(client, grants):
    grants("ask", seconds=0.3, many=1)
    http = client()
    game = begun(http)
    plain = http.get(game[0], headers=game[1]).json()
    found = asked(http, game, WAITS)
    line = "this question takes more than 0.3 s; try a smaller one, or ask the record with "
    assert found["answer"]["error"] == {"column": None, "line": line + "whoknows ask"}
    unasked = {"answer", "worlds"}
    assert {k: v for k, v in found.items() if k not in unasked} == {
        k: v for k, v in plain.items() if k not in unasked
    }


def test_what_if_is_bounded_as_well(client, grants):
    grants("ask", seconds=0.3)
    http = client()
    found = asked(http, begun(http), WAITS, whatif=WAITS)
    assert "this question takes more than 0.3 s" in found["whatif"]


def test_a_question_over_its_memory_is_told_in_one_line(client, grants):
    grants("ask", megabytes=400, seconds=HOURS)
    http = client()
    found = asked(http, begun(http), GROWS)
    assert "takes more than 400 MB of memory" in found["answer"]["error"]["line"]


def test_the_worker_of_a_spent_question_is_replaced(client, grants):
    grants("ask", seconds=0.3, many=1)
    http = client()
    game, (worker,) = begun(http), workers(http)
    assert asked(http, game, WAITS)["answer"]["error"]
    worker.budget = replace(worker.budget, seconds=HOURS)
    assert asked(http, game, "has(0,a) | ~has(0,a)")["answer"]["verdict"] == "known true"


def workers(http):
    """Those who answer questions."""
    return http.app.state.room.workers._all["ask"]


def wait_for(http, many):
    """Until so many questions are asked."""

    def there():
        return sum(len(worker.jobs) for worker in workers(http)) >= many

    patiently(there, f"{many} questions are asked")


def test_nobody_waits_for_a_stubborn_question(client, grants, appears):
    """Neither another game, nor who looks at or asks about the same one."""
    grants("ask", seconds=HOURS)
    http = client()
    here, there = begun(http), begun(http)
    with asking(appears, 1) as pool:
        stubborn = pool.submit(asked, http, here, WAITS)
        for game in (here, there):
            assert http.get(game[0], headers=game[1]).status_code == 200
            assert asked(http, game, "true")["answer"]["verdict"] == "known true"
        assert not stubborn.done()
        appears.touch()
        assert stubborn.result()["answer"]["verdict"] == "known true"


def test_the_same_question_is_worked_out_once(client, grants, appears):
    grants("ask", seconds=HOURS, many=4)
    http = client()
    game = begun(http)
    with asking(appears, 6) as pool:
        stubborn = [pool.submit(asked, http, game, WAITS) for _ in range(6)]
        wait_for(http, 1)
        assert asked(http, game, "true")["answer"]["verdict"] == "known true"
        assert sum(len(worker.jobs) for worker in workers(http)) == 1
        appears.touch()
        assert len({str(one.result()["answer"]) for one in stubborn}) == 1


def test_one_game_has_no_more_than_its_share_of_the_workers(client, grants, appears):
    grants("ask", seconds=HOURS, many=3)
    http = client()
    here, there = begun(http), begun(http)
    with asking(appears, 6) as pool:
        stubborn = [pool.submit(asked, http, here, WAITS, card=card) for card in "abcdef"]
        wait_for(http, 6)
        assert sorted(len(worker.jobs) for worker in workers(http)) == [0, 3, 3]
        assert asked(http, there, "true")["answer"]["verdict"] == "known true"
        assert not any(one.done() for one in stubborn)
        appears.touch()
        assert all(one.result()["answer"]["verdict"] == "known true" for one in stubborn)


def test_a_view_waits_for_who_knows_its_game_but_not_for_a_question():
    pool = worker_pool.Workers()
    for purpose, waits in (("view", True), ("move", True), ("ask", False), ("reply", False)):
        knowing = pool._one(purpose, "here")
        knowing.takes("here")
        knowing.jobs[:] = ["another"]
        assert (pool._one(purpose, "here") is knowing) == waits, purpose
        knowing.jobs[:] = ["another"] * (worker_pool.AFRESH + 1)
        assert pool._one(purpose, "here") is not knowing
        knowing.jobs.clear()
        assert pool._one(purpose, "here") is knowing


def test_what_a_page_waits_for_goes_before_thinking_and_that_before_what_nobody_asked_for():
    """Else a house full of agents makes every view wait."""
    stands = {purpose: budget.nice for purpose, budget in BUDGETS.items()}
    thinking = {stands[purpose] for purpose in ("reply", "believe", "page")}
    assert stands["view"] == stands["move"] == 0 < stands["ask"] < min(thinking)
    assert max(thinking) < min(stands["watch"], stands["study"])


def test_a_worker_stands_back_as_its_budget_says(monkeypatch):
    told = []

    async def started(megabytes, line, nice):
        told.append((megabytes, nice))
        raise Error("enough")

    monkeypatch.setattr(worker_pool, "started", started)

    async def ask():
        async for _ in worker_pool.Worker(Budget("this", 1, 50, 1, nice=11)).ask({}):
            pass

    with pytest.raises(Error, match="enough"), ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()
    assert told == [(50, 11)]


def test_when_too_many_wait_a_question_is_turned_away(client, grants, appears):
    grants("ask", seconds=HOURS, many=1, waiting=0)
    http = client()
    game = begun(http)
    with asking(appears, 1) as pool:
        stubborn = pool.submit(asked, http, game, WAITS)
        wait_for(http, 1)
        line = "this question has to wait; try again in a moment"
        assert asked(http, game, "true")["answer"]["error"]["line"] == line
        appears.touch()
        stubborn.result()


def test_a_view_of_a_large_deal_is_bounded_too(client, grants, monkeypatch):
    monkeypatch.setitem(BUDGETS, "view", Budget("this view", 0, 1000, 1, "look at another step"))
    http = client()
    address, key = begun(http, "boerenbridge(rounds=2,deck=52)", 4)
    answer = http.get(address, headers=key)
    assert answer.status_code == 400
    assert answer.json() == {"error": "this view takes more than 0 s; look at another step"}


@pytest.mark.parametrize("spec", ["threecards", "tickets", "boerenbridge(rounds=2,players=3)"])
def test_a_view_is_the_same_wherever_it_is_made(client, monkeypatch, spec):
    http = client()
    address, key = begun(http, spec)
    looks: list[dict[str, str | int]] = [{}, {"step": 1}, {"seat": 1, "inner": 2}, {"as": "0"}]
    found = []
    for is_small in (True, False):
        monkeypatch.setattr(LiveGame, "is_small", is_small)
        room = http.app.state.room
        room.looking = Looking(
            room.tables, room.workers, ViewCache()
        )  # which has shown nothing yet
        found.append([http.get(address, headers=key, params=look).content for look in looks])
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


LARGE = "tickets(seats=4,hand=4)"  # 63,063,000 worlds


def recorded(spec, many):
    """So many moves of a game."""
    rules = registry.game(spec)
    tape = Tape(rules, ["random" for _ in rules.seats], 3)
    for turn in islice(play(rules, [AnyLegal() for _ in rules.seats], seed=3), many):
        tape.add(turn)
    return written(tape.record())


def acted(http, game, version, action):
    address, key = game
    sent = {"version": version, "action": action}
    answer = http.post(address.replace("/view", "/act"), headers=key, json=sent)
    return answer.status_code, answer.json()


def test_a_move_in_a_large_game_is_bounded_and_nothing_is_changed_when_it_is_spent(client, grants):
    grants("move", seconds=0)
    http = client()
    game = begun(http, LARGE, 4)
    shown = http.get(game[0], headers=game[1]).json()
    line = "this move takes more than 0 s; do something else"
    first = shown["actions"][0]["text"]
    assert acted(http, game, shown["version"], first) == (400, {"error": line})
    assert http.get(game[0], headers=game[1]).json() == shown


def test_the_server_keeps_nothing_of_what_is_known_in_a_large_game(client):
    """Neither of one that is begun here nor of one that is brought."""
    http = client()
    begun(http, LARGE, 4)
    http.post("/api/records", content=recorded(LARGE, 20))
    tables = http.app.state.room.tables._recent.values()
    assert [len(table.turns) for table in tables] == [6, 20]
    assert not any(table.is_small for table in tables)
    assert {turn.model for table in tables for turn in table.turns} == {None}


def test_what_is_false_may_not_be_said_in_a_large_game_either(client, monkeypatch):
    """The rules would offer it: a process that knows what is known refuses it."""
    monkeypatch.setattr(live_games, "randbits", lambda _: 2)
    http = client()
    address, key = begun(http, LARGE, 4)
    (table,) = http.app.state.room.tables._recent.values()
    offered = http.get(address, headers=key).json()["actions"]
    known = {action["text"] for action in offered}
    blind = [str(a) for a in table.game.actions(table._course.state) if str(a) not in known]
    assert known
    assert blind
    code, told = acted(http, (address, key), table.version, blind[0])
    assert code == 400
    assert told["error"].startswith(f"not legal: '{blind[0]}' would say something false: ")
    assert acted(http, (address, key), table.version, offered[0]["text"])[0] == 200


def test_a_large_game_is_played_as_any_other(client):
    http = client()
    new = {"game": "boerenbridge(players=3,rounds=2-1,deck=52)", "agents": ["human"] * 3}
    answer = http.post("/api/games", json=new).json()
    address, keys = f"/api/games/{answer['id']}", answer["keys"]
    shown = http.get(f"{address}/view").json()
    while not shown["over"]:
        key = {"X-Seat": keys[shown["moving"]]}
        mine = http.get(f"{address}/view", headers=key).json()
        action = mine["actions"][-1]["text"]
        code, told = acted(http, (f"{address}/view", key), mine["version"], action)
        assert code == 200, told
        shown = http.get(f"{address}/view").json()
    found = parse(http.get(f"{address}/record").content)
    *_, last = replay(found)
    assert tuple(found.scores) == tuple(registry.game(found.game).scores(last.after))


def test_a_hint_over_its_time_is_told_in_one_line(client, grants):
    grants("hint", seconds=0)
    http = client()
    address, key = begun(http)
    for _ in range(2):  # whoever asks again is told the same
        answer = http.post(address.replace("/view", "/hint"), headers=key)
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "this hint takes more than 0 s",
        )


def test_an_analysis_over_its_time_is_told_to_whoever_asks_again(client, grants):
    grants("study", seconds=0)
    http = client()
    id = http.post("/api/records", content=recorded("threecards", 100)).json()["id"]
    address = f"/api/games/{id}/analyse"
    found = []

    def told():
        found.append(http.post(address))
        return found[-1].status_code != 200  # till then it has only begun

    patiently(told, "an analysis that is given up")
    answer = found[-1]
    line = "this analysis takes more than 0 s"
    assert (answer.status_code, answer.json()["error"]) == (400, line)
    assert http.get(f"/api/games/{id}/view").json()["analysis"] is None


def test_a_record_over_its_time_is_refused_in_one_line(client, grants):
    grants("record", seconds=0)
    http = client()
    record = Path("examples/documented.jsonl").read_bytes()
    answer = http.post("/api/records", content=record)
    assert answer.status_code == 400
    line = "this record takes more than 0 s; look at it with whoknows replay FILE"
    assert answer.json() == {"error": line}


def test_a_page_over_its_time_is_refused_in_one_line(client, grants):
    grants("page", seconds=0)
    http = client()
    record = Path("examples/documented.jsonl").read_bytes()
    id = http.post("/api/records", content=record).json()["id"]
    answer = http.get(f"/api/games/{id}/replay.html")
    assert answer.status_code == 400
    assert "this page takes more than 0 s; make it with whoknows replay" in answer.json()["error"]


def test_a_page_without_end_is_refused_in_one_line(client, monkeypatch):
    monkeypatch.setattr(worker_pool, "LINE", 1 << 14)
    http = client()
    id = http.post("/api/records", content=recorded("threecards", 5)).json()["id"]
    answer = http.get(f"/api/games/{id}/replay.html")
    assert answer.status_code == 400
    assert answer.json() == {"error": "this page is larger than 0 MB"}


def test_a_worker_that_has_grown_is_renewed(client, monkeypatch):
    monkeypatch.setattr(worker_pool, "RENEWED", 0)  # megabytes
    http = client()
    game, told = begun(http), []
    for question in ("true", "false"):
        told.append(asked(http, game, question)["answer"]["verdict"])
        assert all(one._process is None for one in workers(http))
    assert told == ["known true", "known false"]


def test_every_purpose_has_a_budget():
    for budget in budgets.BUDGETS.values():
        assert 0 < budget.seconds <= 300
        assert 0 < budget.megabytes <= 2000
        assert 1 <= budget.many <= 4
