"""Chances of worlds that say more than a deal: what lay in places that no longer exist.

A deal is then as many worlds as it has pasts, all equally likely. Worlds are counted, one question
at a time; a draw takes fact after fact, each value by its share of the worlds left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.uniform import Rng, below
from whoknows.logic.chances import Flat
from whoknows.logic.space import Set, Space
from whoknows.logic.vocabulary import Fact, Value


@dataclass(frozen=True, eq=False)
class Counted:
    """A set of worlds, by all facts of the space."""

    space: Space
    held: Set
    facts: tuple[Fact, ...]

    @cached_property
    def total(self) -> int:
        """How many worlds there are."""
        return self.space.count(self.held)

    @cached_property
    def marginals(self) -> dict[tuple[str, Value], int]:
        """In how many worlds each fact has each value."""
        return {
            (fact.name, value): self.space.count(self.held & self.space.is_value(fact.name, value))
            for fact in self.facts
            for value in fact.values
        }

    @property
    def flat(self) -> Flat:
        raise Error("compiled code cannot draw deals whose cards were put back and drawn again")

    def sample(self, rng: Rng) -> dict[str, Value]:
        """One world, each equally likely."""
        values: dict[str, Value] = {}
        left, many = self.held, self.total
        for fact in self.facts:
            number = below(rng, many)
            for value in fact.values:
                some = left & self.space.is_value(fact.name, value)
                many = self.space.count(some)
                if number < many:
                    break
                number -= many
            values[fact.name], left = value, some
        return values

    def samples(self, rng: Rng, many: int) -> NDArray[np.int32]:
        """Many worlds: one per row, with value codes by fact."""
        drawn = [self.sample(rng) for _ in range(many)]
        codes = [[fact.codes[str(one[fact.name])] for fact in self.facts] for one in drawn]
        return np.array(codes, np.int32)

    def worlds(self, drawn: NDArray[np.int32]) -> Iterator[dict[str, Value]]:
        """What `samples` drew, as values of facts."""
        for row in drawn.tolist():
            yield {f.name: f.values[code] for f, code in zip(self.facts, row, strict=True)}
