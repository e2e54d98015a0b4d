"""How a puzzle file is read: strictly, and with the values of each case filled in.

Whatever is wrong with it is an `Error` of one line: the file, the case, the step or the field,
and what is wrong there.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from os import PathLike

from whoknows.core.error import Error
from whoknows.core.schema import TEXTS, Kind, check, content, toml
from whoknows.logic.parser import parse
from whoknows.puzzle.fields import (
    ACTS,
    BESIDE,
    CASES,
    CONTAINS,
    DEAL,
    FORMAL,
    LET,
    THEN,
    TOP,
    VALUES,
    Table,
    is_value,
)

HOLE = re.compile(r"\{(\w+)\}")
LONGEST = 100_000  # characters: names within names double quickly


def read(path: str | PathLike[str]) -> tuple[Table, tuple[Table, ...]]:
    """What a file says, and the values of each of its cases; a file without any has one."""
    data = content(path)
    with within(str(path)):
        table = toml(data)
        cases = table.pop("case", [{}])
        check({"case": cases, "let": table.get("let", {})}, {"case": CASES, "let": LET})
    for values in cases:
        with within(location(path, cases, values)):
            filled(table, values)
    return table, tuple(cases)


def filled(table: Table, values: Table) -> Table:
    """What the file says in this case, checked."""

    @cache
    def named(name: str) -> object:
        if name not in known:
            raise Error(f"no value for {{{name}}}")
        return _filled(known[name], named)

    known = {**table.get("let", {}), **values}
    top = dict(table)
    for field in [name for name in table if name not in ("let", "step")]:
        with within(field):
            top[field] = _filled(top[field], named)
    _check_top(top)
    steps = [_step(n, step, named, "world" in top) for n, step in enumerate(top["step"], 1)]
    return {**top, "step": steps}


def location(path: str | PathLike[str], cases: Sequence[Table], values: Table) -> str:
    """Where an error is: in which file, and in which case where it has several."""
    number = cases.index(values) + 1 if values in cases else 0
    return f"{path}: case {number}" if number and len(cases) > 1 else str(path)


@contextmanager
def within(where: str) -> Iterator[None]:
    """Adds to an error in this block where it is, in one line."""
    try:
        yield
    except RecursionError:
        raise Error(f"{where}: nested too deeply") from None
    except Error as error:
        raise Error(f"{where}: {' '.join(str(error).split())}") from None


def several(given: str | Iterable[str]) -> Iterable[str]:
    """A list of texts; a single text stands for a list of one."""
    return [given] if isinstance(given, str) else given


def _filled(value: object, named: Callable[[str], object]) -> object:
    """The value with each {name} replaced; a text that is nothing else becomes what it names."""
    match value:
        case str() if alone := HOLE.fullmatch(value):
            return named(alone[1])
        case str():
            text = HOLE.sub(lambda hole: _spelled(hole[0], named(hole[1])), value)
            if len(text) > LONGEST:
                raise Error(f"a text is longer than {LONGEST:,} characters")
            return text
        case dict():
            return {str(_filled(name, named)): _filled(v, named) for name, v in value.items()}
        case list():
            return [_filled(inner, named) for inner in value]
    return value


def _spelled(hole: str, value: object) -> str:
    if not is_value(value):
        raise Error(f"{hole} cannot be part of a text: it is neither text nor a whole number")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_top(top: Table) -> None:
    _check(top, TOP, {"title", "seats", "step"})
    kinds = [kind for kind in ("deal", "possible", "facts", "propositions") if kind in top]
    if len(kinds) != 1 and kinds != ["facts", "propositions"]:
        raise Error("expected a deal, a list of possible worlds, or facts and propositions")
    for name, kind in (("facts", VALUES), ("observes", TEXTS)):
        with within(name):
            check(top.get(name, {}), dict.fromkeys(top.get(name, {}), kind))
    _once_each("seat", top["seats"])
    _once_each("fact", [*top.get("propositions", ()), *top.get("facts", ())])
    if "deal" in top:
        _check_deal(top)


def _check_deal(top: Table) -> None:
    if "observes" in top:
        raise Error("observes does not go with a deal; use seen to say who sees what")
    with within("deal"):
        _check(top["deal"], DEAL, {"places", "cards"})
        if not top["deal"]["cards"]:
            raise Error("there are no cards")
        for part in top["deal"].get("contains", ()):
            with within("contains"):
                check(part, CONTAINS)


def _step(number: int, given: Table, named: Callable[[str], object], has_world: bool) -> Table:
    with within(f"step {number}"):
        step = {str(_filled(name, named)): _filled(value, named) for name, value in given.items()}
        acts = [act for act in ACTS if act in step]
        if len(acts) > 1:
            raise Error(f"{' and '.join(acts)} need a step each")
        own = ACTS[acts[0]] if acts else {}
        for field in sorted(step.keys() & BESIDE.keys() - own.keys()):
            raise Error(f"field {field!r} goes with {BESIDE[field]}")
        _check(step, {**own, **THEN}, own.keys() - {"owner", "seen"})
        if not has_world and step.keys() & {"whether", "holds", "world"}:
            raise Error("whether, holds and world need the real world at the top of the file")
    return step


def _check(table: Table, fields: Mapping[str, Kind], needed: Collection[str]) -> None:
    """The fields are known and of their kinds, and the formulas in them can be read."""
    check(table, fields, *(fields.keys() - needed))
    for field in FORMAL:
        with within(field):
            for text in several(table.get(field, ())):
                parse(text)


def _once_each(what: str, names: Iterable[object]) -> None:
    seen: set[str] = set()
    for name in map(str, names):
        if name in seen:
            raise Error(f"{what} {name} is named twice")
        seen.add(name)
