"""A worker: reads a chunk on each line, answers with what came of it on another.

It is a process of its own, so that even code that crashes is no more than a fault of its chunk. It
ends when its input does: nothing stays behind when the one that asks is killed.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from functools import cache

from soak.proof import PROOFS, Chunk, done, proof
from whoknows.core import registry

MOST = 1800  # seconds of CPU time for a chunk, after which the system ends the process


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever a proof prints is no answer
    registry._theirs = cache(registry._theirs)  # nothing new is installed meanwhile
    for name in PROOFS:
        proof(name)
    gc.freeze()  # what is there now stays: to look through it for garbage took a fifth of the time
    gc.set_threshold(50_000, 20, 20)
    for line in sys.stdin:
        limit()
        found = done(Chunk(**json.loads(line)))
        try:
            print(json.dumps(asdict(found)), file=answers, flush=True)
        except BrokenPipeError:  # who asked was stopped meanwhile
            os._exit(0)


def limit() -> None:
    """A chunk that never ends is ended, however little of the machine it gets."""
    with suppress(ImportError):  # not every system has them
        import resource

        now = int(time.process_time()) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (now + MOST, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
