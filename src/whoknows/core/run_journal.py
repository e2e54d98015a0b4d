"""What a long run has done, line by line: whatever stops it, it goes on from the last whole line.

The first line is the plan; a run that goes on must have the same one. A line that was cut off when
the run was killed is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoknows.core.error import Error
from whoknows.core.schema import reason, short


@dataclass(frozen=True, slots=True)
class JournalFile:
    """Where the lines of a run are kept: what such a run is called, and its format."""

    path: Path
    kind: str
    format: str

    def add(self, line: Mapping[str, Any]) -> None:
        """Writes one more line, which is on the disk when this returns."""
        with self.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def opened(
        self, plan: Mapping[str, Any], may_change: Collection[str], *, resume: bool
    ) -> list[dict[str, Any]]:
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
        lines = self._whole_lines(found)
        self._check(plan, may_change, lines[0] if lines else {})
        kept = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        if len(kept) != len(found):
            path.write_bytes(kept)  # what was cut off is no longer in the way
        return lines[1:]

    def _whole_lines(self, data: bytes) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        *whole, _ = data.split(b"\n")
        for number, text in enumerate(whole, 1):
            told = f"{self.path}, line {number}: not what {self.kind} writes"
            try:
                line = json.loads(text)
            except ValueError:
                raise Error(told) from None
            if not isinstance(line, dict):
                raise Error(told)
            lines.append(line)
        return lines

    def _check(
        self, plan: Mapping[str, Any], may_change: Collection[str], head: Mapping[str, Any]
    ) -> None:
        folder = self.path.parent
        if head.get("format") != self.format:
            raise Error(f"{folder}: not a run of {self.format}, but of {short(head.get('format'))}")
        then, now = head.get("plan", {}), json.loads(json.dumps(plan))
        changed = [
            f"{name}: {short(then.get(name))} then, {short(now[name])} now"
            for name in now
            if name not in may_change and then.get(name) != now[name]
        ]
        if changed:
            raise Error(f"{folder}: the plan has been edited since; {'; '.join(changed)}")
