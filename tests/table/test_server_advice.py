"""Hints, and what each move lost, from the server."""

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from asking import act, begun, cancel, refused, seen, until

from whoknows.core.error import Error
from whoknows.core.match import play
from whoknows.core.registry import agent, game
from whoknows.table.page.advice import losses
from whoknows.table.server.game_store import GameStore
from whoknows.table.server.live_games import MOST_OPEN
from whoknows.table.server.room import HINTS, UNASKED, Room


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


def test_a_hint_is_for_the_move_at_hand(client):
    address, keys = begun(client)
    hinted(client, address, keys[0])
    act(client, address, keys[0], seen(client, address, keys[0])["actions"][0]["text"])
    found = hinted(client, address, keys[1])
    legal = {one["text"] for one in seen(client, address, keys[1])["actions"]}
    assert {one["text"] for one in found["actions"]} <= legal


def test_a_failed_hint_may_be_asked_for_again(client, monkeypatch):
    address, keys = begun(client)
    once = failing(monkeypatch, client, "hint")
    refused(client.post(f"{address}/hint", headers=keys[0]), 400, "out of order")
    once.undo()
    assert hinted(client, address, keys[0])["actions"]


def test_only_the_last_hints_are_kept(tmp_path, monkeypatch):
    """A house where many ask for hints would grow with every game."""

    async def kept(many):
        room = Room(GameStore(tmp_path / str(many)))
        monkeypatch.setattr(room, "_hinted", at_once)
        for number in range(many):
            table = SimpleNamespace(id=str(number), version=number)
            assert await room.hint(table) == [number]
        found = list(room._hints)
        await room.close()
        return found

    async def at_once(table):
        return [table.version]

    with ThreadPoolExecutor(1) as thread:  # a browser of other tests may have a loop here
        few, more = (thread.submit(asyncio.run, kept(n)).result() for n in (HINTS, HINTS + 9))
    assert few == [(str(n), n) for n in range(HINTS)]
    assert more == [(str(n), n) for n in range(9, HINTS + 9)]


def test_a_failed_analysis_may_be_asked_for_again(client, monkeypatch):
    address, keys = begun(client)
    once = failing(monkeypatch, client, "analysis")
    cancel(client, address, keys[0])
    room = client.app.state.room
    until(client, address, lambda _: room._faults)
    assert seen(client, address)["analysis"] is None
    once.undo()
    refused(client.post(f"{address}/analyse"), 400, "the worker is out of order")
    client.post(f"{address}/analyse")
    until(client, address, lambda found: found["analysis"] is not None)


def test_games_that_are_over_do_not_pile_up_until_they_are_analysed(client, monkeypatch):
    room = client.app.state.room
    monkeypatch.setattr(room.workers, "ask", never)
    games = [begun(client) for _ in range(MOST_OPEN + 2 * UNASKED)]
    for address, keys in games:
        cancel(client, address, keys[0])
    until(client, games[-1][0], lambda found: found["over"])
    assert len(room._analyses) == UNASKED
    gc.collect()
    assert len(room.tables._all) <= MOST_OPEN + UNASKED
    client.post(f"{games[-1][0]}/analyse")  # who asks need not wait for those that nobody asked for
    assert len(room._analyses) == UNASKED + 1


async def never(*_):
    """A worker that has no answer yet."""
    await asyncio.Event().wait()
    yield


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


def test_some_moves_at_random_have_lost_something():
    rules, found = game("threecards(rounds=2)"), []
    for seed in range(3):
        turns = play(rules, [agent("random")] * 3, seed=seed)
        found += losses(rules, [str(turn.choice.action) for turn in turns])
    assert {one["lost"] > 0 for one in found} == {True, False}
