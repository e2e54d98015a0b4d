"""A real Dask scheduler with two workers plays what this machine plays, also when one dies."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from socket import socket
from threading import Thread
from time import monotonic, sleep

import pytest
from test_arena_run import SCRIPTED, told

from whoknows import arena
from whoknows.arena import running
from whoknows.core.error import Error

PLAN = replace(SCRIPTED, agents=("greedy", "random"), deals=60)
WORKER = ("--nthreads", "1", "--no-nanny", "--no-dashboard")


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    return told(arena.run(PLAN, tmp_path_factory.mktemp("local"), workers=1))


@pytest.fixture
def cluster():
    """The address of a scheduler on the loopback, and the processes of its workers."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    port = address.rpartition(":")[2]
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    workers = [started("worker", address, *WORKER) for _ in range(2)]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def test_a_cluster_gives_the_same_results(cluster, local, tmp_path):
    address, _ = cluster
    assert told(arena.run(PLAN, tmp_path, cluster=address)) == local


def test_a_worker_that_dies_changes_nothing(cluster, local, tmp_path, monkeypatch):
    address, workers = cluster
    monkeypatch.setattr(running, "SECONDS", 0.05)
    seen = []

    def kill() -> None:
        end = monotonic() + 60
        while len(seen) < 3 and monotonic() < end:
            sleep(0.01)
        os.kill(workers[0].pid, signal.SIGKILL)

    class Watching(running.Live):
        def add(self, table, batch):
            seen.append(batch)
            super().add(table, batch)

    killer = Thread(target=kill)
    killer.start()
    found = arena.run(PLAN, tmp_path, cluster=address, live=Watching())
    killer.join()
    assert workers[0].wait() == -signal.SIGKILL
    assert len(seen) > 3
    assert told(found) == local


def test_a_cluster_that_is_not_there_is_told(tmp_path):
    with pytest.raises(Error, match=r"no Dask cluster at tcp://127.0.0.1:9"):
        arena.run(PLAN, tmp_path, cluster="tcp://127.0.0.1:9")


def started(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
