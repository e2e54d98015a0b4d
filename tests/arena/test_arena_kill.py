"""Killed at any moment and resumed, a plan ends with the very tables of an undisturbed run."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

KILLS = 20
STEP = 3  # deals after which a run waits for its kill, so that all kills fall into it
PATIENCE = 600  # seconds, on a machine with much else to do
PLAN = """
games = ["boerenbridge(rounds=1)"]
agents = ["greedy", "full-kripke", "random"]
deals = 40
records = "sample"
speed = "plain"
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are copies of a process")
def test_killed_twenty_times_nothing_is_lost_and_nothing_counts_twice(tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN)
    subprocess.run([sys.executable, __file__, tmp_path], check=True)
    stored = [int(word) for word in (tmp_path / "stored.txt").read_text().split()]
    assert len(stored) == KILLS
    assert stored == sorted({*stored})  # each time it came further, nothing was lost
    assert stored[-1] < 3 * 40  # so all kills fell into the run
    assert (tmp_path / "killed.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()


def main(folder: Path) -> None:
    """Runs the plan undisturbed, then with kills. Each run is a fork, so that it begins at once."""
    from whoknows.arena import tournament

    os.chdir(folder)
    tournament.SECONDS = 0.01  # many batches, so that kills fall between them and into them
    tournament.program = lambda: "any"  # the sources may be edited while this test runs
    os.waitpid(forked("whole", 1), 0)
    rng, stored = Random(11), [0]
    for kill in range(KILLS):
        # With two workers now and then: these are new processes, which take their time to begin.
        job = forked("killed", 2 if kill % 7 == 3 else 1, most=stored[-1] + STEP)
        wait_for_more(stored[-1])
        sleep(rng.random() / 50)
        os.killpg(job, signal.SIGKILL)  # with its workers, as by a power cut
        os.waitpid(job, 0)
        stored.append(deals())
    os.waitpid(forked("killed", 1), 0)
    Path("stored.txt").write_text(" ".join(map(str, stored[1:])))


def forked(name: str, workers: int, most: int | None = None) -> int:
    if job := os.fork():
        return job
    from whoknows import arena
    from whoknows.arena.statistics.results import lines_csv, pairs_csv, results_json

    os.setsid()
    if most is not None:
        wait_after(most)
    found = arena.run(arena.read("plan.toml"), name, resume=True, workers=workers)
    tables = lines_csv(found) + pairs_csv(found) + results_json(found)
    Path(f"{name}.txt").write_text(tables)
    os._exit(0)


def wait_after(most: int) -> None:
    """A run that has stored so many deals does no more: however late a kill comes, it comes in the
    midst of it."""
    from whoknows.arena.running.batch_store import BatchStore

    add = BatchStore.add

    def added(store: BatchStore, *given: Any) -> None:
        add(store, *given)
        while store.deals() >= most:
            sleep(1)

    BatchStore.add = added


def wait_for_more(before: int) -> None:
    """Until the run has stored something new, so that the kill comes in its midst."""
    end = monotonic() + PATIENCE
    while deals() <= before:
        assert monotonic() < end, f"nothing new is stored within {PATIENCE} seconds"
        sleep(0.002)


def deals() -> int:
    """How many deals are stored."""
    if not Path("killed/games.sqlite").exists():
        return 0
    with closing(sqlite3.connect("killed/games.sqlite", timeout=30)) as link:
        if not link.execute("select 1 from sqlite_master where name = 'batches'").fetchone():
            return 0
        return int(link.execute("select coalesce(sum(deals), 0) from batches").fetchone()[0])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
