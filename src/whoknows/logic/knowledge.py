"""What one seat knows: its cell of the model, and every question that can be asked of it.

This is all that an agent gets. It is the same in every world of the cell, so nothing asked
of it can depend on what the seat cannot know.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from whoknows.core.error import Error
from whoknows.core.names import person
from whoknows.core.uniform import Rng
from whoknows.logic import weights as weighted
from whoknows.logic.chances import Uniform
from whoknows.logic.flat_sets import chances
from whoknows.logic.formula import Name
from whoknows.logic.model import Model, Sentence
from whoknows.logic.parser import parse
from whoknows.logic.space import Set
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import Worlds, in_memory, outgrown

if TYPE_CHECKING:
    from whoknows.logic.belief import Belief
    from whoknows.logic.evidence import Evidence
    from whoknows.logic.model_picture import Kind, Picture
    from whoknows.logic.reasons import Why


@dataclass(frozen=True)
class Answer:
    """What a seat can say of a formula: known true, known false, or true in some of its cases,
    which are its odds.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    >>> anna = m.seat("Anna", sees={"Anna": "a"})
    >>> str(anna.answer("has(Bram,b)")), str(anna.answer("has(Bram,a)"))
    ('unknown (1 of 2)', 'known false')
    """

    true: int
    of: int

    @property
    def is_true(self) -> bool:
        """Whether it is true in every world."""
        return self.true == self.of

    @property
    def is_known(self) -> bool:
        """Whether it is true in every world or in none."""
        return self.true in (0, self.of)

    def __str__(self) -> str:
        if not self.is_known:
            return f"unknown ({self.true:,} of {self.of:,})"
        return "known true" if self.is_true else "known false"

    def _repr_html_(self) -> str:
        """With a bar that shows the share, in the colours of the page around it."""
        share = 100 * self.true / self.of
        bar = f"linear-gradient(to right,#2f9e7799 {share:.1f}%,#8884 {share:.1f}%)"
        style = f"display:inline-block;width:8em;height:.7em;border-radius:4px;background:{bar}"
        return f"<span style='{style}'></span> <b>{self}</b>"


@dataclass(frozen=True, repr=False, eq=False)
class Knowledge:
    """The worlds that a seat considers possible (`number` None: somebody who sees nothing).

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 2, "Bram": 2, "Cleo": 2}, cards="abcdef")
    >>> anna = m.seat("Anna", sees={"Anna": "ab"})
    >>> anna, anna.knows("~has(Bram,a)"), anna.odds("has(Bram,c)")
    (Anna considers 6 worlds possible, True, Fraction(1, 2))
    """

    model: Model
    number: int | None
    held: Set

    @property
    def seat(self) -> str:
        """The name of the seat."""
        return "nobody" if self.number is None else self.model.seats[self.number]

    @property
    def worlds(self) -> Worlds:
        """The worlds it considers possible."""
        return Worlds(self.model, self.held)

    def count(self) -> int:
        """How many worlds it considers possible."""
        return self.worlds.count()

    def deals(self) -> int:
        """How many deals these are: what its odds are shares of."""
        return self._deals

    @cached_property
    def _deals(self) -> int:
        return self.worlds.deals()

    def knows(self, formula: Sentence) -> bool:
        """Whether the formula holds in all of them."""
        return not self.worlds - self.model.where(formula)

    def possible(self, formula: Sentence) -> bool:
        """Whether it holds in at least one of them."""
        return bool(self.worlds & self.model.where(formula))

    def answer(self, formula: Sentence) -> Answer:
        """Known true, known false, or in how many of how many worlds; as deals, where somebody
        chose what to show."""
        true, of = (self.worlds & self.model.where(formula)).count(), self.count()
        deals = self.deals()
        if deals == of or true in (0, of):
            return Answer(true, of)
        share = self.odds(formula)
        whole = share * deals
        if whole.denominator > 1:  # in some deals it depends on what was chosen
            return Answer(share.numerator, share.denominator)
        return Answer(whole.numerator, deals)

    def odds(self, formula: Sentence, *, weights: "weighted.Weights | None" = None) -> Fraction:
        """The share of the deals in which it holds; weighted, if there is other evidence."""
        with outgrown():
            held = self.model.extension(formula)
            return weighted.odds(self.model, self.held, held, weights, lambda: self._deals)

    def ownership(self) -> Mapping[str, Mapping[str, Fraction]]:
        """For every card and owner (every fact and value) the odds, all in one pass."""
        return self._owned

    @cached_property
    @in_memory
    def _owned(self) -> Mapping[str, Mapping[str, Fraction]]:
        # All odds before the total, which is then known without being counted.
        words, marginals, total = self.model.vocabulary, self.chances.marginals, self.chances.total
        found: dict[str, dict[str, int]] = {card: {} for card in words.world_facts}
        for (card, value), many in marginals.items():
            if card in found:
                row, owner = found[card], words.owner(value)
                row[owner] = row.get(owner, 0) + many
        # Many cards have the same odds, and to make a fraction takes a while.
        amounts = {many for row in found.values() for many in row.values()}
        shares = {many: Fraction(many, total) for many in amounts}
        return {
            card: {owner: shares[many] for owner, many in row.items()}
            for card, row in found.items()
        }

    @in_memory
    def sample(self, rng: Rng, *, weights: "weighted.Weights | None" = None) -> World:
        """A deal, each equally likely; weighted, if there is other evidence."""
        if weights is not None:
            return weighted.sample(self.model, self.held, rng, weights)
        return weighted.whole(self.model, self.held, self.chances.sample(rng), rng)

    @in_memory
    def samples(self, rng: Rng, many: int) -> Iterator[World]:
        """Many deals, each drawn uniformly, by compiled code where the engine has it."""
        drawn = self.chances.worlds(self.chances.samples(rng, many))
        if len(self.chances.facts) < len(self.model.vocabulary.facts):
            return (weighted.whole(self.model, self.held, deal, rng) for deal in drawn)
        return map(self.model.vocabulary.world, drawn)

    @cached_property
    def chances(self) -> Uniform:
        """Exact counts, and `flat`: plain arrays that compiled code draws from."""
        with outgrown():
            seats = () if self.number is None else (self.number,)
            return chances(self.model.space, self.held, self.model.vocabulary, seats)

    @in_memory
    def given(
        self, evidence: "Evidence", *, draws: int | None = None, rng: Rng | None = None
    ) -> "Belief":
        """What the seat believes if it also goes by what others did, and how likely that was.

        If there are too many deals to weigh them all, so many are drawn.
        """
        from whoknows.logic.belief import DRAWS, believed

        return believed(self, evidence, DRAWS if draws is None else draws, rng)

    def why(self, formula: Sentence) -> "Why":
        """Why the seat knows the formula, or a world that it cannot rule out."""
        from whoknows.logic.reasons import why_known

        if self.number is None:
            raise Error("only a seat can be asked why it knows")
        return why_known(self, parse(formula))

    @in_memory
    def picture(
        self,
        *,
        formula: Sentence | None = None,
        width: int = 760,
        kind: "Kind" = "auto",
        lines: Iterable[Name] | None = None,
    ) -> "Picture":
        """The model as this seat may see it: what it considers possible is marked."""
        from whoknows.logic.model_picture import Wish, seat_picture

        return seat_picture(self, formula, Wish(kind, lines, width))

    @in_memory
    def _repr_html_(self) -> str:
        from whoknows.logic.model_picture import knowledge_picture

        return knowledge_picture(self).html

    def __repr__(self) -> str:
        many = self.count()
        return f"{person(self.seat)} considers {many:,} world{'s' * (many != 1)} possible"
