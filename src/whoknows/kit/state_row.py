"""The numbers of a state, from the types of its fields: what kernels and records of rows use.

`int`, `bool`, `str`, names (`Seat`, `Card`, `Place`), each also `| None`, dataclasses and tuples
of these. What may be longer or shorter is told with its length before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from whoknows.core.action_fields import NamedThing
from whoknows.core.error import Error

Numbers = Iterator[int]


class Code(NamedTuple):
    """How values of a type become numbers, and numbers values."""

    put: Callable[[Any, Any], Iterator[int]]  # of a game and a value
    take: Callable[[Any, Numbers], Any]


@lru_cache(maxsize=256)
def code(hint: Any) -> Code:
    """How values of this type become numbers."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        named = next((told for told in inner[1:] if isinstance(told, NamedThing)), None)
        return _of_name(named) if named else code(inner[0])
    if origin in (Union, UnionType) and NoneType in inner and len(inner) == 2:
        return _of_maybe(code(next(kind for kind in inner if kind is not NoneType)))
    if origin is tuple:
        return _of_list(code(inner[0])) if inner[1:] == (...,) else _of_several(map(code, inner))
    if hint in (int, bool):
        return Code(lambda game, value: iter((int(value),)), lambda game, row: hint(next(row)))
    if hint is str:
        return _of_text()
    if isinstance(hint, type) and is_dataclass(hint):
        return _of_fields(hint)
    wrong = getattr(hint, "__name__", hint)
    raise Error(f"what is public holds numbers, names, texts and tuples of these, not {wrong}")


def _of_name(named: NamedThing[Any]) -> Code:
    return Code(
        lambda game, value: iter((named.number(game, value),)),
        lambda game, row: named.name(game, next(row)),
    )


def _of_maybe(some: Code) -> Code:
    def put(game: Any, value: Any) -> Iterator[int]:
        yield int(value is not None)
        if value is not None:
            yield from some.put(game, value)

    return Code(put, lambda game, row: some.take(game, row) if next(row) else None)


def _of_list(each: Code) -> Code:
    def put(game: Any, value: Any) -> Iterator[int]:
        yield len(value)
        for one in value:
            yield from each.put(game, one)

    return Code(put, lambda game, row: tuple([each.take(game, row) for _ in range(next(row))]))


def _of_several(kinds: Iterator[Code]) -> Code:
    codes = tuple(kinds)

    def put(game: Any, value: Any) -> Iterator[int]:
        for kind, one in zip(codes, value, strict=True):
            yield from kind.put(game, one)

    return Code(put, lambda game, row: tuple([kind.take(game, row) for kind in codes]))


def _of_text() -> Code:
    letters = _of_list(code(int))
    return Code(
        lambda game, value: letters.put(game, tuple(map(ord, value))),
        lambda game, row: "".join(map(chr, letters.take(game, row))),
    )


def _of_fields(kind: type[Any]) -> Code:
    hints = get_type_hints(kind, include_extras=True)
    codes = [(field.name, _of_field(kind, field.name, hints)) for field in fields(kind)]

    def put(game: Any, value: Any) -> Iterator[int]:
        for name, each in codes:
            try:
                yield from each.put(game, getattr(value, name))
            except Error as fault:
                raise _at(kind, name, fault) from None

    return Code(put, lambda game, row: kind(*[each.take(game, row) for _, each in codes]))


def _of_field(kind: type[Any], name: str, hints: dict[str, Any]) -> Code:
    try:
        return code(hints[name])
    except Error as fault:
        raise _at(kind, name, fault) from None


def _at(kind: type[Any], name: str, fault: Error) -> Error:
    """What is wrong with a field is told with its name."""
    return Error(f"{kind.__name__}.{name}: {fault}")
