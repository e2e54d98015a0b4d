"""Formulas that speak of more than one world: who knows what, and what holds once it is announced.

Their letters are those of `KNOWING`; announcements are written `[! f]` and `<! f>`.
"""

from dataclasses import dataclass

from whoknows.logic.formula import Compound, Formula, Group, Name, parts


@dataclass(frozen=True, slots=True)
class OfSeat(Compound):
    """What a seat makes of a formula."""

    seat: Name
    inner: Formula


@dataclass(frozen=True, slots=True)
class Knows(OfSeat):
    """`K[1] f`: f holds in every world that seat 1 considers possible.

    >>> from whoknows.formulas import *
    >>> str(Knows("Anna", Atom("p")))
    'K[Anna] p'
    """


@dataclass(frozen=True, slots=True)
class Possible(OfSeat):
    """`M[1] f`: seat 1 considers f possible.

    >>> from whoknows.formulas import *
    >>> str(Possible("Anna", Atom("p")))
    'M[Anna] p'
    """


@dataclass(frozen=True, slots=True)
class KnowsWhether(OfSeat):
    """`Kw[1] f`: seat 1 knows f or knows ~f.

    >>> from whoknows.formulas import *
    >>> str(KnowsWhether("Anna", Atom("p")))
    'Kw[Anna] p'
    """


@dataclass(frozen=True, slots=True)
class KnowsValue(Formula):
    """`Kv[1] x`: seat 1 knows the value of x (of a card: where it lies; `world`: of all).

    >>> from whoknows.formulas import *
    >>> str(KnowsValue("Anna", "x"))
    'Kv[Anna] x'
    """

    seat: Name
    fact: Name


@dataclass(frozen=True, slots=True)
class OfGroup(Compound):
    """What a group makes of a formula, together."""

    group: Group
    inner: Formula

    def __post_init__(self) -> None:
        if not self.group:
            raise ValueError("a group needs at least one seat")
        Compound.__post_init__(self)


@dataclass(frozen=True, slots=True)
class Everyone(OfGroup):
    """`E[0,1] f`: each of the group knows f.

    >>> from whoknows.formulas import *
    >>> str(Everyone(("Anna", "Bram"), Atom("p")))
    'E[Anna,Bram] p'
    """


@dataclass(frozen=True, slots=True)
class Common(OfGroup):
    """`C[0,1] f`: f is common knowledge in the group.

    >>> from whoknows.formulas import *
    >>> str(Common(("Anna", "Bram"), Atom("p")))
    'C[Anna,Bram] p'
    """


@dataclass(frozen=True, slots=True)
class Distributed(OfGroup):
    """`D[0,1] f`: the group would know f if its members pooled what they know.

    >>> from whoknows.formulas import *
    >>> str(Distributed(("Anna", "Bram"), Atom("p")))
    'D[Anna,Bram] p'
    """


@dataclass(frozen=True, slots=True)
class Announced(Compound):
    """What holds once something is announced, to all or to a group."""

    said: Formula
    then: Formula
    to: Group | None = None


@dataclass(frozen=True, slots=True)
class After(Announced):
    """`[! f] g`: if f is true, g holds after f is announced (`[!0,1: f] g`: told to a group).

    >>> from whoknows.formulas import *
    >>> str(After(Atom("p"), Knows("Anna", Atom("p"))))
    '[! p] K[Anna] p'
    """


@dataclass(frozen=True, slots=True)
class AndAfter(Announced):
    """`<! f> g`: f is true, and g holds after f is announced.

    >>> from whoknows.formulas import *
    >>> str(AndAfter(Atom("p"), Knows("Anna", Atom("p"))))
    '<! p> K[Anna] p'
    """


OF_SEAT: dict[str, type[OfSeat]] = {"K": Knows, "M": Possible, "Kw": KnowsWhether}
OF_GROUP: dict[str, type[OfGroup]] = {"E": Everyone, "C": Common, "D": Distributed}
KNOWING: dict[str, type[Formula]] = {**OF_SEAT, "Kv": KnowsValue, **OF_GROUP}  # by their letters


def is_factual(formula: Formula) -> bool:
    """Whether it speaks of the world alone: nobody's knowledge, no announcement.

    >>> from whoknows.formulas import is_factual, parse
    >>> is_factual(parse("p & ~q")), is_factual(parse("K[Anna] p"))
    (True, False)
    """
    if isinstance(formula, (OfSeat, KnowsValue, OfGroup, Announced)):
        return False
    return not formula.depth or all(map(is_factual, parts(formula)))
