"""The text files of learned styles, read strictly: what was edited wrongly is named."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Any

from whoknows.beliefs.learned_style import FORMAT, LearnedStyle
from whoknows.beliefs.suited_style import SuitedStyle
from whoknows.core import schema
from whoknows.core.error import Error

SUFFIX = ".style"


def read(path: Path) -> LearnedStyle | SuitedStyle:
    """The style in a file; an `Error` of one line if it was edited wrongly."""
    try:
        found = schema.toml(schema.content(path))
        made = _by_choice if "choices" in found else _suited
        return made(path.stem, found)
    except Error as fault:
        told = str(fault)
        raise Error(told if told.startswith(str(path)) else f"{path}: {told}") from None


def _suited(name: str, found: dict[str, Any]) -> SuitedStyle:
    _check_fields(found, _COMMON | {"trust": schema.NUMBER})
    weights, trust = found["weights"], found["trust"]
    _check_row("weights", list(weights.values()), len(weights))
    if not 0 < trust <= 1:
        raise Error(f"'trust' must be above 0 and at most 1, not {trust:g}")
    numbers = tuple(map(float, weights.values()))
    return SuitedStyle(
        name, found["game"], tuple(weights), numbers, float(trust), tuple(found["fitted"])
    )


def _by_choice(name: str, found: dict[str, Any]) -> LearnedStyle:
    _check_fields(found, _COMMON | _BY_CHOICE, "nearest")
    choices, features = found["choices"], found["features"]
    numbers = {name: found[name] for name in ("means", "spreads")}
    numbers |= {f"weights.{choice}": row for choice, row in found["weights"].items()}
    for key, row in numbers.items():
        _check_row(key, row, len(features) + key.startswith("weights."))
    if list(found["weights"]) != choices or not choices:
        raise Error("'weights' must have a row for each of 'choices', in their order")
    if min(found["spreads"], default=1) <= 0:
        raise Error("'spreads' must be above 0")
    rows = tuple(tuple(map(float, found["weights"][choice])) for choice in choices)
    return LearnedStyle(
        name, found["game"], tuple(choices), tuple(features), tuple(map(float, found["means"])),
        tuple(map(float, found["spreads"])), rows, tuple(found["fitted"]), _nearest(found),
    )  # fmt: skip


def _nearest(found: dict[str, Any]) -> bool:
    """Files written before there was such a thing do not say it."""
    wanted = bool(found.get("nearest"))
    if wanted and not all(choice.isdecimal() for choice in found["choices"]):
        raise Error("'nearest' needs 'choices' that are whole numbers")
    return wanted


def _check_fields(found: dict[str, Any], fields: dict[str, schema.Kind], *optional: str) -> None:
    schema.check(found, fields, *optional)
    if found["format"] != FORMAT:
        raise Error(f"field 'format' must be {FORMAT!r}, not {schema.short(found['format'])}")


def _check_row(key: str, row: object, many: int) -> None:
    if not schema.NUMBERS.fits(row) or not isinstance(row, list) or not all(map(isfinite, row)):
        raise Error(f"{key!r} must be a list of numbers, not {schema.short(row)}")
    if len(row) != many:
        raise Error(f"{key!r} must have {many} numbers, not {len(row)}")


_COMMON = {
    "format": schema.TEXT,
    "game": schema.TEXT,
    "fitted": schema.TEXTS,
    "weights": schema.Kind("a table", lambda value: isinstance(value, dict)),
}
_BY_CHOICE = {
    "choices": schema.TEXTS,
    "features": schema.TEXTS,
    "means": schema.NUMBERS,
    "spreads": schema.NUMBERS,
    "nearest": schema.Kind("true or false", lambda value: isinstance(value, bool)),
}
