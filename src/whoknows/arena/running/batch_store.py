"""What was played, in one SQLite file: a batch is there as a whole or not at all.

Every batch is one transaction, so that whatever interrupts a run (a key, a power cut, a full disk)
leaves complete batches, from which the run continues. Only batches count: all results are made from
them, in the order of tables and deals.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from whoknows.arena.running.batch import Batch, Fault
from whoknows.arena.running.batch_counts import Counts
from whoknows.arena.running.decision_clock import Spent
from whoknows.arena.running.plan import Plan, made
from whoknows.core.error import Error

FORMAT = "whoknows arena 1"
STORE = "games.sqlite"  # in the folder of a run
SCHEMA = """
create table about (name text primary key, value text not null) without rowid;
create table batches (
    number integer, first integer, deals integer not null, shape text not null,
    counts blob not null, program text not null, primary key (number, first)) without rowid;
create table times (
    number integer, first integer, agent text, decisions integer, seconds real,
    primary key (number, first, agent)) without rowid;
create table faults (
    number integer, deal integer, seating integer, agent text not null, told text not null,
    primary key (number, deal, seating)) without rowid;
create table records (number integer, deal integer, seating integer, data blob not null,
    primary key (number, deal, seating)) without rowid;
"""


class BatchStore:
    """The results of one plan: `asked` is the plan as given, `plan` as it is played."""

    def __init__(self, path: Path, plan: Plan | None = None, patience: float = 10) -> None:
        """Opens a store, or makes one for a plan if there is none; waits this long for others."""
        self.path = path
        with self._told():
            if plan is None and not path.exists():
                raise Error(f"{path}: there are no results here")
            self._link = sqlite3.connect(path, isolation_level=None, timeout=patience)
            self._link.execute("pragma synchronous = full")
            if not self._link.execute("select 1 from sqlite_master").fetchone():
                self._begin(plan)
            self.asked, self.plan = self._plans()

    def close(self) -> None:
        self._link.close()

    def settle(self, plan: Plan) -> None:
        """Fixes the plan as it is played, with whatever had to be measured first."""
        with self._transaction():
            asked = "update about set value = ? where name = 'played'"
            self._link.execute(asked, [json.dumps(plan.data())])
        self.plan = plan

    def add(self, batch: Batch, program: str = "") -> None:
        """Keeps a batch; once this returns it is on the disk."""
        data = zlib.compress(np.ascontiguousarray(batch.counts).tobytes(), 1)
        shape = json.dumps([batch.counts.dtype.str, *batch.counts.shape])
        row = (batch.table, batch.first, batch.deals, shape, data, program)
        with self._transaction():
            self._check_new(batch)
            self._link.execute("insert into batches values (?, ?, ?, ?, ?, ?)", row)
            self._link.executemany(
                "insert into times values (?, ?, ?, ?, ?)",
                [
                    (batch.table, batch.first, agent, spent.decisions, spent.seconds)
                    for agent, spent in batch.times.items()
                ],
            )
            self._link.executemany(
                "insert into faults values (?, ?, ?, ?, ?)",
                [
                    (f.table, f.deal, f.seating, f.agent, json.dumps(astuple(f)))
                    for f in batch.faults
                ],
            )
            self._link.executemany(
                "insert into records values (?, ?, ?, ?)",
                [(batch.table, *key, zlib.compress(data)) for key, data in batch.records.items()],
            )

    def _check_new(self, batch: Batch) -> None:
        """An `Error` if one of the deals is already there."""
        asked = "select 1 from batches where number = ? and first < ? and first + deals > ?"
        ends = batch.table, batch.first + batch.deals, batch.first
        if self._link.execute(asked, ends).fetchone():
            raise Error(f"{self.path}: deals from number {batch.first} on are already there")

    def batches(self, table: int, below: int | None = None) -> Iterator[tuple[int, Counts]]:
        """The first deal and the counts of each batch of a table, in order."""
        asked = "select first, shape, counts from batches where number = ? order by first"
        for first, shape, data in self._rows(asked, table):
            with self._told():
                kind, *sizes = json.loads(shape)
                counts: Counts = np.frombuffer(zlib.decompress(data), kind).reshape(sizes)
            if below is not None and first + len(counts) > below:
                counts = counts[: max(0, below - first)]
            if len(counts):
                yield first, counts

    def missing(self, table: int, below: int) -> Iterator[range]:
        """The deals of a table below this number that have not been played."""
        at = 0
        asked = "select first, deals from batches where number = ? order by first"
        for first, deals in self._rows(asked, table):
            if at < min(first, below):
                yield range(at, min(first, below))
            at = max(at, first + deals)
        if at < below:
            yield range(at, below)

    def deals(self, table: int | None = None) -> int:
        """How many were played, at one table or at all."""
        asked = "select coalesce(sum(deals), 0) from batches where ? in (number, -1)"
        return int(next(self._rows(asked, -1 if table is None else table))[0])

    def faults(self, most: int) -> Iterator[Fault]:
        """The first games that failed."""
        asked = "select told from faults order by number, deal, seating limit ?"
        for (told,) in self._rows(asked, most):
            with self._told():
                table, deal, seating, agent, seat, error, moves = json.loads(told)
                made_moves = tuple((by, do) for by, do in moves)
            yield Fault(table, deal, seating, agent, seat, error, made_moves)

    def failed(self) -> dict[tuple[int, str], int]:
        """In how many games each agent failed, by table."""
        asked = "select number, agent, count(*) from faults group by 1, 2"
        return {(number, agent): many for number, agent, many in self._rows(asked)}

    def times(self) -> dict[tuple[int, str], Spent]:
        """The time of each agent by table."""
        asked = "select number, agent, sum(decisions), sum(seconds) from times group by 1, 2"
        return {(n, agent): Spent(many, secs) for n, agent, many, secs in self._rows(asked)}

    def record(self, table: int, deal: int, seating: int) -> bytes | None:
        """The record of a game, if it was kept."""
        asked = "select data from records where number = ? and deal = ? and seating = ?"
        found = next(self._rows(asked, table, deal, seating), None)
        with self._told():
            return None if found is None else zlib.decompress(found[0])

    def programs(self) -> int:
        """How many versions of the program played these games."""
        return int(next(self._rows("select count(distinct program) from batches"))[0])

    def _begin(self, plan: Plan | None) -> None:
        if plan is None:
            raise Error(f"{self.path}: there are no results here")
        data = json.dumps(plan.data())
        rows = [("format", FORMAT), ("plan", data), ("played", data)]
        script = "".join(f"insert into about values ({_quoted(n)}, {_quoted(v)});" for n, v in rows)
        self._link.executescript(f"begin immediate; {SCHEMA} {script} commit;")

    def _plans(self) -> tuple[Plan, Plan]:
        about = dict(self._link.execute("select name, value from about"))
        if about.get("format") != FORMAT:
            raise Error(f"{self.path}: {_foreign(about.get('format'))}")
        try:
            return made(json.loads(about["plan"])), made(json.loads(about["played"]))
        except (KeyError, ValueError, TypeError, AttributeError) as fault:
            raise Error(f"{self.path}: its plan cannot be read: {fault}") from None

    def _rows(self, asked: str, *values: int) -> Iterator[Any]:
        with self._told():
            yield from self._link.execute(asked, values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._told("; what was stored before is intact"):
            self._link.execute("begin immediate")
            try:
                yield
                self._link.execute("commit")
            except BaseException:
                if self._link.in_transaction:
                    self._link.execute("rollback")
                raise

    @contextmanager
    def _told(self, comfort: str = "") -> Iterator[None]:
        """Whatever the disk or somebody's hand has damaged is an `Error`."""
        try:
            yield
        except Error:
            raise
        except (sqlite3.Error, zlib.error, ValueError, TypeError) as fault:
            raise Error(f"{self.path}: {' '.join(str(fault).split())}{comfort}") from None


def _foreign(form: str | None) -> str:
    if form and form.startswith("whoknows arena "):
        return f"results of another version of this program ({form!r} instead of {FORMAT!r})"
    return f"not results of this program ({FORMAT!r})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
