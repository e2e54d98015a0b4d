"""Where a formula holds: one evaluation, bottom-up, over any engine.

A formula is read once: names become seats and facts, and the rest is a function of the space.
Formulas are often repeated, as by the muddy children, and are then not read again.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from itertools import starmap
from operator import and_, or_

from whoknows.core.error import Error
from whoknows.core.memo import once, remembers
from whoknows.logic.formula import (
    And,
    Arithmetic,
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
    parts,
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
    is_factual,
)
from whoknows.logic.space import Engine, Held, Set, Space
from whoknows.logic.vocabulary import Literals, UnknownError, Vocabulary, facts_in, numbers_only

Reading = Callable[[Space], Set]
MOST_KEPT = 32
_KEPT: dict[tuple[int, int], tuple[Formula, Vocabulary, Reading]] = {}


def extension(space: Space, vocabulary: Vocabulary, formula: Formula) -> Set:
    """The set of worlds in which the formula holds."""
    return reading(formula, vocabulary)(space)


def reading(formula: Formula, vocabulary: Vocabulary) -> Reading:
    """How to find where the formula holds, in any space with these words; kept for a while."""
    key = id(formula), id(vocabulary)
    kept = _KEPT.get(key)
    if kept is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        # Both are kept too, so that what they are known by stays theirs.
        kept = _KEPT[key] = formula, vocabulary, once(_read, formula, vocabulary)
    return kept[2]


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
            for side in (formula.left, formula.right):
                with suppress(Error):  # the name of a place, such as in `stock = a`, is no fact
                    yield from sorted(facts_in(side, vocabulary))
        case KnowsValue(_, fact):
            with suppress(Error):
                yield from _facts(vocabulary, fact)
    for inner in parts(formula):
        yield from spoken_of(inner, vocabulary)


def common(space: Engine[Held], group: tuple[int, ...], held: Held) -> Held:
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


def _read(formula: Formula, words: Vocabulary) -> Reading:
    match formula:
        case Truth(value):
            return (lambda space: space.all) if value else (lambda space: space.none)
        case Atom():
            return _one_of(_meaning(words, formula))
        case Compare():
            return _compared(formula, words)
        case Not(inner):
            denied = _read(inner, words)
            return lambda space: ~denied(space)
        case And(parts):
            return _joined(and_, parts, words)
        case Or((Knows(one, said), Knows(other, Not(no)))) if one == other and said == no:
            return _read(KnowsWhether(one, said), words)
        case Or(parts):
            return _joined(or_, parts, words)
        case Implies() | Iff():
            return _conditional(formula, words)
        case After() | AndAfter():
            return _announced(formula, words)
    find = _epistemic(formula, words)
    asked = _Asked(formula, find)
    return lambda space: once(_Asked.answer, asked, space, words) if remembers() else find(space)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A formula by which an answer is remembered, and how to find that."""

    formula: Formula
    find: Reading = field(compare=False)

    def answer(self, space: Space, words: Vocabulary) -> Set:
        return self.find(space)


def _epistemic(formula: Formula, words: Vocabulary) -> Reading:
    match formula:
        case Knows(name, inner):
            seat, held = _seat(words, name, formula), _read(inner, words)
            return lambda space: space.knows(seat, held(space))
        case Possible(name, inner):
            seat, held = _seat(words, name, formula), _read(inner, words)
            return lambda space: ~space.knows(seat, ~held(space))
        case KnowsWhether(name, inner):
            seat, held = _seat(words, name, formula), _read(inner, words)
            return lambda space: space.knows_whether(seat, held(space))
        case KnowsValue(name, fact):
            seat, facts = _seat(words, name, formula), _facts(words, fact)
            return lambda space: reduce(and_, (space.knows_value(seat, one) for one in facts))
        case Everyone(names, inner):
            group, held = _group(words, names, formula), _read(inner, words)
            return lambda space: _everyone(space, group, held(space))
        case Common(names, inner):
            group, held = _group(words, names, formula), _read(inner, words)
            return lambda space: common(space, group, held(space))
        case Distributed(names, inner):
            group, held = _group(words, names, formula), _read(inner, words)
            return lambda space: space.knows_together(frozenset(group), held(space))
    raise TypeError(f"not a formula: {formula!r}")


def _conditional(formula: Implies | Iff, words: Vocabulary) -> Reading:
    given, then = _read(formula.left, words), _read(formula.right, words)
    if isinstance(formula, Iff):
        return _same(given, then)
    return lambda space: ~given(space) | then(space)


def _joined(
    join: Callable[[Set, Set], Set], parts: Sequence[Formula], words: Vocabulary
) -> Reading:
    each = [_read(part, words) for part in parts]
    return lambda space: reduce(join, (read(space) for read in each))


def _one_of(literals: Literals) -> Reading:
    if len(literals) == 1:
        fact, value = literals[0]
        return lambda space: space.is_value(fact, value)
    return lambda space: reduce(or_, starmap(space.is_value, literals), space.none)


def _same(left: Reading, right: Reading) -> Reading:
    def held(space: Space) -> Set:
        one, other = left(space), right(space)
        return (one & other) | (~one & ~other)

    return held


def _everyone(space: Engine[Held], group: tuple[int, ...], held: Held) -> Held:
    return reduce(and_, (space.knows(seat, held) for seat in group))


def _announced(formula: After | AndAfter, words: Vocabulary) -> Reading:
    what, then = _read(formula.said, words), _read(formula.then, words)
    group = None if formula.to is None else _group(words, formula.to, formula)

    def held(space: Space) -> Set:
        said = what(space)
        after = space.restrict(said) if group is None else space.refine(group, said)
        left: Set = space.settled(after, then(after))
        return ~said | left if isinstance(formula, After) else said & left

    return held


def _compared(formula: Compare, words: Vocabulary) -> Reading:
    if formula.sign == "!=":
        same = _compared(Compare(formula.left, "=", formula.right), words)
        return lambda space: ~same(space)
    pair = words.literal(formula)
    if pair is not None:
        return _one_of((pair,))
    facts = facts_in(formula.left, words) | facts_in(formula.right, words)
    terms = isinstance(formula.left, Arithmetic) or isinstance(formula.right, Arithmetic)
    if formula.sign != "=" or terms:
        numbers_only(words, facts, str(formula))
    return lambda space: space.compare(formula, facts)


def _meaning(vocabulary: Vocabulary, atom: Atom) -> Literals:
    try:
        return vocabulary.meaning(atom)
    except UnknownError as error:
        raise error.within(atom) from None


def _facts(vocabulary: Vocabulary, name: Name) -> tuple[str, ...]:
    if name == "world" and "world" not in vocabulary.by_name:
        return vocabulary.world_facts
    return (vocabulary.fact(name).name,)


def _seat(vocabulary: Vocabulary, name: Name, formula: Formula) -> int:
    try:
        return vocabulary.seat(name)
    except UnknownError as error:
        raise error.within(formula) from None


def _group(vocabulary: Vocabulary, names: Group, formula: Formula) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_seat(vocabulary, name, formula) for name in names))
