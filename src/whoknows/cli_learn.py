"""Learning for the command line: a line for each match on the way, then what came of it."""

from __future__ import annotations

from pathlib import Path

from whoknows.learning.learning_plan import LearningPlan
from whoknows.learning.learning_run import Learnt, learnt, lines
from whoknows.terminal import output


def learn(
    plan: LearningPlan, folder: Path, *, resume: bool, workers: int | None, cluster: str | None
) -> Learnt:
    """The result; whoever stops it is told how to go on."""

    def tell(line: str) -> None:
        output.err.print(line, markup=False, highlight=False)

    try:
        found = learnt(plan, folder, resume=resume, workers=workers, cluster=cluster, tell=tell)
    except KeyboardInterrupt:
        tell(f"stopped; what was learned is in {folder}, continue with --resume")
        raise
    print("\n".join(lines(plan, found)))
    tell(f"the networks and a plot are in {folder}")
    return found
