"""The command `whoknows` as a call: what it prints and how it ends, without a Python of its own.

Most tests of the command line are about what it says. Those about what a process does (signals,
pipes, a seed that gives the same match everywhere) start one.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from whoknows.__main__ import main

SIGNALS = ("SIGTERM", "SIGINT", "SIGALRM")  # which the command takes for itself


@dataclass(frozen=True)
class Done:
    """How a command ended: as `subprocess.run` tells it."""

    returncode: int
    stdout: str
    stderr: str


def command(*arguments: str, typed: str = "", cwd: Path | None = None) -> Done:
    """Runs `whoknows` with these arguments, in this process."""
    out, err = _Written(), _Written()
    with (
        patch.object(sys, "argv", ["whoknows", *arguments]),
        patch.object(sys, "stdin", StringIO(typed)),
        chdir(cwd or Path.cwd()),
        redirect_stdout(out),
        redirect_stderr(err),
        _signals(),
    ):
        code = _code()
    return Done(code, out.text(), err.text())


def _code() -> int:
    try:
        main()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else int(left.code is not None)
    return 0


class _Written(TextIOWrapper):
    """A stream like those of a process, that keeps what is written."""

    def __init__(self) -> None:
        super().__init__(BytesIO(), encoding="utf-8", newline="\n", write_through=True)

    def text(self) -> str:
        kept: bytes = self.buffer.getvalue()  # type: ignore[attr-defined]
        return kept.decode()


@contextmanager
def _signals() -> Iterator[None]:
    """What signals did before, they do afterwards."""
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, does in before.items():
            signal.signal(number, does)
