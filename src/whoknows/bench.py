"""Runs the benchmarks of a checkout: each measures us and a peer in one run.

A suite is a file in `bench/` with a function `rows()` that yields a `Figure` for each of its
figures, and maybe one `quick()` for those that take a minute and matter most. Ratios
are what counts: machines are shared and noisy, but equally so for both sides. So a run is compared
with a stored one by ratio too, and by our own figure where there is no peer.
"""

import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, NoReturn

from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.version import VERSION


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: what we take or reach, what the peer does, and how many times better we are.

    Times are milliseconds, for which less is better; rates (`per_s`), shares (`%`) and what is
    learned (`bits`) are the reverse. A figure without a peer has no ratio.
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
        return self.ours / self.peer if self.is_rate else self.peer / self.ours

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit.endswith("/s") or self.unit in ("%", "bits")


class Clock:
    """CPU milliseconds of what happens inside `with clock:`."""

    ms = 0.0

    def __enter__(self) -> "Clock":
        self._start = process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.ms = 1000 * (process_time() - self._start)


def run(
    suite: str | None, as_json: bool, against: Path | None = None, *, quick: bool = False
) -> bool:
    """Run one suite or all, and print what they measured; whether nothing got slower since a stored
    run."""
    suites = _suites(suite)
    then = None if against is None else _of(suites, stored(against), against)
    found = _measured(suites, "quick" if quick else "rows")
    if quick and then is not None:
        there = {figure.name for figure in found}
        then = [figure for figure in then if figure.name in there]
    compared = None if then is None else compare(then, found)
    if as_json:
        rows = [{**asdict(row), "ratio": row.ratio} for row in found]
        print(json.dumps(rows if compared is None else {"rows": rows, **compared.data()}, indent=1))
    else:
        print(machine())
        _print(found)
        if compared is not None:
            print("", *compared.lines(str(against)), sep="\n")
    return compared is None or not compared.fell


# a run against a stored one

LEAST = 0.75  # of what there was: less is told as a fall


@dataclass(frozen=True, slots=True)
class ThenAndNow:
    """A figure then and now, by `ratio` or in its unit; `kept` is the share of its old value that
    is left."""

    name: str
    by: str
    then: float
    now: float
    kept: float


@dataclass(frozen=True, slots=True)
class Compared:
    """What became of the figures of a stored run."""

    figures: tuple[ThenAndNow, ...]
    gone: tuple[str, ...]  # not measured now, or in another unit
    new: tuple[str, ...]  # likewise, but then

    @property
    def fell(self) -> tuple[ThenAndNow, ...]:
        """By more than a quarter; the worst first."""
        fallen = (one for one in self.figures if one.kept < LEAST)
        return tuple(sorted(fallen, key=lambda one: one.kept))

    def data(self) -> dict[str, object]:
        figures = [asdict(one) for one in self.figures]
        fell = [one.name for one in self.fell]
        return {"compared": figures, "fell": fell, "gone": list(self.gone), "new": list(self.new)}

    def lines(self, source: str) -> Iterator[str]:
        """In words."""
        for one in self.fell:
            change = f"{one.by} {one.then:,.4g} then, {one.now:,.4g} now"
            yield f"fell: {one.name}: {change} ({one.kept:.0%} of it is left)"
        if self.gone:
            yield f"only in {source}: {', '.join(self.gone)}"
        if self.new:
            yield f"not in {source}: {', '.join(self.new)}"
        yield f"{len(self.fell)} of {len(self.figures)} figures fell by more than a quarter"


def compare(then: Iterable[Figure], now: Iterable[Figure]) -> Compared:
    """The figures of two runs, by name."""
    before = {row.name: row for row in then}
    after = {row.name: row for row in now}
    both = [_kept(row, after[name]) for name, row in before.items() if name in after]
    figures = tuple(one for one in both if one is not None)
    names = {one.name for one in figures}
    gone = tuple(name for name in before if name not in names)
    new = tuple(name for name in after if name not in names)
    return Compared(figures, gone, new)


def stored(path: Path) -> list[Figure]:
    """The rows that `--json` printed into this file; an `Error` if they are not there."""
    data = schema.content(path)
    try:
        found = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Error(f"{path}: not JSON as printed by `whoknows bench --json`") from None
    rows = found.get("rows") if isinstance(found, dict) else found
    if not isinstance(rows, list):
        raise Error(f"{path}: not a list of rows as printed by `whoknows bench --json`")
    return [_row(path, number, row) for number, row in enumerate(rows, start=1)]


def _row(path: Path, number: int, found: object) -> Figure:
    try:
        if not isinstance(found, dict):
            raise Error(f"not an object, but {schema.short(found)}")
        schema.check(found, _ROW, "peer", "unit", "about", "ratio")
        _check_positive(found)
    except Error as fault:
        raise Error(f"{path}: row {number}: {fault}") from None
    return Figure(**{name: value for name, value in found.items() if name != "ratio"})


def _check_positive(row: dict[str, Any]) -> None:
    """An `Error` if a measurement is below zero, or a peer took no time at all."""
    if row["ours"] < 0:
        raise Error(f"field 'ours' must be at least 0, not {row['ours']}")
    if row.get("peer") is not None and row["peer"] <= 0:
        raise Error("field 'peer' must be above 0")


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


_ROW = {
    "name": schema.TEXT,
    "ours": schema.NUMBER,
    "peer": schema.NUMBER_OR_NULL,
    "unit": schema.TEXT,
    "about": schema.TEXT,
    "ratio": schema.NUMBER_OR_NULL,
}


def _of(suites: list[str], rows: Iterable[Figure], path: Path) -> list[Figure]:
    """The rows whose names begin with one of these suites. An `Error` if there are none to
    compare."""
    found = [row for row in rows if row.name.partition(".")[0] in suites]
    if not found:
        raise Error(f"{path}: no figure of {', '.join(suites)} to compare with")
    return found


def _kept(then: Figure, now: Figure) -> ThenAndNow | None:
    """How a figure changed; None where the two cannot be compared."""
    if then.ratio is not None and now.ratio is not None:
        return ThenAndNow(now.name, "ratio", then.ratio, now.ratio, _share(now.ratio, then.ratio))
    if then.unit != now.unit:
        return None
    better, worse = (now.ours, then.ours) if now.is_rate else (then.ours, now.ours)
    return ThenAndNow(now.name, now.unit, then.ours, now.ours, _share(better, worse))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


# measuring


def machine() -> str:
    """When this is, and on what."""
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python, cores = f"Python {platform.python_version()}", f"{os.cpu_count()} cores"
    told = (f"{date.today()}", f"whoknows {VERSION}", python, _processor(), cores, load)
    return ", ".join(one for one in told if one)


def _processor() -> str:
    """Its name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def _measured(suites: list[str], how: str) -> list[Figure]:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    found = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("measuring")
        for row in _rows(suites, how):
            found.append(row)
            progress.update(task, description=f"measured {row.name}")
    return found


def _suites(suite: str | None) -> list[str]:
    """The suite that was asked for, or all."""
    there = sorted(path.stem for path in _folder().glob("*.py") if path.stem[0] != "_")
    if suite is not None and suite not in there:
        raise Error(f"no benchmark {suite}; there are {', '.join(there)}")
    return there if suite is None else [suite]


def _rows(suites: list[str], how: str) -> Iterator[Figure]:
    with _importable(_folder()):
        for name in suites:
            try:
                figures = getattr(import_module(name), how, None)
                yield from figures() if figures else ()
            except ImportError as error:
                raise Error(
                    f"bench {name} needs packages that `make test` installs: {error}"
                ) from None


def _folder() -> Path:
    """The folder of benchmarks: of the checkout we run from, or of the one we are in."""
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


def _print(rows: Iterable[Figure]) -> None:
    lines = [("name", "ours", "peer", "ratio", "")]
    for row in rows:
        peer = "" if row.peer is None else f"{row.peer:,.4g}"
        ratio = "" if row.ratio is None else f"{row.ratio:,.{0 if row.ratio > 100 else 2}f}x"
        lines.append((row.name, f"{row.ours:,.4g} {row.unit}", peer, ratio, row.about))
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for name, ours, peer, ratio, about in lines:
        figures = f"{ours:>{wide[1]}}  {peer:>{wide[2]}}  {ratio:>{wide[3]}}"
        print(f"{name:{wide[0]}}  {figures}  {about}".rstrip())
