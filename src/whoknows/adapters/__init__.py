"""Our games for the programs of others: OpenSpiel and PettingZoo, each an extra of its own.

The way in is `openspiel.load` and `pettingzoo.env`; what stands here needs neither of the two.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whoknows.adapters.position import NumberedGame as NumberedGame
    from whoknows.adapters.seat_numbers import odds as odds
    from whoknows.adapters.seat_numbers import surely_known as surely_known

_HOMES = {"NumberedGame": "position", "odds": "seat_numbers", "surely_known": "seat_numbers"}

__all__ = ["NumberedGame", "odds", "surely_known"]


def __getattr__(name: str) -> object:
    """Loaded when it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'whoknows.adapters' has no attribute {name!r}")
    return getattr(import_module(f"whoknows.adapters.{_HOMES[name]}"), name)
