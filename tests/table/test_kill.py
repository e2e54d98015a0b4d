"""A killed server loses nothing that it has acknowledged, and repeats nothing.

Three people play one game as fast as they can, one person plays another against agents. The
server is killed again and again; a new one on the same folder must go on where it was.
"""

import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread

import httpx
import psutil

KILLS = 20
TRICKS = "boerenbridge(rounds=1-2-1-2-1-2-1-2-1-2-1-2-1-2-1-2)"
PATIENCE = 300  # seconds, on a machine with much else to do


def test_what_was_acknowledged_survives_a_kill(tmp_path):
    rng, port = Random(1), free_port()
    with Nursery(port, tmp_path) as nursery:
        with nursery.server():
            among = People(port, "threecards(rounds=400)", ["human"] * 3)
            alone = People(port, TRICKS, ["human", "random", "random", "random"])
        for number in range(KILLS):
            with nursery.server():
                players = [Thread(target=people.play) for people in (among, alone)]
                for people, player in zip((among, alone), players, strict=True):
                    people.check()
                    player.start()
                if number % 2 == 0:
                    among.come_on(4)
                if number % 4 == 0:
                    alone.come_on()  # agents need a moment to start
                time.sleep(rng.uniform(0.02, 0.3))
            for player in players:
                player.join()
        with nursery.server():
            among.check()
            alone.check()
    print(f"{KILLS} kills: {len(among.told)} and {len(alone.told)} moves acknowledged")
    assert len(among.told) > KILLS
    assert len(alone.told) >= KILLS / 4


class People:
    """Those who play a game, and what the server told them that it has done."""

    def __init__(self, port, game, agents):
        self.port, self.http = port, client(port)
        made = self.http.post("/api/games", json={"game": game, "agents": agents}).json()
        self.path, self.keys = f"/api/games/{made['id']}", made["keys"]
        self.told, self.asked = [], None
        self.seen = []  # what everybody did, as the first person saw it last

    def look(self, seat="0"):
        answer = self.http.get(f"{self.path}/view", headers={"X-Seat": self.keys[seat]})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def come_on(self, moves=1):
        """Waits until something is done."""
        wanted, end = len(self.told) + moves, time.monotonic() + PATIENCE
        while len(self.told) < wanted:
            assert time.monotonic() < end, f"no {moves} moves within {PATIENCE} seconds"
            time.sleep(0.01)

    def play(self):
        """Moves until the server is gone."""
        try:
            while True:
                self.move()
        except httpx.TransportError:
            self.http.close()
            self.http = client(self.port)

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


class Nursery:
    """Servers on one port and one folder, one after another."""

    def __init__(self, port, folder):
        script = Path(__file__).with_name("nursery.py")
        self.command = [sys.executable, str(script), str(port), str(folder)]
        self.http = client(port)

    def __enter__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(self.command, text=True, **pipes)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.http.close()

    @contextmanager
    def server(self):
        """A server that answers; it is killed when it is left."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        told = self.process.stdout.readline()
        assert told, "servers do not start"
        try:
            self.wait()
            yield
        finally:
            psutil.Process(int(told)).kill()
            assert self.process.stdout.readline() == "gone\n"

    def wait(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.http.get("/api/arena")
                return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError(f"the server does not answer within {PATIENCE} seconds")


def client(port):
    """Somebody who asks; what secures other connections takes long to load."""
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
