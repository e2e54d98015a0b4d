"""The table: a step as JSON, twenty viewers at once, a page load, and memory for a hundred games.

The server is a process of its own on the loopback; times are as a browser would wait, but for the
drawing. Each view is another one, so none comes from what was shown before.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

import _load
import _page
from whoknows.bench import Clock, Figure
from whoknows.core.match import play
from whoknows.core.record import replay
from whoknows.core.record_text import parse, written
from whoknows.core.recorder import Tape
from whoknows.core.registry import agent, game
from whoknows.table.knowledge.visible_moment import moments
from whoknows.table.page.page_view import LookAt, ShownGame, view
from whoknows.table.server.view_cache import as_json

VIEWERS, STEPS, GAMES = 20, 15, 100
WARM = 8  # seconds in which a new server lays out its maps
PARTS = re.compile(r'data-parts="([^"]+)"')
SERVER = """
import sys
from pathlib import Path
from whoknows.table.server.app import serve
serve(int(sys.argv[1]), Path(sys.argv[2]), False)
"""


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    yield stepping("90", "tickets", "aim: redrawn in about 60 ms")
    yield stepping("1680", "tickets(seats=3,hand=3)", "aim: redrawn in about 100 ms")
    with TemporaryDirectory() as folder, served(Path(folder)) as (http, process):
        yield page(http)
        yield viewers(http)
        yield memory(http, process)
    yield from _page.rows()
    yield from _load.rows()


def record(spec: str) -> bytes:
    """A match of agents who know what they do."""
    rules, tape = game(spec), None
    agents = [agent("kripke") for _ in rules.seats]
    tape = Tape(rules, [one.name for one in agents], 3)
    for turn in play(rules, agents, seed=3):
        tape.add(turn)
    return written(tape.record())


def stepping(worlds: str, spec: str, about: str) -> Figure:
    """CPU of the mean view of seat 0 as JSON, while there are that many worlds or a few less."""
    rules = game(spec)
    told = moments(rules, replay(parse(record(spec)), rules), 0)
    showing = ShownGame("bench", 1, ("kripke",) * 3, told, None, True)
    as_json(view(showing, LookAt(step=1)))  # the map is laid out once
    with Clock() as clock:
        for step in range(1, 41):
            as_json(view(showing, LookAt(step=step)))
    return Figure(f"table.view_{worlds}_worlds_ms", clock.ms / 40, about=about)


def page(http: httpx.Client) -> Figure:
    """All that the page asks for before a game is seen, the first time."""
    id = http.post("/api/records", content=record("tickets")).json()["id"]
    start = time.perf_counter()
    parts = PARTS.search(http.get("/").raise_for_status().text)
    if parts is None:
        raise AssertionError("the page does not name the parts of its script")
    files = [f"/static/{name}" for name in ("table.css", *parts[1].split())]
    for path in (*files, f"/api/games/{id}/view?step=1"):
        http.get(path).raise_for_status()
    return Figure(
        "table.page_load_ms", 1000 * (time.perf_counter() - start), about="aim: below 1,000"
    )


def viewers(http: httpx.Client) -> Figure:
    """The median wait of each of many who step through a game at once, each with its own eyes."""
    id = http.post("/api/records", content=record("tickets")).json()["id"]

    def step_on(number: int) -> list[float]:
        waits = []
        with httpx.Client(base_url=http.base_url, timeout=60) as mine:
            for step in range(1, STEPS + 1):
                start = time.perf_counter()
                query: dict[str, str | int] = {
                    "step": step + number,
                    "as": str(number % 3),
                    "seat": number % 3,
                }
                mine.get(f"/api/games/{id}/view", params=query).raise_for_status()
                waits.append(time.perf_counter() - start)
        return waits

    with ThreadPoolExecutor(VIEWERS) as pool:
        waits = [wait for one in pool.map(step_on, range(VIEWERS)) for wait in one]
    return Figure("table.20_viewers_median_ms", 1000 * median(waits), about="aim: below 500")


def memory(http: httpx.Client, process: subprocess.Popen[bytes]) -> Figure:
    """What the server takes with many open games, all of them looked at."""
    for number in range(GAMES):
        spec = ("tickets", "boerenbridge", "threecards")[number % 3]
        agents = ["human"] * len(game(spec).seats)
        made = http.post("/api/games", json={"game": spec, "agents": agents}).json()
        key = {"X-Seat": made["keys"]["0"]}
        http.get(f"/api/games/{made['id']}/view", headers=key).raise_for_status()
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            many = int(line.split()[1]) / 1024
    return Figure("table.100_games_mb", many, unit="MB", about="aim: below 200")


@contextmanager
def served(folder: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes]]]:
    """A server of its own."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port), str(folder)])
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            while not _answers(http):
                time.sleep(0.05)
            time.sleep(WARM)
            yield http, process
    finally:
        process.kill()
        process.wait()


def _answers(http: httpx.Client) -> bool:
    try:
        return http.get("/api/arena").status_code == 200
    except httpx.TransportError:
        return False
