"""What a tuning run has done: a line for each generation, and one for each match at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoknows.core.run_journal import JournalFile
from whoknows.tuning.tuning_plan import TuningPlan

FORMAT = "whoknows tuning 1"
NAME = "tuning.jsonl"
MAY_GROW = ("generations", "final")


@dataclass(slots=True)
class Journal:
    """The lines of a run, in the folder where they are kept."""

    file: JournalFile
    generations: list[dict[str, Any]] = field(default_factory=list)
    matches: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.file.path

    def add(self, line: Mapping[str, Any]) -> None:
        """Writes one more line, which is on the disk when this returns."""
        self.file.add(line)
        self._take(dict(line))

    def _take(self, line: dict[str, Any]) -> None:
        if "match" in line:
            self.matches[str(line["match"])] = line
        else:
            self.generations.append(line)


def opened(plan: TuningPlan, folder: Path, *, resume: bool) -> Journal:
    """The journal of a plan in a folder: a new one, or the one to continue."""
    journal = Journal(JournalFile(folder / NAME, "a tuning run", FORMAT))
    for line in journal.file.opened(plan.data(), MAY_GROW, resume=resume):
        journal._take(line)
    return journal
