"""A killed server loses nothing that it has acknowledged, and repeats nothing.

Three people play one game as fast as they can, one person plays another against agents. The
server is killed again and again; a new one on the same folder must go on where it was.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from random import Random
from threading import Thread

import httpx
import pytest

KILLS = 20
TRICKS = "boerenbridge(rounds=1-2-1-2-1-2-1-2-1-2-1-2-1-2-1-2)"
SERVER = """
import sys
from pathlib import Path
import uvicorn
from whoknows.table.app import made
from whoknows.table.gate import local
port = int(sys.argv[1])
uvicorn.run(made(Path(sys.argv[2]), door=local(port)), port=port, log_level="warning")
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path):
    rng, port = Random(1), free_port()
    with Server(port, tmp_path):
        among = People(port, "threecards(rounds=400)", ["human"] * 3)
        alone = People(port, TRICKS, ["human", "random", "random", "random"])
    for number in range(KILLS):
        with Server(port, tmp_path) as server:
            players = [Thread(target=people.play) for people in (among, alone)]
            for people, player in zip((among, alone), players, strict=True):
                people.check()
                player.start()
            if number % 4 == 0:
                alone.come_on()  # agents need a moment to start
            time.sleep(rng.uniform(0.02, 0.3))
            server.kill()
            for player in players:
                player.join()
    with Server(port, tmp_path):
        among.check()
        alone.check()
    print(f"{KILLS} kills: {len(among.told)} and {len(alone.told)} moves acknowledged")
    assert len(among.told) > KILLS
    assert len(alone.told) >= KILLS / 4


class People:
    """Those who play a game, and what the server told them that it has done."""

    def __init__(self, port, game, agents):
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)
        made = self.http.post("/api/games", json={"game": game, "agents": agents}).json()
        self.path, self.keys = f"/api/games/{made['id']}", made["keys"]
        self.told, self.asked = [], None
        self.seen = []  # what everybody did, as the first person saw it last

    def look(self, seat="0"):
        answer = self.http.get(f"{self.path}/view", headers={"X-Seat": self.keys[seat]})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def come_on(self):
        """Waits until something is done."""
        before, end = len(self.told), time.monotonic() + 60
        while len(self.told) == before and time.monotonic() < end:
            time.sleep(0.01)

    def play(self):
        """Moves until the server is gone."""
        try:
            while True:
                self.move()
        except httpx.TransportError:
            self.http.close()
            self.http = httpx.Client(base_url=self.http.base_url, timeout=30)

    def move(self):
        now = self.look()
        self.seen, seat = logged(now), now["moving"]
        if seat in self.keys:
            now = self.look(seat)
            self.do(now["version"], now["actions"][0]["text"], seat)

    def do(self, version, action, seat):
        self.asked = action
        answer = self.http.post(
            f"{self.path}/act",
            headers={"X-Seat": self.keys[seat]},
            json={"version": version, "action": action},
        )
        assert answer.status_code == 200, answer.text
        self.told.append(action)
        self.asked = None

    def check(self):
        """What is stored is what was acknowledged, and perhaps what was under way: once."""
        now = self.look()
        assert logged(now)[: len(self.seen)] == self.seen  # of agents and of chance too
        names = [now["game"]["seats"][int(seat)]["name"] for seat in self.keys]
        stored = [line["text"] for line in now["log"] if line["by"] in names]
        under_way = [] if self.asked is None else [self.asked]
        assert stored in (self.told, self.told + under_way)
        self.told, self.asked = stored, None


def logged(view):
    return [(line["by"], line["text"]) for line in view["log"]]


class Server:
    """A server of its own, ready when entered and gone when left."""

    def __init__(self, port, folder):
        self.command = [sys.executable, "-c", SERVER, str(port), str(folder)]
        self.url = f"http://127.0.0.1:{port}/api/arena"

    def __enter__(self):
        self.process = subprocess.Popen(self.command, env=os.environ)
        for _ in range(1200):
            try:
                httpx.get(self.url)
                return self
            except httpx.TransportError:
                if self.process.poll() is not None:
                    pytest.fail("the server does not start")
                time.sleep(0.05)
        pytest.fail("the server does not answer")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __exit__(self, *_):
        self.kill()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
