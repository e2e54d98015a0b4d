"""The numbers of a state, from the types of its fields: what kernels and records of rows use.

`int`, `bool`, `str`, names (`Seat`, `Card`, `Place`), each also `| None`, dataclasses and tuples
of these. What may be longer or shorter is told with its length before it. Kernels want rows in
which everything has its place: there a tuple is `Annotated[tuple[Card, ...], AtMost(3)]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from whoknows.core.action_fields import NamedThing
from whoknows.core.error import Error

Numbers = Iterator[int]


class Code(NamedTuple):
    """How values of a type become numbers, and numbers values."""

    put: Callable[[Any, Any], Iterator[int]]  # of a game and a value
    take: Callable[[Any, Numbers], Any]
    size: int | None = None  # how many numbers these always are, if always as many


class AtMost(NamedTuple):
    """Says of a tuple that it never has more: it then always takes as many numbers."""

    many: int


def offsets(kind: type[Any]) -> tuple[int, ...]:
    """Where each field of what is public begins in a row, and where the last one ends; an `Error`
    if a field may be longer or shorter."""
    hints, found = get_type_hints(kind, include_extras=True), [1]
    for field in fields(kind):
        size = code(hints[field.name]).size
        if size is None:
            raise Error(f"{field.name} of {kind.__name__} may be longer or shorter: say AtMost")
        found.append(found[-1] + size)
    return tuple(found)


@lru_cache(maxsize=256)
def code(hint: Any) -> Code:
    """How values of this type become numbers."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        for told in inner[1:]:
            if isinstance(told, NamedThing):
                return _of_name(told)
            if isinstance(told, AtMost):
                return _of_few(code(get_args(inner[0])[0]), told.many)
        return code(inner[0])
    if origin in (Union, UnionType) and NoneType in inner and len(inner) == 2:
        return _of_maybe(code(next(kind for kind in inner if kind is not NoneType)))
    if origin is tuple:
        return _of_list(code(inner[0])) if inner[1:] == (...,) else _of_several(map(code, inner))
    if hint in (int, bool):
        return Code(lambda game, value: iter((int(value),)), lambda game, row: hint(next(row)), 1)
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
        1,
    )


def _of_maybe(some: Code) -> Code:
    def put(game: Any, value: Any) -> Iterator[int]:
        yield int(value is not None)
        yield from some.put(game, value) if value is not None else _nothing(some.size)

    def take(game: Any, row: Numbers) -> Any:
        if next(row):
            return some.take(game, row)
        _skip(row, some.size)
        return None

    return Code(put, take, None if some.size is None else 1 + some.size)


def _of_few(each: Code, most: int) -> Code:
    """A tuple that never has more than so many."""
    if each.size is None:
        raise Error("what AtMost is said of holds values that always take as many numbers")
    size, whole = each.size, _of_list(each)

    def put(game: Any, value: Any) -> Iterator[int]:
        if len(value) > most:
            raise Error(f"{value} has more than {most}, which AtMost says is the most")
        yield from whole.put(game, value)
        yield from _nothing((most - len(value)) * size)

    def take(game: Any, row: Numbers) -> Any:
        value = whole.take(game, row)
        _skip(row, (most - len(value)) * size)
        return value

    return Code(put, take, 1 + most * size)


def _nothing(size: int | None) -> Iterator[int]:
    return repeat(0, size or 0)


def _skip(row: Numbers, size: int | None) -> None:
    for _ in range(size or 0):
        next(row)


def _of_list(each: Code) -> Code:
    def put(game: Any, value: Any) -> Iterator[int]:
        yield len(value)
        for one in value:
            yield from each.put(game, one)

    return Code(put, lambda game, row: tuple([each.take(game, row) for _ in range(next(row))]))


def _of_several(kinds: Iterable[Code]) -> Code:
    codes = tuple(kinds)

    def put(game: Any, value: Any) -> Iterator[int]:
        for kind, one in zip(codes, value, strict=True):
            yield from kind.put(game, one)

    sizes = [kind.size for kind in codes]
    whole = None if None in sizes else sum(size for size in sizes if size is not None)
    return Code(put, lambda game, row: tuple([kind.take(game, row) for kind in codes]), whole)


def _of_text() -> Code:
    letters = _of_list(code(int))
    return Code(
        lambda game, value: letters.put(game, tuple(map(ord, value))),
        lambda game, row: "".join(map(chr, letters.take(game, row))),
    )


def _of_fields(kind: type[Any]) -> Code:
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]
    codes = [_of_field(kind, name, hints) for name in names]
    inside = _of_several(codes)

    def put(game: Any, value: Any) -> Iterator[int]:
        for name, each in zip(names, codes, strict=True):
            try:
                yield from each.put(game, getattr(value, name))
            except Error as fault:
                raise _at(kind, name, fault) from None

    return Code(put, lambda game, row: kind(*inside.take(game, row)), inside.size)


def _of_field(kind: type[Any], name: str, hints: dict[str, Any]) -> Code:
    try:
        return code(hints[name])
    except Error as fault:
        raise _at(kind, name, fault) from None


def _at(kind: type[Any], name: str, fault: Error) -> Error:
    """What is wrong with a field is told with its name."""
    return Error(f"{kind.__name__}.{name}: {fault}")
