"""Every endpoint of the table, by small demonstrations."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import watched
from fastapi.testclient import TestClient
from serving import PATIENCE, made

from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.record_text import parse, written
from whoknows.core.recorder import Tape
from whoknows.core.registry import agent, game
from whoknows.table.knowledge.nested_knowledge import nested
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.ownership import ownership
from whoknows.table.knowledge.what_if import what_if
from whoknows.table.knowledge.world_layout import layout
from whoknows.table.knowledge.world_picture import about_world, worlds
from whoknows.table.page.advice import losses
from whoknows.table.page.page_view import view
from whoknows.table.server.game_store import Done, StaleError
from whoknows.table.server.live_games import MOST_OPEN

SLOW = "ismcts(iterations=100000000)"  # thinks for minutes


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("WHOKNOWS_OPTIONS", "free")  # for agents that think for minutes
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        yield client


def begun(client, spec="threecards", agents=("human", "human", "human"), **more):
    """A new game: its address, and the header of each human seat."""
    answer = client.post("/api/games", json={"game": spec, "agents": list(agents), **more})
    assert answer.status_code == 200, answer.text
    keys = {int(seat): {"X-Seat": key} for seat, key in answer.json()["keys"].items()}
    return f"/api/games/{answer.json()['id']}", keys


def seen(client, address, headers=None, **query):
    answer = client.get(f"{address}/view", headers=headers, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(client, address, headers, action, version=None):
    version = seen(client, address)["version"] if version is None else version
    doing = {"version": version, "action": action}
    return client.post(f"{address}/act", headers=headers, json=doing)


def undo(client, address, headers):
    version = seen(client, address)["version"]
    return client.post(f"{address}/undo", headers=headers, json={"version": version})


def cancel(client, address, headers):
    version = seen(client, address)["version"]
    return client.post(f"{address}/cancel", headers=headers, json={"version": version})


def until(client, address, ready, headers=None, seconds=PATIENCE):
    """The first view that is as wanted."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = seen(client, address, headers)
        if ready(found):
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} seconds: {found}")


def refused(answer, code, *words):
    """One line, which has these words."""
    assert answer.status_code == code, answer.text
    line = answer.json()["error"]
    assert list(answer.json()) == ["error"]
    assert "\n" not in line
    assert "Traceback" not in line
    assert all(word in line for word in words), line


# pages


@pytest.mark.parametrize("path", ["/", "/game/whatever", "/arena"])
def test_every_page_is_the_one_page(client, path):
    answer = client.get(path)
    assert "<!doctype html>" in answer.text
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_static_files_are_there(client):
    assert client.get("/static/table.js").status_code == 200
    assert client.get("/static/table.css").status_code == 200
    refused(client.get("/static/../app.py"), 404)


def test_the_form_offers_games_boards_and_agents(client):
    found = client.get("/api/choices").json()
    tickets = next(one for one in found["games"] if one["name"] == "tickets")
    options = {one["name"]: one for one in tickets["options"]}
    assert "europe24" in options["board"]["choices"]
    assert options["seats"]["kind"] == "int"
    draw = options["draw"]
    assert (draw["default"], draw["kind"], draw["choices"]) == (False, "bool", [])
    assert "flat-mc" in [one["name"] for one in found["agents"]]


def test_the_form_offers_agents_that_play_the_game(client):
    found = client.get("/api/choices", params={"game": "tickets(seats=4)"}).json()
    assert found["seats"] == ["Anna", "Bram", "Cleo", "Daan"]
    assert "kripke" in found["agents"]
    assert "greedy" not in found["agents"]
    refused(client.get("/api/choices", params={"game": "tickets(seats=9)"}), 400, "2 to 5")


def test_no_tournament_is_stored_yet(client):
    assert client.get("/api/arena").json() == {"runs": []}
    refused(client.get("/api/arena/one"), 404)


# beginning


def test_a_game_of_agents_is_the_match_of_its_seed(client):
    address, keys = begun(client, "tickets(board=small)", ("random", "random"), seed=7)
    assert keys == {}
    until(client, address, lambda found: found["over"])
    rules = game("tickets(board=small)")
    tape = Tape(rules, ["random", "random"], 7)
    for turn in play(rules, [agent("random"), agent("random")], seed=7):
        tape.add(turn)
    assert client.get(f"{address}/record").content == written(tape.record())


def test_an_agent_with_notes_plays_as_in_a_match(client):
    spec = "mcts(iterations=20,reuse=on)"
    address, _ = begun(client, "threecards(rounds=2)", (spec,) * 3, seed=1)
    until(client, address, lambda found: found["over"])
    turns = play(game("threecards(rounds=2)"), [agent(spec) for _ in range(3)], seed=1)
    record = parse(client.get(f"{address}/record").content)
    assert [move.do for move in record.moves] == [str(turn.choice.action) for turn in turns]


def test_games_are_listed_without_secrets(client):
    address, _ = begun(client)
    (line,) = client.get("/api/games").json()["games"]
    assert line["id"] in address
    assert line["humans"] == 3
    public = {
        "id",
        "game",
        "words",
        "agents",
        "version",
        "over",
        "ended",
        "humans",
        "begun",
        "moves",
    }
    assert set(line) == public | {"moving", "winners"}


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ({"game": "chess", "agents": ["human"]}, "no game called chess"),
        ({"game": "threecards", "agents": ["human"]}, "needs 3 agents"),
        ({"game": "threecards", "agents": ["nobody"] * 3}, "no agent called nobody"),
        ({"game": "threecards", "agents": ["greedy"] * 3}, "does not play threecards"),
        ({"game": "threecards", "agents": ["human()"] * 3}, "human"),
        ({"game": "threecards", "agents": ["human(eyes=on)"] * 3}, "human is not an agent"),
        ({"game": "threecards", "agents": ["scripted(do=x)"] * 3}, "scripted is not an agent"),
        ({"game": "threecards(rounds=99999)", "agents": ["human"] * 3}, "4,000 moves"),
        ({"game": "threecards", "agents": ["random(x=1)"] * 3}, "no option x"),
        ({"game": "tickets(board=a/b.toml)", "agents": ["random"] * 3}, "cannot name a file"),
        ({"game": "threecards", "agents": ["human"] * 3, "seed": 1}, "server draws the seed"),
    ],
)
def test_a_bad_game_is_refused(client, new, words):
    refused(client.post("/api/games", json=new), 400, words)
    assert client.get("/api/games").json()["games"] == []


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"game": 1, "agents": []}', b'{"game": "threecards"}', b"\xff\xfe"],
)
def test_a_malformed_request_is_refused(client, body):
    answer = client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert list(answer.json()) == ["error"]


# looking


def test_a_seat_sees_its_card_and_an_onlooker_none(client):
    address, keys = begun(client)
    mine = seen(client, address, keys[0])
    assert mine["viewer"] == "0"
    assert mine["viewers"] == ["0", "onlooker"]
    assert mine["counts"]["mine"] == 2
    assert mine["counts"]["worlds"] == 6
    assert len(mine["actions"]) == 4
    assert "?" in mine["log"][0]["text"]
    theirs = seen(client, address)
    assert theirs["viewer"] == "onlooker"
    assert theirs["actions"] == []
    assert theirs["log"][0]["text"] == "deal ? ? ?"


def test_who_holds_two_keys_sees_two_seats(client):
    address, keys = begun(client)
    both = {"X-Seat": f"{keys[0]['X-Seat']},{keys[2]['X-Seat']}"}
    assert seen(client, address, both)["viewers"] == ["0", "2", "onlooker"]
    assert seen(client, address, both, **{"as": "2"})["viewer"] == "2"


@pytest.mark.parametrize("name", ["1", "all", "7", "nobody"])
def test_nobody_looks_as_another(client, name):
    address, keys = begun(client)
    refused(client.get(f"{address}/view", headers=keys[0], params={"as": name}), 403, name)
    refused(client.get(f"{address}/view", params={"as": name}), 403, name)


def test_a_wrong_key_gets_nothing(client):
    address, keys = begun(client)
    other, _ = begun(client)
    for key in ("wrong", keys[0]["X-Seat"] + "x", keys[0]["X-Seat"][:-1]):
        refused(
            client.get(f"{address}/view", headers={"X-Seat": key}), 403, "does not belong to a seat"
        )
    refused(client.get(f"{other}/view", headers=keys[0]), 403, "does not belong to a seat")
    refused(undo(client, address, {"X-Seat": "wrong"}), 403, "does not belong to a seat")


def test_steps_and_stages_beyond_the_end_are_the_last(client):
    address, keys = begun(client)
    found = seen(client, address, keys[0], step=99, stage=99)
    assert (found["step"], found["steps"]) == (1, 1)
    assert found["stage"] == found["stages"] - 1
    assert seen(client, address, keys[0], step=0)["counts"]["worlds"] is None


def test_a_question_is_answered_or_its_fault_is_shown(client):
    address, keys = begun(client)
    assert seen(client, address, keys[0], ask="has(0,a) | ~has(0,a)")["answer"]["verdict"]
    assert seen(client, address, keys[0], ask="has(0,")["answer"]["error"]


@pytest.mark.parametrize(
    "query", [{"step": "x"}, {"kind": "nothing"}, {"seat": -1}, {"ask": "x" * 9999}, {"step": -1}]
)
def test_a_malformed_look_is_refused(client, query):
    address, _ = begun(client)
    refused(client.get(f"{address}/view", params=query), 422, next(iter(query)))


@pytest.mark.parametrize("what", ["world", "card", "whatif"])
def test_what_is_not_there_is_told_in_one_line(client, what):
    address, keys = begun(client)
    answer = client.get(f"{address}/view", headers=keys[0], params={what: "no such thing ("})
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        refused(answer, 400)


def test_an_unknown_game_is_not_there(client):
    for path in ("view", "record", "replay.html"):
        refused(client.get(f"/api/games/none/{path}"), 404, "no game")
    for path in ("undo", "cancel", "hint", "analyse"):
        refused(client.post(f"/api/games/none/{path}", json={"version": 1}), 404, "no game")


# playing


def test_people_play_a_game_to_its_end(client):
    address, keys = begun(client)
    while not (now := seen(client, address))["over"]:
        seat = int(now["moving"])
        mine = seen(client, address, keys[seat])
        assert act(client, address, keys[seat], mine["actions"][0]["text"]).status_code == 200
    assert now["viewers"] == ["0", "1", "2", "onlooker", "all"]
    record = parse(client.get(f"{address}/record").content)
    assert record.seed is not None
    assert record.agents == ("human", "human", "human")


def test_an_action_has_one_version_only(client):
    address, keys = begun(client)
    mine = seen(client, address, keys[0])
    doing = {"version": mine["version"], "action": mine["actions"][0]["text"]}
    assert client.post(f"{address}/act", headers=keys[0], json=doing).json() == {"version": 2}
    refused(client.post(f"{address}/act", headers=keys[0], json=doing), 409, "moved on")
    assert seen(client, address)["steps"] == 2


@pytest.mark.parametrize(
    ("action", "words"),
    [("nonsense", "not an action"), ("0 declares", "not legal"), ("1: not a", "not legal")],
)
def test_an_illegal_action_changes_nothing(client, action, words):
    address, keys = begun(client)
    refused(act(client, address, keys[0], action), 400, words)
    assert seen(client, address)["version"] == 1


def test_nobody_plays_for_another(client):
    address, keys = begun(client)
    action = seen(client, address, keys[0])["actions"][0]["text"]
    refused(act(client, address, keys[1], action), 403, "Anna's turn")
    refused(act(client, address, {}, action), 403, "secret link")
    assert seen(client, address)["version"] == 1


def test_agents_answer_a_person(client):
    address, keys = begun(client, "threecards(rounds=2)", ("random", "human", "random"))
    mine = until(client, address, lambda found: found["actions"], keys[1])
    assert mine["moving"] == "1"
    assert act(client, address, keys[1], mine["actions"][0]["text"]).status_code == 200
    then = until(client, address, lambda found: found["actions"] or found["over"], keys[1])
    assert then["over"] or then["steps"] == 5
    assert all(line["reasons"] == [] for line in then["log"])


def test_who_plays_alone_takes_moves_back(client):
    address, keys = begun(client, "threecards(rounds=2)", ("human", SLOW, "random"))
    refused(undo(client, address, keys[0]), 409, "nothing to take back")
    mine = until(client, address, lambda found: found["actions"], keys[0])
    act(client, address, keys[0], mine["actions"][0]["text"])
    refused(undo(client, address, None), 403, "secret link")
    version = undo(client, address, keys[0]).json()["version"]
    again = until(client, address, lambda found: found["actions"], keys[0])
    assert again["version"] == version > mine["version"]
    assert again["log"] == mine["log"]
    assert act(client, address, keys[0], mine["actions"][1]["text"]).status_code == 200
    assert seen(client, address, keys[0])["thinking"]


def test_what_follows_a_move_taken_back_is_drawn_anew(client):
    """Else one could look at a blind card, go back, and know it."""
    address, keys = begun(client, "tickets(board=small,seats=2)", ("human", "random"))
    drawn = set()
    for _ in range(12):
        now = until(client, address, lambda found: found["actions"], keys[0])
        blind = [one["text"] for one in now["actions"] if one["text"].endswith("draws blind")]
        act(client, address, keys[0], (blind or [one["text"] for one in now["actions"]])[0])
        if blind:
            card = now["steps"] + 1  # after the move itself
            then = until(client, address, lambda found, card=card: found["steps"] > card, keys[0])
            drawn.add(then["log"][card]["text"])
            assert undo(client, address, keys[0]).status_code == 200
            assert seen(client, address, keys[0])["log"] == now["log"]
    assert len(drawn) > 1


def test_undo_and_the_end_are_for_one_version_only(client):
    address, keys = begun(client, agents=("human", SLOW, "random"))
    version = seen(client, address, keys[0])["version"]
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    for path in ("undo", "cancel"):
        assert client.post(f"{address}/{path}", headers=keys[0]).status_code == 422
        old = client.post(f"{address}/{path}", headers=keys[0], json={"version": version})
        refused(old, 409, "moved on")
    assert undo(client, address, keys[0]).status_code == 200


def test_several_people_take_nothing_back(client):
    address, keys = begun(client)
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    refused(undo(client, address, keys[0]), 403, "the only human player")


def test_an_agent_that_thinks_long_keeps_nobody_else_waiting(client):
    """Games are made, records taken and other people answered while it thinks."""
    slow = [begun(client, agents=(SLOW, "human", "human"))[0] for _ in range(2)]
    slow += [begun(client, agents=(SLOW,) * 3)[0] for _ in range(2)]
    address, keys = begun(client, agents=("random", "human", "random"))
    until(client, address, lambda found: found["actions"] or found["over"], keys[1], 40)
    address, _ = begun(client, agents=("random",) * 3)
    until(client, address, lambda found: found["over"])
    record = client.get(f"{address}/record").content
    assert client.post("/api/records", content=record).status_code == 200
    assert all(seen(client, address)["thinking"] for address in slow)


def test_a_game_that_is_ended_shows_everything(client):
    address, keys = begun(client)
    refused(cancel(client, address, None), 403, "secret link")
    refused(client.get(f"{address}/record"), 403, "when the game is over")
    refused(client.get(f"{address}/replay.html"), 403, "when the game is over")
    assert cancel(client, address, keys[1]).json() == {"version": 2}
    found = seen(client, address)
    assert found["over"]
    assert found["viewer"] == "all"
    assert found["actions"] == []
    assert parse(client.get(f"{address}/record").content).scores is None
    refused(cancel(client, address, keys[1]), 409, "over")
    refused(act(client, address, keys[0], "0: not a"), 409, "over")


def test_an_agent_that_thinks_is_stopped(client):
    address, keys = begun(client, "threecards", (SLOW, "human", "human"))
    assert seen(client, address, keys[1])["thinking"]
    cancel(client, address, keys[1])
    found = seen(client, address)
    assert found["over"]
    assert not found["thinking"]


# hints and analysis


def test_a_hint_is_for_the_seat_to_move(client):
    address, keys = begun(client)
    refused(client.post(f"{address}/hint", headers=keys[1]), 403, "seat to move")
    refused(client.post(f"{address}/hint"), 403, "seat to move")
    found = hinted(client, address, keys[0])
    legal = {one["text"] for one in seen(client, address, keys[0])["actions"]}
    assert {one["text"] for one in found["actions"]} <= legal
    assert [one["value"] for one in found["actions"]] == sorted(
        (one["value"] for one in found["actions"]), reverse=True
    )
    assert "2 of 6 worlds" in found["knowledge"]


def hinted(client, address, headers):
    """A first search may have to be compiled."""
    while (answer := client.post(f"{address}/hint", headers=headers)).status_code == 409:
        assert "prepared" in answer.text
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_failed_hint_may_be_asked_for_again(client, monkeypatch):
    address, keys = begun(client)
    once = failing(monkeypatch, client, "hint")
    refused(client.post(f"{address}/hint", headers=keys[0]), 400, "out of order")
    once.undo()
    assert hinted(client, address, keys[0])["actions"]


def test_a_failed_analysis_may_be_asked_for_again(client, monkeypatch):
    address, keys = begun(client)
    once = failing(monkeypatch, client, "analysis")
    cancel(client, address, keys[0])
    room = client.app.state.room
    until(client, address, lambda _: not room._analyses)
    assert seen(client, address)["analysis"] is None
    once.undo()
    client.post(f"{address}/analyse")
    until(client, address, lambda found: found["analysis"] is not None)


def failing(monkeypatch, client, job):
    """Until it is undone, workers cannot do jobs of this kind."""
    workers = client.app.state.room.workers
    asks = workers.ask

    async def ask(purpose, id, what):
        if what["do"] == job:
            raise Error("the worker is out of order")
        async for answer in asks(purpose, id, what):
            yield answer

    monkeypatch.setattr(workers, "ask", ask)
    return monkeypatch


def test_a_finished_game_is_analysed(client):
    address, keys = begun(client, "threecards", ("human", "random", "random"))
    mine = seen(client, address, keys[0])
    assert mine["analysis"] is None
    refused(client.post(f"{address}/analyse"), 403, "over")
    act(client, address, keys[0], mine["actions"][0]["text"])
    found = until(client, address, lambda found: found["analysis"] is not None)
    assert [one["step"] for one in found["analysis"]] == list(range(2, found["steps"] + 1))
    assert all(one["lost"] >= 0 for one in found["analysis"])


# records


def test_a_record_goes_out_and_comes_in(client):
    address, _ = begun(client, agents=("random",) * 3, seed=3)
    until(client, address, lambda found: found["over"])
    record = client.get(f"{address}/record").content
    answer = client.post("/api/records", content=record)
    again = f"/api/games/{answer.json()['id']}"
    assert client.get(f"{again}/record").content == record
    found = seen(client, again)
    assert found["over"]
    assert found["viewer"] == "all"
    assert "<html" in client.get(f"{again}/replay.html").text


def test_an_edited_record_is_refused_by_its_line(client):
    address, _ = begun(client, agents=("random",) * 3, seed=3)
    until(client, address, lambda found: found["over"])
    lines = client.get(f"{address}/record").text.splitlines()
    moved = json.dumps({"by": "1", "do": "1: not a"})
    for spoilt in (
        "\n".join([lines[0], lines[1], moved, *lines[3:]]),
        "\n".join(lines[:2]),
        "\n".join(lines).replace('"seed": 3', '"seed": 4'),
        "\n".join(lines).replace("threecards", "tickets(board=/etc/passwd)"),
        "",
        "{}",
        "\0",
    ):
        refused(client.post("/api/records", content=spoilt.encode()), 400)
    assert len(client.get("/api/games").json()["games"]) == 1


def test_what_is_too_large_is_not_read(client):
    refused(client.post("/api/records", content=b"x" * (4 * 1024 * 1024 + 1)), 413, "too large")
    address, keys = begun(client)
    body = json.dumps({"version": 1, "action": "x" * 70_000})
    refused(client.post(f"{address}/act", headers=keys[0], content=body), 413, "too large")


# the line that tells of news


def test_the_line_tells_versions_and_nothing_else(client):
    address, keys = begun(client)
    with client.websocket_connect(f"{address}/live") as line:
        assert line.receive_json() == {"version": 1}
        act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
        assert line.receive_json() == {"version": 2}


def test_the_line_of_an_unknown_game_is_closed(client):
    with client.websocket_connect("/api/games/none/live") as line:
        assert line.receive()["code"] == 4404


# many at once


def test_a_slow_view_holds_up_nobody_who_plays(client, monkeypatch):
    """And what it shows is one moment of the game, whatever is done meanwhile."""
    address, keys = begun(client)
    begins, goes_on = Event(), Event()

    def slow(showing, look):
        begins.set()
        assert goes_on.wait(PATIENCE)
        return view(showing, look)

    action = seen(client, address, keys[0])["actions"][0]["text"]
    monkeypatch.setattr("whoknows.table.server.view_cache.view", slow)
    with ThreadPoolExecutor() as pool:
        looking = pool.submit(seen, client, address, keys[1])
        assert begins.wait(PATIENCE)
        assert act(client, address, keys[0], action, version=1).json() == {"version": 2}
        doing = {"version": 2}
        client.post(f"{address}/cancel", headers=keys[0], json=doing)
        goes_on.set()
        found = looking.result()
    assert (found["version"], found["steps"], len(found["log"])) == (1, 1, 1)
    assert (found["over"], found["viewers"]) == (False, ["1", "onlooker"])
    now = seen(client, address, keys[1])
    assert (now["over"], now["viewers"][-1]) == (True, "all")


# what survives


def test_a_new_server_goes_on_where_the_old_one_was(tmp_path):
    with TestClient(made(tmp_path)) as client:
        address, keys = begun(client, "threecards(rounds=2)", ("human", "random", "random"))
        mine = seen(client, address, keys[0])
        act(client, address, keys[0], mine["actions"][0]["text"])
        before = until(client, address, lambda found: not found["thinking"], keys[0])
    with TestClient(made(tmp_path)) as client:
        assert seen(client, address, keys[0]) == before


def test_a_game_that_was_put_away_is_taken_out_again(client):
    address, keys = begun(client)
    before = seen(client, address, keys[0])
    for _ in range(MOST_OPEN + 1):
        begun(client)
    assert address.rpartition("/")[2] not in client.app.state.room.tables._recent
    assert seen(client, address, keys[0]) == before
    assert act(client, address, keys[0], before["actions"][0]["text"]).status_code == 200


def test_a_second_server_on_the_same_games_is_refused(tmp_path, client):
    with pytest.raises(Exception, match="cannot be opened"), TestClient(made(tmp_path)):
        pass


def test_keys_are_stored_as_digests_only(tmp_path, client):
    address, keys = begun(client)
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert address.rpartition("/")[2].encode() in stored
    assert not any(key["X-Seat"].encode() in stored for key in keys.values())


# what else must not go wrong


def test_an_agents_move_for_another_version_is_refused(client):
    address, keys = begun(client)
    table = client.app.state.room.tables.table(address.rpartition("/")[2])
    table.accept(1, Done("Anna", seen(client, address, keys[0])["actions"][0]["text"]))
    late = Done("Bram", seen(client, address, keys[1])["actions"][0]["text"])
    with pytest.raises(StaleError, match="moved on"):
        table.accept(1, late)
    assert seen(client, address)["version"] == 2


def test_a_game_that_was_ended_stays_so_after_a_restart(tmp_path):
    with TestClient(made(tmp_path)) as client:
        address, keys = begun(client)
        cancel(client, address, keys[0])
    with TestClient(made(tmp_path)) as client:
        found = seen(client, address)
        assert (found["over"], found["viewer"]) == (True, "all")
        assert found["ended"] == "it was stopped early"


def test_the_seed_drawn_when_a_move_is_taken_back_is_stored(client):
    """Else a new server would deal what was seen before."""
    address, keys = begun(client, agents=("human", SLOW, "random"))
    room, id = client.app.state.room, address.rpartition("/")[2]
    before = room.store.load(id).seed
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    assert undo(client, address, keys[0]).status_code == 200
    assert room.store.load(id).seed == room.tables.table(id).seed != before


def test_a_hint_is_for_the_move_at_hand(client):
    address, keys = begun(client)
    hinted(client, address, keys[0])
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    found = hinted(client, address, keys[1])
    legal = {one["text"] for one in seen(client, address, keys[1])["actions"]}
    assert {one["text"] for one in found["actions"]} <= legal


def test_the_reasons_of_agents_are_told_in_the_end_also_by_a_new_server(tmp_path):
    with TestClient(made(tmp_path)) as client:
        address, _ = begun(client, agents=("random",) * 3, seed=3)
        until(client, address, lambda found: found["over"])
    turns = play(game("threecards"), [agent("random")] * 3, seed=3)
    reasons = [list(turn.choice.reasons) for turn in turns]
    assert any(reasons)
    with TestClient(made(tmp_path)) as client:
        assert [line["reasons"] for line in seen(client, address)["log"]] == reasons


def test_some_moves_at_random_have_lost_something():
    rules, found = game("threecards(rounds=2)"), []
    for seed in range(3):
        turns = play(rules, [agent("random")] * 3, seed=seed)
        found += losses(rules, [str(turn.choice.action) for turn in turns], 60)
    assert {one["lost"] > 0 for one in found} == {True, False}


@pytest.fixture
def documented(client):
    record = Path("examples/documented.jsonl").read_bytes()
    return f"/api/games/{client.post('/api/records', content=record).json()['id']}"


def test_every_choice_reaches_what_is_drawn(client, documented):
    step, formula = 8, 'has(1,"Madrid-Zurich")'
    mine, all_ = watched.seen(watched.DOCUMENTED, 0), watched.seen(watched.DOCUMENTED, "all")
    card = mine[step].model.vocabulary.world_facts[3]
    possible = [set(layout(moment.model).numbers) for moment in (mine[step], mine[12])]
    later = min(possible[0] - possible[1])  # possible now, and ruled out afterwards

    def looked(viewer, **query):
        return seen(client, documented, **{"as": viewer, "step": step, **query})

    assert looked("0", card=card)["onecard"] == one_card(mine[step], card)
    assert looked("0", inner=1)["nested"] == nested(mine[step], 0, 1)
    assert looked("all", seat=2, inner=1)["nested"] == nested(all_[step], 2, 1)
    asked = looked("0", ask="true", whatif=formula)
    assert asked["whatif"] == what_if(mine[step], formula)
    assert looked("0", world=later)["about"] == about_world(mine, step, None, later)
    for seat, kind in ((1, "auto"), (2, "tiles")):
        drawn = worlds(mine, step, seat=seat, kind=kind)
        assert looked("0", seat=seat, kind=kind)["worlds"] == drawn
    assert looked("all", seat=1)["odds"] == ownership(all_[step], 1)


def test_the_log_counts_the_worlds_and_seats_have_their_own_points(client, documented):
    moments = watched.seen(watched.DOCUMENTED, "all")
    found = seen(client, documented)
    told = [[said["worlds"] for said in line["said"]] for line in found["log"]]
    assert told == [[stage.model.count() for stage in m.stages] for m in moments[1:]]
    for step in (found["steps"] // 2, found["steps"]):
        points = [seat["points"] for seat in seen(client, documented, step=step)["game"]["seats"]]
        assert points == list(moments[step].game.scores(moments[step].state))
    assert len(set(points)) > 1
