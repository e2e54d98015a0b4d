"""Heads and looks back, as a server answers them: to whom, and in one line if it cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asking import begun, cancel, refused, seen

from whoknows.table.page.page_view import LookAt
from whoknows.table.server.view_making import _unanswered

DOCUMENTED = Path(__file__).parents[2] / "examples" / "documented.jsonl"


@pytest.mark.parametrize("way", ["9", "x", "0.", "0.1.0.1.0.1.0", "0" * 41])
def test_a_way_to_no_head_is_refused_in_one_line(client: Any, way: str) -> None:
    address, keys = begun(client)
    answer = client.get(f"{address}/view", headers=keys[0], params={"mind": way})
    assert answer.status_code in (400, 422), answer.text
    assert list(answer.json()) == ["error"]
    assert "\n" not in answer.json()["error"]


def test_a_seat_looks_into_others_heads_and_sees_nothing_of_their_cards(client: Any) -> None:
    address, keys = begun(client)
    mine = seen(client, address, keys[0], mind="1")["mind"]
    assert "only Bram sees it" in mine
    assert "as far as you can know" in mine
    assert "as far as everyone can know" in seen(client, address, mind="1")["mind"]
    assert seen(client, address, keys[0])["mind"] is None


def test_a_head_that_takes_too_long_says_so_where_it_would_be() -> None:
    view = _unanswered({"mind": None, "board": "b"}, LookAt(mind="1"), "it takes more than 10 s")
    assert view == {"mind": '<p class="quiet">it takes more than 10 s</p>', "board": "b"}


def test_a_game_is_looked_back_upon_only_when_it_is_over(client: Any) -> None:
    address, keys = begun(client)
    early = client.get(f"{address}/view", headers=keys[0], params={"review": True})
    refused(early, 400, "when the game is over")
    all_of_it = {"review": True, "as": "all"}
    refused(client.get(f"{address}/view", headers=keys[0], params=all_of_it), 403)
    cancel(client, address, keys[0])
    found = seen(client, address, keys[0], **all_of_it)
    assert list(found) == ["told", "balance", "moments"]


def test_the_documented_game_is_looked_back_upon(client: Any) -> None:
    id = client.post("/api/records", content=DOCUMENTED.read_bytes()).json()["id"]
    found = seen(client, f"/api/games/{id}", **{"review": True, "as": "all"})
    assert [one["step"] for one in found["moments"]] == [12, 13, 31]
