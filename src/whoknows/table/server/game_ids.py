"""Names of games: nobody can guess one, and each says when it was given."""

from __future__ import annotations

import re
from secrets import token_urlsafe
from time import time

BEGUN = re.compile(r"([0-9a-f]{8})-.{12}")


def new_id() -> str:
    """A name that nobody has used."""
    return f"{int(time()):08x}-{token_urlsafe(9)}"


def begun(id: str) -> int | None:
    """When it was given, in seconds since 1970; None for older names, which do not say."""
    told = BEGUN.fullmatch(id)
    return int(told[1], 16) if told else None
