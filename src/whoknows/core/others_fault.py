"""A fault in other people's game or agent: where in their code it happened.

Whatever else is raised that is no `Error` is a bug of ours, and shown as one.
"""

from __future__ import annotations

from pathlib import Path
from traceback import walk_tb

from whoknows.core.registry import neighbours


def others_fault(fault: BaseException) -> str | None:
    """The fault in one line, with its place; None if no code of others was running."""
    theirs = neighbours()
    found = None
    for frame, line in walk_tb(fault.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] in theirs:
            code = frame.f_code
            found = f"{Path(code.co_filename).name}, line {line}, in {code.co_name}"
    if found is None:
        return None
    return f"{type(fault).__name__}: {fault} ({found})"
