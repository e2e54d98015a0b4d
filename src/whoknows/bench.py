"""Runs the benchmarks of a checkout: each measures us and a peer in one run.

A suite is a file in `bench/` with a function `rows()` that yields a `Row` for each figure.
Ratios are what counts: the machines are shared and noisy, but alike for both sides.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from time import process_time

from whoknows.core.error import Error


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what we take or reach, what the peer does, and how many times better we are.

    Times are milliseconds, for which less is better; rates (`per_s`) are the reverse. A
    figure without a peer has no ratio.
    """

    name: str
    ours: float
    peer: float | None = None
    unit: str = "ms"
    about: str = ""

    @property
    def ratio(self) -> float | None:
        if self.peer is None or not self.ours:
            return None
        return self.ours / self.peer if self.unit.endswith("/s") else self.peer / self.ours


class Clock:
    """CPU milliseconds of what happens inside `with clock:`."""

    ms = 0.0

    def __enter__(self) -> "Clock":
        self._start = process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.ms = 1000 * (process_time() - self._start)


def run(suite: str | None, as_json: bool) -> None:
    """Run one suite or all, and print what it measured."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    suites = _suites(suite)
    found = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring")
        for row in _rows(suites):
            found.append(row)
            progress.update(task, description=f"measured {row.name}")
    if as_json:
        shown = [{**asdict(row), "ratio": row.ratio} for row in found]
        print(json.dumps(shown, indent=1))
    else:
        _print(found)


def _suites(suite: str | None) -> list[str]:
    """The suite that was asked for, or all."""
    there = sorted(path.stem for path in _folder().glob("*.py") if path.stem[0] != "_")
    if suite is not None and suite not in there:
        raise Error(f"no benchmark {suite}; there are {', '.join(there)}")
    return there if suite is None else [suite]


def _rows(suites: list[str]) -> Iterator[Row]:
    with _importable(_folder()):
        for name in suites:
            try:
                yield from import_module(name).rows()
            except ImportError as error:
                raise Error(f"bench {name} needs what `make test` installs: {error}") from None


def _folder() -> Path:
    """The folder of benchmarks: of the checkout we run from, or of the one we stand in."""
    for root in (Path(__file__).resolve().parents[2], Path.cwd()):
        if (root / "bench" / "peers").is_dir():
            return root / "bench"
    raise Error("the benchmarks are not installed; run this in a checkout of whoknows")


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _print(rows: Iterable[Row]) -> None:
    lines = [("name", "ours", "peer", "ratio", "")]
    for row in rows:
        peer = "" if row.peer is None else f"{row.peer:,.4g}"
        ratio = "" if row.ratio is None else f"{row.ratio:,.{0 if row.ratio > 100 else 2}f}x"
        lines.append((row.name, f"{row.ours:,.4g} {row.unit}", peer, ratio, row.about))
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for name, ours, peer, ratio, about in lines:
        figures = f"{ours:>{wide[1]}}  {peer:>{wide[2]}}  {ratio:>{wide[3]}}"
        print(f"{name:{wide[0]}}  {figures}  {about}".rstrip())
