"""Who knows what in games with hidden cards, and what to play.

>>> import whoknows as wk
>>> m = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef")
>>> m.count()
90

Every public name is loaded when it is first used, so that `import whoknows` costs nothing.
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "Error": "core.error",
    "parse": "logic.parser",
    "deal": "deals.deal",
    "model": "logic.general",
    "game": "core.registry",
    "agent": "core.registry",
    "play": "core.match",
    "read": "core.record",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'whoknows' has no attribute {name!r}")
    return getattr(import_module(f"whoknows.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
