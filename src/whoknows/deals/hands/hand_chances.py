"""Exact odds and uniform samples of deals of which cards were shown.

Every deal is equally likely; what was chosen to be shown is drawn evenly among what can have been.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whoknows.core.error import Error
from whoknows.core.uniform import Rng, below
from whoknows.logic.chances import Flat
from whoknows.logic.vocabulary import Fact, Value

if TYPE_CHECKING:
    from whoknows.deals.hands.hand_space import HandSpace
    from whoknows.deals.hands.showings import Asked


@dataclass(frozen=True, eq=False)
class HandChances:
    """The deals of a set of worlds; None: it is empty."""

    space: HandSpace
    asked: Asked | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The cards, and what was shown."""
        return self.space.facts

    @cached_property
    def total(self) -> int:
        """How many deals there are."""
        return 0 if self.asked is None else self.space.deals(self.asked)

    @cached_property
    def marginals(self) -> dict[tuple[str, Value], int]:
        """In how many deals each card lies in each place."""
        if self.asked is None:
            return {}
        cases = self.space.cases(self.asked)
        return {
            (fact.name, value): cases.lying(card, place)
            for card, fact in enumerate(self.space.cards)
            for place, value in enumerate(fact.values)
        }

    def sample(self, rng: Rng) -> dict[str, Value]:
        """One world: a deal, and then what was shown."""
        if self.asked is None:
            raise Error("no world is left")
        lies = self.space.cases(self.asked).draw(rng)
        cards = self.space.cards
        drawn: dict[str, Value] = {f.name: f.values[lies[n]] for n, f in enumerate(cards)}
        for name, can in self.space.choices(self.asked, lies).items():
            drawn[name] = cards[can[below(rng, len(can))]].name
        return drawn

    def samples(self, rng: Rng, many: int) -> NDArray[np.int32]:
        """Many worlds: a row a world, value codes by fact."""
        drawn = [self.sample(rng) for _ in range(many)]
        codes = [[fact.codes[str(one[fact.name])] for fact in self.facts] for one in drawn]
        return np.array(codes, np.int32).reshape(many, len(self.facts))

    def worlds(self, drawn: NDArray[np.int32]) -> Iterator[dict[str, Value]]:
        """What `samples` drew, as values of facts."""
        for row in drawn.tolist():
            yield {f.name: f.values[code] for f, code in zip(self.facts, row, strict=True)}

    @property
    def flat(self) -> Flat:
        raise Error("compiled code cannot draw deals of which cards were shown; draw one by one")
