"""The arena: agents compared over many games, so that the results mean something.

>>> from whoknows import arena
>>> plan = arena.Plan(games=("boerenbridge",), agents=("greedy", "full-kripke"), deals=100)
>>> files = arena.reported(arena.run(plan, "out"), "out")
>>> "out/report.html" in map(str, files)
True
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from whoknows.arena.running.batch_store import STORE, BatchStore
from whoknows.arena.running.match_ups import tables
from whoknows.arena.running.plan import Plan, read
from whoknows.core.error import Error
from whoknows.core.record_text import Record, written

if TYPE_CHECKING:
    from whoknows.arena.statistics.results import Results
    from whoknows.arena.tournament import run

__all__ = ["Plan", "read", "reported", "run", "told"]


def __getattr__(name: str) -> object:
    """The ratings are loaded only when somebody asks for them, because they need scipy."""
    if name == "run":
        from whoknows.arena.tournament import run

        return run
    raise AttributeError(name)


def reported(
    found: Results, folder: str | PathLike[str], page: Callable[[Record], str] | None = None
) -> list[Path]:
    """Writes tables, plots and the games worth looking at into the folder of a run.

    `page` turns a record into a page on which to step through its game; that may take a minute per
    game.
    """
    from whoknows.arena.report.report_folder import write

    with closing(BatchStore(Path(folder) / STORE)) as store:
        return write(found, store, Path(folder), page)


def told(plan: Plan, folder: str | PathLike[str], game: str) -> str:
    """The record of a game by its name, such as `0-17-3`: as it was kept, or as it is played
    again."""
    from whoknows.arena.running.batch import record
    from whoknows.arena.tournament import differences

    number, deal, seating = _game(plan, game)
    path = Path(folder) / STORE
    if path.exists():
        with closing(BatchStore(path)) as store:
            if changed := differences(plan, store.asked):
                raise Error(f"{folder}: the plan has been edited since; {'; '.join(changed)}")
            kept, plan = store.record(number, deal, seating), store.plan
        if kept is not None:
            return kept.decode()
    return written(record(plan, number, deal, seating)).decode()


def _game(plan: Plan, name: str) -> tuple[int, int, int]:
    parts = re.fullmatch(r"([0-9]{1,10})-([0-9]{1,10})-([0-9]{1,10})", name)
    met = tables(plan)
    if parts is not None:
        number, deal, seating = map(int, parts.groups())
        if number < len(met) and deal < plan.deals and seating < len(met[number].seatings):
            return number, deal, seating
    raise Error(
        f"{name!r} is not a game of this plan; write TABLE-DEAL-SEATING, for example 0-17-0"
    )
