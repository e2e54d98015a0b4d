"""Runs proofs side by side: each gets the same time, and each of its kinds the same share of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from threading import Lock, Thread, Timer
from time import monotonic
from typing import Any

from soak.proof import Chunk, Done, Proof
from soak.results import Results
from soak.tests import ROOT

PATIENCE = 6 * 3600  # seconds that a chunk may take, also where much else is done: see `work.py`
SOON = 10  # seconds from one line of progress to the next


@dataclass(slots=True)
class Run:
    """What is to be done, what is under way, and until when."""

    proofs: dict[str, Proof]
    results: Results
    many: int | None = None  # of each kind, instead of what is wanted
    until: float = float("inf")
    _under_way: set[Chunk] = field(default_factory=set)
    _lock: Any = field(default_factory=Lock)
    _told: float = 0.0

    def start(self, workers: int) -> None:
        """Does it all, or as much as there is time for."""
        threads = [Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def next(self) -> Chunk | None:
        """A chunk of the proof that took least time so far, of the kind that is furthest behind."""
        if monotonic() > self.until:
            return None
        lanes = [
            (self._spent(name), self._share(name, kind), name, kind)
            for name, proof in self.proofs.items()
            for kind in proof.lanes
            if self._share(name, kind) < 1
        ]
        if not lanes:
            return None
        *_, name, kind = min(lanes)
        taken = {one.chunk for one in self._under_way if (one.proof, one.kind) == (name, kind)}
        taken |= self.results.sums[name, kind].chunks
        free = next(number for number in range(len(taken) + 1) if number not in taken)
        return Chunk(name, kind, free)

    def wanted(self, name: str, kind: str) -> int:
        most = self.proofs[name].lanes[kind].many
        return most if self.many is None else min(self.many, most)

    def _spent(self, name: str) -> float:
        waiting = sum(one.proof == name for one in self._under_way)
        lanes = self.proofs[name].lanes
        return sum(self.results.sums[name, kind].seconds for kind in lanes) + waiting

    def _share(self, name: str, kind: str) -> float:
        """How much of a lane is done or under way."""
        proof = self.proofs[name]
        waiting = sum((one.proof, one.kind) == (name, kind) for one in self._under_way)
        reached = self.results.reached(name, proof, kind) + waiting * proof.lanes[kind].size
        return reached / self.wanted(name, kind)

    def _work(self) -> None:
        with Worker() as worker:
            while True:
                with self._lock:
                    chunk = self.next()
                    if chunk is None:
                        return
                    self._under_way.add(chunk)
                found = worker.done(chunk)
                with self._lock:
                    self._under_way.remove(chunk)
                    self.results.add(chunk, found)
                    self._tell()

    def _tell(self) -> None:
        if monotonic() - self._told > SOON:
            self._told = monotonic()
            print(self.progress(), file=sys.stderr, flush=True)

    def progress(self) -> str:
        shares = []
        for name, proof in self.proofs.items():
            reached = [min(1.0, self._share(name, kind)) for kind in proof.lanes]
            shares.append(f"{name} {sum(reached) / len(reached):.1%}")
        return f"{' · '.join(shares)}; faults: {len(self.results.faults)}"


class Worker:
    """A process that does chunks, and another one if it dies of one."""

    def __enter__(self) -> Worker:
        self._begin()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()

    def done(self, chunk: Chunk) -> Done:
        bell = Timer(PATIENCE, self._process.kill)
        bell.start()
        try:
            self._process.stdin.write(json.dumps(asdict(chunk)) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        bell.cancel()
        if answer:
            return Done(**json.loads(answer))
        code = self._process.wait()
        self._begin()
        fault = f"{chunk.proof} {chunk.kind} chunk {chunk.chunk}: the process ended with {code}"
        return Done(faults=[fault], failed=1)

    def _begin(self) -> None:
        self._process: Any = subprocess.Popen(
            [sys.executable, "-m", "soak.work"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
