"""Remembers answers for as long as somebody asks for that.

    with remembering():
        once(where, formula, model)  # found
        once(where, formula, model)  # remembered

A page asks the same of a position many times over. The answers are remembered while the page is
made, and forgotten with it: nothing stays behind that would have to be cleaned up later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, TypeVarTuple

Found = TypeVar("Found")
Value = TypeVar("Value")
Things = TypeVarTuple("Things")

_FOUND: ContextVar[dict[object, Any] | None] = ContextVar("found", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Answers are remembered inside this block; one inside another adds nothing."""
    if _FOUND.get() is not None:
        yield
        return
    begun = _FOUND.set({})
    try:
        yield
    finally:
        _FOUND.reset(begun)


def remembers() -> bool:
    """Whether answers are being remembered."""
    return _FOUND.get() is not None


def once(find: Callable[[Value, *Things], Found], value: Value, *things: *Things) -> Found:
    """What `find` makes of a value, which is compared by value, and of things, which are compared
    by identity."""
    found = _FOUND.get()
    if found is None:
        return find(value, *things)
    key = find, value, *map(id, things)
    if key not in found:
        found[key] = find(value, *things), things  # which stay, so that their identity stays theirs
    known: Found = found[key][0]
    return known
