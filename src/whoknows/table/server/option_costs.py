"""What agents' options may cost at a table: one person's agent must not use up everyone's time.

A decision within these limits takes at most about a minute, most of them much less. On the command
line agents may have any options, and so they may at a table started with WHOKNOWS_OPTIONS=free.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from whoknows.core.error import Error
from whoknows.core.spec import parse

MOST: Mapping[str, int] = {
    "iterations": 100_000,
    "playouts": 100_000,
    "worlds": 1_000,
    "leaves": 1_000_000,
    "depth": 12,
    "breadth": 100,
    "seconds": 20,
}


def limits() -> Mapping[str, int]:
    """The largest value of each option here."""
    return {} if os.environ.get("WHOKNOWS_OPTIONS") == "free" else MOST


def check_cost(agent: str) -> None:
    """An `Error` that names the option and its limit, if an agent would take too long."""
    spec, most = parse(agent), limits()
    for option in spec.options:
        if option.key in most and _number(option.value) > most[option.key]:
            given = option.value if len(option.value) <= 20 else f"{option.value[:20]}..."
            told = f"at this table {option.key} may be at most {most[option.key]:,}, not {given}"
            raise Error(f"{spec.name}: {told}")


def _number(text: str) -> float:
    """What is no number is refused by the agent itself."""
    try:
        return float(text)
    except ValueError:
        return 0.0
