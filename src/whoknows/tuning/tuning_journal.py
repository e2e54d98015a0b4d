"""What a tuning run has done: a line for each generation, and one for each match at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, cast, final

from whoknows.core import schema
from whoknows.core.run_journal import MATCH, JournalFile, Line, MatchLine
from whoknows.tuning.tuning_plan import TuningPlan

FORMAT = "whoknows tuning 1"
NAME = "tuning.jsonl"
MAY_GROW = ("generations", "final")


@final
class Generation(TypedDict):
    """The candidates of a generation, and how well each did."""

    generation: int
    specs: list[str]
    values: list[float]


GENERATION = {"generation": schema.WHOLE, "specs": schema.TEXTS, "values": schema.NUMBERS}


@dataclass(slots=True)
class Journal:
    """The lines of a run, in the folder where they are kept."""

    file: JournalFile
    generations: list[Generation] = field(default_factory=list)
    matches: dict[str, MatchLine] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.file.path

    def add(self, line: Generation | MatchLine) -> None:
        """Writes one more line, which is on the disk when this returns."""
        self.file.add(dict(line))
        self._take(line)

    def _take(self, line: Generation | MatchLine) -> None:
        if "match" in line:
            self.matches[line["match"]] = line
        else:
            self.generations.append(line)


def opened(plan: TuningPlan, folder: Path, *, resume: bool) -> Journal:
    """The journal of a plan in a folder: a new one, or the one to continue."""
    journal = Journal(JournalFile(folder / NAME, "a tuning run", FORMAT, _check))
    for line in journal.file.opened(plan.data(), MAY_GROW, resume=resume):
        journal._take(cast("Generation | MatchLine", line))
    return journal


def _check(line: Line) -> None:
    schema.check(line, MATCH if "match" in line else GENERATION)
