"""Who knows what in games with hidden cards, and what to play.

>>> import whoknows as wk
>>> m = wk.deal({"Anna": 2, "Bram": 2, "Cleo": 2}, cards="abcdef")
>>> m.count()
90

Every public name is loaded when it is first used, so that `import whoknows` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from whoknows.core.version import VERSION

if TYPE_CHECKING:  # so that editors and type checkers see what is loaded later
    from whoknows.core.error import Error as Error
    from whoknows.core.match import play as play
    from whoknows.core.record import read as read
    from whoknows.core.record import replay as replay
    from whoknows.core.registry import agent as agent
    from whoknows.core.registry import game as game
    from whoknows.deals.deal import deal as deal
    from whoknows.logic.evidence import Act as Act
    from whoknows.logic.evidence import Evidence as Evidence
    from whoknows.logic.general_model import model as model
    from whoknows.logic.parser import parse as parse

__version__ = VERSION

_HOMES = {
    "Error": "core.error",
    "Act": "logic.evidence",
    "Evidence": "logic.evidence",
    "parse": "logic.parser",
    "deal": "deals.deal",
    "model": "logic.general_model",
    "game": "core.registry",
    "agent": "core.registry",
    "play": "core.match",
    "read": "core.record",
    "replay": "core.record",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'whoknows' has no attribute {name!r}")
    return getattr(import_module(f"whoknows.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
