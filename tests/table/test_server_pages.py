"""What anybody gets from the server: the page, its files, the form for a new game."""

import pytest
from asking import refused


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
