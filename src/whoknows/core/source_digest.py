"""Digests of our own source files: when they change, whatever was made from them is out of date.

Drawings affect neither how a game goes nor what is compiled, so they never count.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path, PurePath

PACKAGE = Path(__file__).resolve().parents[1]
DRAWN = {"page", "picture", "terminal"}  # of a game: what is only shown


def digest(*patterns: str) -> str:
    """A digest of the files that match one of these patterns, by name and content."""
    found = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    told = sha256()
    for path in sorted(found):
        name = path.relative_to(PACKAGE)
        if not _is_drawing(name):
            told.update(f"{name.as_posix()}\n".encode() + path.read_bytes())
    return told.hexdigest()[:16]


def _is_drawing(name: PurePath) -> bool:
    """Such as games/tickets/page/icon.py, wherever the package lies."""
    match name.parts:
        case ("games", _, part, *_):
            return PurePath(part).stem in DRAWN
    return False
