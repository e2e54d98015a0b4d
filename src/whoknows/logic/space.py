"""Where a formula holds: one evaluation, bottom-up, over any engine.

A space is a set of worlds together with what each seat can tell apart. Its sets of worlds
are opaque values that combine with `&`, `|` and `~`; they may hold anything outside the
space's own worlds (`all`), which is cut off only where it matters. So `~` costs nothing.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import reduce
from itertools import starmap
from operator import and_, or_
from typing import Any, Protocol, Self

from whoknows.core.error import Error
from whoknows.core.once import once
from whoknows.logic.formula import (
    KNOWING,
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
    parts,
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

    def knows_whether(self, seat: int, held: Set) -> Set:
        """The worlds whose cell lies inside the set or outside it."""

    def knows_together(self, seats: frozenset[int], held: Set) -> Set:
        """The same for what the seats could tell apart together."""

    def knows_value(self, seat: int, fact: str) -> Set:
        """The worlds in whose cell the fact has one value only."""

    def about(self, facts: Iterable[str]) -> Self:
        """The same worlds, made ready for these facts to be spoken of; others may then be alike
        to the engine, so this comes before `restrict` and `refine`."""

    def since(self, before: Self, held: Set) -> Set:
        """A set of the space that this one was made of, by what was said, as a set of this one."""

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
    # A game asks thousands of formulas: to look up a rule takes less than to go through all.
    return RULES[type(formula)](formula, space, vocabulary)


def _truth(formula: Truth, space: Space, vocabulary: Vocabulary) -> Set:
    return space.all if formula.value else space.none


def _atom(formula: Atom, space: Space, vocabulary: Vocabulary) -> Set:
    literals = _meaning(vocabulary, formula)
    if len(literals) == 1:
        return space.is_value(*literals[0])
    return _any(starmap(space.is_value, literals), space.none)


def _not(formula: Not, space: Space, vocabulary: Vocabulary) -> Set:
    return ~extension(space, vocabulary, formula.inner)


def _and(formula: And, space: Space, vocabulary: Vocabulary) -> Set:
    return _all(extension(space, vocabulary, part) for part in formula.parts)


def _or(formula: Or, space: Space, vocabulary: Vocabulary) -> Set:
    match formula.parts:
        case Knows(one, said), Knows(other, Not(denied)) if one == other and said == denied:
            return once(_either, formula, space, vocabulary)
    return _any((extension(space, vocabulary, part) for part in formula.parts), space.none)


def _either(formula: Or, space: Space, vocabulary: Vocabulary) -> Set:
    """`K[i] f | K[i] ~f`, which is `Kw[i] f`."""
    known: Any = formula.parts[0]
    seat = _seat(vocabulary, known.seat, known)
    return space.knows_whether(seat, extension(space, vocabulary, known.inner))


def _implies(formula: Implies, space: Space, vocabulary: Vocabulary) -> Set:
    left, right = formula.left, formula.right
    return ~extension(space, vocabulary, left) | extension(space, vocabulary, right)


def _iff(formula: Iff, space: Space, vocabulary: Vocabulary) -> Set:
    one = extension(space, vocabulary, formula.left)
    other = extension(space, vocabulary, formula.right)
    return (one & other) | (~one & ~other)


def _knowing(formula: Formula, space: Space, vocabulary: Vocabulary) -> Set:
    return once(_epistemic, formula, space, vocabulary)


def _epistemic(formula: Formula, space: Space, vocabulary: Vocabulary) -> Set:
    match formula:
        case Knows(name, inner):
            seat = _seat(vocabulary, name, formula)
            return space.knows(seat, extension(space, vocabulary, inner))
        case Possible(name, inner):
            seat = _seat(vocabulary, name, formula)
            return ~space.knows(seat, ~extension(space, vocabulary, inner))
        case KnowsWhether(name, inner):
            seat = _seat(vocabulary, name, formula)
            return space.knows_whether(seat, extension(space, vocabulary, inner))
        case KnowsValue(name, fact):
            seat = _seat(vocabulary, name, formula)
            return _all(space.knows_value(seat, known) for known in _facts(vocabulary, fact))
        case Everyone(names, inner):
            held = extension(space, vocabulary, inner)
            return _all(space.knows(seat, held) for seat in _group(vocabulary, names, formula))
        case Common(names, inner):
            group = _group(vocabulary, names, formula)
            return common(space, group, extension(space, vocabulary, inner))
        case Distributed(names, inner):
            group = _group(vocabulary, names, formula)
            return space.knows_together(frozenset(group), extension(space, vocabulary, inner))
    raise TypeError(f"not a formula: {formula!r}")


def under(space: Space, vocabulary: Vocabulary, law: Formula) -> Space:
    """The space whose worlds obey a law, which speaks of the world alone."""
    if not is_factual(law):
        raise Error(f"a law cannot speak of knowledge; announce it: {law}")
    space = space.about(spoken_of(law, vocabulary))
    space = space.restrict(extension(space, vocabulary, law))
    if space.is_empty(space.all):
        raise Error(f"no world obeys the law: {law}")
    return space


def spoken_of(formula: Formula, vocabulary: Vocabulary) -> Iterator[str]:
    """The facts that a formula names; a wrong name is for its evaluation to report."""
    match formula:
        case Atom():
            with suppress(Error):
                yield from (fact for fact, _ in vocabulary.meaning(formula))
        case Compare():
            with suppress(Error):
                yield from sorted(facts_in(formula.left, vocabulary))
                yield from sorted(facts_in(formula.right, vocabulary))
        case KnowsValue(_, fact):
            with suppress(Error):
                yield from _facts(vocabulary, fact)
    for inner in parts(formula):
        yield from spoken_of(inner, vocabulary)


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


def _announced(formula: After | AndAfter, space: Space, vocabulary: Vocabulary) -> Set:
    said = extension(space, vocabulary, formula.said)
    if formula.to is None:
        after = space.restrict(said)
    else:
        after = space.refine(_group(vocabulary, formula.to, formula), said)
    then = space.settled(after, extension(after, vocabulary, formula.then))
    return ~said | then if isinstance(formula, After) else said & then


def _compared(formula: Compare, space: Space, vocabulary: Vocabulary) -> Set:
    if formula.sign == "!=":
        return ~_compared(Compare(formula.left, "=", formula.right), space, vocabulary)
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


def _any(sets: Iterator[Set], none: Set) -> Set:
    return reduce(or_, sets, next(sets, none))


RULES: dict[type[Formula], Callable[[Any, Space, Vocabulary], Set]] = {
    Truth: _truth,
    Atom: _atom,
    Compare: _compared,
    Not: _not,
    And: _and,
    Or: _or,
    Implies: _implies,
    Iff: _iff,
    After: _announced,
    AndAfter: _announced,
    **dict.fromkeys(KNOWING.__args__, _knowing),
}
