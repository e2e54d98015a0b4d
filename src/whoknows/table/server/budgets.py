"""What each kind of work may cost: seconds, megabytes, and how many at a time.

The work runs in processes of its own. One that takes more than its share is stopped, and whoever
asked is told so in one line; nobody else waits for it. Where there is more work than the machine
can do at once, views go first, and what nobody waits for goes last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from whoknows.core.error import Error

Purpose = Literal[
    "view", "ask", "believe", "move", "reply", "watch", "hint", "study", "review", "page", "check",
    "record",
]  # fmt: skip
COMPILING = 300.0  # seconds: a first search may have to be compiled
START = 60.0  # seconds for a process to start and play through a game, before it works
SHARE = 2  # processes of a purpose that work for one game at a time
# How far processes stand back, as `nice` has it: each step is a fifth less of the time. The server
# itself does not, and what a page waits for goes on as it does.
PAGE, QUESTION, THINKING, UNASKED = 0, 3, 7, 10
RENEWED = 400  # megabytes after which a process is replaced when its job is done


class SpentError(Error):
    """It takes more than its share."""


class BusyError(Error):
    """Too many others are waiting."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one job may cost, and what to say when it costs more."""

    what: str
    seconds: float  # until the next answer
    megabytes: int  # of the whole process
    many: int  # processes
    instead: str = ""  # what else people could do
    waiting: int = 6  # jobs that may wait for one process
    nice: int = QUESTION

    def slow(self) -> SpentError:
        return self._spent(f"{self.seconds:g} s")

    def large(self) -> SpentError:
        return self._spent(f"{self.megabytes:,} MB of memory")

    def _spent(self, much: str) -> SpentError:
        instead = f"; {self.instead}" if self.instead else ""
        return SpentError(f"{self.what} takes more than {much}{instead}")


SMALLER = "try a smaller one, or ask the record with whoknows ask"
BUDGETS: dict[Purpose, Budget] = {
    # Everyone who watches a large game looks at the same time, whenever somebody moves.
    "view": Budget("this view", 30, 1000, 3, "look at another step", waiting=60, nice=PAGE),
    "ask": Budget("this question", 10, 1000, 4, SMALLER),
    "believe": Budget(
        "this belief", COMPILING, 2000, 2, "believe nothing of how they play", nice=THINKING
    ),
    "move": Budget("this move", 30, 1000, 2, "do something else", waiting=60, nice=PAGE),
    "reply": Budget("its thinking", COMPILING, 2000, 4, nice=THINKING),
    "watch": Budget("its thinking", COMPILING, 2000, 3, nice=UNASKED),
    "hint": Budget("this hint", COMPILING, 2000, 2),
    "study": Budget("this analysis", COMPILING, 2000, 2, nice=UNASKED),
    "review": Budget("this look back", 60, 1000, 2),
    "page": Budget(
        "this page", 300, 2000, 2, "make it with whoknows replay FILE --html OUT", nice=THINKING
    ),
    "check": Budget("making these agents", COMPILING, 2000, 2),
    "record": Budget("this record", 30, 1000, 2, "look at it with whoknows replay FILE"),
}
