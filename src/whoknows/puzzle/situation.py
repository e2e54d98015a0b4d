"""The model that a puzzle begins with: dealt cards, facts with values, or a list of worlds."""

from collections.abc import Iterable
from typing import Any, Literal

from whoknows.core.error import Error
from whoknows.deals.deal import deal
from whoknows.logic.formula import Atom, Compare, Formula, Name, Not, all_of, any_of
from whoknows.logic.general_model import model
from whoknows.logic.model import Model
from whoknows.logic.parser import parse
from whoknows.logic.vocabulary import Value
from whoknows.puzzle.fields import RANGE, Table
from whoknows.puzzle.text import several

Engine = Literal["auto", "bitset", "diagram"]
Values = Iterable[Value] | type[bool]  # of a fact


def situation(content: Table, engine: Engine) -> Model:
    """The model before anything is said."""
    seats, law = content["seats"], [parse(text) for text in several(content.get("law", ()))]
    if "deal" in content:
        return _dealt(content["deal"], seats, law, engine)
    facts = _facts(content)
    if rows := content.get("possible"):
        facts = _columns(rows)
        law.insert(0, any_of(*(all_of(*map(_is, row, row.values())) for row in rows)))
    return model(facts, seats=seats, observes=content.get("observes"), law=law, engine=engine)


def _dealt(given: Table, seats: list[Name], law: list[Formula], engine: Engine) -> Model:
    contains: dict[str, list[tuple[list[Name], int]]] = {}
    for part in given.get("contains", ()):
        contains.setdefault(str(part["place"]), []).append((part["of"], part["number"]))
    asked = {name: given[name] for name in ("cards", "owner", "seen", "looked") if name in given}
    asked |= {"seats": seats, "contains": contains, "law": law, "engine": engine}
    return deal(given["places"], **asked)


def _facts(content: Table) -> dict[str, Values]:
    facts: dict[str, Values] = {str(name): bool for name in content.get("propositions", ())}
    for name, values in content.get("facts", {}).items():
        span = RANGE.fullmatch(values) if isinstance(values, str) else None
        facts[name] = range(int(span[1]), int(span[2]) + 1) if span else values
    return facts


def _columns(rows: list[Table]) -> dict[str, Values]:
    """The values that each fact has in a list of worlds."""
    names = dict.fromkeys(name for row in rows for name in row)
    columns: dict[str, list[Any]] = {name: [row.get(name) for row in rows] for name in names}
    for name, column in columns.items():
        if len(set(map(type, column))) > 1:
            raise Error(f"possible: {name} does not have the same kind of value in every world")
    return {n: bool if type(c[0]) is bool else list(dict.fromkeys(c)) for n, c in columns.items()}


def _is(fact: str, value: Value) -> Formula:
    if isinstance(value, bool):
        return Atom(fact) if value else Not(Atom(fact))
    return Compare(fact, "=", value)
