"""A learner between two iterations, in a file that is written whole or not at all."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from whoknows.core import schema
from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.learning.learner import Learner

DONE = "iterations done"


def keep(path: Path, learner: Learner, done: int) -> None:
    """Puts a learner away after so many iterations."""
    data = BytesIO()
    arrays = {**learner.kept(), DONE: np.array(done)}
    np.savez(data, **arrays)  # type: ignore[arg-type]
    with whole(path) as put:
        put(data.getvalue())


def take(path: Path, learner: Learner) -> int:
    """Takes a learner up again where it was put away, and says after how many iterations that was;
    0 if it never was."""
    if not path.exists():
        return 0
    try:
        with np.load(BytesIO(schema.content(path)), allow_pickle=False) as found:
            kept = {name: found[name] for name in found.files}
        done = int(kept.pop(DONE))
        learner.take(kept)
    except (Error, BadZipFile, ValueError, KeyError, EOFError, OSError) as fault:
        why = str(fault) if isinstance(fault, Error) else "this is no checkpoint, or a damaged one"
        told = "move it away to learn this run from its beginning"
        raise Error(f"{path}: {why}; {told}") from None
    return done
