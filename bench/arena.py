"""The arena: two workers against one, what it adds to the bare kernel, and the room it takes.

Scripted Boerenbridge, whole matches of five rounds, all four agents in all rotations. What is
measured is the run itself, from a tenth of its games to nine tenths: not the start of workers, nor
the ratings at the end, which take some seconds however many games there are. Speed-up is of games a
second by the wall's clock, so it is only worth something on idle cores.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from whoknows.arena import Plan, run
from whoknows.arena.progress import Live
from whoknows.arena.running.batch import Batch
from whoknows.arena.running.compiled_tables import compiled
from whoknows.arena.running.match_ups import MatchUp, tables
from whoknows.bench import Clock, Figure

FOUR = ("boeren-random", "greedy", "greedy-kripke", "full-kripke")
WALL = 16.0  # seconds that one worker is to play
MEMORY = """
import json, resource, sys
from whoknows.arena import Plan, run
plan = Plan(games=("boerenbridge",), agents=%r, deals=int(sys.argv[1]), pairing="together")
run(plan, sys.argv[2], workers=1)
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
"""


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    deals = int(WALL / _pace(2_000))
    yield from speed(deals)
    yield memory()


def plan(deals: int) -> Plan:
    return Plan(games=("boerenbridge",), agents=FOUR, deals=deals, pairing="together")


def speed(deals: int) -> Iterator[Figure]:
    """Games a second of one and of two workers; and against the kernel alone."""
    bare = _bare(deals) / (4 * deals)
    with TemporaryDirectory() as folder:
        one, two = (_watched(deals, Path(folder) / f"{n}", n) for n in (1, 2))
    about = f"CPU of 1,000 games, against the bare kernel loop; {4 * deals:,} games"
    yield Figure("arena.overhead", 1000 * one.cpu, 1000 * bare, "ms", about)
    yield Figure("arena.speedup_2", two.rate, one.rate, "games/s", "two workers against one")


class Watched(Live):
    """Notes when batches come in: games so far, wall's clock, CPU time of this process."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[int, float, float]] = [(0, perf_counter(), process_time())]

    def add(self, table: MatchUp, batch: Batch) -> None:
        super().add(table, batch)
        games = self.noted[-1][0] + batch.deals * len(table.seatings)
        self.noted.append((games, perf_counter(), process_time()))

    @property
    def rate(self) -> float:
        """Games a second."""
        (games, wall, _), (more, later, _) = self._ends()
        return (more - games) / (later - wall)

    @property
    def cpu(self) -> float:
        """CPU milliseconds a game, of this process."""
        (games, _, cpu), (more, _, later) = self._ends()
        return 1000 * (later - cpu) / (more - games)

    def _ends(self) -> tuple[tuple[int, float, float], tuple[int, float, float]]:
        last = self.noted[-1][0]
        midst = [one for one in self.noted if 0.1 * last <= one[0] <= 0.9 * last]
        return midst[0], midst[-1]


def memory() -> Figure:
    """The largest size of a process that plays a million games, against one for ten thousand."""
    with TemporaryDirectory() as folder:
        few, many = (_memory(deals, f"{folder}/{deals}") for deals in (2_500, 250_000))
    return Figure("arena.memory", many, few, "MB", "a million games, against ten thousand")


def _bare(deals: int) -> float:
    """CPU milliseconds of the kernel alone, in calls of a second."""
    table = tables(plan(deals))[0]
    seatings = [compiled(plan(deals), table, n) for n in range(4)]
    with Clock() as clock:
        for first in range(0, deals, 20_000):
            for seating in seatings:
                if seating is not None:
                    seating.play(1, first, min(20_000, deals - first))
    return clock.ms


def _watched(deals: int, folder: Path, workers: int) -> Watched:
    watched = Watched()
    run(plan(deals), folder, workers=workers, live=watched)
    return watched


def _pace(deals: int) -> float:
    """Seconds a deal."""
    _bare(10)
    return _bare(deals) / 1000 / deals


def _memory(deals: int, folder: str) -> float:
    script = [sys.executable, "-c", MEMORY % (FOUR,), str(deals), folder]
    done = subprocess.run(script, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout))
