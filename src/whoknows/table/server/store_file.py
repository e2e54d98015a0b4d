"""The file of the games: it is opened, or one line says why it cannot be, and nothing is changed.

One server at a time holds it, and a note beside it tells which. A file made by a newer program, a
damaged one and one that contains something else are left as they are.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from whoknows.core.error import Error
from whoknows.core.schema import reason

FORMAT = 1  # raised when older programs could no longer read what is written
PATIENCE = 2.0  # seconds that another server is given to let go
SMALLEST = 512  # bytes of a database
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, agents TEXT NOT NULL, seed TEXT, digests TEXT NOT NULL,
    version INTEGER NOT NULL, waits INTEGER NOT NULL, over INTEGER NOT NULL, ended TEXT NOT NULL,
    analysis TEXT);
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, does TEXT NOT NULL,
    reasons TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
"""
TABLES = {"games", "moves"}
# Of SQLite's complaints, those that a person can do something about.
ADVICE = {
    sqlite3.SQLITE_NOTADB: "it is not a file of games",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; move it away to start without games",
    sqlite3.SQLITE_READONLY: "it cannot be written to; try --folder DIR",
    sqlite3.SQLITE_CANTOPEN: "it cannot be written to; try --folder DIR",
    sqlite3.SQLITE_FULL: "the disk is full; try --folder DIR",
}


def opened(file: Path) -> sqlite3.Connection:
    """The games in this file, which nobody else can open until it is closed."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _check(file)
        link = _linked(file)
    except (Error, OSError, ValueError, sqlite3.Error) as fault:
        raise Error(f"{file}: the games cannot be opened: {_advice(file, fault)}") from None
    link.text_factory = _readable
    _write_holder(file)
    return link


def closed(file: Path, link: sqlite3.Connection) -> None:
    """Lets go of it."""
    link.close()
    with suppress(OSError):
        _holder(file).unlink()


def is_full(fault: Exception) -> bool:
    return _code(fault) == sqlite3.SQLITE_FULL


def _check(file: Path) -> None:
    """What SQLite would say less clearly, or not at all."""
    there = [path for path in (file.parent, file) if path.exists()]
    if not all(os.access(path, os.W_OK) for path in there):
        raise Error(ADVICE[sqlite3.SQLITE_READONLY])
    if file.exists() and 0 < file.stat().st_size < SMALLEST:
        raise Error(ADVICE[sqlite3.SQLITE_NOTADB])


def _linked(file: Path) -> sqlite3.Connection:
    link = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=PATIENCE)
    try:
        _begin(link)
    except BaseException:
        link.close()
        raise
    return link


def _begin(link: sqlite3.Connection) -> None:
    """Looks at what is there first; the file is ours alone from the first look on."""
    link.execute("PRAGMA locking_mode = EXCLUSIVE")
    (version,) = link.execute("PRAGMA user_version").fetchone()
    if version > FORMAT:
        raise Error(f"a newer whoknows made them (format {version}; this one reads {FORMAT})")
    found = {name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if found and not found >= TABLES:
        raise Error("the file contains something other than games")
    if link.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise Error(ADVICE[sqlite3.SQLITE_CORRUPT])
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = FULL")
    link.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")  # also a trial of writing
    if version < FORMAT:
        link.execute(f"PRAGMA user_version = {FORMAT}")


def _advice(file: Path, fault: Exception) -> str:
    """Why it cannot be opened, and what can be done."""
    if _code(fault) == sqlite3.SQLITE_BUSY:
        with suppress(OSError, ValueError):
            return f"another table is using them, process {int(_holder(file).read_text())}"
        return "another table is using them"
    return ADVICE.get(_code(fault)) or reason(fault)


def _code(fault: Exception) -> int:
    """Without what SQLite adds to it."""
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def _holder(file: Path) -> Path:
    return file.with_suffix(".pid")


def _write_holder(file: Path) -> None:
    with suppress(OSError):  # only a message is poorer without it
        _holder(file).write_text(str(os.getpid()))


def _readable(data: bytes) -> str:
    """Text as it is stored; damaged bytes damage only their own letters."""
    return data.decode("utf-8", "replace")
