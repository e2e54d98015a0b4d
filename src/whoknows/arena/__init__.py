"""The arena: agents compared over many games, so that the results mean something.

from whoknows import arena
plan = arena.Plan(games=("boerenbridge",), agents=("greedy", "full-kripke"), deals=1000)
arena.report(arena.run(plan, "out"), "out")
"""

from __future__ import annotations

from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoknows.arena.plan import Plan, read
from whoknows.arena.store import STORE, Store
from whoknows.arena.tables import tables
from whoknows.core.error import Error
from whoknows.core.recordtext import written

if TYPE_CHECKING:
    from whoknows.arena.results import Results
    from whoknows.arena.running import run

__all__ = ["Plan", "read", "reported", "run", "told"]


def __getattr__(name: str) -> Any:
    """What rates games is loaded when it is asked for: it brings scipy along."""
    if name == "run":
        from whoknows.arena.running import run

        return run
    raise AttributeError(name)


def reported(found: Results, folder: str | PathLike[str]) -> list[Path]:
    """Writes tables, plots and the games worth looking at into the folder of a run."""
    from whoknows.arena.report import write

    with closing(Store(Path(folder) / STORE)) as store:
        return write(found, store, Path(folder))


def told(plan: Plan, folder: str | PathLike[str], game: str) -> str:
    """The record of a game by its name, such as `0-17-3`: table, deal and seating."""
    store = Path(folder) / STORE
    if store.exists():
        with closing(Store(store)) as kept:
            plan = kept.plan
    parts = [int(part) for part in game.split("-") if part.isdecimal()]
    limits = [len(tables(plan)), plan.deals, 0]
    if len(parts) == 3 and parts[0] < limits[0]:
        limits[2] = len(tables(plan)[parts[0]].seatings)
    if len(parts) != 3 or any(part >= limit for part, limit in zip(parts, limits, strict=True)):
        raise Error(f"{game!r} is no game of this plan: name TABLE-DEAL-SEATING, such as 0-17-0")
    from whoknows.arena.dealt import record

    number, deal, seating = parts
    return written(record(plan, number, deal, seating)).decode()
