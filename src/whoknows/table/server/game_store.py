"""Games in SQLite: what was played as text, and nothing that cannot be read without us.

Every change is one transaction that also raises the game's version, and it is on the disk when
the call returns. A change made for another version than the stored one is refused.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.table.messages import Loss
from whoknows.table.server.store_file import closed, is_full, opened

FILE = "table.sqlite"  # in the folder of a table
SPOILT = "it can no longer be read, because what is stored is damaged"


class StoreError(Exception):
    """The disk refused, which is not bad input: nothing was changed, and the user can try again."""

    def __init__(self, fault: sqlite3.Error) -> None:
        self.is_full = is_full(fault)
        told = "the disk is full" if self.is_full else f"the games cannot be reached ({fault})"
        super().__init__(f"{told}; nothing was changed, try again later")


class StaleError(Error):
    """Made for a version of the game that is no longer the present one."""


@dataclass(frozen=True, slots=True)
class Done:
    """One move as it is stored: who did what, and why if an agent said."""

    by: str
    do: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredGame:
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
    analysis: tuple[Loss, ...] | None = None
    moves: tuple[Done, ...] = ()


class GameStore:
    """The games in one file; a second server on the same file is refused."""

    def __init__(self, file: Path) -> None:
        self._file, self._db = file, opened(file)
        self._lock = RLock()

    def close(self) -> None:
        with self._lock:
            closed(self._file, self._db)

    def begin(self, kept: StoredGame) -> None:
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

    def analyse(self, id: str, version: int, found: Sequence[Loss]) -> int:
        with self._transaction():
            self._raise(id, version)
            text = json.dumps(list(found))
            self._db.execute("UPDATE games SET analysis=? WHERE id=?", (text, id))
        return version + 1

    def load(self, id: str) -> StoredGame | None:
        """The game, or None if there is none of this name."""
        with self._asking():
            row = self._db.execute("SELECT * FROM games WHERE id=?", (id,)).fetchone()
            asked = "SELECT seat, does, reasons FROM moves WHERE game=? ORDER BY number"
            moves = self._db.execute(asked, (id,)).fetchall()
        try:
            return None if row is None else _kept(row, tuple(_done(*move) for move in moves))
        except DAMAGE:
            raise Error(f"game {short(id)}: {SPOILT}") from None

    def listed(self) -> list[StoredGame]:
        """All games without their moves, the newest first; a damaged one says so."""
        with self._asking():
            rows = self._db.execute("SELECT * FROM games ORDER BY rowid DESC").fetchall()
        return [_line(row) for row in rows]

    def _add(self, id: str, at: int, moves: Sequence[Done]) -> None:
        rows = [(id, at + n, m.by, m.do, json.dumps(m.reasons)) for n, m in enumerate(moves)]
        self._db.executemany("INSERT INTO moves VALUES (?,?,?,?,?)", rows)

    def _raise(self, id: str, version: int) -> None:
        change = "UPDATE games SET version=version+1 WHERE id=? AND version=?"
        if self._db.execute(change, (id, version)).rowcount != 1:
            raise StaleError("the game has moved on; look at it again")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing: SQLite may have gone back by itself when the disk was full."""
        with self._asking():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _asking(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as fault:
                with suppress(OSError):  # the log may be on the same full disk
                    print(f"games: {fault}", file=sys.stderr, flush=True)
                raise StoreError(fault) from None


# what is stored may be damaged, or come from a program that took any text

# id, game, agents, seed, digests, version, waits, over, ended, analysis: as they should be
Row = tuple[str, str, str, str | None, str, int, int, int, str, str | None]
DAMAGE = (ValueError, TypeError, AttributeError)  # in what is read


def _line(row: Row) -> StoredGame:
    try:
        return _kept(row, ())
    except DAMAGE:
        return StoredGame(str(row[0]), str(row[1]), (), None, over=True, ended=SPOILT)


def _kept(row: Row, moves: tuple[Done, ...]) -> StoredGame:
    id, game, agents, seed, digests, version, waits, over, ended, analysis = row
    _check(str, id, game, agents, digests, ended)
    _check(int, version, waits, over)
    return StoredGame(
        id, game, _texts(agents), None if seed is None else int(seed),
        {int(seat): held for seat, held in json.loads(digests).items()},
        version, bool(waits), bool(over), ended,
        _losses(analysis), moves,
    )  # fmt: skip


def _losses(analysis: str | None) -> tuple[Loss, ...] | None:
    """What was found; None if that was before losses had intervals: it may be worked out again."""
    found = () if analysis is None else tuple(json.loads(analysis))
    return None if analysis is None or not all("low" in one for one in found) else found


def _done(by: str, do: str, reasons: str) -> Done:
    _check(str, by, do, reasons)
    return Done(by, do, _texts(reasons))


def _texts(data: str) -> tuple[str, ...]:
    """A list of texts; what cannot be written as UTF-8 is not passed on."""
    found = json.loads(data)
    _check(str, *found)
    return tuple(text.encode("utf-8", "replace").decode() for text in found)


def _check(kind: type, *found: object) -> None:
    if not all(isinstance(one, kind) for one in found):
        raise TypeError(f"not {kind.__name__}")
