"""Processes that compile at once, and are killed while they do: the next start always works.

`killed` is a cold cache in which compiles are killed at random moments; `together` one that several
processes compile into at the same time, each for arguments of its own. Whatever is found there
afterwards gives the right answers, and nothing has to be compiled twice.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from soak.proof import Lane, Proof
from soak.tests import of_tests
from whoknows.core.chance import stream

KILLS = 5  # in one cache
PROCESSES = 4


def check(kind: str, number: int) -> Counter[str]:
    with TemporaryDirectory() as folder:
        script = Path(folder, "tiny.py")
        script.write_text(of_tests("core/test_kept_kernels").TINY)
        counts = (_killed if kind == "killed" else _together)(script, number)
        _check(script)
        return counts


def _killed(script: Path, number: int) -> Counter[str]:
    rng = stream(number, "compiling")
    for _ in range(KILLS):
        process = _start(script, *_kinds())
        time.sleep(rng.uniform(0.3, 2.0))
        process.kill()
        process.communicate()
    return Counter({"compiles": KILLS})


def _together(script: Path, number: int) -> Counter[str]:
    kinds = _kinds()
    turned = [kinds[n:] + kinds[:n] for n in range(PROCESSES)]
    for process in [_start(script, *one) for one in turned]:
        _told(process)
    return Counter({"compiles": PROCESSES})


def _check(script: Path) -> None:
    """All answers are right; the second time nothing is compiled."""
    kinds = _kinds()
    _told(_start(script, *kinds))
    told = _told(_start(script, *kinds))
    assert told == f"{len(kinds)} kept", told


def _kinds() -> tuple[str, ...]:
    kinds: tuple[str, ...] = of_tests("core/test_kept_kernels").KINDS
    return kinds


def _start(script: Path, *arguments: str) -> Any:
    return subprocess.Popen(
        [sys.executable, script, *arguments],
        env={**os.environ, "XDG_CACHE_HOME": str(script.parent)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def _told(process: Any) -> str:
    out, fault = process.communicate()
    assert process.returncode == 0, fault
    return str(out.strip())


PROOF = Proof(
    "compiles that are killed, and several at once into a cold cache",
    "compiles",
    {"killed": Lane(500, 2), "together": Lane(200, 2)},
    check,
)
