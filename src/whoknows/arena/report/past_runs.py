"""Tournaments that were run, found in folders: their reports and the records of their games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from whoknows.arena.running.batch_store import STORE, BatchStore
from whoknows.core.error import Error
from whoknows.core.schema import content, short

DEEP = 3  # folders below the one that is searched


@dataclass(frozen=True, slots=True)
class Run:
    """A plan that was played, or part of it."""

    name: str  # its folder, as seen from the one that is searched
    title: str
    deals: int
    finished: bool  # it has a report


def runs(root: Path) -> list[Run]:
    """All runs in this folder and a few levels below it, by name."""
    return sorted(_found(root), key=lambda run: run.name)


def report(root: Path, name: str) -> str:
    """The page of one of them."""
    path = _folder(root, name) / "report.html"
    if not path.is_file():
        raise Error(f"{name} has no report yet: it is still running, or was stopped")
    return content(path).decode("utf-8", "replace")


def record(root: Path, name: str, game: str) -> Path:
    """The record of a game that its report points to."""
    folder = _folder(root, name) / "games"
    path = next((path for path in folder.glob("*.jsonl") if path.name == game), None)
    if path is None:
        raise Error(f"{name} has no game {short(game)}")
    return path


def _found(root: Path) -> Iterator[Run]:
    for depth in range(1, DEEP + 1):
        for path in root.glob("*/" * depth + STORE):
            try:
                with closing(BatchStore(path, patience=0.5)) as store:
                    title = store.plan.title or ", ".join(store.plan.games)
                    deals = store.deals()
            except Error:  # not a store of ours, or of another version
                continue
            name = path.parent.relative_to(root).as_posix()
            yield Run(name, title, deals, (path.parent / "report.html").is_file())


def _folder(root: Path, name: str) -> Path:
    """The folder of a run, always below the one that is searched: no name leads anywhere else."""
    try:
        top, folder = root.resolve(), (root / name).resolve()
        deep = len(folder.relative_to(top).parts) if folder.is_relative_to(top) else DEEP + 1
        is_there = 1 <= deep <= DEEP and (folder / STORE).is_file()
    except (OSError, ValueError):  # the system refuses such a name
        is_there = False
    if not is_there:
        raise Error(f"there is no tournament {short(name)}")
    return folder
