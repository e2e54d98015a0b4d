"""Names of games: nobody can guess one, and each tells when it was given."""

from __future__ import annotations

import re
from secrets import token_urlsafe
from time import time

BEGUN = re.compile(r"([0-9a-f]{8})-.{12}")


def new_id() -> str:
    """A name that nobody has used."""
    return f"{int(time()):08x}-{token_urlsafe(9)}"


def begun(id: str) -> int | None:
    """When it was given, in seconds since 1970; None for one from before names told it."""
    told = BEGUN.fullmatch(id)
    return int(told[1], 16) if told else None
