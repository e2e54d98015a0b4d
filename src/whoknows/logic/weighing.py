"""Acts taken into account one after the other: how much each deal weighs.

Deals are kept by kinds of equal weight, so that exact numbers stay few.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng
from whoknows.logic.cases import Held, Likelihood
from whoknows.logic.evidence import Act
from whoknows.logic.formula import Formula
from whoknows.logic.vocabulary import Value, World
from whoknows.logic.weights import Number
from whoknows.logic.worlds import Worlds


class Weighed(Protocol):
    """The deals of a seat, weighed by some acts; what is said of weights is a share of all."""

    @property
    def is_exact(self) -> bool:
        """Whether the weights are exact."""

    @property
    def marginals(self) -> Mapping[tuple[str, Value], Number]:
        """What those weigh in which each fact has each value."""

    @property
    def effective(self) -> float:
        """How many deals of equal weight would tell as much."""

    def share(self, formula: Formula) -> Number:
        """What those weigh in which the formula holds."""

    def within(self, worlds: Worlds) -> Number:
        """What those among these worlds weigh."""

    def chance(self, act: Act) -> Number:
        """How likely an act is, on average over all of them."""

    def sample(self, rng: Rng) -> World:
        """One of them, drawn in proportion to its weight."""

    def samples(self, rng: Rng, many: int) -> Iterator[World]:
        """Many by systematic resampling: each as often as its weight says, up to one."""


class Deals(Protocol):
    """The deals of a seat, to be weighed: listed, drawn, or as a diagram."""

    @property
    def is_all(self) -> bool:
        """Whether these are all deals that it considers possible."""

    @property
    def many(self) -> int:
        """How many there are."""

    def weighed(self, acts: Sequence[Act]) -> Weighed:
        """Weighed by these acts, which together are possible."""

    def is_sometimes_impossible(self, act: Act) -> bool:
        """Whether its style never does this in some of them."""


@dataclass(frozen=True, eq=False)
class Weighing:
    """The kind of each case, and the weight of each kind."""

    kinds: NDArray[np.int64]
    weights: tuple[Number, ...]

    @classmethod
    def even(cls, many: int) -> "Weighing":
        """So many cases, all alike."""
        return cls(np.zeros(many, np.int64), (Fraction(1),))

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
