"""A tournament for the command line: played with progress shown, then reported."""

from __future__ import annotations

from pathlib import Path

from whoknows import arena
from whoknows.arena.progress import Live
from whoknows.arena.report.report_folder import terminal
from whoknows.arena.running.plan import Plan
from whoknows.arena.statistics.results import Results, results_json
from whoknows.terminal import output


def played(
    plan: Plan, folder: Path, *, resume: bool, workers: int | None, cluster: str | None
) -> Results:
    """The results; whoever stops it is told how to go on."""
    live = Live(output.err if output.err.is_terminal else None)
    try:
        return arena.run(plan, folder, resume=resume, workers=workers, cluster=cluster, live=live)
    except KeyboardInterrupt:
        output.err.print(
            f"stopped; what was played is in {folder}, continue with --resume", markup=False
        )
        raise


def report(found: Results, folder: Path, *, pages: bool, as_json: bool) -> None:
    """Writes the report, with a page for each game it names if wanted, and prints what is in it."""
    from whoknows.table.page.replay_page import page

    written = arena.reported(found, folder, page if pages else None)
    if as_json:
        print(results_json(found), end="")
    else:
        terminal(found, output.out)
    output.err.print(
        f"{len(written)} files in {folder}; open {folder / 'report.html'}", markup=False
    )
