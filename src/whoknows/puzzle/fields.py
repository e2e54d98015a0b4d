"""What a puzzle file may say: its fields, and what each may hold."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from whoknows.core.schema import TEXT, TEXTS, Kind

Table = Mapping[str, Any]
Fits = Callable[[object], bool]

RANGE = re.compile(r"([0-9]{1,4})\.\.([0-9]{1,4})")


def is_value(value: object) -> bool:
    """Whether a fact may have it as its value."""
    return isinstance(value, bool) or _is_name(value)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_name(value: object) -> bool:
    # Products of two numbers below this bound are exact in both engines.
    return isinstance(value, str) or (type(value) is int and abs(value) < 10**9)


def _is_plain(value: object) -> bool:
    if isinstance(value, list | dict):
        return all(map(_is_plain, value.values() if isinstance(value, dict) else value))
    return isinstance(value, bool | int | str)


def _are_values(value: object) -> bool:
    if isinstance(value, str):
        return RANGE.fullmatch(value) is not None
    return isinstance(value, list) and NAMES.fits(value) and len(set(map(type, value))) == 1


def _list(fits: Fits, least: int = 1) -> Fits:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(fits, value))


def _table(fits: Fits) -> Fits:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


def _either(one: Fits, other: Fits) -> Fits:
    return lambda value: one(value) or other(value)


NAME = Kind("a name or a number", _is_name)
NAMES = Kind("a list of names", _list(_is_name))
FORMULA = Kind("a formula", TEXT.fits)
FORMULAS = Kind("a formula or a list of formulas", _either(TEXT.fits, TEXTS.fits))
TABLE = Kind("a table", lambda value: isinstance(value, dict))
TABLES = Kind("a list of tables", _list(TABLE.fits))
LET = Kind("a table of texts, whole numbers, lists and tables", _table(_is_plain))
CASES = Kind(f"a list, each {LET.description}", _list(LET.fits))
VALUES = Kind('a list of names, a list of numbers or a range such as "1..50"', _are_values)
WORLD = Kind("a world", _table(_either(is_value, _list(_is_name, 0))))
WORLDS = Kind("a list of worlds", _list(WORLD.fits))
SIZES = Kind("a table of sizes", _table(_is_count))
OWNERS = Kind("a table of seats", _table(_is_name))
SEERS = Kind("a table of lists of seats", _table(_list(_is_name, 0)))

TOP = {
    "title": TEXT,
    "about": TEXT,
    "engine": TEXT,
    "seats": NAMES,
    "deal": TABLE,
    "possible": Kind("a list of worlds", _list(_table(is_value))),
    "propositions": NAMES,
    "facts": TABLE,
    "observes": TABLE,
    "law": FORMULAS,
    "world": WORLD,
    "let": LET,
    "step": TABLES,
}
DEAL = {
    "places": SIZES,
    "cards": Kind("a list of cards or a word", _either(NAMES.fits, TEXT.fits)),
    "owner": OWNERS,
    "seen": Kind(f'"own", "others" or {SEERS.description}', _either(TEXT.fits, SEERS.fits)),
    "looked": Kind("true or false", lambda value: isinstance(value, bool)),
    "contains": TABLES,
}
CONTAINS = {"place": NAME, "number": Kind("a whole number, 0 or more", _is_count), "of": NAMES}
ACTS = {
    "announce": {"announce": FORMULA},
    "says": {"says": FORMULA, "by": NAME},
    "whether": {"whether": FORMULA},
    "tell": {"tell": FORMULA, "to": NAMES},
    "look": {"look": NAME, "place": NAME},
    "show": {"show": NAMES, "by": NAME, "to": NAME},
    "split": {"split": NAME, "parts": SIZES, "owner": OWNERS, "seen": SEERS},
}
THEN = {
    "sentence": TEXT,
    "world": WORLD,
    "worlds": Kind("a whole number or a list of them", _either(_is_count, _list(_is_count, 0))),
    "left": WORLDS,
    "valid": FORMULAS,
    "holds": FORMULAS,
    "count": Kind("a table of formulas with whole numbers", _table(_is_count)),
}
BESIDE = {
    field: " or ".join(act for act in ACTS if field in ACTS[act])
    for fields in ACTS.values()
    for field in fields.keys() - ACTS.keys()
}
FORMAL = ("law", "announce", "says", "whether", "tell", "valid", "holds", "count")
