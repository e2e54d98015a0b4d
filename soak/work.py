"""A worker: reads a chunk on each line, answers with what came of it on another.

It is a process of its own, so that even code that crashes is no more than a fault of its chunk. It
ends when its input does: nothing stays behind when the one that asks is killed.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from soak.proof import Chunk, done


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever a proof prints is no answer
    for line in sys.stdin:
        found = done(Chunk(**json.loads(line)))
        print(json.dumps(asdict(found)), file=answers, flush=True)


if __name__ == "__main__":
    main()
