"""python -m soak [PROOF ...] [--many N] [--minutes M]: runs proofs, and goes on where it was.

Prints a summary for `docs/reliability.md`; the exit code is 1 if there is any fault.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from soak.proof import PROOFS, proof
from soak.results import Results
from soak.running import Run

SHOWN = 20  # faults


def main() -> None:
    given = _arguments()
    run = Run({name: proof(name) for name in given.proofs or PROOFS}, Results(given.folder))
    run.many = given.many
    if given.minutes is not None:
        run.until = monotonic() + 60 * given.minutes
    try:
        run.start(given.workers)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
    print(*summary(run), sep="\n")
    sys.exit(bool(run.results.faults))


def summary(run: Run) -> Iterator[str]:
    """What was proved, as a table in Markdown."""
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    yield f"{now}, {machine}, sources {run.results.sources}."
    yield ""
    yield "| proof | kind | done | wanted | faults | CPU s | among it |"
    yield "|---|---|---:|---:|---:|---:|---|"
    for name, about in run.proofs.items():
        for kind in about.lanes:
            lane = run.results.sums[name, kind]
            rest = {what: many for what, many in lane.counts.items() if what != about.unit}
            told = ", ".join(f"{many:,} {what}" for what, many in sorted(rest.items()))
            done, wanted = lane.counts[about.unit], run.wanted(name, kind)
            yield (
                f"| {name} | {kind} | {done:,} {about.unit} | {wanted:,} | {lane.failed:,} "
                f"| {lane.seconds:,.0f} | {told} |"
            )
    if run.results.older:
        yield f"\n{run.results.older} chunks that were run on other sources do not count."
    for fault in run.results.faults[:SHOWN]:
        yield f"\nfault: {fault}"
    if len(run.results.faults) > SHOWN:
        yield f"\nand {len(run.results.faults) - SHOWN} more, in {run.results.path}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("proofs", nargs="*", metavar="PROOF", help=f"of {', '.join(PROOFS)}")
    parser.add_argument("--many", type=int, help="of each kind, instead of what is wanted")
    parser.add_argument("--minutes", type=float, help="stop then; the next run goes on")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=Path(".soak"), help="of the results")
    given = parser.parse_args()
    if unknown := [name for name in given.proofs if name not in PROOFS]:
        parser.error(f"there is no proof {unknown[0]!r}; there are {', '.join(PROOFS)}")
    return given


if __name__ == "__main__":
    main()
