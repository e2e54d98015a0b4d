"""Games at the server, by small demonstrations: begun, brought as records, and kept."""

import json

import pytest
from asking import SLOW, act, begun, cancel, refused, seen, undo, until
from fastapi.testclient import TestClient
from serving import made

from whoknows.core.match import play
from whoknows.core.record_text import parse, written
from whoknows.core.recorder import Tape
from whoknows.core.registry import agent, game
from whoknows.table.server.live_games import MOST_OPEN


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
        (
            {"game": "threecards", "agents": ["learned(numbers=x.network)"] * 3},
            "cannot name a file",
        ),
        (
            {"game": "tickets", "agents": ['racer(numbers="x.toml price.4=1")'] * 3},
            "cannot name a file",
        ),
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


def test_the_reasons_of_agents_are_told_in_the_end_also_by_a_new_server(tmp_path):
    with TestClient(made(tmp_path)) as client:
        address, _ = begun(client, agents=("random",) * 3, seed=3)
        until(client, address, lambda found: found["over"])
    turns = play(game("threecards"), [agent("random")] * 3, seed=3)
    reasons = [list(turn.choice.reasons) for turn in turns]
    assert any(reasons)
    with TestClient(made(tmp_path)) as client:
        assert [line["reasons"] for line in seen(client, address)["log"]] == reasons
