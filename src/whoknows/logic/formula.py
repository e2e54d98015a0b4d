"""Formulas as frozen values: facts, and what is made of formulas by and, or, not, if.

`modal_operators` has the formulas that speak of knowledge and of announcements. `str(f)` writes
what `parser.parse` reads: text and values round-trip. Formulas combine with `&`, `|`, `~` and `>>`
(implies). Seats are numbers or names; what an atom means is the model's affair. The depth of a
formula is checked when it is made, so everything else may recurse.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from whoknows.core.error import Error

Name = int | str
Group = tuple[Name, ...]
Given = TypeVar("Given")
Named = Mapping[Name, Given] | Mapping[int, Given] | Mapping[str, Given]  # something for each name
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
Sign = Literal["+", "-", "*"]

DEEPEST = 200  # levels of operators; of conjunctions and the like any number of parts is one level


@dataclass(frozen=True, slots=True)
class Formula:
    """A sentence that is true or false in each world of a model.

    >>> from whoknows.formulas import Atom
    >>> p, q = Atom("p"), Atom("q")
    >>> str(p & ~q), str(p >> q), (p | q).unicode()
    ('p & ~q', 'p -> q', 'p ∨ q')
    """

    depth: int = field(init=False, repr=False, compare=False, default=0)

    def __and__(self, other: "Formula") -> "Formula":
        return And((*self.parts, other) if isinstance(self, And) else (self, other))

    def __or__(self, other: "Formula") -> "Formula":
        return Or((*self.parts, other) if isinstance(self, Or) else (self, other))

    def __invert__(self) -> "Formula":
        return Not(self)

    def __rshift__(self, other: "Formula") -> "Formula":
        return Implies(self, other)

    def __str__(self) -> str:
        from whoknows.logic.writer import text

        return text(self)

    def unicode(self) -> str:
        """With the signs of logic books: `K[1] (p ∨ ¬q)`."""
        from whoknows.logic.writer import unicode

        return unicode(self)

    def latex(self) -> str:
        """As LaTeX mathematics, without the dollar signs."""
        from whoknows.logic.writer import latex

        return latex(self)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


@dataclass(frozen=True, slots=True)
class Compound(Formula):
    """A formula made of others."""

    def __post_init__(self) -> None:
        _note_depth(self, max(part.depth for part in parts(self)))


@dataclass(frozen=True, slots=True, repr=True)
class Truth(Formula):
    """`true` or `false`.

    >>> from whoknows.formulas import *
    >>> str(Truth(True))
    'true'
    """

    value: bool


@dataclass(frozen=True, slots=True)
class Atom(Formula):
    """`p`, `has(1,a)`, `in(stock,a)`.

    >>> from whoknows.formulas import *
    >>> str(Atom("has", ("Anna", "a")))
    'has(Anna,a)'
    """

    name: str
    args: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A term such as `x + 2` or `x * y`; facts and values are plain names and numbers."""

    left: "Term"
    sign: Sign
    right: "Term"
    depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        sides = (self.left, self.right)
        _note_depth(self, max(s.depth if isinstance(s, Arithmetic) else 0 for s in sides))


Term = Name | Arithmetic


@dataclass(frozen=True, slots=True)
class Compare(Formula):
    """`date = Jul16`, `x + y <= 100`.

    >>> from whoknows.formulas import *
    >>> str(Compare("x", "<=", 3))
    'x <= 3'
    """

    left: Term
    sign: Comparison
    right: Term


@dataclass(frozen=True, slots=True)
class Not(Compound):
    """`~ f`.

    >>> from whoknows.formulas import *
    >>> str(Not(Atom("p")))
    '~p'
    """

    inner: Formula


@dataclass(frozen=True, slots=True)
class Several(Compound):
    """Two parts or more, whose order says nothing."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise ValueError("And and Or take two parts or more; all_of and any_of take any number")
        Compound.__post_init__(self)


@dataclass(frozen=True, slots=True)
class And(Several):
    """`f & g & ...`

    >>> from whoknows.formulas import *
    >>> str(And((Atom("p"), Atom("q"), Atom("r"))))
    'p & q & r'
    """


@dataclass(frozen=True, slots=True)
class Or(Several):
    """`f | g | ...`

    >>> from whoknows.formulas import *
    >>> str(Or((Atom("p"), Atom("q"))))
    'p | q'
    """


@dataclass(frozen=True, slots=True)
class Implies(Compound):
    """`f -> g`.

    >>> from whoknows.formulas import *
    >>> str(Implies(Atom("p"), Atom("q")))
    'p -> q'
    """

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Iff(Compound):
    """`f <-> g`.

    >>> from whoknows.formulas import *
    >>> str(Iff(Atom("p"), Atom("q")))
    'p <-> q'
    """

    left: Formula
    right: Formula


Made = TypeVar("Made", bound=Formula)


def parts(formula: Formula) -> Iterator[Formula]:
    """The formulas directly inside this one."""
    if isinstance(formula, Several):
        yield from formula.parts
        return
    names: tuple[str, ...] = formula.__match_args__  # of the fields that it was made of
    for name in names:
        inner = getattr(formula, name)
        if isinstance(inner, Formula):
            yield inner


def rebuilt(formula: Made, change: Callable[[Formula], Formula]) -> Made:
    """The same formula with each of those directly inside it changed."""
    values: dict[str, object] = {}
    names: tuple[str, ...] = formula.__match_args__
    for name in names:
        value: object = getattr(formula, name)
        if isinstance(value, Formula):
            values[name] = change(value)
        elif isinstance(value, tuple) and any(isinstance(part, Formula) for part in value):
            values[name] = tuple(map(change, value))
    return replace(formula, **values) if values else formula  # type: ignore[arg-type]


def all_of(*formulas: Formula) -> Formula:
    """Their conjunction, whatever their number.

    >>> from whoknows.formulas import *
    >>> str(all_of(Atom("p"), Atom("q")))
    'p & q'
    """
    return _joined(And, formulas, empty=True)


def any_of(*formulas: Formula) -> Formula:
    """Their disjunction, whatever their number.

    >>> from whoknows.formulas import *
    >>> str(any_of())
    'false'
    """
    return _joined(Or, formulas, empty=False)


def _joined(kind: type[And] | type[Or], formulas: tuple[Formula, ...], empty: bool) -> Formula:
    if not formulas:
        return Truth(empty)
    return formulas[0] if len(formulas) == 1 else kind(formulas)


def _note_depth(made: "Compound | Arithmetic", inner: int) -> None:
    if inner >= DEEPEST:
        raise Error(f"nested too deeply: more than {DEEPEST} levels of operators")
    object.__setattr__(made, "depth", inner + 1)  # frozen, but not yet finished
