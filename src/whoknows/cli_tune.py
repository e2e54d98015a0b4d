"""Tuning for the command line: a line for each generation, then what came of it."""

from __future__ import annotations

from pathlib import Path

from whoknows.terminal import output
from whoknows.tuning.tuning_plan import TuningPlan
from whoknows.tuning.tuning_run import Tuned, lines, tuned


def tune(
    plan: TuningPlan, folder: Path, *, resume: bool, workers: int | None, cluster: str | None
) -> Tuned:
    """The result; whoever stops it is told how to go on."""

    def tell(line: str) -> None:
        output.err.print(line, markup=False, highlight=False)

    try:
        found = tuned(plan, folder, resume=resume, workers=workers, cluster=cluster, tell=tell)
    except KeyboardInterrupt:
        tell(f"stopped; what was played is in {folder}, continue with --resume")
        raise
    print("\n".join(lines(plan, found)))
    tell(f"the numbers and a plot are in {folder}")
    return found
