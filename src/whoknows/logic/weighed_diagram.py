"""Deals weighed by one hand at a time, however many they are: weights on the branches of a diagram.

Where each act depends on one owner's cards, all that an owner did is a weight of its hand. Only
hands are asked for, and only diagrams are multiplied: the deals themselves are never listed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from whoknows.core.uniform import Rng
from whoknows.logic.cases import Cases, Likelihood
from whoknows.logic.chances import Chances
from whoknows.logic.evidence import Act
from whoknows.logic.flat_sets import chances
from whoknows.logic.formula import Formula
from whoknows.logic.hand_weights import hand_weights
from whoknows.logic.owner_hands import Flags, OwnerHands, owner_hands
from whoknows.logic.vocabulary import Value, World
from whoknows.logic.weighed_layers import Owned, WeighedLayers, weighed_layers
from whoknows.logic.weighing import Weighing
from whoknows.logic.weights import Number
from whoknows.logic.worlds import OutgrownError, Worlds

MOST_HANDS = 20_000  # of an owner, if the chance of an act is asked of one after the other
MOST_AT_ONCE = 150_000  # if it is asked of all at once


@dataclass(frozen=True, eq=False)
class DiagramDeals:
    """All deals of a set, the hands that owners may have in them, and what is remembered of these:
    how likely each act was, and what acts weigh."""

    among: Worlds
    found: Chances
    hands: Mapping[str, OwnerHands]
    _likelihoods: dict[Act, Likelihood] = field(default_factory=dict)
    _owned: dict[tuple[Act, ...], Owned] = field(default_factory=dict)
    is_all: bool = True

    @property
    def many(self) -> int:
        return self.found.total

    def weighed(self, acts: Sequence[Act]) -> "WeighedDiagram":
        return WeighedDiagram(self, tuple(acts))

    def is_sometimes_impossible(self, act: Act) -> bool:
        return not all(self.likelihood(act).values)

    def likelihood(self, act: Act) -> Likelihood:
        """How likely the act was with each hand of its owner."""
        if act not in self._likelihoods:
            hands = self.hands[owner_of(self.among, act)]
            listed = Cases(self.among.model, self.found.facts, hands.table, True)
            self._likelihoods[act] = listed.likelihood_of_each(act)
        return self._likelihoods[act]

    def layers(self, found: Chances, acts: Sequence[Act]) -> WeighedLayers:
        """Some of the deals, weighed."""
        by_owner = dict[str, list[Act]]()
        for act in acts:
            by_owner.setdefault(owner_of(self.among, act), []).append(act)
        return weighed_layers(found, [self._by(*each) for each in by_owner.items()])

    def fits(self, acts: Sequence[Act]) -> bool:
        """Whether they can all be weighed by these acts."""
        try:
            return bool(self.weighed(acts).layers)
        except OutgrownError:
            return False

    def _by(self, owner: str, acts: Sequence[Act]) -> Owned:
        key = tuple(acts)
        if key not in self._owned:
            hands = self.hands[owner]
            weighing = Weighing.even(len(hands.table))
            for act in acts:
                weighing = weighing.times(self.likelihood(act)).scaled()
            weights = hand_weights(hands, weighing.kinds, weighing.weights)
            self._owned[key] = Owned(owned(self.among, self.found, owner), weights)
        return self._owned[key]


@dataclass(frozen=True, eq=False)
class WeighedDiagram:
    """All deals of a set with what they weigh."""

    deals: DiagramDeals
    acts: tuple[Act, ...]

    @property
    def is_exact(self) -> bool:
        return not isinstance(self.layers.total, float)

    @cached_property
    def layers(self) -> WeighedLayers:
        return self.deals.layers(self.deals.found, self.acts)

    @cached_property
    def marginals(self) -> Mapping[tuple[str, Value], Number]:
        whole = self.layers.total
        return {at: weight / whole for at, weight in self.layers.marginals.items()}

    @property
    def effective(self) -> float:
        return self.layers.effective

    def share(self, formula: Formula) -> Number:
        model = self.deals.among.model
        return self.within(Worlds(model, model.extension(formula)))

    def within(self, worlds: Worlds) -> Number:
        some = worlds & self.deals.among
        if not some:
            return Fraction(0)
        model = some.model
        found = chances(model.space, some.held, model.vocabulary)
        assert isinstance(found, Chances)
        assert found.facts == self.deals.found.facts
        return self.deals.layers(found, self.acts).total / self.layers.total

    def chance(self, act: Act) -> Number:
        return self.deals.weighed((*self.acts, act)).layers.total / self.layers.total

    def sample(self, rng: Rng) -> World:
        return self._world(self.layers.sample(rng))

    def samples(self, rng: Rng, many: int) -> Iterator[World]:
        return map(self._world, self.layers.samples(rng, many).tolist())

    def _world(self, codes: list[int]) -> World:
        facts = self.deals.found.facts
        values = {fact.name: fact.values[code] for fact, code in zip(facts, codes, strict=True)}
        return self.deals.among.model.vocabulary.world(values)


def diagram_deals(among: Worlds, found: Chances, acts: Sequence[Act]) -> DiagramDeals | None:
    """These deals, to be weighed by these acts; None if an act depends on more than one hand, or if
    that asks for too many hands."""
    by_owner = dict[str, list[Act]]()
    for act in acts:
        if act.of is None:
            return None
        by_owner.setdefault(owner_of(among, act), []).append(act)
    hands = dict[str, OwnerHands]()
    for owner, done in by_owner.items():
        told = _hands(among, found, owner, done)
        if told is None:
            return None
        hands[owner] = told
    deals = DiagramDeals(among, found, hands)
    return deals if deals.fits(acts) else None


def _hands(among: Worlds, found: Chances, owner: str, acts: Sequence[Act]) -> OwnerHands | None:
    """The hands of an owner, told apart by the cards on which what it did depends; None if they
    lie in several places, which may matter."""
    own = owned(among, found, owner)
    if any(flags.sum() > 1 for flags in own):
        return None
    asked = [any(act.on is None or fact.name in act.on for act in acts) for fact in found.facts]
    most = MOST_AT_ONCE if all(act.at_once for act in acts) else MOST_HANDS
    return owner_hands(found, own, asked, most)


def owner_of(among: Worlds, act: Act) -> str:
    """On whose cards alone the act depends."""
    assert act.of is not None
    return str(among.model.vocabulary.called(act.of))


def owned(among: Worlds, found: Chances, owner: str) -> list[Flags]:
    """For each fact which of its values are the owner's."""
    words = among.model.vocabulary
    return [np.array([words.owner(v) == owner for v in fact.values]) for fact in found.facts]
