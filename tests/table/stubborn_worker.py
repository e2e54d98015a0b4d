"""What workers are copies of, but some questions are stubborn: `true & true` waits for a file to
appear, and `true & false` takes more and more memory."""

import os
import sys
from pathlib import Path
from time import sleep

from whoknows.table.server import worker, worker_template

WAITS, GROWS = "true & true", "true & false"


def look(job):
    """Is ready, and then does not come to an end."""
    for answer in usual(job):
        yield answer
        if job["look"]["ask"] == WAITS:
            while not Path(os.environ["WAITS_FOR"]).exists():
                sleep(0.02)
        hoard = []
        while job["look"]["ask"] == GROWS:
            hoard.append(bytearray(os.urandom(1 << 20)))


if __name__ == "__main__":
    usual, worker.JOBS["look"] = worker.JOBS["look"], look
    worker_template.main(int(sys.argv[1]))
