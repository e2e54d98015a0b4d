"""Writes the results of a plan into a folder: tables for machines, a page for people, and games.

Each file is there whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from whoknows.arena.report.notable_games import NotableGame, worth_looking_at
from whoknows.arena.report.report_page import html
from whoknows.arena.report.report_text import terminal
from whoknows.arena.running.batch_store import BatchStore
from whoknows.arena.statistics.results import Results, lines_csv, pairs_csv, results_json, times_csv
from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.core.record_text import Record, written
from whoknows.core.schema import reason

__all__ = ["terminal", "write"]

Page = Callable[[Record], str]  # a replay that needs no server


def write(found: Results, store: BatchStore, folder: Path, page: Page | None = None) -> list[Path]:
    """Writes all files of a report, and says where they are."""
    games = worth_looking_at(found, store)
    paths: list[Path] = []
    replays = set()
    for game in dict.fromkeys(game for group in games for game in group):
        paths.append(_put(folder / "games" / f"{game.name}.jsonl", written(game.record)))
        if (shown := _shown(game, page)) is not None:
            paths.append(_put(folder / "games" / f"{game.name}.html", shown.encode()))
            replays.add(game.name)
    texts = {
        "results.csv": lines_csv(found),
        "pairs.csv": pairs_csv(found),
        "times.csv": times_csv(found),
        "results.json": results_json(found),
        "report.html": html(found, store.asked, games, replays),
    }
    return [_put(folder / name, text.encode()) for name, text in texts.items()] + paths


def _shown(game: NotableGame, page: Page | None) -> str | None:
    """A page that replays a game; None if no page can be made of it."""
    if page is None:
        return None
    try:
        return page(game.record)
    except Error:
        return None


def _put(path: Path, data: bytes) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Error(f"{path.parent}: {reason(fault)}") from None
    with whole(path) as put:
        put(data)
    return path
