"""What a tuning run has done, line by line: whatever stops it, it goes on from the last whole line.

The first line is the plan. Each generation adds one, and so does each match at the end. A line that
was cut off when the run was killed is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, cast, final

from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.schema import reason, short
from whoknows.tuning.tuning_plan import TuningPlan

FORMAT = "whoknows tuning 1"
NAME = "tuning.jsonl"


@final
class Generation(TypedDict):
    """The candidates of a generation, and how well each did."""

    generation: int
    specs: list[str]
    values: list[float]


@final
class HeldOutMatch(TypedDict):
    """A match at the end, by its name."""

    match: str
    value: float
    doubt: float
    games: int


GENERATION = {"generation": schema.WHOLE, "specs": schema.TEXTS, "values": schema.NUMBERS}
MATCH = {
    "match": schema.TEXT, "value": schema.NUMBER, "doubt": schema.NUMBER, "games": schema.WHOLE,
}  # fmt: skip


@dataclass(slots=True)
class Journal:
    """The lines of a run, in the folder where they are kept."""

    path: Path
    generations: list[Generation] = field(default_factory=list)
    matches: dict[str, HeldOutMatch] = field(default_factory=dict)

    def add(self, line: Generation | HeldOutMatch) -> None:
        """Writes one more line, which is on the disk when this returns."""
        with self.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._take(line)

    def _take(self, line: Generation | HeldOutMatch) -> None:
        if "match" in line:
            self.matches[line["match"]] = line
        else:
            self.generations.append(line)


def opened(plan: TuningPlan, folder: Path, *, resume: bool) -> Journal:
    """The journal of a plan in a folder: a new one, or the one to continue."""
    path = folder / NAME
    try:
        found = path.read_bytes() if path.exists() else b""
    except OSError as fault:
        raise Error(f"{path}: cannot be read: {reason(fault)}") from None
    if not found:
        path.write_bytes(json.dumps({"format": FORMAT, "plan": plan.data()}).encode() + b"\n")
        return Journal(path)
    if not resume:
        raise Error(f"{folder} has results; continue with --resume, or choose another with --out")
    head, *lines = _whole_lines(path, found) or [{}]
    _check(folder, plan, head)
    journal = Journal(path)
    for number, line in enumerate(lines, 2):
        journal._take(_read(path, number, line))
    kept = b"".join(json.dumps(line).encode() + b"\n" for line in (head, *lines))
    if len(kept) != len(found):
        path.write_bytes(kept)  # what was cut off is no longer in the way
    return journal


def _whole_lines(path: Path, data: bytes) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    *whole, _ = data.split(b"\n")
    for number, text in enumerate(whole, 1):
        try:
            lines.append(schema.load(text))
        except Error as fault:
            raise _spoilt(path, number, fault) from None
    return lines


def _read(path: Path, number: int, line: dict[str, object]) -> Generation | HeldOutMatch:
    try:
        schema.check(line, MATCH if "match" in line else GENERATION)
    except Error as fault:
        raise _spoilt(path, number, fault) from None
    return cast("Generation | HeldOutMatch", line)


def _spoilt(path: Path, number: int, fault: Error) -> Error:
    return Error(f"{path}, line {number}: not what a tuning run writes: {fault}")


def _check(folder: Path, plan: TuningPlan, head: Mapping[str, object]) -> None:
    if head.get("format") != FORMAT:
        raise Error(f"{folder}: not a run of {FORMAT}, but of {short(head.get('format'))}")
    then, now = head.get("plan"), json.loads(json.dumps(plan.data()))
    if not isinstance(then, dict):
        raise Error(f"{folder}: the plan of the run cannot be read")
    changed = [
        f"{name}: {short(then.get(name))} then, {short(now[name])} now"
        for name in now
        if name not in ("generations", "final") and then.get(name) != now[name]
    ]
    if changed:
        raise Error(f"{folder}: the plan has been edited since; {'; '.join(changed)}")
