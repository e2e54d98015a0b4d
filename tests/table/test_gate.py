"""Who may talk to the server: who calls it by its name, and no page of another site."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from serving import CALLED, made
from starlette.testclient import WebSocketDenialResponse

from whoknows.core.error import Error
from whoknows.table.server import app
from whoknows.table.server.gate import hosts, is_here, refusal

RECORD = Path("examples/documented.jsonl").read_bytes()
FOREIGN = ["http://evil.example", "null", "", f"http://{CALLED}:1", f"http://{CALLED}.evil.example"]
NEW = {"game": "threecards", "agents": ["human"] * 3}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    with TestClient(made(folder, folder), raise_server_exceptions=False) as client:
        yield client


def refused(answer, code, words):
    assert answer.status_code == code, answer.text
    assert list(answer.json()) == ["error"]
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


# by which name


@pytest.mark.parametrize("name", ["evil.example", f"{CALLED}:1", "", "127.0.0.1", "x" * 9999])
@pytest.mark.parametrize("path", ["/", "/api/games", "/static/table.js", "/api/arena"])
def test_who_calls_it_by_another_name_gets_nothing(client, name, path):
    """A page of another site whose name leads here: its browser takes us for that site."""
    refused(client.get(path, headers={"Host": name}), 421, "not called")


def test_neither_two_names_nor_none_are_answered(client):
    refused(
        client.get("/", headers=[("Host", CALLED), ("Host", "evil.example")]), 421, "not called"
    )
    assert refusal({"type": "http", "method": "GET", "headers": []}, frozenset({"", CALLED}))


def test_a_server_goes_by_the_names_of_this_machine_and_its_port(tmp_path):
    with TestClient(app.made(tmp_path)) as client:
        for name in ("127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000"):
            assert client.get("/api/games", headers={"Host": name}).status_code == 200
        for name in ("127.0.0.1", "127.0.0.1:8001", "testserver", "localhost.evil.example:8000"):
            refused(client.get("/api/games", headers={"Host": name}), 421, "not called")


# from which page


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_uploads_nothing(client, origin):
    """A browser sends such a request without asking first."""
    before = client.get("/api/games").json()
    plain = {"Origin": origin, "Content-Type": "text/plain"}
    refused(client.post("/api/records", content=RECORD, headers=plain), 403, "may not talk")
    assert client.get("/api/games").json() == before


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_reads_nothing(client, origin):
    for path in ("/api/games", "/api/choices", "/api/arena", "/"):
        refused(client.get(path, headers={"Origin": origin}), 403, "may not talk")


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_hears_nothing(client, origin):
    """Sockets are opened by any page: no browser asks first."""
    id = client.post("/api/games", json=NEW).json()["id"]
    live = f"/api/games/{id}/live"
    with (
        pytest.raises(WebSocketDenialResponse) as refusal,
        client.websocket_connect(live, headers={"Origin": origin}),
    ):
        pass
    refused(refusal.value, 403, "may not talk")
    with (
        pytest.raises(WebSocketDenialResponse) as refusal,
        client.websocket_connect(live, headers={"Host": "evil.example"}),
    ):
        pass
    refused(refusal.value, 421, "not called")


def test_our_own_page_may(client):
    mine = {"Origin": f"http://{CALLED}", "Sec-Fetch-Site": "same-origin"}
    answer = client.post("/api/records", content=RECORD, headers=mine)
    assert answer.status_code == 200
    live = f"/api/games/{answer.json()['id']}/live"
    with client.websocket_connect(live, headers=mine) as line:
        assert line.receive_json() == {"version": 1}
    behind = {"Origin": f"https://{CALLED}"}  # a server in front of this one speaks TLS
    assert client.get("/api/games", headers=behind).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_may_link_to_a_page_and_do_nothing_else(client, site):
    """Same-site is another server of this machine, on another port."""
    told = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert client.get("/game/any", headers=told).status_code == 200
    for asked in (
        client.post("/api/records", content=RECORD, headers=told),
        client.get("/api/games", headers={**told, "Sec-Fetch-Mode": "no-cors"}),
        client.get("/", headers={**told, "Sec-Fetch-Dest": "iframe"}),
    ):
        refused(asked, 403, "other sites")


# what pages may do


def test_every_page_says_what_it_may_do(client):
    for path in ("/", "/game/any", "/arena", "/static/table.js", "/api/games", "/nothing"):
        told = client.get(path).headers
        assert told["Referrer-Policy"] == "no-referrer"
        assert told["X-Content-Type-Options"] == "nosniff"
        assert told.get("Cache-Control") == ("no-store" if path.startswith("/api/") else None)
        assert told["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "frame-ancestors 'none'" in told["Content-Security-Policy"]
    assert "nosniff" in client.get("/", headers={"Host": "x"}).headers["X-Content-Type-Options"]


# names of machines


def test_names_of_machines():
    assert hosts(["Games.Example"], 8000) == {"games.example:8000", "games.example"}
    assert hosts(["games.example:443", "::1"], 8000) == {"games.example:443", "[::1]:8000"}
    assert "localhost" in hosts(["localhost"], 80)
    assert all(map(is_here, ["127.0.0.1", "127.9.9.9", "localhost:9", "::1", "[::1]:8000"]))
    assert not any(map(is_here, ["0.0.0.0", "192.168.1.7", "::", "games.example", "1"]))


@pytest.mark.parametrize("name", ["", "*", "http://x", "a/b", "a b", "a:b", "a:", "é", "x\n", "\0"])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(Error, match="is not the name of a machine"):
        hosts([name], 8000)
