"""Runs a plan: on this machine or a cluster, to the end or from where it was stopped.

The same deals are played whichever worker plays them, and a batch counts once it is stored. So
neither the number of workers, nor the order in which they finish, nor an interruption changes the
results.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from whoknows.arena.progress import Live
from whoknows.arena.running.batch import Batch, batch
from whoknows.arena.running.batch_store import STORE, BatchStore
from whoknows.arena.running.match_ups import MatchUp, tables
from whoknows.arena.running.plan import Plan
from whoknows.arena.running.time_matching import calibrated
from whoknows.arena.statistics.results import Results, results
from whoknows.arena.statistics.stopping_rule import looks, verdict
from whoknows.core.error import Error
from whoknows.core.schema import reason
from whoknows.core.source_digest import digest

SECONDS = 1.0  # that a batch is to take
CONNECTING = 10  # seconds until a cluster that does not answer is given up
GROWTH, MOST = 8, 20_000  # how many times larger than the last a batch may be; deals in it
LOCK = "playing.lock"
SOON = 30  # seconds in which a cluster's first worker must be there
PLAYING = (  # parts that decide games
    "core", "logic", "deals", "games", "search", "adapters", "networks", "agents",
)  # fmt: skip
Task = tuple[Plan, int, int, int]


def run(
    plan: Plan,
    folder: str | os.PathLike[str],
    *,
    resume: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    live: Live | None = None,
) -> Results:
    """Plays whatever is missing of a plan and returns the results; everything is kept in the
    folder."""
    tables(plan)  # whatever does not fit is told before anything is made
    with (
        backend(workers or os.cpu_count() or 1, cluster) as where,
        alone(Path(folder)),
        closing(_opened(plan, Path(folder), resume)) as store,
    ):
        if plan.equal_time is not None and store.plan == plan:
            store.settle(calibrated(plan))
        run = _Run(store.plan, tables(store.plan), store, live or Live(), program())
        with run.live:
            for limit in looks(plan.deals) if plan.decide else [plan.deals]:
                for done in played(run.tasks(limit), where):
                    run.add(*done)
        return results(store)


def differences(now: Plan, then: Plan) -> list[str]:
    """What was edited in a plan."""
    old, new = then.data(), now.data()
    return [
        f"{name}: {old[name]!r} then, {new[name]!r} now" for name in new if new[name] != old[name]
    ]


def program() -> str:
    """A digest of what decides how games go."""
    return digest(*(f"{part}/**/*.py" for part in PLAYING))


@dataclass(slots=True)
class _Run:
    """What is under way: how fast each table is, and how large its next batch may be."""

    plan: Plan
    tables: tuple[MatchUp, ...]
    store: BatchStore
    live: Live
    program: str
    pace: dict[int, float] = field(default_factory=dict)  # seconds a deal
    size: dict[int, int] = field(default_factory=dict)

    def tasks(self, limit: int) -> Iterator[Task]:
        """Batches of all tables in turn, of what is missing below a number of deals."""
        open_tables = [table.number for table in self.tables if self._is_open(table)]
        gaps = {number: [*self.store.missing(number, limit)] for number in open_tables}
        self.live.expect(
            sum(len(gap) * len(self.tables[n].seatings) for n, g in gaps.items() for gap in g)
        )
        while any(gaps.values()):
            for number in open_tables:
                if gaps[number]:
                    yield self._task(number, gaps[number])

    def add(self, done: Batch, seconds: float) -> None:
        self.store.add(done, self.program)
        self.pace[done.table] = seconds / done.deals
        self.live.add(self.tables[done.table], done)

    def _task(self, number: int, gaps: list[range]) -> Task:
        gap = gaps.pop(0)
        many = min(self._many(number), len(gap))
        if many < len(gap):
            gaps.insert(0, gap[many:])
        return self.plan, number, gap.start, many

    def _many(self, number: int) -> int:
        """As many deals as take about a second, once we know how long they take."""
        if number not in self.pace:
            return 1
        wanted = int(SECONDS / max(self.pace[number], 1e-9))
        self.size[number] = max(1, min(wanted, GROWTH * self.size.get(number, 1), MOST))
        return self.size[number]

    def _is_open(self, table: MatchUp) -> bool:
        if self.plan.decide is None:
            return True
        played = self.store.deals(table.number)
        return verdict(self.plan, table, len(self.tables), self.store, played) is None


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Makes sure that nobody else plays in this folder; the lock ends with the process."""
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError("not writable")
        lock = sqlite3.connect(folder / LOCK, isolation_level=None, timeout=0)
    with closing(lock):
        try:
            lock.execute("begin exclusive")
        except sqlite3.Error as fault:
            raise Error(
                f"{folder}: another run is using this folder, or it is not writable ({fault})"
            ) from None
        yield


def _opened(plan: Plan, folder: Path, resume: bool) -> BatchStore:
    """The store of a plan in a folder: a new one, or the one to continue."""
    store = BatchStore(folder / STORE, plan)
    try:
        if store.deals() and not resume:
            raise Error(
                f"{folder} has results; continue with --resume, or choose another with --out"
            )
        if changed := differences(plan, store.asked):
            raise Error(f"{folder}: the plan has been edited since; {'; '.join(changed)}")
    except Error:
        store.close()
        raise
    return store


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise Error(f"{folder}: not a folder") from None
    except (OSError, sqlite3.Error) as fault:
        raise Error(f"{folder}: {reason(fault)}") from None


def played(tasks: Iterable[Task], where: Mapping[str, object]) -> Iterator[tuple[Batch, float]]:
    """Batches as they are finished."""
    from joblib import Parallel, delayed, parallel_config
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    if where["n_jobs"] == 1:
        yield from (_timed(*task) for task in tasks)
        return
    with parallel_config(**where):
        playing = Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
        try:
            yield from playing(delayed(_timed)(*task) for task in tasks)
        except (TerminatedWorkerError, TimeoutError) as fault:
            why = str(fault).partition("\n")[0] or type(fault).__name__
            raise Error(f"workers were lost ({why}); continue with --resume") from None


@contextmanager
def backend(workers: int, cluster: str | None) -> Iterator[Mapping[str, object]]:
    """Where joblib runs the work."""
    if cluster is None:
        yield {"backend": "loky", "n_jobs": workers}
        return
    with _client(cluster) as client:
        try:
            client.wait_for_workers(1, timeout=SOON)
        except TimeoutError:
            raise Error(f"the Dask cluster at {cluster} has no workers") from None
        yield {"backend": "dask", "client": client, "n_jobs": -1}


def _timed(plan: Plan, number: int, first: int, many: int) -> tuple[Batch, float]:
    began = perf_counter()
    return batch(plan, number, first, many), perf_counter() - began


def _client(address: str) -> Any:
    try:
        from distributed import Client as Cluster
    except ImportError:
        raise Error("a cluster needs more packages: pip install 'whoknows[cluster]'") from None
    try:
        connect: Any = Cluster
        return connect(address, timeout=CONNECTING)
    except Exception as fault:  # it raises of many kinds, by the kind of address
        raise Error(f"no Dask cluster at {address}: {fault}") from None
