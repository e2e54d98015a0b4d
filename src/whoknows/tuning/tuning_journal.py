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
from typing import Any

from whoknows.core.error import Error
from whoknows.core.schema import reason, short
from whoknows.tuning.tuning_plan import TuningPlan

FORMAT = "whoknows tuning 1"
NAME = "tuning.jsonl"


@dataclass(slots=True)
class Journal:
    """The lines of a run, in the folder where they are kept."""

    path: Path
    generations: list[dict[str, Any]] = field(default_factory=list)
    matches: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, line: Mapping[str, Any]) -> None:
        """Writes one more line, which is on the disk when this returns."""
        with self.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._take(dict(line))

    def _take(self, line: dict[str, Any]) -> None:
        if "match" in line:
            self.matches[str(line["match"])] = line
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
    lines = _whole_lines(path, found)
    _check(folder, plan, lines[0] if lines else {})
    journal = Journal(path)
    for line in lines[1:]:
        journal._take(line)
    kept = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    if len(kept) != len(found):
        path.write_bytes(kept)  # what was cut off is no longer in the way
    return journal


def _whole_lines(path: Path, data: bytes) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    *whole, _ = data.split(b"\n")
    for number, text in enumerate(whole, 1):
        try:
            line = json.loads(text)
        except ValueError:
            raise Error(f"{path}, line {number}: not what a tuning run writes") from None
        if not isinstance(line, dict):
            raise Error(f"{path}, line {number}: not what a tuning run writes")
        lines.append(line)
    return lines


def _check(folder: Path, plan: TuningPlan, head: Mapping[str, Any]) -> None:
    if head.get("format") != FORMAT:
        raise Error(f"{folder}: not a run of {FORMAT}, but of {short(head.get('format'))}")
    then, now = head.get("plan", {}), json.loads(json.dumps(plan.data()))
    changed = [
        f"{name}: {short(then.get(name))} then, {short(now[name])} now"
        for name in now
        if name not in ("generations", "final") and then.get(name) != now[name]
    ]
    if changed:
        raise Error(f"{folder}: the plan has been edited since; {'; '.join(changed)}")
