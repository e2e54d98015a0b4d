"""What a seat believes: its possible deals, each weighed by how likely it made what was done.

    weight of a deal = product over the acts of P(act | deal)

What is known is believed, and knowledge stays as it was. Where all deals can be listed, odds are
exact fractions if the chances of the acts are; otherwise they are estimated from deals drawn
uniformly, and refused if too few of these carry the weight.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from whoknows.core.error import Error
from whoknows.core.names import person
from whoknows.core.plural import some
from whoknows.core.uniform import Rng, below
from whoknows.logic.cases import Cases, Held, Likelihood, cases
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.formula import Name
from whoknows.logic.model import Sentence
from whoknows.logic.parser import parse
from whoknows.logic.resampling import effective, resampled
from whoknows.logic.vocabulary import World
from whoknows.logic.weighing import Surprise, Weighed, Weighing, weighed
from whoknows.logic.weights import Number, chosen
from whoknows.logic.worlds import in_memory

if TYPE_CHECKING:
    from whoknows.logic.belief_reasons import BelievedWhy, Expectation
    from whoknows.logic.knowledge import Knowledge

DRAWS = 2_000  # of deals, where they are too many to list
LEAST = 10.0  # effective draws, below which nothing is claimed


@dataclass(frozen=True, eq=False, repr=False)
class Belief:
    """What a seat believes; see `Knowledge.given`.

    >>> import whoknows as wk
    >>> from fractions import Fraction
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    >>> anna = m.seat("Anna", sees={"Anna": "c"})
    >>> smiles = lambda deal: Fraction(9, 10) if "a" in deal["Bram"] else Fraction(3, 10)
    >>> belief = anna.given(wk.Evidence((wk.Act("Bram smiles", smiles, by="Bram"),)))
    >>> anna.odds("has(Bram,a)"), belief.odds("has(Bram,a)")
    (Fraction(1, 2), Fraction(3, 4))
    """

    knowledge: "Knowledge"
    evidence: Evidence
    cases: Cases

    @property
    def is_exact(self) -> bool:
        """Whether every deal was weighed, by numbers that are exact."""
        return self.cases.is_all and isinstance(self.weighing.total, Fraction)

    def odds(self, formula: Sentence) -> Number:
        """How likely it is: a fraction if the belief is exact, otherwise a float."""
        return self.share(self.cases.held(parse(formula)))

    @in_memory
    def ownership(self) -> Mapping[str, Mapping[str, Number]]:
        """For every card and owner (every fact and value) the odds."""
        words = self.knowledge.model.vocabulary
        found: dict[str, dict[str, Number]] = {card: {} for card in words.world_facts}
        for column, fact in enumerate(self.cases.facts):
            row = found.get(fact.name, {})
            for code, value in enumerate(fact.values):
                share = self.share(self.cases.table[:, column] == code)
                row[words.owner(value)] = row.get(words.owner(value), Fraction(0)) + share
        return found

    def count(self) -> float:
        """How many equally likely deals would tell as much: the effective number of those listed,
        or of those drawn."""
        return effective(self.weighing.by_case)

    def sample(self, rng: Rng) -> World:
        """A deal, drawn in proportion to its weight."""
        weights = self.weighing.weights
        shares = [n * Fraction(w) for n, w in zip(self.weighing.many, weights, strict=True)]
        alike = np.flatnonzero(self.weighing.kinds == chosen(shares, rng))
        return self.cases.world(int(alike[below(rng, len(alike))]))

    def samples(self, rng: Rng, many: int) -> Iterator[World]:
        """Many deals by systematic resampling: each as often as its weight says, up to one."""
        return map(self.cases.world, resampled(self.weighing.by_case, many, rng).tolist())

    @property
    def surprise(self) -> tuple[Surprise, ...]:
        """For each act, how unexpected it was to this seat after those before it."""
        return self._weighed.surprise

    @property
    def unexplained(self) -> tuple[Act, ...]:
        """The acts to which their style gives no chance in any deal that is possible: whoever did
        them counts as playing anything from there."""
        return self._weighed.unexplained

    def why(self, formula: Sentence) -> "BelievedWhy":
        """Which acts moved the odds of the formula most, and by how much."""
        from whoknows.logic.belief_reasons import why_believed

        return why_believed(self, parse(formula))

    def expects(self, seat: Name, formula: Sentence, *, cells: int = 50) -> "Expectation":
        """How likely another seat is believed to think the formula is, from what it would see and
        the same evidence; over at most this many of the hands that it may have."""
        from whoknows.logic.belief_reasons import expected

        return expected(self, seat, parse(formula), cells)

    # for the rest of this package

    @property
    def weighing(self) -> Weighing:
        """All acts taken into account."""
        return self._weighed.weighing

    @cached_property
    def others(self) -> Evidence:
        """What others did: one's own acts tell one nothing."""
        return self.evidence.to(self.knowledge)

    def weighed(self, acts: Iterable[Act]) -> Weighing:
        """Only some of the acts taken into account."""
        return self._given(acts).weighing

    @cached_property
    def _weighed(self) -> Weighed:
        return self._given(self.others)

    def _given(self, acts: Iterable[Act]) -> Weighed:
        return weighed(self._prior, ((act, self._likelihoods[id(act)]) for act in acts))

    def share(self, held: Held, weighing: Weighing | None = None) -> Number:
        """How likely these cases are."""
        weighing = weighing or self.weighing
        found = weighing.of(held) / weighing.total
        return found if self.cases.is_all else float(found)

    @cached_property
    def _prior(self) -> Weighing:
        """Before any act."""
        none = Weighing(np.zeros(len(self.cases), np.int64), (Fraction(1),))
        return none if self.cases.shares is None else none.times(self.cases.shares)

    @cached_property
    def _likelihoods(self) -> dict[int, Likelihood]:
        return {id(act): self.cases.likelihood(act) for act in self.others}

    def __repr__(self) -> str:
        seat = person(self.knowledge.seat)
        kind = "deal" if self.cases.is_all else "draw"
        of = f"{self.count():,.1f} effective of {some(len(self.cases), kind)}"
        return f"{seat} believes: {of}, after {some(len(self.others), 'act')}"


def believed(
    knowledge: "Knowledge", evidence: Evidence, draws: int = DRAWS, rng: Rng | None = None
) -> Belief:
    """The belief of a seat; an `Error` if too few draws carry the weight."""
    listed = cases(knowledge, evidence.to(knowledge), draws, rng or Random(0))
    belief = Belief(knowledge, evidence, listed)
    if not belief.cases.is_all and belief.count() < LEAST:
        rare = max(belief.surprise, key=lambda one: one.bits).act
        few = f"only {belief.count():.1f} of {draws:,} deals drawn carry the weight"
        raise Error(f"{few} (what was least expected: {rare}); draw more of them (draws=)")
    return belief
