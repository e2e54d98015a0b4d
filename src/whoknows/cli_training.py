"""Tuning and learning for the command line: a line for each step, then what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from whoknows import cli_options as option


def tune(
    plan: option.PlanFile,
    out: option.ResultsIn = None,
    resume: option.Resume = False,
    workers: option.Workers = None,
    cluster: option.Cluster = None,
) -> None:
    """Tune the numbers of an agent against others. A held-out match, what each group is worth."""
    from whoknows.tuning.tuning_plan import read
    from whoknows.tuning.tuning_run import lines, tuned

    wanted, folder = read(plan), out or plan.with_suffix(".tuning")
    with _telling("played", folder) as tell:
        found = tuned(wanted, folder, resume=resume, workers=workers, cluster=cluster, tell=tell)
        print("\n".join(lines(wanted, found)))
        tell(f"the numbers and a plot are in {folder}")


def learn(
    plan: option.PlanFile,
    out: option.ResultsIn = None,
    resume: option.Resume = False,
    workers: option.Workers = None,
    cluster: option.Cluster = None,
) -> None:
    """Train networks by self-play. Held-out matches, and files that the agent learned takes."""
    from whoknows.learning.learning_plan import read
    from whoknows.learning.learning_run import learnt, lines

    wanted, folder = read(plan), out or plan.with_suffix(".learning")
    with _telling("learned", folder) as tell:
        found = learnt(wanted, folder, resume=resume, workers=workers, cluster=cluster, tell=tell)
        print("\n".join(lines(wanted, found)))
        tell(f"the networks and a plot are in {folder}")


@contextmanager
def _telling(done: str, folder: Path) -> Iterator[Callable[[str], None]]:
    """Prints lines beside the result; whoever stops it is told how to go on."""
    from whoknows.terminal import output

    def tell(line: str) -> None:
        output.err.print(line, markup=False, highlight=False)

    try:
        yield tell
    except KeyboardInterrupt:
        tell(f"stopped; what was {done} is in {folder}, continue with --resume")
        raise
