"""The deals that a belief weighs: all of a seat's cell, or some drawn from it.

A row of value codes for each. Where every act depends on one hand, its chance is asked once for
each hand, however many deals have it; otherwise once for each deal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from whoknows.core.uniform import Rng
from whoknows.logic.bitset import Bitset
from whoknows.logic.chances import Chances
from whoknows.logic.evaluation import extension
from whoknows.logic.evidence import Act
from whoknows.logic.flat_sets import chances
from whoknows.logic.formula import Formula, Name
from whoknows.logic.modal_operators import is_factual
from whoknows.logic.partition import unpacked
from whoknows.logic.room_chances import RoomChances
from whoknows.logic.vocabulary import Fact, Value, Vocabulary, World
from whoknows.logic.weights import Number
from whoknows.logic.worlds import Worlds

if TYPE_CHECKING:
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model import Model

MOST_LISTED = 20_000  # deals
WORD = 62  # cards whose places fit into one number

Rows = NDArray[Any]  # of value codes
Held = NDArray[np.bool_]  # for each case, whether it is in a set


class Likelihood(NamedTuple):
    """How likely an act was: for each case the number of a value, and the values."""

    codes: NDArray[np.int64]
    values: tuple[Number, ...]


@dataclass(frozen=True, eq=False)
class Cases:
    """Deals of one model, all equally likely unless `shares` says otherwise."""

    model: "Model"
    facts: tuple[Fact, ...]
    table: Rows
    is_all: bool  # not only some that were drawn
    shares: Likelihood | None = None

    def __len__(self) -> int:
        return len(self.table)

    def world(self, number: int) -> World:
        """One of them."""
        return self._words.world(_values(self.facts, self.table[number].tolist()))

    def held(self, formula: Formula) -> Held:
        """In which of them the formula holds."""
        if is_factual(formula):
            listed = Bitset.of(self.facts, self.table, 0)
            rows: Any = extension(listed, self._words, formula)
            return unpacked(rows & listed.all, len(self))
        return self.within(Worlds(self.model, self.model.extension(formula)))

    def within(self, worlds: Worlds) -> Held:
        """Which of them are among these worlds."""
        space = self.model.space
        found = chances(space, space.all & worlds.held, self._words) if is_bare(self._words) else 0
        if isinstance(found, Chances):
            return self._followed(found)
        return np.array([self.world(number) in worlds for number in range(len(self))], bool)

    def likelihood(self, act: Act) -> Likelihood:
        """How likely the act was in each of them."""
        if act.of is None:
            return self.likelihood_of_each(act)
        asked, codes = self._hands(act.of)
        found, values = replace(self, table=self.table[asked]).likelihood_of_each(act)
        return Likelihood(found[codes], values)

    def likelihood_of_each(self, act: Act) -> Likelihood:
        """The same, where it is asked of one after the other, or of all at once."""
        if act.at_once is not None:
            numbers, chances = act.at_once(self.facts, self.table)
            return Likelihood(numbers, tuple(map(act.checked, chances)))
        values, codes = dict[Number, int](), list[int]()
        for number in range(len(self)):
            value = act.likelihood(self.world(number))
            codes.append(values.setdefault(value, len(values)))
        return Likelihood(np.array(codes, np.int64), tuple(values))

    def _hands(self, owner: Name) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A case for each hand of the owner, and for each case the number of its hand. Hands that
        lie otherwise in several places of the same owner are not the same."""
        name = str(self._words.called(owner))
        dealt = [fact for fact in self.facts if fact.name in self._words.world_facts]
        values = dict.fromkeys(str(value) for fact in dealt for value in fact.values)
        lying = [self._lying(value) for value in values if self._words.owner(value) == name]
        parts = [its[:, at : at + WORD] for its in lying for at in range(0, its.shape[1], WORD)]
        numbers = np.column_stack([part @ (1 << np.arange(part.shape[1])) for part in parts])
        if numbers.shape[1] == 1:
            numbers = numbers[:, 0]  # which sorts much faster
        _, first, codes = np.unique(numbers, axis=0, return_index=True, return_inverse=True)
        return first, codes.reshape(-1)

    def _lying(self, place: str) -> Held:
        """Which cards lie there in each case."""
        lying = np.zeros(self.table.shape, bool)
        for column, fact in enumerate(self.facts):
            if fact.name in self._words.world_facts and place in fact.codes:
                lying[:, column] = self.table[:, column] == fact.codes[place]
        return lying

    def _followed(self, found: Chances) -> Held:
        """Which cases lead through these layers to their end."""
        columns = {fact.name: number for number, fact in enumerate(self.facts)}
        node = np.zeros(len(self), np.int64)
        for fact, layer in zip(found.facts, found.layers, strict=True):
            column = columns[fact.name]
            codes = np.array([fact.codes[str(v)] for v in self.facts[column].values])
            lost = np.concatenate([layer, np.full((1, layer.shape[1]), -1, layer.dtype)])
            node = lost[node, codes[self.table[:, column]]]  # -1 finds the last row: lost again
        return node >= 0

    @property
    def _words(self) -> Vocabulary:
        return self.model.vocabulary


def all_cases(knowledge: "Knowledge") -> Cases | None:
    """All deals that the seat considers possible, if they are not too many."""
    layers = layered(knowledge)
    if layers is not None:
        few = layers.total <= MOST_LISTED
        return Cases(knowledge.model, layers.facts, _listed(layers), True) if few else None
    if knowledge.count() > MOST_LISTED:
        return None
    if knowledge not in _LISTED:
        _LISTED[knowledge] = _told_one_by_one(knowledge)
    return _LISTED[knowledge]


# To list them one by one takes longer than to weigh them, which is done anew after every move.
_LISTED: WeakKeyDictionary["Knowledge", Cases] = WeakKeyDictionary()


def drawn_cases(knowledge: "Knowledge", many: int, rng: Rng) -> Cases:
    """So many of them, each drawn uniformly."""
    if is_bare(knowledge.model.vocabulary):
        found = knowledge.chances
        table = found.samples(rng, many).astype(np.int16)
        return Cases(knowledge.model, found.facts, table, is_all=False)
    drawn = (knowledge.model.vocabulary.assignment(w) for w in knowledge.samples(rng, many))
    return _of(knowledge.model, drawn, is_all=False)


def layered(knowledge: "Knowledge") -> Chances | None:
    """All deals as layers of branches, if worlds are deals and their engine has them."""
    if not is_bare(knowledge.model.vocabulary):
        return None
    found = knowledge.chances
    layers = found.layered if isinstance(found, RoomChances) else found
    return layers if isinstance(layers, Chances) else None


def is_bare(words: Vocabulary) -> bool:
    """Whether worlds are deals and say nothing else."""
    return len(words.world_facts) == len(words.facts)


def _listed(found: Chances) -> Rows:
    """Every way down through the layers."""
    node, table = np.zeros(1, np.int64), np.zeros((1, 0), np.int16)
    for layer in found.layers:
        row, code = np.nonzero(layer[node] >= 0)
        table = np.column_stack([table[row], code.astype(np.int16)])
        node = layer[node[row], code].astype(np.int64)
    return table


def _told_one_by_one(knowledge: "Knowledge") -> Cases:
    """Worlds that say more than a deal: those of one deal share its likelihood, unless they are its
    pasts."""
    model = knowledge.model
    told = _of(model, model.space.assignments(knowledge.held), is_all=True)
    if model.vocabulary.has_past:
        return told
    names = set(model.vocabulary.world_facts)
    columns = [number for number, fact in enumerate(told.facts) if fact.name in names]
    _, deal = np.unique(told.table[:, columns], axis=0, return_inverse=True)
    many, codes = np.unique(np.bincount(deal.reshape(-1))[deal.reshape(-1)], return_inverse=True)
    shares = tuple(Fraction(1, int(worlds)) for worlds in many)
    return Cases(model, told.facts, told.table, True, Likelihood(codes.reshape(-1), shares))


def _of(model: "Model", several: Iterable[Any], *, is_all: bool) -> Cases:
    facts = model.vocabulary.facts
    rows = [[fact.codes[str(one[fact.name])] for fact in facts] for one in several]
    return Cases(model, facts, np.array(rows, np.int16).reshape(-1, len(facts)), is_all)


def _values(facts: tuple[Fact, ...], codes: list[int]) -> dict[str, Value]:
    return {fact.name: fact.values[code] for fact, code in zip(facts, codes, strict=True)}
