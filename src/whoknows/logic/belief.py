"""What a seat believes: its possible deals, each weighed by how likely it made what was done.

    weight of a deal = product over the acts of P(act | deal)

What is known is believed, and knowledge stays as it was. Where deals are few or each act depends on
one hand, all deals are weighed, and odds are exact fractions if the chances of the acts are.
Otherwise they are estimated from deals drawn uniformly, and refused if too few of these carry the
weight.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, log2
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from whoknows.core.error import Error
from whoknows.core.names import person
from whoknows.core.plural import some
from whoknows.core.uniform import Rng
from whoknows.logic.cases import Cases, all_cases, drawn_cases, layered
from whoknows.logic.evidence import Act, Evidence
from whoknows.logic.formula import Name
from whoknows.logic.model import Sentence
from whoknows.logic.parser import parse
from whoknows.logic.vocabulary import World
from whoknows.logic.weighed_cases import ListedDeals
from whoknows.logic.weighed_diagram import diagram_deals
from whoknows.logic.weighing import Deals, Weighed
from whoknows.logic.weights import Number
from whoknows.logic.worlds import in_memory

if TYPE_CHECKING:
    from whoknows.logic.belief_reasons import BelievedWhy, Expectation
    from whoknows.logic.knowledge import Knowledge

DRAWS = 2_000  # of deals, where they are too many to list
LEAST = 10.0  # effective draws, below which nothing is claimed


class Surprise(NamedTuple):
    """An act, and how unexpected it was in bits: 0 for what had to happen, infinite for what its
    style never does."""

    act: Act
    bits: float


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
    deals: Deals

    @property
    def is_exact(self) -> bool:
        """Whether every deal was weighed, by numbers that are exact."""
        return self.deals.is_all and self.weighed.is_exact

    def odds(self, formula: Sentence) -> Number:
        """How likely it is: a fraction if the belief is exact, otherwise a float."""
        return self.weighed.share(parse(formula))

    @in_memory
    def ownership(self) -> Mapping[str, Mapping[str, Number]]:
        """For every card and owner (every fact and value) the odds."""
        words = self.knowledge.model.vocabulary
        found: dict[str, dict[str, Number]] = {card: {} for card in words.world_facts}
        for (card, value), share in self.weighed.marginals.items():
            if card in found:  # a fact may also be about what was shown, or what lies somewhere
                row, owner = found[card], words.owner(value)
                row[owner] = row.get(owner, Fraction(0)) + share
        return found

    def count(self) -> float:
        """How many equally likely deals would tell as much: the effective number of all deals, or
        of those drawn."""
        return self.weighed.effective

    def sample(self, rng: Rng) -> World:
        """A deal, drawn in proportion to its weight."""
        return self.weighed.sample(rng)

    def samples(self, rng: Rng, many: int) -> Iterator[World]:
        """Many deals by systematic resampling: each as often as its weight says, up to one."""
        return self.weighed.samples(rng, many)

    @cached_property
    def surprise(self) -> tuple[Surprise, ...]:
        """For each act, how unexpected it was to this seat after those before it."""
        before, found = list[Act](), list[Surprise]()
        for act in self.others:
            if act in self.explained:
                chance = self.deals.weighed(before).chance(act)
                before.append(act)
                found.append(Surprise(act, _bits(chance)))
            else:
                found.append(Surprise(act, inf if act in self.unexplained else 0.0))
        return tuple(found)

    @property
    def unexplained(self) -> tuple[Act, ...]:
        """The acts to which their style gives no chance in any deal that is possible: whoever did
        them counts as playing anything from there."""
        return self._parted[1]

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

    @cached_property
    def weighed(self) -> Weighed:
        """The deals with all acts taken into account."""
        return self.deals.weighed(self.explained)

    @cached_property
    def others(self) -> Evidence:
        """What others did: one's own acts tell one nothing."""
        return self.evidence.to(self.knowledge)

    @property
    def explained(self) -> Sequence[Act]:
        """Those of the acts that tell something."""
        return self._parted[0]

    @cached_property
    def _parted(self) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
        """The acts that count, and those that no possible deal explains. Whoever does what its
        style never does counts as playing anything from there."""
        acts, anything = self.others.acts, set[object]()
        if not any(map(self.deals.is_sometimes_impossible, acts)):
            return acts, ()
        explained, unexplained = list[Act](), list[Act]()
        for act in acts:
            if (act.by, act.style) in anything:
                continue
            if self.deals.weighed(explained).chance(act):
                explained.append(act)
            else:
                anything.add((act.by, act.style))
                unexplained.append(act)
        return tuple(explained), tuple(unexplained)

    @in_memory
    def _repr_html_(self) -> str:
        from whoknows.logic.model_picture import belief_picture

        return belief_picture(self).html

    def __repr__(self) -> str:
        after = f"after {some(len(self.others), 'act')}"
        return f"{person(self.knowledge.seat)} believes: {self.basis}, {after}"

    @property
    def basis(self) -> str:
        """From how many deals, in words."""
        kind = "deal" if self.deals.is_all else "draw"
        return f"{self.count():,.1f} effective of {some(self.deals.many, kind)}"


def believed(
    knowledge: "Knowledge", evidence: Evidence, draws: int = DRAWS, rng: Rng | None = None
) -> Belief:
    """The belief of a seat; an `Error` if too few draws carry the weight."""
    whole = _all_deals(knowledge, evidence.to(knowledge))
    if whole is not None:
        return Belief(knowledge, evidence, whole)
    drawn = ListedDeals(drawn_cases(knowledge, draws, rng) if rng else _usual(knowledge, draws))
    belief = Belief(knowledge, evidence, drawn)
    if belief.count() < LEAST:
        rare = max(belief.surprise, key=lambda one: one.bits).act
        few = f"only {belief.count():.1f} of {draws:,} deals drawn carry the weight"
        raise Error(f"{few} (what was least expected: {rare}); draw more of them (draws=)")
    return belief


def _usual(knowledge: "Knowledge", draws: int) -> Cases:
    """The same draws whenever they are asked for: what is done after them is weighed by them too,
    and to draw them takes longer than that."""
    kept = _DRAWN.get(knowledge)
    if kept is None or len(kept) != draws:
        kept = _DRAWN[knowledge] = drawn_cases(knowledge, draws, Random(0))
    return kept


_DRAWN: WeakKeyDictionary["Knowledge", Cases] = WeakKeyDictionary()


def _all_deals(knowledge: "Knowledge", evidence: Evidence) -> Deals | None:
    """All deals, listed or as a diagram; None if they are too many for both."""
    listed = all_cases(knowledge)
    if listed is not None:
        return ListedDeals(listed)
    layers = layered(knowledge)
    return None if layers is None else diagram_deals(knowledge.worlds, layers, evidence.acts)


def _bits(chance: Number) -> float:
    """A chance in bits; a fraction may be of numbers too large for a float."""
    if isinstance(chance, float):
        return max(0.0, -log2(chance))
    exact = Fraction(chance)
    return 0.0 if exact == 1 else log2(exact.denominator) - log2(exact.numerator)
