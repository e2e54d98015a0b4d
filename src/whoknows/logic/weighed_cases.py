"""Deals weighed one by one: all of them, or some that were drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from whoknows.core.uniform import Rng, below
from whoknows.logic.cases import Cases, Held, Likelihood
from whoknows.logic.evidence import Act
from whoknows.logic.formula import Formula
from whoknows.logic.resampling import effective, resampled
from whoknows.logic.vocabulary import Value, World
from whoknows.logic.weighing import Weighing
from whoknows.logic.weights import Number, chosen
from whoknows.logic.worlds import Worlds


@dataclass(frozen=True, eq=False)
class ListedDeals:
    """Cases, and what is remembered of them: how likely each act was, and what acts weigh."""

    cases: Cases
    _likelihoods: dict[Act, Likelihood] = field(default_factory=dict)
    _weighed: dict[tuple[Act, ...], Weighing] = field(default_factory=dict)

    @property
    def is_all(self) -> bool:
        return self.cases.is_all

    @property
    def many(self) -> int:
        return len(self.cases)

    def weighed(self, acts: Sequence[Act]) -> "WeighedCases":
        return WeighedCases(self, self._weighing(tuple(acts)))

    def is_sometimes_impossible(self, act: Act) -> bool:
        return not all(self.likelihood(act).values)

    def likelihood(self, act: Act) -> Likelihood:
        """How likely the act was in each of them."""
        if act not in self._likelihoods:
            self._likelihoods[act] = self.cases.likelihood(act)
        return self._likelihoods[act]

    def _weighing(self, acts: tuple[Act, ...]) -> Weighing:
        if acts not in self._weighed:
            self._weighed[acts] = self._after(acts)
        return self._weighed[acts]

    def _after(self, acts: tuple[Act, ...]) -> Weighing:
        if acts:
            return self._weighing(acts[:-1]).times(self.likelihood(acts[-1])).scaled()
        none, shares = Weighing.even(len(self.cases)), self.cases.shares
        return none if shares is None else none.times(shares)


@dataclass(frozen=True, eq=False)
class WeighedCases:
    """Cases with what they weigh."""

    deals: ListedDeals
    weighing: Weighing

    @property
    def is_exact(self) -> bool:
        return isinstance(self.weighing.total, Fraction)

    @cached_property
    def marginals(self) -> Mapping[tuple[str, Value], Number]:
        cases = self.deals.cases
        return {
            (fact.name, value): self._share(cases.table[:, column] == code)
            for column, fact in enumerate(cases.facts)
            for code, value in enumerate(fact.values)
        }

    @property
    def effective(self) -> float:
        return effective(self.weighing.by_case)

    def share(self, formula: Formula) -> Number:
        return self._share(self.deals.cases.held(formula))

    def within(self, worlds: Worlds) -> Number:
        return self._share(self.deals.cases.within(worlds))

    def chance(self, act: Act) -> Number:
        return self.weighing.times(self.deals.likelihood(act)).total / self.weighing.total

    def sample(self, rng: Rng) -> World:
        weights = self.weighing.weights
        shares = [n * Fraction(w) for n, w in zip(self.weighing.many, weights, strict=True)]
        alike = np.flatnonzero(self.weighing.kinds == chosen(shares, rng))
        return self.deals.cases.world(int(alike[below(rng, len(alike))]))

    def samples(self, rng: Rng, many: int) -> Iterator[World]:
        drawn = resampled(self.weighing.by_case, many, rng).tolist()
        return map(self.deals.cases.world, drawn)

    def _share(self, held: Held) -> Number:
        found = self.weighing.of(held) / self.weighing.total
        return found if self.deals.is_all else float(found)
