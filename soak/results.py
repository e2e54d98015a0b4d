"""What was found, a line of JSON for each chunk in one file: killed at any moment, it goes on.

A line is appended whole, and a last one that was cut off is dropped. Chunks count as long as the
sources are those they were run on.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from soak.proof import Chunk, Done, Proof
from whoknows.core.source_digest import digest

FILE = "results.jsonl"


@dataclass(slots=True)
class Sum:
    """All that was done of a lane."""

    chunks: set[int] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    failed: int = 0
    seconds: float = 0.0


class Results:
    """The results in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.sources = folder / FILE, digest("**/*.py")
        self.sums: dict[tuple[str, str], Sum] = defaultdict(Sum)
        self.faults: list[str] = []
        self.older = 0  # chunks of other sources
        for line in self._lines():
            self._count(json.loads(line))

    def add(self, what: Chunk, found: Done) -> None:
        """Once this returns it is on the disk."""
        row = {**asdict(what), **asdict(found), "sources": self.sources}
        with self.path.open("ab") as file:
            file.write(json.dumps(row).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self._count(row)

    def _lines(self) -> Iterator[bytes]:
        """The whole ones; what was being written when we were killed is cut off."""
        if not self.path.exists():
            return
        data = self.path.read_bytes()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            os.truncate(self.path, end)
        yield from data[:end].splitlines()

    def _count(self, row: Mapping[str, Any]) -> None:
        if row["sources"] != self.sources:
            self.older += 1
            return
        lane = self.sums[row["proof"], row["kind"]]
        lane.chunks.add(row["chunk"])
        lane.counts.update(row["counts"])
        lane.failed += row["failed"]
        lane.seconds += row["seconds"]
        self.faults += row["faults"]

    def reached(self, name: str, about: Proof, kind: str) -> int:
        """How much of what is wanted is done, faults included."""
        lane = self.sums[name, kind]
        return lane.counts[about.unit] + lane.failed
