"""Strict JSON objects and TOML: every field known, none missing, none twice, each of its kind.

Whatever somebody's hand or another program has damaged is an `Error` of one line.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

from whoknows.core.error import Error

HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # of a letter, or one half of two that make it whole
LIMIT = 64 * 1024 * 1024  # bytes: far above any record, far below what hurts


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold, in words and as a check."""

    description: str
    fits: Callable[[object], bool]


def content(path: str | PathLike[str]) -> bytes:
    """The bytes of a file; an `Error` if it cannot be read or is far too large."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LIMIT + 1)
    except (OSError, ValueError) as fault:
        raise Error(f"{path}: cannot be read: {reason(fault)}") from None
    if len(data) > LIMIT:
        raise Error(f"{path}: too large: over {LIMIT // 1024**2} MiB")
    return data


def toml(data: bytes) -> dict[str, Any]:
    """What a TOML file says."""
    try:
        return tomllib.loads(data.decode())
    except RecursionError:
        raise Error("not TOML: nested too deeply") from None
    except UnicodeDecodeError as fault:
        raise Error(f"not TOML: not UTF-8 text, at byte {fault.start + 1}") from None
    except tomllib.TOMLDecodeError as fault:
        raise Error(f"not TOML: {' '.join(str(fault).split())[:200]}") from None
    except ValueError:  # Python refuses whole numbers of thousands of digits
        raise Error("not TOML: a number is too long") from None


def load(line: bytes) -> dict[str, Any]:
    """The JSON object on this line."""
    try:
        found = json.loads(line.decode(), object_pairs_hook=_once_each, parse_constant=_no_number)
    except Error:
        raise
    except UnicodeDecodeError as fault:
        raise Error(f"not UTF-8 text, at byte {fault.start + 1}") from None
    except json.JSONDecodeError as fault:
        raise Error(f"not JSON: {fault.msg} at column {fault.colno}") from None
    except RecursionError:
        raise Error("JSON nested too deeply") from None
    except ValueError:  # Python refuses whole numbers of thousands of digits
        raise Error("a number is too long") from None
    if not isinstance(found, dict):
        raise Error("not a JSON object")
    if HALF.search(line):
        _check_letters(found)
    return found


def check(found: Mapping[str, object], wanted: Mapping[str, Kind], *optional: str) -> None:
    """An `Error` unless the object has the wanted fields and no others, each of its kind."""
    for name in found:
        if name not in wanted:
            raise Error(f"unknown field {short(name)}")
    for name, kind in wanted.items():
        if name in found and not kind.fits(found[name]):
            raise Error(f"field {name!r} must be {kind.description}, not {short(found[name])}")
        if name not in found and name not in optional:
            raise Error(f"missing field {name!r}")


def short(value: object, length: int = 60) -> str:
    """A value for a message: on one line, and not endless."""
    text = repr(value)
    return text if len(text) <= length else f"{text[:length]}..."


def reason(fault: Exception) -> str:
    """What the system says is wrong with a path, without repeating the path."""
    return (isinstance(fault, OSError) and fault.strerror) or str(fault)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


TEXT = Kind("text", _is_text)
TEXTS = Kind("a list of texts", _list_of(_is_text))
WHOLE = Kind("a whole number", _is_whole)
WHOLE_OR_NULL = Kind("a whole number or null", lambda value: value is None or _is_whole(value))
NUMBER = Kind("a number", _is_number)
NUMBER_OR_NULL = Kind("a number or null", lambda value: value is None or _is_number(value))
NUMBERS = Kind("a list of numbers", _list_of(_is_number))


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise Error(f"field {short(name)} is given twice")
        found[name] = value
    return found


def _check_letters(found: Mapping[str, object]) -> None:
    """JSON can contain halves of characters, which no file and no page can hold."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as fault:
        half = ord(fault.object[fault.start])
        raise Error(
            f"a text contains half a character, \\u{half:04x}, which cannot be written"
        ) from None


def _no_number(name: str) -> NoReturn:
    raise Error(f"not JSON: {name} is not a number")
