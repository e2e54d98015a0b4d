"""What a learning run has done: a line for each iteration, each check on the way, and each match at
the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoknows.core.run_journal import JournalFile
from whoknows.learning.learning_plan import LearningPlan
from whoknows.tuning.candidate_matches import Share

FORMAT = "whoknows learning 1"
NAME = "learning.jsonl"
MAY_GROW = ("iterations", "final")


@dataclass(slots=True)
class LearningJournal:
    """The lines of all runs of a plan, in the folder where they are kept."""

    file: JournalFile
    iterations: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by run
    matches: dict[str, Share] = field(default_factory=dict)

    def add(self, line: Mapping[str, Any]) -> None:
        """Writes one more line, which is on the disk when this returns."""
        self.file.add(line)
        self._take(dict(line))

    def add_match(self, name: str, found: Share) -> None:
        told = {"match": name, "value": found.value, "doubt": found.doubt, "games": found.games}
        self.add(told)

    def done(self, run: str) -> list[dict[str, Any]]:
        """The iterations of a run so far."""
        return self.iterations.get(run, [])

    def _take(self, line: dict[str, Any]) -> None:
        if "match" in line:
            told = float(line["value"]), float(line["doubt"]), int(line["games"])
            self.matches[str(line["match"])] = Share(*told)
        else:
            self.iterations.setdefault(str(line["run"]), []).append(line)


def opened(plan: LearningPlan, folder: Path, *, resume: bool) -> LearningJournal:
    """The journal of a plan in a folder: a new one, or the one to continue."""
    journal = LearningJournal(JournalFile(folder / NAME, "a learning run", FORMAT))
    for line in journal.file.opened(plan.data(), MAY_GROW, resume=resume):
        journal._take(line)
    return journal
