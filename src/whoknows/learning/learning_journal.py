"""What a learning run has done: a line for each iteration, each check on the way, and each match at
the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.run_journal import MATCH, JournalFile, Line, MatchLine
from whoknows.learning.learning_plan import LearningPlan
from whoknows.tuning.candidate_matches import Share

FORMAT = "whoknows learning 1"
NAME = "learning.jsonl"
MAY_GROW = ("iterations", "final")
ITERATION = {"run": schema.TEXT, "iteration": schema.WHOLE, "decisions": schema.WHOLE}


@dataclass(slots=True)
class LearningJournal:
    """The lines of all runs of a plan, in the folder where they are kept."""

    file: JournalFile
    iterations: dict[str, list[dict[str, float]]] = field(default_factory=dict)  # by run
    matches: dict[str, Share] = field(default_factory=dict)

    def add(self, line: Line) -> None:
        """Writes one more line, which is on the disk when this returns."""
        self.file.add(line)
        self._take(line)

    def add_match(self, name: str, found: Share) -> None:
        value, doubt, games = found.value, found.doubt, found.games
        self.add(dict(MatchLine(match=name, value=value, doubt=doubt, games=games)))

    def done(self, run: str) -> list[dict[str, float]]:
        """The iterations of a run so far, in numbers."""
        return self.iterations.get(run, [])

    def _take(self, line: Line) -> None:
        if "match" in line:
            match = cast(MatchLine, line)
            self.matches[match["match"]] = Share(match["value"], match["doubt"], match["games"])
        else:
            numbers = {
                name: value for name, value in line.items() if isinstance(value, float | int)
            }
            self.iterations.setdefault(str(line["run"]), []).append(numbers)


def opened(plan: LearningPlan, folder: Path, *, resume: bool) -> LearningJournal:
    """The journal of a plan in a folder: a new one, or the one to continue."""
    journal = LearningJournal(JournalFile(folder / NAME, "a learning run", FORMAT, _check))
    for line in journal.file.opened(plan.data(), MAY_GROW, resume=resume):
        journal._take(line)
    return journal


def _check(line: Line) -> None:
    """Beside what every iteration tells, a learner may tell any numbers of its own."""
    if "match" in line:
        schema.check(line, MATCH)
        return
    schema.check({name: line[name] for name in ITERATION if name in line}, ITERATION)
    for name, value in line.items():
        if name not in ITERATION and not schema.NUMBER.fits(value):
            raise Error(f"field {name!r} must be a number, not {schema.short(value)}")
