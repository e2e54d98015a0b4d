"""Where a formula holds: one evaluation, bottom-up, over any engine.

A space is a set of worlds together with what each seat can tell apart. Its sets of worlds
are opaque values that combine with `&`, `|` and `~`; they may hold anything outside the
space's own worlds (`all`), which is cut off only where it matters. So `~` costs nothing.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import reduce
from itertools import starmap
from operator import and_, or_
from typing import Any, Protocol, Self

from whoknows.core.error import Error
from whoknows.core.once import once
from whoknows.logic.formula import (
    After,
    And,
    AndAfter,
    Arithmetic,
    Atom,
    Common,
    Compare,
    Distributed,
    Everyone,
    Formula,
    Group,
    Iff,
    Implies,
    Knows,
    KnowsValue,
    KnowsWhether,
    Name,
    Not,
    Or,
    Possible,
    Term,
    Truth,
    is_factual,
)
from whoknows.logic.vocabulary import Fact, Value, Vocabulary, facts_in, numbers_only

Set = Any  # an int of the bitset engine, a function of the diagram engine, or a claim


class Space(Protocol):
    """Worlds, and the cells of each seat (by index). Every engine is one."""

    @property
    def all(self) -> Set: ...

    @property
    def none(self) -> Set: ...

    def is_value(self, fact: str, value: Value) -> Set:
        """The worlds in which the fact has that value."""

    def compare(self, formula: Compare, facts: set[str]) -> Set:
        """The worlds in which a comparison of terms over these facts holds."""

    def knows(self, seat: int, held: Set) -> Set:
        """The worlds whose cell lies inside the set."""

    def knows_together(self, seats: frozenset[int], held: Set) -> Set:
        """The same for what the seats could tell apart together."""

    def knows_value(self, seat: int, fact: str) -> Set:
        """The worlds in whose cell the fact has one value only."""

    def restrict(self, held: Set) -> Self:
        """Only these worlds are left."""

    def refine(self, seats: Iterable[int], held: Set) -> Self:
        """These seats learn whether the world is in the set."""

    def settled(self, after: Self, held: Set) -> Set:
        """A set found in this space as refined, as a set of this space."""

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> Self:
        """The seat learns the value of each fact, or only whether it is this one."""

    def observe_term(self, seat: int, term: Term) -> Self:
        """The seat learns the value of a term."""

    def is_empty(self, held: Set) -> bool: ...

    def count(self, held: Set) -> int: ...

    def pairs(self, seat: int) -> int:
        """How many ordered pairs of worlds the seat cannot tell apart."""

    def assignments(self, held: Set) -> Iterator[Mapping[str, Value]]:
        """The worlds of a set, one by one, in a fixed order."""

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> Self:
        """Each world becomes one for each way to part the cards that lie in one of the places.

        The places are no values any more; a part may bear the name of one. What lay in those to
        forget can be told from the parts, by whoever saw it.
        """

    def choose(self, fact: Fact, allowed: Mapping[Value, Set]) -> Self:
        """A new fact; each world becomes one for each value allowed in it, none if none is."""

    def remember(self, fact: Fact, place: str) -> Self:
        """A new fact: which of the cards that are its values lies in this place of one card."""

    def project(self, held: Set, facts: tuple[str, ...]) -> Set:
        """The worlds that agree on these facts with some world of the set."""


def extension(space: Space, vocabulary: Vocabulary, formula: Formula) -> Set:
    """The set of worlds in which the formula holds."""

    def ext(inner: Formula) -> Set:
        return extension(space, vocabulary, inner)

    match formula:
        case Truth(value):
            return space.all if value else space.none
        case Atom():
            return _any(starmap(space.is_value, _meaning(vocabulary, formula)), space.none)
        case Compare():
            return _compared(space, vocabulary, formula)
        case Not(inner):
            return ~ext(inner)
        case And(parts):
            return _all(map(ext, parts))
        case Or(parts):
            return _any(map(ext, parts), space.none)
        case Implies(left, right):
            return ~ext(left) | ext(right)
        case Iff(left, right):
            one, other = ext(left), ext(right)
            return (one & other) | (~one & ~other)
        case After() | AndAfter():
            return _announced(space, vocabulary, formula)
    return once(_epistemic, formula, space, vocabulary)


def _epistemic(formula: Formula, space: Space, vocabulary: Vocabulary) -> Set:
    def ext(inner: Formula) -> Set:
        return extension(space, vocabulary, inner)

    match formula:
        case Knows(name, inner):
            return space.knows(_seat(vocabulary, name, formula), ext(inner))
        case Possible(name, inner):
            return ~space.knows(_seat(vocabulary, name, formula), ~ext(inner))
        case KnowsWhether(name, inner):
            seat, held = _seat(vocabulary, name, formula), ext(inner)
            return space.knows(seat, held) | space.knows(seat, ~held)
        case KnowsValue(name, fact):
            seat = _seat(vocabulary, name, formula)
            return _all(space.knows_value(seat, known) for known in _facts(vocabulary, fact))
        case Everyone(names, inner):
            held = ext(inner)
            return _all(space.knows(seat, held) for seat in _group(vocabulary, names, formula))
        case Common(names, inner):
            return common(space, _group(vocabulary, names, formula), ext(inner))
        case Distributed(names, inner):
            group = frozenset(_group(vocabulary, names, formula))
            return space.knows_together(group, ext(inner))
    raise TypeError(f"not a formula: {formula!r}")


def under(space: Space, vocabulary: Vocabulary, law: Formula) -> Space:
    """The space whose worlds obey a law, which speaks of the world alone."""
    if not is_factual(law):
        raise Error(f"a law cannot speak of knowledge; announce it: {law}")
    space = space.restrict(extension(space, vocabulary, law))
    if space.is_empty(space.all):
        raise Error(f"no world obeys the law: {law}")
    return space


def common(space: Space, group: tuple[int, ...], held: Set) -> Set:
    """Common knowledge: the greatest set inside `held` that everyone knows to be in."""
    known, unchanged = space.all & held, 0
    while unchanged < len(group):
        for seat in group:
            less = known & space.knows(seat, known)
            unchanged = unchanged + 1 if less == known else 0
            known = less
            if unchanged == len(group):
                break
    return known


def _announced(space: Space, vocabulary: Vocabulary, formula: After | AndAfter) -> Set:
    said = extension(space, vocabulary, formula.said)
    if formula.to is None:
        after = space.restrict(said)
    else:
        after = space.refine(_group(vocabulary, formula.to, formula), said)
    then = space.settled(after, extension(after, vocabulary, formula.then))
    return ~said | then if isinstance(formula, After) else said & then


def _compared(space: Space, vocabulary: Vocabulary, formula: Compare) -> Set:
    if formula.sign == "!=":
        return ~_compared(space, vocabulary, Compare(formula.left, "=", formula.right))
    pair = vocabulary.literal(formula)
    if pair is not None:
        return space.is_value(*pair)
    facts = facts_in(formula.left, vocabulary) | facts_in(formula.right, vocabulary)
    terms = isinstance(formula.left, Arithmetic) or isinstance(formula.right, Arithmetic)
    if formula.sign != "=" or terms:
        numbers_only(vocabulary, facts, str(formula))
    return space.compare(formula, facts)


def _meaning(vocabulary: Vocabulary, atom: Atom) -> tuple[tuple[str, Value], ...]:
    try:
        return vocabulary.meaning(atom)
    except Error as error:
        where = "" if str(error).startswith(str(atom)) else f" (in {atom})"
        raise Error(f"{error}{where}") from None


def _facts(vocabulary: Vocabulary, name: Name) -> tuple[str, ...]:
    if name == "world" and "world" not in vocabulary.by_name:
        return vocabulary.world_facts
    return (vocabulary.fact(name).name,)


def _seat(vocabulary: Vocabulary, name: Name, formula: Formula) -> int:
    try:
        return vocabulary.seat(name)
    except Error as error:
        raise Error(f"{error} (in {formula})") from None


def _group(vocabulary: Vocabulary, names: Group, formula: Formula) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_seat(vocabulary, name, formula) for name in names))


def _all(sets: Iterable[Set]) -> Set:
    return reduce(and_, sets)


def _any(sets: Iterable[Set], none: Set) -> Set:
    return reduce(or_, sets, none)
