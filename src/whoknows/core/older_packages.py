"""What games of packages written for whoknows 0.1 bring besides their rules, found by name.

There, compiled rules were a module `kernels` in the package of the game, its page a module `table`
and its words for the terminal a module `terminal`. A game of today says by the methods of
`core.features` what it can do; those methods look here if it does not.
"""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

INSTEAD = {"kernels": "compiled", "table": "page", "terminal": "position"}


def is_there(kind: type, name: str) -> bool:
    """Whether the package of this kind of game has such a module, told without loading it."""
    package = _package(kind)
    return package != "" and find_spec(f"{package}.{name}") is not None


def module(kind: type, name: str, *needs: str) -> ModuleType | None:
    """The module, if it is there and has all it needs; the first time with a word of warning."""
    if not is_there(kind, name):
        return None
    return _loaded(f"{_package(kind)}.{name}", f"{kind.__name__}.{INSTEAD[name]}", needs)


@cache
def _loaded(name: str, instead: str, needs: tuple[str, ...]) -> ModuleType | None:
    found = import_module(name)
    if not all(hasattr(found, one) for one in needs):
        return None
    told = f"{name} is found by its name: {instead} should give it"
    warnings.warn(told, DeprecationWarning, stacklevel=4)
    return found


def _package(kind: type) -> str:
    return sys.modules[kind.__module__].__package__ or ""
