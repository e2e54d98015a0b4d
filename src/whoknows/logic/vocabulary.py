"""What the atoms of a model mean: facts, their values, the names of the seats.

A fact has one of several values in each world: a proposition is false or true, a birthday
one of ten dates, a card lies in one of the places of a deal. An atom stands for a
disjunction of `fact = value`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple, Self

from whoknows.core.error import Error
from whoknows.core.names import called, found_number, or_numbers
from whoknows.logic.formula import Arithmetic, Atom, Compare, Formula, Name, Term
from whoknows.logic.world import ShownWorld
from whoknows.logic.writer import UNWRITTEN

Value = bool | int | str
World = Mapping[int | str, Any]
Literals = tuple[tuple[str, Value], ...]


class UnknownError(Error):
    """A name that nothing of its kind has; what there is instead, and in which formula."""

    def __init__(
        self, kind: str, name: object, names: Iterable[str], formula: Formula | None = None
    ) -> None:
        self.kind, self.name, self.names, self.formula = kind, str(name), tuple(names), formula
        where = "" if formula is None else f" (in {formula})"
        there = known(f"{kind}s", self.names, name)
        if kind == "seat":
            there += or_numbers(self.names, self.name)
        super().__init__(f"no {kind} {name}; {there}{where}")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.kind, self.name, self.names, self.formula)

    def within(self, formula: Formula) -> Self:
        """The same, told of a formula."""
        return type(self)(self.kind, self.name, self.names, formula)


@dataclass(frozen=True)
class Fact:
    """Something that has exactly one of these values in each world."""

    name: str
    values: tuple[Value, ...]

    def __post_init__(self) -> None:
        _check_names((self.name, *self.values))

    @property
    def is_proposition(self) -> bool:
        return self.values == (False, True) and isinstance(self.values[0], bool)

    @cached_property
    def codes(self) -> dict[str, int]:
        """The number of each value, by the value's text."""
        return {str(value): code for code, value in enumerate(self.values)}

    def parted(self, gone: Collection[str], parts: Iterable[str]) -> "Fact":
        """The fact with some values replaced by others, which come where the first of them was."""
        there = [at for at, value in enumerate(self.values) if str(value) in gone]
        if not there:
            return self
        rest = [value for value in self.values[there[0] :] if str(value) not in gone]
        return Fact(self.name, (*self.values[: there[0]], *parts, *rest))


class Pile(NamedTuple):
    """Cards of a world that lie in one place, and who sees them (None: the place no longer
    exists)."""

    place: str
    cards: list[str]
    seen: frozenset[int] | None


@dataclass(frozen=True)
class Vocabulary:
    """The facts and seats of a model, and how its atoms and worlds are read and written."""

    facts: tuple[Fact, ...]
    seats: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_names(self.seats)

    @cached_property
    def by_name(self) -> dict[str, Fact]:
        return {fact.name: fact for fact in self.facts}

    @cached_property
    def _seat_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.seats)}

    @cached_property
    def world_facts(self) -> tuple[str, ...]:
        """The facts that make up a world: those that `Kv[i] world` asks for."""
        return tuple(fact.name for fact in self.facts)

    @property
    def has_past(self) -> bool:
        """Whether worlds say what lay where, and nothing else besides the deal."""
        return False

    def seat(self, name: Name) -> int:
        """The index of a seat, given its number or name."""
        number = self._seat_numbers.get(str(name))
        if number is not None:
            return number
        number = found_number(self.seats, name)
        if number is None:
            raise UnknownError("seat", name, self.seats)
        return number

    def called(self, told: Name) -> Name:
        """A seat or a place of a seat, by name: 1 is Bram, and `1.2` is `Bram.2`."""
        return called(self.seats, told)

    def fact(self, name: Name) -> Fact:
        """The fact of that name."""
        found = self.by_name.get(str(name))
        if found is None:
            raise UnknownError("fact", name, self.by_name)
        return found

    def value(self, fact: Fact, value: Value) -> Value:
        """A value of the fact, given by itself or its text."""
        code = fact.codes.get(str(value))
        if code is None:
            there = known("values", map(str, fact.values), value)
            raise Error(f"{fact.name} is never {value}; {there}")
        return fact.values[code]

    def meaning(self, atom: Atom) -> Literals:
        """The `fact = value` pairs of which an atom is the disjunction."""
        if atom.args:
            raise Error(f"{atom}: only models of deals have atoms with arguments")
        if not self.fact(atom.name).is_proposition:
            raise Error(f"{atom} has a value; compare it, as in {atom} = {self.some(atom.name)}")
        return ((atom.name, True),)

    def some(self, fact: str) -> Value:
        return self.by_name[fact].values[0]

    def literal(self, formula: Compare) -> tuple[str, Value] | None:
        """The pair of a plain `fact = value`, or None for other comparisons."""
        left, right = formula.left, formula.right
        if formula.sign != "=" or isinstance(left, Arithmetic) or isinstance(right, Arithmetic):
            return None
        if str(left) not in self.by_name:
            left, right = right, left
        if str(right) in self.by_name and str(right) not in self.fact(left).codes:
            return None
        return str(left), self.value(self.fact(left), right)

    def assignment(self, world: World) -> dict[str, Value]:
        """A world as its users write it, as values of facts."""
        check_mapping("a world", world)
        assigned = {}
        for name, value in world.items():
            fact = self.fact(name)
            assigned[fact.name] = self.value(fact, value)
        for name in self.world_facts:
            if name not in assigned:
                raise Error(f"the world does not say what {name} is")
        return assigned

    def world(self, assigned: Mapping[str, Value]) -> World:
        """Values of facts as a world that users read."""
        return ShownWorld(dict(assigned), self.words)

    def piles(self, world: World) -> list[Pile]:
        """A world pile by pile, where it is a deal."""
        return []

    def owner(self, value: Value) -> str:
        """Who a value belongs to in tables of odds: here, itself."""
        return str(value)

    def sight(self, seat: Name, world: World) -> str:
        """What the seat sees in this world, in words."""
        return f"what {self.seats[self.seat(seat)]} sees"

    def label(self, seat: Name, cell: Sequence[World]) -> str:
        """What the seat sees in all these worlds, in a few letters: here, what is the same."""
        same = {k: v for k, v in cell[0].items() if all(world[k] == v for world in cell)}
        return self.words(same)[:24] or f"{len(cell)} worlds"

    def words(self, world: World) -> str:
        """A world in one line."""
        return ", ".join(_word(name, value) for name, value in world.items())


def facts_in(term: Term, vocabulary: Vocabulary) -> set[str]:
    """The facts that a term speaks of; any other name in it is an error."""
    if isinstance(term, Arithmetic):
        return facts_in(term.left, vocabulary) | facts_in(term.right, vocabulary)
    if isinstance(term, int) and str(term) not in vocabulary.by_name:
        return set()
    return {vocabulary.fact(term).name}


def numbers_only(vocabulary: Vocabulary, facts: Iterable[str], where: str) -> None:
    """An error if one of these facts has values that are not numbers."""
    for name in facts:
        if any(isinstance(value, str) for value in vocabulary.fact(name).values):
            raise Error(f"{where}: the values of {name} are not numbers")


def names_in(term: Term) -> set[str]:
    """The names in a term; a number may be a fact's name too."""
    if isinstance(term, Arithmetic):
        return names_in(term.left) | names_in(term.right)
    return {str(term)}


def term_value(term: Term, values: Mapping[str, Any]) -> Any:
    """A term's value given those of its facts: numbers, or arrays of numbers."""
    if not isinstance(term, Arithmetic):
        return values.get(str(term), term)
    left, right = term_value(term.left, values), term_value(term.right, values)
    match term.sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right


def largest(term: Term, most: Mapping[str, int]) -> int:
    """No value of the term is larger than this, given the same for its facts."""
    if not isinstance(term, Arithmetic):
        return most.get(str(term), abs(term) if isinstance(term, int) else 0)
    left, right = largest(term.left, most), largest(term.right, most)
    return left * right if term.sign == "*" else left + right


def compared(formula: Compare, values: Mapping[str, Any]) -> Any:
    """Whether a comparison holds, for numbers or for arrays of them."""
    left, right = term_value(formula.left, values), term_value(formula.right, values)
    match formula.sign:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


def _word(name: object, value: object) -> str:
    if isinstance(value, bool):
        return str(name) if value else f"not {name}"
    return f"{name}={value}"


def known(kind: str, names: Iterable[str], wrong: object) -> str:
    """What there is instead of a wrong name: all names if there are few, otherwise the closest."""
    there = list(names)
    if len(there) <= 12:
        return f"{kind} are {', '.join(there)}"
    near = get_close_matches(str(wrong), there, n=3, cutoff=0.5) or there[:3]
    return f"there are {len(there)} {kind}, such as {', '.join(near)}"


def check_mapping(what: str, given: object) -> None:
    """An `Error` unless this maps places or facts to what is there."""
    if not isinstance(given, Mapping):
        raise Error(f"{what} must be a mapping like {{0: ['a', 'b']}}, not {given!r}")


def _check_names(names: Iterable[Value]) -> None:
    for name in names:
        if isinstance(name, str) and UNWRITTEN.search(name):
            raise Error(f"{name!a} has an invisible character, which a name may not have")
