"""Games in SQLite: what was played as text, and nothing that cannot be read without us.

Every change is one transaction that also raises the game's version, and it is on the disk when
the call returns. A change made for another version than the stored one is refused.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any

from whoknows.core.error import Error

FILE = "table.sqlite"  # in the folder of a table
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, agents TEXT NOT NULL, seed TEXT, digests TEXT NOT NULL,
    version INTEGER NOT NULL, waits INTEGER NOT NULL, over INTEGER NOT NULL, ended TEXT NOT NULL,
    analysis TEXT);
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, does TEXT NOT NULL,
    reasons TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
"""


class StaleError(Error):
    """Made for a version of the game that is no longer the present one."""


@dataclass(frozen=True, slots=True)
class Done:
    """One move as it is stored: who did what, and why if an agent told."""

    by: str
    do: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is stored."""

    id: str
    game: str  # its spec
    agents: tuple[str, ...]  # a spec for each seat, or "human"
    seed: int | None  # None for a record that does not tell it
    digests: dict[int, str] = field(default_factory=dict)  # of the keys of human seats
    version: int = 0
    waits: bool = False  # for a person: nothing goes on by itself
    over: bool = False
    ended: str = ""  # why it was stopped before its end
    analysis: tuple[dict[str, Any], ...] | None = None
    moves: tuple[Done, ...] = ()


class Store:
    """The games in one file; a second server on the same file is refused."""

    def __init__(self, file: Path) -> None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                file, check_same_thread=False, isolation_level=None, timeout=2
            )
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as fault:
            raise Error(f"{file}: the games cannot be opened: {fault}") from None
        self._lock = RLock()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def begin(self, kept: Kept) -> None:
        """A new game, with whatever was played of it."""
        row = (
            kept.id, kept.game, json.dumps(kept.agents),
            None if kept.seed is None else str(kept.seed), json.dumps(kept.digests),
            kept.version, kept.waits, kept.over, kept.ended, None,
        )  # fmt: skip
        with self._transaction():
            self._db.execute(f"INSERT INTO games VALUES ({','.join('?' * len(row))})", row)
            self._add(kept.id, 0, kept.moves)

    def add(
        self, id: str, version: int, at: int, moves: Sequence[Done], *, waits: bool, over: bool
    ) -> int:
        """Moves after the first `at` of them; the new version."""
        with self._transaction():
            self._raise(id, version)
            self._add(id, at, moves)
            self._db.execute("UPDATE games SET waits=?, over=? WHERE id=?", (waits, over, id))
        return version + 1

    def cut(self, id: str, version: int, at: int, seed: int) -> int:
        """Takes back all moves but the first `at`: it is a person's turn again, and what comes
        then comes from another seed."""
        with self._transaction():
            self._raise(id, version)
            self._db.execute("DELETE FROM moves WHERE game=? AND number>=?", (id, at))
            self._db.execute("UPDATE games SET waits=1, seed=? WHERE id=?", (str(seed), id))
        return version + 1

    def stop(self, id: str, version: int, why: str) -> int:
        """Ends the game where it is."""
        with self._transaction():
            self._raise(id, version)
            self._db.execute("UPDATE games SET over=1, ended=? WHERE id=?", (why, id))
        return version + 1

    def analyse(self, id: str, version: int, found: Sequence[dict[str, Any]]) -> int:
        with self._transaction():
            self._raise(id, version)
            text = json.dumps(list(found))
            self._db.execute("UPDATE games SET analysis=? WHERE id=?", (text, id))
        return version + 1

    def load(self, id: str) -> Kept | None:
        """The game, or None if there is none of this name."""
        with self._lock:
            row = self._db.execute("SELECT * FROM games WHERE id=?", (id,)).fetchone()
            return None if row is None else self._kept(row, self._moves(id))

    def listed(self) -> list[Kept]:
        """All games without their moves, the newest first."""
        with self._lock:
            rows = self._db.execute("SELECT * FROM games ORDER BY rowid DESC").fetchall()
        return [self._kept(row, ()) for row in rows]

    def _moves(self, id: str) -> tuple[Done, ...]:
        rows = self._db.execute(
            "SELECT seat, does, reasons FROM moves WHERE game=? ORDER BY number", (id,)
        )
        return tuple(Done(by, do, tuple(json.loads(reasons))) for by, do, reasons in rows)

    def _kept(self, row: Sequence[Any], moves: tuple[Done, ...]) -> Kept:
        id, game, agents, seed, digests, version, waits, over, ended, analysis = row
        return Kept(
            id, game, tuple(json.loads(agents)), None if seed is None else int(seed),
            {int(seat): held for seat, held in json.loads(digests).items()},
            version, bool(waits), bool(over), ended,
            None if analysis is None else tuple(json.loads(analysis)), moves,
        )  # fmt: skip

    def _add(self, id: str, at: int, moves: Sequence[Done]) -> None:
        rows = [(id, at + n, m.by, m.do, json.dumps(m.reasons)) for n, m in enumerate(moves)]
        self._db.executemany("INSERT INTO moves VALUES (?,?,?,?,?)", rows)

    def _raise(self, id: str, version: int) -> None:
        change = "UPDATE games SET version=version+1 WHERE id=? AND version=?"
        if self._db.execute(change, (id, version)).rowcount != 1:
            raise StaleError("the game has moved on: look at it again")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
