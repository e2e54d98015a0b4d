"""The arena: two workers against one, what it adds to the bare kernel, and the room it takes.

Scripted Boerenbridge, whole matches of five rounds, all four agents in all rotations. Speed-up is
of games a second by the wall's clock, so it is only worth something on idle cores.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from whoknows.arena import Plan, run
from whoknows.arena.dealt import _compiled
from whoknows.arena.tables import tables
from whoknows.bench import Clock, Row

FOUR = ("boeren-random", "greedy", "greedy-kripke", "full-kripke")
WALL = 16.0  # seconds that one worker is to play
MEMORY = """
import json, resource, sys
from whoknows.arena import Plan, run
plan = Plan(games=("boerenbridge",), agents=%r, deals=int(sys.argv[1]), pairing="together")
run(plan, sys.argv[2], workers=1)
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
"""


def rows() -> Iterator[Row]:
    """Every figure of the suite."""
    deals = int(WALL / _pace(2_000))
    yield from speed(deals)
    yield memory()


def plan(deals: int) -> Plan:
    return Plan(games=("boerenbridge",), agents=FOUR, deals=deals, pairing="together")


def speed(deals: int) -> Iterator[Row]:
    """Games a second of one and of two workers; and against the kernel alone."""
    bare = _bare(deals)
    with TemporaryDirectory() as folder:
        with Clock() as whole:
            run(plan(deals), Path(folder) / "whole", workers=1)
        one, two = (_wall(deals, Path(folder) / f"{n}", n) for n in (1, 2))
    games = 4 * deals
    about = f"{games:,} games, batches of about a second"
    yield Row("arena.overhead", whole.ms, bare, "ms", f"CPU, against the bare kernel loop; {about}")
    yield Row("arena.speedup_2", games / two, games / one, "games/s", "two workers against one")


def memory() -> Row:
    """The largest size of a process that plays a million games, against one for ten thousand."""
    with TemporaryDirectory() as folder:
        few, many = (_memory(deals, f"{folder}/{deals}") for deals in (2_500, 250_000))
    return Row("arena.memory", many, few, "MB", "a million games, against ten thousand")


def _bare(deals: int) -> float:
    """CPU milliseconds of the kernel alone, in calls of a second."""
    table = tables(plan(deals))[0]
    seatings = [_compiled(plan(deals), table, n) for n in range(4)]
    with Clock() as clock:
        for first in range(0, deals, 20_000):
            for seating in seatings:
                if seating is not None:
                    seating.play(1, first, min(20_000, deals - first))
    return clock.ms


def _wall(deals: int, folder: Path, workers: int) -> float:
    began = perf_counter()
    run(plan(deals), folder, workers=workers)
    return perf_counter() - began


def _pace(deals: int) -> float:
    """Seconds a deal."""
    _bare(10)
    return _bare(deals) / 1000 / deals


def _memory(deals: int, folder: str) -> float:
    script = [sys.executable, "-c", MEMORY % (FOUR,), str(deals), folder]
    done = subprocess.run(script, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout))
