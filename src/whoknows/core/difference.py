"""Where two values differ: the first field, or item, that is not the same in both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import NamedTuple


class Difference(NamedTuple):
    """A part of two values, such as `hands[2]`, and what it is in each."""

    part: str
    one: object
    other: object


def difference(one: object, other: object, part: str = "") -> Difference | None:
    """The first part that differs, as deep as can be told; None if they are the same."""
    if one == other:
        return None
    for name, mine, theirs in _parts(one, other):
        if found := difference(mine, theirs, part + name):
            return found._replace(part=found.part.removeprefix("."))
    return Difference(part or "the state", one, other)


def _parts(one: object, other: object) -> Iterator[tuple[str, object, object]]:
    if type(one) is not type(other):
        return
    if is_dataclass(one) and not isinstance(one, type):
        for field in fields(one):
            yield f".{field.name}", getattr(one, field.name), getattr(other, field.name)
    elif isinstance(one, tuple | list) and isinstance(other, tuple | list):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            yield f"[{number}]", mine, theirs
