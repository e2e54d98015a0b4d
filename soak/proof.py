"""What a proof is: a file with a `check`, and lanes that say how much of what kind is wanted.

`check(kind, number)` does what the number stands for, always the same, and counts what it did; an
exception is a fault. A chunk is some numbers of a lane in a row: the unit of work and of results.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

PROOFS = ("games", "leaks", "kills", "mutations", "compiled", "compiling", "chunks")
MOST = 5  # faults of a chunk that are told


@dataclass(frozen=True, slots=True)
class Lane:
    """So many of a kind, in chunks of so many numbers."""

    many: int
    size: int


@dataclass(frozen=True, slots=True)
class Proof:
    """`unit` is what is counted, the same word in every `Counter` that `check` gives."""

    about: str
    unit: str
    lanes: Mapping[str, Lane]
    check: Callable[[str, int], Counter[str]]


@dataclass(frozen=True, slots=True)
class Chunk:
    """The numbers of a lane from chunk * size on."""

    proof: str
    kind: str
    chunk: int


@dataclass(slots=True)
class Done:
    """What came of a chunk."""

    counts: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    failed: int = 0
    seconds: float = 0.0  # of a processor


def proof(name: str) -> Proof:
    found: Proof = import_module(f"soak.{name}").PROOF
    return found


def done(what: Chunk, size: int | None = None) -> Done:
    """Does a chunk; whatever is raised is a fault, and the next number follows."""
    about, began, found = proof(what.proof), _seconds(), Done()
    size = size or about.lanes[what.kind].size
    counts: Counter[str] = Counter()
    for number in range(what.chunk * size, (what.chunk + 1) * size):
        try:
            counts += about.check(what.kind, number)
        except Exception as fault:
            found.failed += 1
            if len(found.faults) < MOST:
                found.faults.append(f"{what.proof} {what.kind} {number}: {_line(fault)}")
    found.counts, found.seconds = dict(counts), round(_seconds() - began, 3)
    return found


def _line(fault: Exception) -> str:
    return f"{type(fault).__name__}: {' '.join(str(fault).split())[:300]}"


def _seconds() -> float:
    times: Any = os.times()
    return float(sum(times[:4]))  # of this process and of those it has waited for
