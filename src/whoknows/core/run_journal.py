"""What a long run has done, line by line: whatever stops it, it goes on from the last whole line.

The first line is the plan; a run that goes on must have the same one. A line that was cut off when
the run was killed is dropped; one that somebody has edited is named.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, final

from whoknows.core import schema
from whoknows.core.error import Error
from whoknows.core.schema import reason, short

Line = dict[str, object]


@final
class MatchLine(TypedDict):
    """A match by its name: the share of games won, how far that may be off, and of how many."""

    match: str
    value: float
    doubt: float
    games: int


MATCH = {
    "match": schema.TEXT, "value": schema.NUMBER, "doubt": schema.NUMBER, "games": schema.WHOLE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class JournalFile:
    """Where the lines of a run are kept: what such a run is called, and its format."""

    path: Path
    kind: str
    format: str
    check: Callable[[Line], None]  # raises an `Error` unless it is a line of such a run

    def add(self, line: Mapping[str, object]) -> None:
        """Writes one more line, which is on the disk when this returns."""
        with self.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def opened(
        self, plan: Mapping[str, object], may_change: Collection[str], *, resume: bool
    ) -> list[Line]:
        """The lines of a run of this plan so far: none of a new one, or those of the one to
        continue."""
        path, folder = self.path, self.path.parent
        try:
            found = path.read_bytes() if path.exists() else b""
        except OSError as fault:
            raise Error(f"{path}: cannot be read: {reason(fault)}") from None
        if not found:
            self.add({"format": self.format, "plan": plan})
            return []
        if not resume:
            raise Error(
                f"{folder} has results; continue with --resume, or choose another with --out"
            )
        *whole, _ = found.split(b"\n")
        lines = [self._read(number, text) for number, text in enumerate(whole, 1)]
        self._check_plan(plan, may_change, lines[0] if lines else {})
        kept = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        if len(kept) != len(found):
            path.write_bytes(kept)  # what was cut off is no longer in the way
        return lines[1:]

    def _read(self, number: int, text: bytes) -> Line:
        try:
            line = schema.load(text)
            if number > 1:
                self.check(line)
        except Error as fault:
            told = f"{self.path}, line {number}: not what {self.kind} writes: {fault}"
            raise Error(told) from None
        return line

    def _check_plan(
        self, plan: Mapping[str, object], may_change: Collection[str], head: Line
    ) -> None:
        folder = self.path.parent
        if head.get("format") != self.format:
            raise Error(f"{folder}: not a run of {self.format}, but of {short(head.get('format'))}")
        then, now = head.get("plan"), json.loads(json.dumps(plan))
        if not isinstance(then, dict):
            raise Error(f"{folder}: the plan of the run cannot be read")
        changed = [
            f"{name}: {short(then.get(name))} then, {short(now[name])} now"
            for name in now
            if name not in may_change and then.get(name) != now[name]
        ]
        if changed:
            raise Error(f"{folder}: the plan has been edited since; {'; '.join(changed)}")
