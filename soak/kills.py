"""Servers and tournaments killed at random moments: nothing that was acknowledged is lost.

`server` plays three people's game, a person's against agents with moves taken back, and uploads
records meanwhile; each number is a folder with some kills. `arena` is the tests' tournament of
twenty kills, whose tables must be those of an undisturbed run byte for byte.
"""

from __future__ import annotations

import time
from collections import Counter
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import httpx

from soak.proof import Lane, Proof
from soak.tests import of_tests
from whoknows.core.chance import stream
from whoknows.core.law_positions import AnyLegal
from whoknows.core.match import play
from whoknows.core.record_text import written
from whoknows.core.recorder import Tape
from whoknows.core.registry import game

KILLS = 10  # of a server on one folder
PATIENCE = 300  # seconds, on a machine with much else to do
COPIES: Any = get_context("fork" if "fork" in get_all_start_methods() else "spawn")
ALONE = ["human", "random", "random", "random"]


def check(kind: str, number: int) -> Counter[str]:
    with TemporaryDirectory() as folder:
        return (_server if kind == "server" else _arena)(Path(folder), number)


def _arena(folder: Path, number: int) -> Counter[str]:
    tests = of_tests("arena/test_arena_kill")
    tests.test_killed_twenty_times_nothing_is_lost_and_nothing_counts_twice(folder)
    return Counter({"kills": tests.KILLS})


def _server(folder: Path, number: int) -> Counter[str]:
    tests, rng = of_tests("table/test_kill"), stream(number, "kills")
    port = tests.free_port()
    with Forked(port, folder):
        people = [
            tests.People(port, "threecards(rounds=400)", ["human"] * 3),
            Hesitant(tests.People(port, tests.TRICKS, ALONE), rng),
        ]
        uploads = Uploads(port)
    for kill in range(KILLS):
        with Forked(port, folder) as server:
            busy = [Busy(one) for one in (*people, uploads)]
            for one, thread in zip((*people, uploads), busy, strict=True):
                one.check()
                thread.start()
            if kill % 3 == 0:
                people[1].come_on()  # agents need a moment to start
            time.sleep(rng.uniform(0.02, 0.5))
            server.kill()
            for thread in busy:
                thread.join()
                assert thread.fault is None, thread.fault
    with Forked(port, folder):
        for one in (*people, uploads):
            one.check()
    among, alone = people
    return Counter(
        {
            "kills": KILLS,
            "moves acknowledged": len(among.told) + alone.moves,
            "moves taken back": alone.taken_back,
            "records uploaded": len(uploads.told),
        }
    )


class Busy(Thread):
    """Somebody who plays until the server is gone; what went wrong before that is kept."""

    def __init__(self, who: Any) -> None:
        super().__init__()
        self.who = who
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            self.who.play()
        except Exception as fault:
            self.fault = fault


class Forked:
    """A server that begins at once: a copy of this process, which has loaded all that it needs.
    Where a process cannot be copied it is a new one, which takes longer."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port, self.folder = port, folder

    def __enter__(self) -> Forked:
        self.process = COPIES.Process(target=_serve, args=(self.port, self.folder))
        self.process.start()
        end = time.monotonic() + PATIENCE
        address = f"http://127.0.0.1:{self.port}"
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            while time.monotonic() < end:
                try:
                    client.get("/api/arena")
                    return self
                except httpx.TransportError:
                    time.sleep(0.01)
        raise AssertionError(f"the server does not answer within {PATIENCE} seconds")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def __exit__(self, *_: object) -> None:
        self.kill()


def _serve(port: int, folder: Path) -> None:
    import uvicorn

    from whoknows.table.server.app import made
    from whoknows.table.server.gate import local

    uvicorn.run(made(folder, door=local(port)), port=port, log_level="critical")


class Hesitant:
    """Plays alone against agents, and takes every few moves back.

    What it saw after an answer must be there again, unless something was under way.
    """

    def __init__(self, people: Any, rng: Random) -> None:
        self.people, self.rng = people, rng
        self.seen: list[Any] = []
        self.moves = self.taken_back = 0
        self.under_way = False

    def check(self) -> None:
        tests = of_tests("table/test_kill")
        now = tests.logged(self.people.look())
        if not self.under_way:
            assert now[: len(self.seen)] == self.seen, "what was acknowledged is gone"
        self.seen, self.under_way = now, False

    def come_on(self) -> None:
        """Waits until something is done."""
        before, end = self.moves + self.taken_back, time.monotonic() + PATIENCE
        while self.moves + self.taken_back == before:
            assert time.monotonic() < end, f"nothing is done within {PATIENCE} seconds"
            time.sleep(0.01)

    def play(self) -> None:
        try:
            while True:
                self._go_on()
        except httpx.TransportError:
            self.people.http.close()
            self.people.http = httpx.Client(base_url=self.people.http.base_url, timeout=PATIENCE)

    def _go_on(self) -> None:
        now = self.people.look()
        self.seen = of_tests("table/test_kill").logged(now)
        if now["moving"] != "0":
            time.sleep(0.01)
        elif self.moves and self.rng.random() < 0.2:
            self.taken_back += self._post("undo", {"version": now["version"]})
        else:
            wanted = {"version": now["version"], "action": now["actions"][0]["text"]}
            self.moves += self._post("act", wanted)

    def _post(self, what: str, body: dict[str, Any]) -> int:
        self.under_way = True
        headers = {"X-Seat": self.people.keys["0"]}
        path = f"{self.people.path}/{what}"
        answer = self.people.http.post(path, headers=headers, json=body)
        assert answer.status_code in (200, 409), answer.text  # an agent may have moved meanwhile
        self.seen = of_tests("table/test_kill").logged(self.people.look())
        self.under_way = False
        return int(answer.status_code == 200)


class Uploads:
    """Somebody who uploads a record again and again; each that was told has its page."""

    def __init__(self, port: int) -> None:
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.told, self.record = list[str](), _record()

    def check(self) -> None:
        for id in self.told[-5:]:
            answer = self.http.get(f"/api/games/{id}/record")
            assert answer.status_code == 200, f"an uploaded record is gone: {answer.text}"
            assert answer.text == self.record, "an uploaded record has changed"

    def play(self) -> None:
        try:
            while True:
                answer = self.http.post("/api/records", content=self.record)
                assert answer.status_code == 200, answer.text
                self.told.append(answer.json()["id"])
                time.sleep(0.05)
        except httpx.TransportError:
            return


def _record() -> str:
    """A short match of threecards."""
    rules = game("threecards")
    tape = Tape(rules, ["any"] * len(rules.seats), seed=None)
    for turn in play(rules, [AnyLegal()] * len(rules.seats), seed=1):
        tape.add(turn)
    return written(tape.record()).decode()


PROOF = Proof(
    "servers and tournaments killed at random moments",
    "kills",
    {"server": Lane(300, 1), "arena": Lane(700, 1)},
    check,
)
