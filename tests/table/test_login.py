"""A table beyond this machine: its password, its names, and links that need neither."""

import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from fastapi.testclient import TestClient
from serving import CALLED, PATIENCE, Server, free_port, made

from whoknows.core.error import Error
from whoknows.table.server import listening, login
from whoknows.table.server.listening import door

WORD = "correct horse ü"
NEW = {"game": "threecards", "agents": ["human"] * 3}
RECORD = Path("examples/documented.jsonl").read_bytes()
CLOSED = ["/", "/arena", "/api/games", "/api/choices", "/api/arena", "/openapi.json", "/nothing"]
CLOSED += ["/api/arena/x/report.html", "/api/arena/x/games/y", "/api/games/", "//api/games"]


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setattr(login, "PAUSE", 0)
    with TestClient(made(tmp_path, tmp_path, WORD), raise_server_exceptions=False) as client:
        yield client


def enter(client, word=WORD):
    return client.post("/api/login", json={"password": word})


# what is closed and what is open


@pytest.mark.parametrize("path", CLOSED)
def test_without_the_password_nothing_is_told(client, path):
    answer = client.get(path)
    assert answer.status_code == 401
    assert list(answer.json()) == ["error"]
    page = client.get(path, headers={"Accept": "text/html,*/*"})
    assert page.status_code == 401
    assert "Who knows the password?" in page.text


def test_without_the_password_nothing_is_made(client):
    assert client.post("/api/games", json=NEW).status_code == 401
    assert client.post("/api/records", content=RECORD).status_code == 401
    enter(client)
    assert client.get("/api/games").json() == {"games": []}


def test_with_the_password_all_is_open(client):
    answer = enter(client)
    assert answer.json() == {"known": True}
    told = answer.headers["Set-Cookie"].lower()
    assert "httponly" in told
    assert "samesite=strict" in told
    assert WORD not in told
    assert "secure" not in told
    assert client.get("/api/login").json() == {"known": True}
    for path in ("/", "/arena", "/api/games", "/api/choices", "/api/arena"):
        assert client.get(path).status_code == 200
    assert client.post("/api/games", json=NEW).status_code == 200


def test_who_came_by_tls_keeps_to_it(client):
    """A server in front of this one speaks it: the page tells, in the Origin of what it sends."""
    page = {"Origin": f"https://{client.base_url.netloc.decode()}"}
    told = client.post("/api/login", json={"password": WORD}, headers=page).headers["Set-Cookie"]
    assert "secure" in told.lower()


def test_a_link_to_a_seat_needs_no_password_and_opens_that_game_only(client):
    enter(client)
    game, other = (client.post("/api/games", json=NEW).json() for _ in range(2))
    client.cookies.clear()
    address, mine = f"/api/games/{game['id']}", {"X-Seat": game["keys"]["0"]}
    assert client.get(f"/game/{game['id']}").status_code == 200
    assert client.get("/static/table.js").status_code == 200
    now = client.get(f"{address}/view", headers=mine).json()
    assert now["viewer"] == "0"
    doing = {"version": now["version"], "action": now["actions"][0]["text"]}
    assert client.post(f"{address}/act", headers=mine, json=doing).status_code == 200
    with client.websocket_connect(f"{address}/live") as line:
        assert line.receive_json() == {"version": 2}
    answer = client.get(f"/api/games/{other['id']}/view", headers=mine)
    assert answer.status_code == 403
    assert client.get("/api/games").status_code == 401


@pytest.mark.parametrize("word", ["", "wrong", WORD[:-1], WORD + " ", "x" * 400, "\0"])
def test_a_wrong_password_is_one_line(client, word):
    answer = enter(client, word)
    assert answer.status_code == 403
    assert answer.json() == {"error": "wrong password"}
    assert "set-cookie" not in answer.headers
    assert client.get("/api/games").status_code == 401


@pytest.mark.parametrize("cookie", ["x", "", "é" * 9, "x" * 4000])
def test_a_forged_cookie_opens_nothing(client, cookie):
    told = {"Cookie": f"{login.COOKIE}={cookie}".encode()}
    assert client.get("/api/games", headers=told).status_code == 401


def test_a_cookie_of_another_server_opens_nothing(client, tmp_path):
    enter(client)
    with TestClient(made(tmp_path / "other", None, WORD)) as other:
        other.cookies.update(client.cookies)
        assert other.get("/api/games").status_code == 401


def test_a_page_of_another_site_may_not_even_guess(client):
    told = {"Origin": "http://evil.example"}
    answer = client.post("/api/login", json={"password": WORD}, headers=told)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_many_guesses_wait_for_each_other_and_too_many_are_refused(client, monkeypatch):
    import asyncio

    monkeypatch.setattr(login, "QUEUE", 3)
    paused = []

    async def pause(seconds):
        paused.append(seconds)
        for _ in range(50):  # all others have come
            await real(0)

    real = asyncio.sleep
    monkeypatch.setattr(login.asyncio, "sleep", pause)

    async def guesses(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{CALLED}") as many:
            tries = [many.post("/api/login", json={"password": "no"}) for _ in range(9)]
            return sorted([one.status_code for one in await asyncio.gather(*tries)])

    with ThreadPoolExecutor(1) as thread:  # here the loop of the browser may run
        codes = thread.submit(asyncio.run, guesses(made(Path("unused"), None, WORD))).result()
    assert set(codes) == {403, 429}
    assert len(paused) == codes.count(403)


def test_without_a_password_nothing_is_asked_for(tmp_path):
    with TestClient(made(tmp_path)) as client:
        assert client.get("/api/games").status_code == 200
        assert client.get("/api/login").status_code == 404


# the door of a server


@pytest.fixture
def word(tmp_path, monkeypatch):
    monkeypatch.delenv(listening.VARIABLE, raising=False)
    file = tmp_path / "word"
    file.write_text(WORD + "\n", "utf-8")
    return file


def test_at_this_machine_no_password_is_needed(word):
    for host in ("127.0.0.1", "localhost", "::1"):
        found = door(host, 8000, [], None)
        assert found.password is None
        assert {"127.0.0.1:8000", "localhost:8000", "[::1]:8000"} <= found.hosts
    tunnel = door("127.0.0.1", 8000, ["localhost:9000"], None)
    assert "localhost:9000" in tunnel.hosts
    assert door("127.0.0.1", 8000, [], word).password == WORD


def test_beyond_it_the_password_is_needed_and_names_are(word, monkeypatch):
    with pytest.raises(Error, match="WHOKNOWS_PASSWORD"):
        door("192.168.1.7", 8000, [], None)
    with pytest.raises(Error, match="WHOKNOWS_PASSWORD"):  # there is a server in front of it
        door("127.0.0.1", 8000, ["games.example"], None)
    with pytest.raises(Error, match="WHOKNOWS_PASSWORD"):  # others can send that name too
        door("0.0.0.0", 8000, ["localhost"], None)
    with pytest.raises(Error, match="--allow-host"):
        door("0.0.0.0", 8000, [], word)
    with pytest.raises(Error, match="not the name of a machine"):
        door("0.0.0.0", 8000, ["http://games.example/"], word)
    found = door("192.168.1.7", 8000, [], word)
    assert found.password == WORD
    assert found.hosts == {"192.168.1.7:8000", "192.168.1.7"}
    assert WORD not in repr(found)
    assert "games.example:8000" in door("::", 8000, ["games.example"], word).hosts


def test_the_environment_tells_it_once_and_not_to_agents(word, monkeypatch):
    monkeypatch.setenv(listening.VARIABLE, "battery staple")
    assert door("192.168.1.7", 8000, [], None).password == "battery staple"
    assert listening.VARIABLE not in os.environ


@pytest.mark.parametrize("again", [WORD, "another horse"])
def test_who_starts_it_at_a_terminal_is_asked_twice(word, monkeypatch, again):
    typed = iter([WORD, again])
    monkeypatch.setattr(listening.sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(listening, "getpass", lambda _: next(typed))
    if again == WORD:
        assert door("192.168.1.7", 8000, [], None).password == WORD
    else:
        with pytest.raises(Error, match="two passwords"):
            door("192.168.1.7", 8000, [], None)


@pytest.mark.parametrize("data", [b"short", b"", b"\xff" * 9, b"two\nlines of it", b"x" * 401])
def test_a_bad_password_is_refused_and_not_told(word, data):
    word.write_bytes(data)
    with pytest.raises(Error, match=r"one line of 8|UTF-8") as fault:
        door("192.168.1.7", 8000, [], word)
    assert "lines of it" not in str(fault.value)


def test_a_file_that_is_not_there_is_told(word):
    with pytest.raises(Error, match="cannot be read"):
        door("192.168.1.7", 8000, [], word.with_name("none"))


# the command


def command(*options):
    port = str(free_port())
    return [sys.executable, "-m", "whoknows", "table", "--no-browser", "--port", port, *options]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0"], "--allow-host"),
        (["--host", "0.0.0.0", "--allow-host", "games.example"], "WHOKNOWS_PASSWORD"),
        (["--allow-host", "*"], "not the name of a machine"),
        (["--host", "not a host"], "not the name of a machine"),
        (["--host", "192.0.2.1", "--password-file", "WORD"], "192.0.2.1, port"),
        (["--password-file", "nowhere"], "cannot be read"),
    ],
)
def test_misuse_is_one_line(tmp_path, word, options, words):
    told = [str(word) if option == "WORD" else option for option in options]
    done = subprocess.run(
        command("--folder", str(tmp_path / "games"), *told),
        capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert words in done.stderr
    assert not (tmp_path / "games").exists()


def test_a_server_beyond_this_machine_answers_to_its_names_only(tmp_path):
    options = ["--host", "0.0.0.0", "--allow-host", "games.example"]
    with Server(tmp_path, *options, WHOKNOWS_PASSWORD=WORD) as server:
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
            named = {"Host": f"games.example:{server.port}"}
            assert http.get("/", headers=named).status_code == 401
            assert http.get("/", headers={"Host": "evil.example"}).status_code == 421
            assert http.post("/api/login", json={"password": WORD}).status_code == 200
            assert http.get("/api/games").json() == {"games": []}
        assert without_a_name(server.port).startswith(b"HTTP/1.1 421")
        assert WORD not in (tmp_path / "server.log").read_text("utf-8")


def without_a_name(port):
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET /api/games HTTP/1.0\r\n\r\n")
        return line.recv(200)
