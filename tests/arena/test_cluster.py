"""A real Dask scheduler with two workers plays what this machine plays, also when one dies.

Each run is a process of its own: Dask changes how all exceptions of a process are pickled.
"""

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from socket import create_connection, socket
from time import monotonic, sleep

import pytest
from test_arena_run import SCRIPTED, told

from whoknows import arena
from whoknows.arena.running.batch_store import STORE, BatchStore
from whoknows.core.error import Error

PLAN = replace(SCRIPTED, agents=("greedy", "random"), deals=60)
PATIENCE = 600  # seconds, on a machine with much else to do
WORKER = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
SCRIPT = f"""
import sys
from pathlib import Path
from time import sleep
from whoknows import arena
from whoknows.arena import tournament
from whoknows.arena.running.batch_store import BatchStore
from whoknows.arena.statistics.results import lines_csv, pairs_csv, results_json
tournament.SECONDS = 0.05  # many batches
folder, address = sys.argv[1:]
add = BatchStore.add
def added(store, *given):
    add(store, *given)
    while store.deals() >= 3 and Path(folder, "wait").exists():
        sleep(0.01)
BatchStore.add = added
found = arena.run(arena.Plan(**{PLAN.data()!r}), folder, cluster=address)
Path(folder, "told").write_text(lines_csv(found) + pairs_csv(found) + results_json(found))
"""


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    return "".join(told(arena.run(PLAN, tmp_path_factory.mktemp("local"), workers=1)))


@pytest.fixture(scope="module")
def cluster():
    """The address of a scheduler on the loopback, and the processes of its workers: one for all
    tests, since the one in which a worker dies is the last that needs it."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    port = address.rpartition(":")[2]
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    workers = [started("worker", address, *WORKER) for _ in range(2)]
    wait_for(lambda: answers(int(port)), "the scheduler answers")
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def test_a_cluster_gives_the_same_results(cluster, local, tmp_path):
    address, _ = cluster
    assert run(tmp_path, address).wait() == 0
    assert (tmp_path / "told").read_text() == local


def test_a_worker_that_dies_changes_nothing(cluster, local, tmp_path):
    address, workers = cluster
    (tmp_path / "wait").touch()
    job = run(tmp_path, address)
    wait_for(lambda: played(tmp_path) >= 3 or job.poll() is not None, "some deals are played")
    before = played(tmp_path)
    workers[0].kill()
    (tmp_path / "wait").unlink()
    assert job.wait() == 0
    assert 3 <= before < 60  # so it died in the midst
    assert (tmp_path / "told").read_text() == local


def test_a_cluster_that_is_not_there_is_told(tmp_path):
    done = run(tmp_path, "tcp://127.0.0.1:9", stderr=subprocess.PIPE)
    assert "no Dask cluster at tcp://127.0.0.1:9" in done.communicate()[1]
    assert not (tmp_path / STORE).exists()


def run(folder: Path, address: str, **options):
    script = [sys.executable, "-c", SCRIPT, str(folder), address]
    return subprocess.Popen(script, text=True, **options)


def played(folder: Path) -> int:
    if not (folder / STORE).exists():
        return 0
    try:
        with closing(BatchStore(folder / STORE)) as store:
            return store.deals()
    except Error:  # it is just being made
        return 0


def answers(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def wait_for(done, what):
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, f"waited {PATIENCE} seconds in vain: {what}"
        sleep(0.01)


def started(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
