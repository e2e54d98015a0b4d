"""Formulas as values, for those who build them by program; `whoknows.parse` reads them from text.

>>> from whoknows.formulas import Atom, Knows
>>> str(Knows("Anna", Atom("has", ("Bram", "a"))))
'K[Anna] has(Bram,a)'
"""

from whoknows.logic.formula import (
    And,
    Atom,
    Compare,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Truth,
    all_of,
    any_of,
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
from whoknows.logic.parser import parse

__all__ = [
    "After",
    "And",
    "AndAfter",
    "Atom",
    "Common",
    "Compare",
    "Distributed",
    "Everyone",
    "Formula",
    "Iff",
    "Implies",
    "Knows",
    "KnowsValue",
    "KnowsWhether",
    "Not",
    "Or",
    "Possible",
    "Truth",
    "all_of",
    "any_of",
    "is_factual",
    "parse",
]
