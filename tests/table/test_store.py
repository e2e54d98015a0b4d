"""What is stored: a full disk, damage, two servers, newer programs; each is told in one line."""

import json
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from errno import ENOSPC
from io import StringIO
from pathlib import Path

import pytest
from at_table import patiently
from fastapi.testclient import TestClient
from serving import PATIENCE, free_port, made

from whoknows.core import registry
from whoknows.core.error import Error
from whoknows.table.server import room, store_file
from whoknows.table.server.game_store import FILE, GameStore, StoredGame, StoreError

RECORD = Path("examples/documented.jsonl")


@pytest.fixture
def client(tmp_path):
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        yield client


def begun(client, agents=("human",) * 3, game="threecards(rounds=9)"):
    answer = client.post("/api/games", json={"game": game, "agents": list(agents)})
    assert answer.status_code == 200, answer.text
    id, keys = answer.json()["id"], answer.json()["keys"]
    return f"/api/games/{id}", {int(seat): {"X-Seat": key} for seat, key in keys.items()}


def seen(client, address, key=None):
    answer = client.get(f"{address}/view", headers=key)
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(client, address, key):
    now = seen(client, address, key)
    doing = {"version": now["version"], "action": now["actions"][0]["text"]}
    return client.post(f"{address}/act", headers=key, json=doing)


def one_line(answer, code, words):
    assert answer.status_code == code, answer.text
    assert list(answer.json()) == ["error"]
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


# a full disk


def fill(client):
    """No page more than there are."""
    link = client.app.state.room.store._db
    (pages,) = link.execute("PRAGMA page_count").fetchone()
    link.execute(f"PRAGMA max_page_count = {pages}")


def empty(client):
    client.app.state.room.store._db.execute("PRAGMA max_page_count = 1000000")


def until_full(client, address, keys):
    """People play; the first answer that is a refusal."""
    while True:
        answer = act(client, address, keys[int(seen(client, address)["moving"])])
        if not answer.is_success:
            return answer


def test_when_the_disk_is_full_nothing_is_half_changed_and_then_it_goes_on(client):
    address, keys = begun(client, ["human"] * 3, "threecards(rounds=400)")
    fill(client)
    answer = until_full(client, address, keys)
    one_line(answer, 507, "the disk is full")
    before, mover = seen(client, address), keys[int(seen(client, address)["moving"])]
    one_line(act(client, address, mover), 507, "the disk is full")
    assert seen(client, address) == before
    empty(client)
    assert act(client, address, mover).status_code == 200
    assert seen(client, address)["version"] == before["version"] + 1


def test_a_game_or_record_that_does_not_fit_is_not_there_at_all(client):
    begun(client)
    full = {"game": "threecards", "agents": ["human"] * 3}
    fill(client)
    while (answer := client.post("/api/games", json=full)).is_success:
        pass
    one_line(answer, 507, "the disk is full")
    before = client.get("/api/games").json()
    record = RECORD.read_bytes()
    one_line(client.post("/api/records", content=record), 507, "the disk is full")
    assert client.get("/api/games").json() == before
    assert all(line["moves"] for line in before["games"])  # there is none without its deal
    empty(client)
    assert client.post("/api/games", json=full).status_code == 200


def test_a_log_on_the_same_full_disk_changes_nothing(client, monkeypatch):
    address, keys = begun(client, ["human"] * 3, "threecards(rounds=400)")

    class Full(StringIO):
        def write(self, _):
            raise OSError(ENOSPC, "no room")

    monkeypatch.setattr(sys, "stderr", Full())
    fill(client)
    one_line(until_full(client, address, keys), 507, "the disk is full")


def test_a_game_is_stored_together_with_its_deal(client, monkeypatch):
    def full(*_, **__):
        raise StoreError(sqlite3.OperationalError("no room"))

    monkeypatch.setattr(client.app.state.room.store, "add", full)
    address, _ = begun(client)
    assert len(client.app.state.room.store.load(address.rpartition("/")[2]).moves) == 1


def test_a_move_that_cannot_be_taken_back_now_leaves_the_game_and_its_seed(client, monkeypatch):
    monkeypatch.setenv("WHOKNOWS_OPTIONS", "free")  # for an agent that thinks for minutes
    address, keys = begun(client, ["human", "ismcts(iterations=100000000)", "random"])
    act(client, address, keys[0])
    table = client.app.state.room.tables.table(address.rpartition("/")[2])
    seed, before = table.seed, seen(client, address, keys[0])

    def full(*_):
        raise StoreError(sqlite3.OperationalError("no room"))

    with monkeypatch.context() as once:
        once.setattr(table._store, "cut", full)
        undo = {"version": before["version"]}
        one_line(client.post(f"{address}/undo", headers=keys[0], json=undo), 503, "no room")
    assert table.seed == seed
    assert seen(client, address, keys[0]) == before
    assert client.post(f"{address}/undo", headers=keys[0], json=undo).status_code == 200


def test_agents_go_on_by_themselves_when_there_is_room_again(client, monkeypatch):
    monkeypatch.setattr(room, "LATER", 0.05)
    store = client.app.state.room.store
    tried, add = [], store.add

    def full(*args, **more):
        tried.append(args)
        if len(tried) < 4:
            raise StoreError(sqlite3.OperationalError("no room"))
        return add(*args, **more)

    monkeypatch.setattr(store, "add", full)
    address, _ = begun(client, ["random"] * 3, "threecards")
    patiently(lambda: seen(client, address)["over"], "the game ends")
    assert seen(client, address)["ended"] == ""
    assert len(tried) > 4


# damage


def spoil(folder, change, *values):
    """Changes a store that nobody has open."""
    link = sqlite3.connect(folder / FILE)
    link.execute(change, values)
    link.commit()
    link.close()


SPOILT = [
    ("UPDATE games SET agents=? WHERE id=?", '["\\ud800", "b", "c"]'),
    ("UPDATE games SET agents=CAST(? AS TEXT) WHERE id=?", b'["\xff\xfe", "b", "c"]'),
    ("UPDATE games SET agents=? WHERE id=?", "["),
    ("UPDATE games SET agents=? WHERE id=?", "[1, 2, 3]"),
    ("UPDATE games SET agents=? WHERE id=?", b"\xff"),
    ("UPDATE games SET game=? WHERE id=?", "chess"),
    ("UPDATE games SET game=? WHERE id=?", "thr\0e\nx"),
    ("UPDATE games SET game=CAST(? AS TEXT) WHERE id=?", b"\xed\xa0\x80"),
    ("UPDATE games SET game=? WHERE id=?", "boerenbridge"),
    ("UPDATE games SET digests=? WHERE id=?", "[]"),
    ("UPDATE games SET digests=? WHERE id=?", '{"x": 1}'),
    ("UPDATE games SET seed=? WHERE id=?", "many"),
    ("UPDATE games SET version=? WHERE id=?", "many"),
    ("UPDATE games SET ended=CAST(? AS TEXT) WHERE id=?", b"\xff"),
    ("UPDATE games SET analysis=? WHERE id=?", "{"),
    ("UPDATE moves SET does=? WHERE game=?", "0 plays the fool"),
    ("UPDATE moves SET does=? WHERE game=?", "0: not a"),
    ("UPDATE moves SET does=CAST(? AS TEXT) WHERE game=?", b"\xff"),
    ("UPDATE moves SET reasons=? WHERE game=?", "?"),
    ("UPDATE moves SET reasons=? WHERE game=?", '["\\ud800"]'),
    ("UPDATE moves SET seat=? WHERE game=?", b"\0"),
    ("UPDATE moves SET number=number+? WHERE game=?", 7),
    ("UPDATE games SET id=CAST(? AS TEXT) WHERE id=?", b"\xff\0"),
]


@pytest.mark.parametrize(("change", "value"), SPOILT)
def test_one_bad_game_hides_no_other(tmp_path, change, value):
    """It is listed as what it is; who opens it is told in one line, or sees what is left."""
    with TestClient(made(tmp_path)) as client:
        good, keys = begun(client)
        bad, _ = begun(client)
        id = bad.rpartition("/")[2]
    spoil(tmp_path, change, value, id)
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        lines = client.get("/api/games").json()["games"]
        assert len(lines) == 2
        assert lines[1]["id"] == good.rpartition("/")[2]
        assert all(isinstance(line["game"], str) for line in lines)
        answer = client.get(f"{bad}/view")
        assert answer.status_code < 500, answer.text
        if answer.status_code != 200:
            one_line(answer, answer.status_code, "no game" if "id=" in change[:20] else "read")
        assert act(client, good, keys[0]).status_code == 200


def test_rules_that_fail_over_a_damaged_game_hide_no_other(tmp_path, monkeypatch):
    with TestClient(made(tmp_path)) as client:
        good, _ = begun(client, game="tickets(board=small)", agents=["human"] * 2)
        bad, _ = begun(client)

    def fails(*_):
        raise KeyError("nobody made this move")

    monkeypatch.setattr(type(registry.game("threecards")), "apply", fails)
    with TestClient(made(tmp_path), raise_server_exceptions=False) as client:
        assert client.get("/api/games").json()["games"][0]["moves"] == 1
        one_line(client.get(f"{bad}/view"), 400, "can no longer be read")
        assert client.get(f"{good}/view").status_code == 200


def test_what_is_read_from_the_store_can_be_written(tmp_path):
    store = GameStore(kept(tmp_path))
    store._db.execute("UPDATE games SET agents=?", ['["\\ud800", "b", "c"]'])
    assert store.load("one").agents == ("?", "b", "c")
    store.close()


def test_a_record_with_half_a_letter_is_refused_by_its_line(client):
    first, _, rest = RECORD.read_bytes().partition(b"\n")
    spoilt = first.replace(b'"agents": ["', b'"agents": ["\\ud800')
    assert spoilt != first
    one_line(client.post("/api/records", content=spoilt + b"\n" + rest), 400, r"record:1: a text")
    assert client.get("/api/games").json() == {"games": []}


@pytest.mark.parametrize("name", ["\0", "a\nb", "\u202e", "x" * 401])
def test_a_name_that_no_page_could_show_is_refused(client, name):
    header, *moves, last = RECORD.read_text("utf-8").splitlines()
    ending = {name: value for name, value in json.loads(last).items() if name != "digest"}
    agents = [name, *json.loads(header)["agents"][1:]]
    lines = [json.dumps({**json.loads(header), "agents": agents}), *moves, json.dumps(ending)]
    answer = client.post("/api/records", content="\n".join(lines).encode())
    one_line(answer, 400, "the name of agent 0")


# what cannot be opened


def kept(folder):
    """A store with a game."""
    store = GameStore(folder / FILE)
    store.begin(StoredGame("one", "threecards", ("human",) * 3, 7))
    store.close()
    return folder / FILE


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def refused(file, words):
    with pytest.raises(Error, match=words) as fault:
        GameStore(file)
    assert "\n" not in str(fault.value)
    assert str(file.name) in str(fault.value)


def test_a_store_of_a_newer_program_is_left_as_it_is(tmp_path):
    file = kept(tmp_path)
    spoil(tmp_path, "PRAGMA user_version = 2")
    before = contents(tmp_path)
    refused(file, "a newer whoknows made them")
    assert contents(tmp_path) == before


def test_a_store_from_before_it_told_its_format_is_read(tmp_path):
    file = kept(tmp_path)
    spoil(tmp_path, "PRAGMA user_version = 0")
    store = GameStore(file)
    assert [kept.id for kept in store.listed()] == ["one"]
    store.close()
    link = sqlite3.connect(file)
    assert link.execute("PRAGMA user_version").fetchone() == (store_file.FORMAT,)
    link.close()


@pytest.mark.parametrize("size", [1, 60, 100, 3000, 4096, 5000, 9000, -4096])
def test_a_truncated_store_is_told(tmp_path, size):
    file = kept(tmp_path)
    file.write_bytes(file.read_bytes()[:size])
    before = contents(tmp_path)
    refused(file, "damaged|not a file of games")
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "data", [b"garbage" * 1000, b"SQLite format 3\0" + b"x" * 5000, b"\0" * 99]
)
def test_garbage_is_told(tmp_path, data):
    (tmp_path / FILE).write_bytes(data)
    refused(tmp_path / FILE, "damaged|not a file of games|cannot be opened")
    assert contents(tmp_path) == {FILE: data}


def test_a_page_that_was_lost_inside_is_told(tmp_path):
    file = kept(tmp_path)
    data = file.read_bytes()
    file.write_bytes(data[:4096] + bytes([255]) * 4096 + data[8192:])
    before = contents(tmp_path)
    refused(file, "damaged")
    assert contents(tmp_path) == before


def test_a_database_of_something_else_is_left_as_it_is(tmp_path):
    link = sqlite3.connect(tmp_path / FILE)
    link.execute("CREATE TABLE songs (name TEXT)")
    link.close()
    before = contents(tmp_path)
    refused(tmp_path / FILE, "something other than games")
    assert contents(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "here").write_text("a file")
    refused(tmp_path / "here" / FILE, "cannot be opened")
    (tmp_path / FILE).mkdir()
    refused(tmp_path / FILE, "cannot be opened")
    refused(tmp_path / ("x" * 300) / FILE, "cannot be opened")
    refused(tmp_path / "a\0b" / FILE, "cannot be opened")


@contextmanager
def read_only(folder):
    """Nothing can be written there; the one who may do everything needs a file system for that."""
    if not hasattr(os, "geteuid"):
        pytest.skip("folders are protected in another way here")
    if os.geteuid():
        folder.chmod(0o500)
        (folder / FILE).chmod(0o400)
        yield
        folder.chmod(0o700)
        (folder / FILE).chmod(0o600)
        return
    bound = ["mount", "--bind", "-o", "ro", str(folder), str(folder)]
    if subprocess.run(bound, capture_output=True).returncode:
        pytest.skip("nothing is forbidden to us here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path):
    file = kept(tmp_path)
    with read_only(tmp_path):
        refused(file, "cannot be written to")
        refused(tmp_path / "new" / FILE, "cannot be opened")
    assert [kept.id for kept in GameStore(file).listed()] == ["one"]


def test_no_home_is_told(tmp_path):
    home = tmp_path / "file"
    home.write_text("no folder")
    done = whoknows("--port", str(free_port()), HOME=str(home))
    assert done.returncode == 2
    assert "the games cannot be opened" in done.stderr
    assert done.stderr.count("\n") == 1


# two servers


def whoknows(*options, **env):
    command = [sys.executable, "-m", "whoknows", "table", "--no-browser", *options]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **env}
    )


def test_a_second_server_says_who_has_the_games_and_the_first_plays_on(client, tmp_path):
    address, keys = begun(client, game="threecards(rounds=1300)")
    with ThreadPoolExecutor() as pool:
        second = pool.submit(whoknows, "--port", str(free_port()), "--folder", str(tmp_path))
        played = 0
        while not second.done() or played < 20:
            mover = keys[int(seen(client, address)["moving"])]
            assert act(client, address, mover).status_code == 200
            played += 1
    done = second.result()
    assert done.returncode == 2
    assert f"another table is using them, process {os.getpid()}" in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(client.app.state.room.store.load(address.rpartition("/")[2]).moves) > played


def test_of_two_servers_that_start_at_once_one_serves_and_one_says_why_not(tmp_path):
    options = ["--no-browser", "--folder", str(tmp_path), "--port"]
    commands = [
        [sys.executable, "-m", "whoknows", "table", *options, str(free_port())] for _ in range(2)
    ]
    both = [subprocess.Popen(command, stdout=-1, stderr=-1, text=True) for command in commands]
    try:
        patiently(lambda: any(one.poll() is not None for one in both), "one of two gives way")
        lost, won = sorted(both, key=lambda one: one.poll() is None)
        assert won.poll() is None
        out, err = lost.communicate(timeout=PATIENCE)
        assert (lost.returncode, out) == (2, "")
        assert "another table is using them" in err  # it may not have told yet which
        assert err.count("\n") == 1, err
    finally:
        for one in both:
            one.kill()
            one.wait()
