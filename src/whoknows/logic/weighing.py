"""Acts taken into account one after the other: how much each deal weighs, and how unexpected each
act was.

Deals are kept by kinds of equal weight, so that exact numbers stay few.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.cases import Held, Likelihood
from whoknows.logic.evidence import Act
from whoknows.logic.weights import Number


class Surprise(NamedTuple):
    """An act, and how unexpected it was in bits: 0 for what had to happen, infinite for what its
    style never does."""

    act: Act
    bits: float


@dataclass(frozen=True, eq=False)
class Weighing:
    """The kind of each case, and the weight of each kind."""

    kinds: NDArray[np.int64]
    weights: tuple[Number, ...]

    @cached_property
    def many(self) -> list[int]:
        """How many cases there are of each kind."""
        return self._counted(self.kinds)

    @cached_property
    def total(self) -> Number:
        """The weight of all."""
        return self._weight(self.many)

    def of(self, held: Held) -> Number:
        """The weight of some."""
        return self._weight(self._counted(self.kinds[held]))

    def times(self, likelihood: Likelihood) -> "Weighing":
        """The same after one more act."""
        codes, values = likelihood
        found, kinds = np.unique(self.kinds * len(values) + codes, return_inverse=True)
        pairs = (divmod(number, len(values)) for number in found.tolist())
        weights = tuple(self.weights[kind] * values[code] for kind, code in pairs)
        return Weighing(kinds.reshape(-1), weights)

    @cached_property
    def by_case(self) -> NDArray[np.float64]:
        """The weight of each case, as a share of the largest."""
        most = max(self.weights)
        shares = np.array([float(weight / most) for weight in self.weights])
        by_case: NDArray[np.float64] = shares[self.kinds]
        return by_case

    def scaled(self) -> "Weighing":
        """The same with a total of 1 where numbers are floats, which might become too small."""
        if isinstance(self.total, Fraction):
            return self
        return Weighing(self.kinds, tuple(weight / self.total for weight in self.weights))

    def _counted(self, kinds: NDArray[np.int64]) -> list[int]:
        many: list[int] = np.bincount(kinds, minlength=len(self.weights)).tolist()
        return many

    def _weight(self, many: list[int]) -> Number:
        weighed = (number * weight for number, weight in zip(many, self.weights, strict=True))
        return sum(weighed, Fraction(0))


class Weighed(NamedTuple):
    """The weights after all acts, how unexpected each was, and those that no deal explains."""

    weighing: Weighing
    surprise: tuple[Surprise, ...]
    unexplained: tuple[Act, ...]


def weighed(prior: Weighing, acts: Iterable[tuple[Act, Likelihood]]) -> Weighed:
    """All acts taken into account. Whoever does what its style never does in any possible deal
    counts as playing anything from there."""
    now, anything = prior, set[object]()
    surprise, unexplained = list[Surprise](), list[Act]()
    for act, likelihood in acts:
        if (act.by, act.style) in anything:
            surprise.append(Surprise(act, 0.0))
            continue
        after = now.times(likelihood)
        if not after.total:
            anything.add((act.by, act.style))
            unexplained.append(act)
            surprise.append(Surprise(act, inf))
            continue
        surprise.append(Surprise(act, _bits(after.total / now.total)))
        now = after.scaled()
    return Weighed(now, tuple(surprise), tuple(unexplained))


def _bits(share: Number) -> float:
    """A chance in bits; a fraction may be of numbers too large for a float."""
    if isinstance(share, float):
        return max(0.0, -log2(share))
    exact = Fraction(share)
    return 0.0 if exact == 1 else log2(exact.denominator) - log2(exact.numerator)
