"""What is asked twice is found once, as long as somebody says so.

    with remembering():
        once(where, formula, model)  # found
        once(where, formula, model)  # remembered

A page asks the same of a position many times over. It is remembered while the page is made, and
forgotten with it: nothing stays behind that would have to be thrown away in time.
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
    """As long as this lasts; one inside another adds nothing."""
    if _FOUND.get() is not None:
        yield
        return
    begun = _FOUND.set({})
    try:
        yield
    finally:
        _FOUND.reset(begun)


def remembers() -> bool:
    """Whether somebody has said so."""
    return _FOUND.get() is not None


def once(find: Callable[[Value, *Things], Found], value: Value, *things: *Things) -> Found:
    """What `find` makes of a value, compared as such, and of things, told apart by identity."""
    found = _FOUND.get()
    if found is None:
        return find(value, *things)
    key = find, value, *map(id, things)
    if key not in found:
        found[key] = find(value, *things), things  # which stay, so that their identity stays theirs
    known: Found = found[key][0]
    return known
