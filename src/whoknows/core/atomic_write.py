"""Files that are written whole or not at all.

    >>> with whole("out.html") as put:
    ...     put(b"<!doctype html>")

The bytes go to a file beside the target, which takes its place once they are all there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from stat import S_ISREG
from uuid import uuid4

from whoknows.core.error import Error
from whoknows.core.schema import reason


@contextmanager
def whole(path: str | PathLike[str]) -> Iterator[Callable[[bytes], None]]:
    """A function that writes the file; an `Error` at once if that will not be possible."""
    with _errors(path):
        target = Path(path).resolve()
        part = _part(target)

    def put(data: bytes) -> None:
        with _errors(path):
            _replace(target, part, data)

    try:
        yield put
    finally:
        part.unlink(missing_ok=True)


def _part(target: Path) -> Path:
    """A new empty file beside the target, which shows that we may write there."""
    _check_target(target)
    part = target.with_name(f".{uuid4().hex}.part")
    part.touch(exist_ok=False)
    return part


def _check_target(target: Path) -> None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    if not S_ISREG(mode):
        raise OSError("not a regular file")
    if not os.access(target, os.W_OK):
        raise OSError("write-protected")


def _replace(target: Path, part: Path, data: bytes) -> None:
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)


@contextmanager
def _errors(path: str | PathLike[str]) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, RuntimeError) as fault:  # also a NUL, or a loop of links
        raise Error(f"{path}: cannot be written: {reason(fault)}") from None
