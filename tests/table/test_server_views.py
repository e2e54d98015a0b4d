"""Looking at a game through the server: each sees what they may, and what they asked for."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import watched
from asking import act, begun, refused, seen, undo
from serving import PATIENCE

from whoknows.table.knowledge.nested_knowledge import nested
from whoknows.table.knowledge.one_card import one_card
from whoknows.table.knowledge.ownership import ownership
from whoknows.table.knowledge.what_if import what_if
from whoknows.table.knowledge.world_in_words import about_world
from whoknows.table.knowledge.world_layout import layout
from whoknows.table.knowledge.world_picture import worlds
from whoknows.table.page.page_view import view


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


# the documented game


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
