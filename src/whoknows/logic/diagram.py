"""The engine for large models: a set of worlds is a binary decision diagram.

There is one variable for each fact and value (a proposition has one variable), and those of a fact
are side by side. Knowing means quantifying away what a seat does not see. What a group is told
becomes a fresh variable that its members see. All spaces of one model share a `Store`; functions of
two stores must never meet (oxidd would abort), so sets never leave their model.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import chain, product
from math import prod
from operator import and_, or_

from oxidd.bcdd import BCDDFunction
from oxidd.util import BooleanOperator

from whoknows.core.error import Error
from whoknows.logic import unspoken_facts as unspoken
from whoknows.logic.diagram_nodes import one_of_each
from whoknows.logic.diagram_store import DiagramStore
from whoknows.logic.filling import Filling
from whoknows.logic.formula import Compare, Term
from whoknows.logic.unspoken_facts import Groups, RuledOut, Variables
from whoknows.logic.vocabulary import Fact, Value, compared, names_in, term_value

MOST_COMBINATIONS = 1_000_000


@dataclass(frozen=True, eq=False)
class Diagram:
    """A space whose worlds are the satisfying assignments of `all`."""

    store: DiagramStore
    facts: tuple[Fact, ...]
    variables: Variables
    used: frozenset[int]
    keys: tuple[frozenset[int], ...]
    all: BCDDFunction
    alike: Groups = ()  # `all` and `keys` stay as they are if two of these are exchanged
    single: RuledOut = field(default_factory=dict)  # exchanged too, but for these values
    _cubes: dict[frozenset[int], BCDDFunction] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, facts: Sequence[Fact], seats: int, store: DiagramStore) -> "Diagram":
        """All combinations of values, before anyone has seen anything."""
        space = cls._blank(facts, seats, store)
        held = store.true
        for fact in reversed(facts):
            if not fact.is_proposition:
                held = store.one_of(space.numbers(fact), [held] * len(fact.values))
        return replace(space, all=held)

    @classmethod
    def filled(
        cls, facts: Sequence[Fact], filling: Filling, seats: int, store: DiagramStore
    ) -> "Diagram":
        """The worlds in which the facts fill the rooms."""
        space = cls._blank(facts, seats, store)
        numbers = [space.numbers(fact) for fact in facts]
        drawn = one_of_each(store.manager, numbers, filling.layers())
        return replace(space, all=drawn, alike=unspoken.alike(facts, filling))

    @classmethod
    def _blank(cls, facts: Sequence[Fact], seats: int, store: DiagramStore) -> "Diagram":
        variables = store.add(facts)
        used = frozenset(variables.values())
        return cls(store, tuple(facts), variables, used, (frozenset(),) * seats, store.true)

    @property
    def none(self) -> BCDDFunction:
        return self.store.false

    def is_value(self, fact: str, value: Value) -> BCDDFunction:
        if value is False and (fact, "False") not in self.variables:  # a proposition
            return self.store.manager.not_var(self.variables[fact, "True"])
        return self.store.manager.var(self.variables[fact, str(value)])

    def joined(self, sets: Sequence[BCDDFunction]) -> BCDDFunction:
        # In pairs, then these in pairs: joined one by one, what is there already is gone through
        # for each of them.
        while len(sets) > 1:
            odd = sets[len(sets) & ~1 :]
            sets = [*map(and_, sets[::2], sets[1::2]), *odd]
        return sets[0]

    def compare(self, formula: Compare, facts: set[str]) -> BCDDFunction:
        held = self.none
        for values in self._combinations(facts):
            if compared(formula, values):
                held = held | self._cube(values)
        return held

    def knows(self, seat: int, held: BCDDFunction) -> BCDDFunction:
        return self.knows_together(frozenset((seat,)), held)

    def knows_whether(self, seat: int, held: BCDDFunction) -> BCDDFunction:
        hidden = self._hidden(frozenset((seat,)))
        if len(self.used) - len(self.keys[seat]) == 1:
            # A cell is one world, or two that differ in the one hidden variable.
            return ~(self.all.forall(hidden) & held.unique(hidden))
        possible = self.all.apply_exists(BooleanOperator.AND, held, hidden)
        return ~(possible & self.all.apply_exists(BooleanOperator.AND, ~held, hidden))

    def knows_together(self, seats: frozenset[int], held: BCDDFunction) -> BCDDFunction:
        # They know what no world with their keys, whatever is hidden from all of them, denies.
        return ~self.all.apply_exists(BooleanOperator.AND, ~held, self._hidden(seats))

    def knows_value(self, seat: int, fact: str) -> BCDDFunction:
        values = next(known.values for known in self.facts if known.name == fact)
        return reduce(or_, (self.knows(seat, self.is_value(fact, v)) for v in values))

    def about(self, facts: Iterable[str]) -> "Diagram":
        if not self.alike:
            return self
        variables, left = unspoken.brought_up(self.variables, self.alike, facts)
        single = unspoken.joined(self.single, self.alike, left)
        return replace(self, variables=variables, alike=left, single=single)

    def since(self, before: "Diagram", held: BCDDFunction) -> BCDDFunction:
        old = before.variables
        moved = [(old[pair], n) for pair, n in self.variables.items() if old[pair] != n]
        if not moved:
            return held
        var = self.store.manager.var
        return held.substitute(held.make_substitution((was, var(now)) for was, now in moved))

    def restrict(self, held: BCDDFunction) -> "Diagram":
        single = unspoken.narrowed(self.single, self.variables, held)
        return replace(self, all=self.all & held, single=single)

    def refine(self, seats: Iterable[int], held: BCDDFunction) -> "Diagram":
        number = self.store.fresh(self.used)
        told = self.store.manager.var(number).equiv(held)
        return replace(
            self,
            all=self.all & told,
            used=self.used | {number},
            keys=self._seeing(seats, {number}),
            single={},
            _cubes={},
        )

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> "Diagram":
        wanted = set(facts)
        seen = {
            number
            for (fact, text), number in self.variables.items()
            if fact in wanted and (value is None or text == str(value))
        }
        keys = self._seeing((seat,), seen)
        if wanted.issuperset(chain(*self.alike, self.single)):
            return replace(self, keys=keys, _cubes={})
        left = self.alike if wanted.issuperset(chain(*self.alike)) else ()
        return replace(self, keys=keys, alike=left, single={}, _cubes={})

    def settled(self, after: "Diagram", held: BCDDFunction) -> BCDDFunction:
        # What was told inside a formula has a variable that means nothing outside it.
        fresh = after.used - self.used
        return (after.all & held).exists(self.store.cube(fresh)) if fresh else held

    def observe_term(self, seat: int, term: Term) -> "Diagram":
        sets: dict[Value, BCDDFunction] = {}
        for values in self._combinations(names_in(term)):
            value = term_value(term, values)
            sets[value] = sets.get(value, self.none) | self._cube(values)
        return reduce(lambda space, held: space.refine((seat,), held), sets.values(), self)

    def is_empty(self, held: BCDDFunction) -> bool:
        return not held.satisfiable() or not (self.all & held).satisfiable()

    def count(self, held: BCDDFunction) -> int:
        return (self.all & held).sat_count(len(self.used))

    def pairs(self, seat: int) -> int:
        from whoknows.logic.diagram_pairs import pairs

        return pairs(self, seat)

    def some(self, held: BCDDFunction) -> Mapping[str, Value]:
        true = (self.all & held).pick_cube() or ()
        world: dict[str, Value] = {}
        for fact in self.facts:
            chosen = [bool(true[number]) for number in self.numbers(fact)]
            world[fact.name] = chosen[0] if fact.is_proposition else fact.values[chosen.index(True)]
        return world

    def assignments(self, held: BCDDFunction) -> Iterator[Mapping[str, Value]]:
        return self._listed(self.all & held, 0, {})

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> "Diagram":
        """The old variables stay, although no formula mentions them: whoever saw the places can
        still tell what lay there. Those to forget would only make the diagram larger."""
        touched = [
            f for f in self.facts if f.name in cards and not f.codes.keys().isdisjoint(places)
        ]
        added = self.store.add(Fact(fact.name, tuple(parts)) for fact in touched)
        lay = [self._lowest_first(fact, places) for fact in touched]
        new = [[added[fact.name, part] for part in parts] for fact in touched]
        self.store.put_beside({old[0]: n for old, n in zip(lay, new, strict=True)})
        gone = {(fact.name, place) for fact in touched for place in places}
        left = {pair: n for pair, n in self.variables.items() if pair not in gone}
        idle = {n for pair, n in self.variables.items() if pair in gone and pair[1] in forget}
        ways = self.store.parted(lay, new, tuple(parts.values()))
        return replace(
            self,
            facts=tuple(f.parted(places, parts) if f in touched else f for f in self.facts),
            variables={**left, **added},
            used=(self.used | set(added.values())) - idle,
            keys=tuple(key - idle for key in self.keys),
            alike=(),  # the old variables of a card have no name, and would stay behind
            single={},
            _cubes={},
            all=self.all.apply_exists(BooleanOperator.AND, ways, self.store.cube(idle)),
        )

    def _lowest_first(self, fact: Fact, places: Collection[str]) -> list[int]:
        """The variables for a card lying in these places, the lowest in the order first."""
        numbers = [self.variables[fact.name, place] for place in places if place in fact.codes]
        return sorted(numbers, key=self.store.manager.var_to_level, reverse=True)

    def choose(self, fact: Fact, allowed: Mapping[Value, BCDDFunction]) -> "Diagram":
        added = self.store.add([fact])
        numbers = [added[fact.name, str(value)] for value in fact.values]
        chosen = self.none
        for number, value in zip(numbers, fact.values, strict=True):
            alone = self.store.one_of(
                numbers, [self.store.true if other == number else self.none for other in numbers]
            )
            chosen = chosen | (alone & allowed[value])
        return replace(
            self,
            facts=(*self.facts, fact),
            variables={**self.variables, **added},
            used=self.used | set(numbers),
            alike=(),
            single={},
            _cubes={},
            all=self.all & chosen,
        )

    def remember(self, fact: Fact, place: str) -> "Diagram":
        """The variables that tell it are there, and stay when the place is parted."""
        known = {(fact.name, str(card)): self.variables[str(card), place] for card in fact.values}
        variables = {**self.variables, **known}
        return replace(self, facts=(*self.facts, fact), variables=variables, alike=(), single={})

    def project(self, held: BCDDFunction, facts: tuple[str, ...]) -> BCDDFunction:
        names = frozenset(facts)
        kept = {number for (fact, _), number in self.variables.items() if fact in names}
        return (self.all & held).exists(self.store.cube(self.used - kept))

    def numbers(self, fact: Fact) -> list[int]:
        """The variables of a fact, one for each value (a proposition has one)."""
        values = fact.values[1:] if fact.is_proposition else fact.values
        return [self.variables[fact.name, str(value)] for value in values]

    def _hidden(self, seats: frozenset[int]) -> BCDDFunction:
        """The variables that none of the seats sees."""
        if seats not in self._cubes:
            seen = frozenset[int]().union(*(self.keys[seat] for seat in seats))
            self._cubes[seats] = self.store.cube(self.used - seen)
        return self._cubes[seats]

    def _seeing(self, seats: Iterable[int], seen: Iterable[int]) -> tuple[frozenset[int], ...]:
        keys = list(self.keys)
        for seat in seats:
            keys[seat] |= frozenset(seen)
        return tuple(keys)

    def _combinations(self, names: Iterable[str]) -> Iterator[dict[str, Value]]:
        """Every combination of values of these facts."""
        facts = [fact for fact in self.facts if fact.name in set(names)]
        if prod(len(fact.values) for fact in facts) > MOST_COMBINATIONS:
            raise Error(
                f"more than {MOST_COMBINATIONS:,} combinations of "
                f'{", ".join(fact.name for fact in facts)}; use engine="bitset"'
            )
        for values in product(*(fact.values for fact in facts)):
            yield {fact.name: value for fact, value in zip(facts, values, strict=True)}

    def _cube(self, values: Mapping[str, Value]) -> BCDDFunction:
        # Within our worlds: bare values, each with all others left open, would not share.
        return reduce(and_, (self.is_value(*pair) for pair in values.items()), self.all)

    def _listed(
        self, held: BCDDFunction, number: int, values: dict[str, Value]
    ) -> Iterator[Mapping[str, Value]]:
        if not held.satisfiable():
            return
        if number == len(self.facts):
            yield values
            return
        fact = self.facts[number]
        for value in fact.values:
            branch = held & self.is_value(fact.name, value)
            yield from self._listed(branch, number + 1, {**values, fact.name: value})
