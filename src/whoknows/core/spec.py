"""Specs name a game or an agent with its options: `tickets(board=usa,seats=3)`.

    spec = name [ "(" [ option { "," option } ] ")" ]      option = key "=" value

A value is a bare word (numbers, on, off and paths are words too) or text in quotes.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from whoknows.core.error import Error
from whoknows.core.schema import short

LONGEST = 200  # characters of a spec that a message repeats


@dataclass(frozen=True, slots=True)
class Option:
    """One `key=value`, and the column where it starts."""

    key: str
    value: str
    quoted: bool
    column: int


@dataclass(frozen=True, slots=True)
class Spec:
    """A name and its options in the order written; `text` is the whole, for messages."""

    name: str
    options: tuple[Option, ...]
    text: str


def parse(text: str) -> Spec:
    """Reads a spec; an `Error` names the column and what was expected there."""
    scan = _Scan(text)
    name = scan.take(_NAME, "a name")
    options: dict[str, Option] = {}
    if not scan.skip(_END):
        scan.take(_OPEN, "'(' or the end")
        more = not scan.skip(_CLOSE)
        while more:
            option = _option(scan)
            if option.key in options:
                raise at(text, option.column, f"{option.key} is given twice")
            options[option.key] = option
            more = scan.take(_COMMA_OR_CLOSE, "',' or ')'") == ","
        scan.take(_END, "the end")
    return Spec(name, tuple(options.values()), text)


def spell(name: str, thing: object) -> str:
    """The spec of a dataclass whose fields are its options, without those at their default.

    An option may have another name than its field: `field(metadata={"option": "seats"})`.
    """
    if not dataclasses.is_dataclass(thing):
        return name
    fields = [field for field in dataclasses.fields(thing) if field.init]
    values = [(field, getattr(thing, field.name)) for field in fields]
    pairs = [
        f"{field.metadata.get('option', field.name)}={quote(value)}"
        for field, value in values
        if value != field.default
    ]
    return f"{name}({','.join(pairs)})" if pairs else name


def quote(value: object) -> str:
    """A value as a spec writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    text = str(value)
    return text if _WORD.fullmatch(text) else '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def at(text: str, column: int, what: str) -> Error:
    """What is wrong with a spec, and where; columns count from 1."""
    return Error(f"{short(text, LONGEST)}, column {column}: {what}")


_NAME = re.compile(r"[A-Za-z0-9][\w-]*")
_KEY = re.compile(r"[A-Za-z]\w*")
_OPEN, _CLOSE, _EQUALS = re.compile(r"\("), re.compile(r"\)"), re.compile("=")
_COMMA_OR_CLOSE, _END = re.compile("[,)]"), re.compile(r"\Z")
_WORD = re.compile(r"""[^\s,()="']+""")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\]|\\.)*'", re.DOTALL)
_SPACE = re.compile(r"\s*")


@dataclass(slots=True)
class _Scan:
    """A place in the text; spaces before a token do not matter."""

    text: str
    place: int = 0

    def skip(self, token: re.Pattern[str]) -> str | None:
        start = _SPACE.match(self.text, self.place)
        self.place = start.end() if start else self.place
        found = token.match(self.text, self.place)
        if not found:
            return None
        self.place = found.end()
        return found.group() or "the end"

    def take(self, token: re.Pattern[str], expected: str) -> str:
        found = self.skip(token)
        if found is None:
            raise at(self.text, self.place + 1, f"expected {expected}")
        return found


def _option(scan: _Scan) -> Option:
    key = scan.take(_KEY, "an option")
    column = scan.place - len(key) + 1
    scan.take(_EQUALS, f"'=' after {key}")
    quoted = scan.skip(_TEXT)
    if quoted is not None:
        return Option(key, re.sub(r"\\(.)", r"\1", quoted[1:-1], flags=re.DOTALL), True, column)
    return Option(key, scan.take(_WORD, f"a value for {key}"), False, column)
