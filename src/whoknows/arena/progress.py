"""What a terminal shows while a plan is played: how far, how fast, and the table so far.

The table counts all games that have come in so far, in any order: a first impression, without
intervals. The real results are worked out at the end.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from rich.console import Console, Group, RenderableType
from rich.live import Live as Screen
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TimeRemainingColumn,
)
from rich.table import Table as Rows
from rich.text import Text

from whoknows.arena.running.batch import Batch
from whoknows.arena.running.match_ups import MatchUp

MOST = 12  # rows


class Speed(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "")


class Live:
    """Progress on a console; without one nothing is shown."""

    def __init__(self, console: Console | None = None) -> None:
        self._sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._faults = 0
        columns = (BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
        self._progress = Progress(*columns, console=console)
        self._task = self._progress.add_task("games", total=0)
        self._screen = None
        if console is not None:
            self._screen = Screen(get_renderable=self._shown, console=console, transient=True)

    def __enter__(self) -> Live:
        if self._screen is not None:
            self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._screen is not None:
            self._screen.stop()

    def expect(self, games: int) -> None:
        """This many games are still to come."""
        total = self._progress.tasks[0].total or 0
        self._progress.update(self._task, total=total + games)

    def add(self, table: MatchUp, batch: Batch) -> None:
        points = batch.points
        for seating in range(points.shape[1]):
            for seat, agent in enumerate(table.seated(seating)):
                sums = self._sums[table.game, agent]
                whole = points[:, seating, seat][~np.isnan(points[:, seating, seat])]
                sums[0] += float(whole.sum())
                sums[1] += len(whole)
        self._faults += len(batch.faults)
        self._progress.advance(self._task, batch.games)

    def _shown(self) -> Group:
        rows = Rows(box=None, pad_edge=False)
        for name in ("game", "agent", "points", "games"):
            rows.add_column(name, justify="right" if name in ("points", "games") else "left")
        ranked = sorted(
            self._sums.items(), key=lambda row: (row[0][0], -row[1][0] / (row[1][1] or 1))
        )
        for (game, agent), (points, games) in ranked[:MOST]:
            mean = f"{points / games:.2f}" if games else "–"
            rows.add_row(escape(game), escape(agent), mean, f"{games:,.0f}")
        if len(ranked) > MOST:
            rows.add_row(f"and {len(ranked) - MOST} more", "", "", "")
        parts: list[RenderableType] = [self._progress, rows]
        if self._faults:
            parts.append(Text(f"{self._faults:,} games failed", style="bold red"))
        return Group(*parts)
