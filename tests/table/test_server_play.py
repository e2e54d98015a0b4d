"""Playing at the server: moves, moves taken back, games ended."""

import pytest
from asking import SLOW, act, begun, cancel, refused, seen, undo, until

from whoknows.core.record_text import parse
from whoknows.table.server.game_store import Done, StaleError


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


def test_an_agents_move_for_another_version_is_refused(client):
    address, keys = begun(client)
    table = client.app.state.room.tables.table(address.rpartition("/")[2])
    table.accept(1, Done("Anna", seen(client, address, keys[0])["actions"][0]["text"]))
    late = Done("Bram", seen(client, address, keys[1])["actions"][0]["text"])
    with pytest.raises(StaleError, match="moved on"):
        table.accept(1, late)
    assert seen(client, address)["version"] == 2
