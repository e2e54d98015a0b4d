"""Formulas in plain English: `K[Anna] ~has(Bram,a)` is "Anna knows that Bram does not have a".

A seat that is called `you` is spoken to: "you know that Bram does not have a".
"""

from collections.abc import Callable, Iterable

from whoknows.logic.formula import (
    And,
    Atom,
    Compare,
    Formula,
    Group,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    Truth,
)
from whoknows.logic.modal_operators import (
    After,
    AndAfter,
    Common,
    Distributed,
    Everyone,
    Knows,
    KnowsValue,
    KnowsWhether,
    Possible,
)

YOU = "you"  # no seat has this name, as all begin with a capital or are numbers


def words(formula: Formula) -> str:
    """The formula as an English clause."""
    match formula:
        case Truth(value):
            return "something true" if value else "something false"
        case Atom() | Compare():
            return _claim(formula)
        case Not(inner):
            return _denied(inner)
        case And(parts):
            return _joined(parts, "and")
        case Or(parts):
            return _joined(parts, "or")
        case Implies(left, right):
            return f"if {_part(left)}, then {_part(right)}"
        case Iff(left, right):
            return f"{_part(left)} exactly if {_part(right)}"
        case After(said, then, to):
            return f"once {_told(to)} that {_part(said)}, {_part(then)}"
        case AndAfter(said, then, to):
            return f"{_part(said)}, and once {_told(to)}, {_part(then)}"
    return _epistemic(formula)


def named(formula: Formula, name: Callable[[Name], Name]) -> Formula:
    """The same formula with other names for its seats and their places."""
    fields: tuple[str, ...] = formula.__match_args__
    found = {field: getattr(formula, field) for field in fields}
    for field, value in found.items():
        if field == "seat":
            found[field] = name(value)
        elif field in ("group", "to") and value is not None:
            found[field] = tuple(map(name, value))
        elif isinstance(value, Formula):
            found[field] = named(value, name)
        elif field == "parts":
            found[field] = tuple(named(part, name) for part in value)
        elif field == "args" and value:
            found[field] = (name(value[0]), *value[1:])
    return type(formula)(**found)


def _epistemic(formula: Formula) -> str:
    match formula:
        case Knows(seat, inner):
            return f"{seat} {_verb(seat, 'know')} that {_part(inner)}"
        case Possible(seat, inner):
            return f"{seat} {_verb(seat, 'consider')} it possible that {_part(inner)}"
        case KnowsWhether(seat, inner):
            return f"{seat} {_verb(seat, 'know')} whether {_part(inner)}"
        case KnowsValue(seat, fact):
            return f"{seat} {_verb(seat, 'know')} {_fact(fact)}"
        case Everyone(group, inner):
            return f"each of {_named(group)} knows that {_part(inner)}"
        case Common(group, inner):
            return f"it is common knowledge among {_named(group)} that {_part(inner)}"
        case Distributed(group, inner):
            return f"{_named(group)} together know that {_part(inner)}"
    raise TypeError(f"not a formula: {formula!r}")


def _part(formula: Formula) -> str:
    """The same inside another clause: a list of parts says where it begins."""
    match formula:
        case And(parts) if not _is_one_hand(parts):
            return f"{'both' if len(parts) == 2 else 'all of'} {words(formula)}"
        case Or(parts) if not _is_one_hand(parts):
            return f"either {words(formula)}"
    return words(formula)


def _claim(formula: Atom | Compare) -> str:
    match formula:
        case Atom("has", (seat, card)):
            return f"{seat} {_verb(seat, 'have')} {card}"
        case Atom("in", (place, card)):
            return f"{card} is in {place}"
        case Compare(str() | int() as left, "=", str() | int() as right):
            return f"{left} is {right}"
    return str(formula)


def _denied(inner: Formula) -> str:
    match inner:
        case Atom("has", (seat, card)):
            return f"{seat} {_verb(seat, 'do')} not have {card}"
        case Atom("in", (place, card)):
            return f"{card} is not in {place}"
        case Compare(str() | int() as left, "=", str() | int() as right):
            return f"{left} is not {right}"
        case Knows(seat, known):
            return f"{seat} {_verb(seat, 'do')} not know that {_part(known)}"
        case KnowsWhether(seat, known):
            return f"{seat} {_verb(seat, 'do')} not know whether {_part(known)}"
        case KnowsValue(seat, fact):
            return f"{seat} {_verb(seat, 'do')} not know {_fact(fact)}"
        case Atom():
            return f"not {inner}"
    return f"it is not so that {_part(inner)}"


def _joined(parts: tuple[Formula, ...], word: str) -> str:
    """`Bram has a or b` if all parts say the same of one seat, otherwise clause by clause."""
    if _is_one_hand(parts):
        cards = [str(part.args[1]) for part in parts]  # type: ignore[attr-defined]
        seat = parts[0].args[0]  # type: ignore[attr-defined]
        return f"{seat} {_verb(seat, 'have')} {_listed(cards, word)}"
    return _listed(map(_part, parts), word)


def _is_one_hand(parts: tuple[Formula, ...]) -> bool:
    match parts[0]:
        case Atom("has", (seat, _)):
            return all(_is_has(part, seat) for part in parts)
    return False


def _is_has(part: Formula, seat: Name) -> bool:
    return isinstance(part, Atom) and part.name == "has" and part.args[:1] == (seat,)


def _listed(items: Iterable[str], word: str) -> str:
    *first, last = items
    return f"{', '.join(first)} {word} {last}" if first else last


def _verb(seat: Name, plural: str) -> str:
    """A verb with a seat before it: Anna knows, you know."""
    if seat == YOU:
        return plural
    return {"have": "has", "do": "does", "are": "is"}.get(plural, f"{plural}s")


def _named(group: Group) -> str:
    return _listed(map(str, group), "and")


def _told(to: Group | None) -> str:
    return (
        "it is announced"
        if to is None
        else f"{_named(to)} {_verb(to[0], 'are') if len(to) == 1 else 'are'} told"
    )


def _fact(fact: Name) -> str:
    return "the whole deal" if fact == "world" else f"the value of {fact}"
