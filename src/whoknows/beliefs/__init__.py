"""What play gives away: styles of play, what was done as evidence, and worlds weighed by it.

`evidence(game, turns, shares("full-kripke", game))` is what `Knowledge.given` takes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whoknows.beliefs.match_evidence import evidence as evidence
    from whoknows.beliefs.style import shares as shares

_HOMES = {"evidence": "match_evidence", "shares": "style"}

__all__ = ["evidence", "shares"]


def __getattr__(name: str) -> object:
    """Loaded when it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'whoknows.beliefs' has no attribute {name!r}")
    return getattr(import_module(f"whoknows.beliefs.{_HOMES[name]}"), name)
