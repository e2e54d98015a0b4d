"""A position in words, as a seat sees it: the game's own, or its veiled state as it is.

A game brings its words in a module `terminal` inside its package, found by name:
`position(game, state, seat)` gives lines of plain text.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from whoknows.core.agent import View


def position(view: View[Any, Any]) -> list[str]:
    """What the seat sees."""
    words = _words(type(view.game).__module__)
    if words is None:
        return [str(view.state)]
    lines: list[str] = words.position(view.game, view.state, view.seat)
    return lines


def _words(module: str) -> Any:
    """The module `terminal` beside the rules, or inside where the rules are the package."""
    for package in (module, module.rpartition(".")[0]):
        if package and hasattr(import_module(package), "__path__"):
            name = f"{package}.terminal"
            return import_module(name) if find_spec(name) else None
    return None
