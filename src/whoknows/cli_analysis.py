"""An analysis for the command line: the mistakes, and a summary by player."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from whoknows.analysis.game_analysis import Verdict, analysed
from whoknows.analysis.player_summary import summaries
from whoknows.analysis.trials import EFFORT
from whoknows.core.compiling import watched
from whoknows.core.record import Record, replay, rules
from whoknows.terminal import output

if TYPE_CHECKING:
    from whoknows.table.page.review import Review


def judged(record: Record, seat: str | None, effort: int | None, seed: int) -> Sequence[Verdict]:
    """All verdicts; a terminal shows how far it is."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    quiet = not output.err.is_terminal
    with Progress(*columns, console=output.err, transient=True, disable=quiet) as progress:
        task = progress.add_task("analysing", total=None)

        def watch(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, description="analysing")

        with watched(lambda line: progress.update(task, description=line)):
            return analysed(record, seat=seat, seed=seed, effort=effort or EFFORT, watch=watch)


def show(verdicts: Sequence[Verdict], to: Console = output.out) -> None:
    """The mistakes as a table, then how each player did."""
    mistakes = [one for one in verdicts if one.loss.is_mistake]
    if mistakes:
        to.print(_mistakes(mistakes))
        to.print()
    to.print(_players(verdicts))


def write_page(record: Record, verdicts: Sequence[Verdict], path: Path) -> None:
    """The match as a page that needs no server, with these verdicts."""
    from whoknows.cli_replay import write_page
    from whoknows.table.page.advice import told

    game = rules(record)
    turns = list(replay(record, game))
    write_page(record, path, [told(game, turns, one) for one in verdicts])


def looked_back(record: Record, verdicts: Sequence[Verdict]) -> Review:
    """What each move told whom, and the moments worth a look."""
    from whoknows.table.knowledge.visible_moment import ALL, moments
    from whoknows.table.page.advice import told
    from whoknows.table.page.review import review

    game = rules(record)
    turns = list(replay(record, game))
    return review(moments(game, turns, ALL), [told(game, turns, one) for one in verdicts])


def show_moments(record: Record, back: Review, to: Console = output.out) -> None:
    """The moments, each with what happened and what followed from it."""
    to.print("\nmoments worth a look" if back["moments"] else "\nno move told anybody anything")
    for one in back["moments"]:
        did = record.moves[one["step"] - 1].do
        told = ". ".join(part for part in (one["title"], *one["words"]) if part)
        to.print(f"{one['step']:4}  {escape(did)}\n      {escape(told)}", soft_wrap=True)


def _mistakes(mistakes: Sequence[Verdict]) -> Table:
    rows = _table("step", "player", "did", "lost", "between", "better")
    for one in mistakes:
        lost, between = f"{one.loss.lost:.1f}", f"{one.loss.low:.1f} and {one.loss.high:.1f}"
        did, best = escape(_without(one.did, one.seat)), escape(_without(one.best, one.seat))
        rows.add_row(str(one.step), escape(one.seat), did, lost, between, best)
    return rows


def _players(verdicts: Sequence[Verdict]) -> Table:
    rows = _table("player", "decisions", "mistakes", "lost by them", "at least")
    for one in summaries(verdicts):
        told = str(one.decisions), str(one.mistakes), f"{one.lost:.1f}", f"{one.low:.1f}"
        rows.add_row(escape(one.seat), *told)
    return rows


WORDS = ("player", "did", "better")


def _table(*names: str) -> Table:
    rows = Table(box=None, pad_edge=False)
    for name in names:
        rows.add_column(name, justify="left" if name in WORDS else "right", no_wrap=True)
    return rows


def _without(text: str, seat: str) -> str:
    """A move without who makes it, where it begins with that."""
    return text.removeprefix(f"{seat}: ").removeprefix(f"{seat} ")
