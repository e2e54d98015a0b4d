"""Models that are not deals: any facts, a law, and who observes what.

Muddy children are propositions, and each child sees all but its own; a birthday is a fact with ten
values; two people may see a sum and a product.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Literal

from whoknows.core.error import Error
from whoknows.logic.bitset import Bitset, enumerated
from whoknows.logic.evaluation import extension, under
from whoknows.logic.formula import Arithmetic, Compare, Formula, Name, Named
from whoknows.logic.model import Model
from whoknows.logic.parser import parse, parse_term
from whoknows.logic.space import Space
from whoknows.logic.vocabulary import (
    Fact,
    Value,
    Vocabulary,
    World,
    facts_in,
    numbers_only,
)
from whoknows.logic.worlds import outgrown

Facts = Mapping[str, Iterable[Value] | type[bool]] | Iterable[str]

MOST_LISTED = 1 << 16  # with this many combinations listing is always fast
MOST_LISTABLE = 8_000_000
MANY_VALUES = 64  # a fact with more values is too wide for a diagram


@dataclass(frozen=True)
class Begin:
    """A model is born from facts, a law and what each seat observes."""

    facts: tuple[Fact, ...]
    seats: tuple[str, ...]
    observes: tuple[tuple[Name, tuple[str, ...]], ...] = ()
    law: tuple[str | Formula, ...] = ()
    engine: str = "auto"
    nodes: int | None = None
    sentence: str = "the situation"

    def to(self, model: object) -> Model:
        """A new model, whatever was before."""
        vocabulary = Vocabulary(self.facts, self.seats)
        with outgrown():
            space = self._space(vocabulary)
            for name, seen in self.observes:
                seat = vocabulary.seat(name)
                facts = [text for text in seen if text in vocabulary.by_name]
                space = space.observe(seat, facts)
                for text in seen:
                    if text not in vocabulary.by_name:
                        space = _observed(space, vocabulary, seat, text)
        return Model(vocabulary, space, (self,))

    def true_at(self, model: object, world: World) -> bool:
        """A situation is always possible."""
        return True

    def _space(self, vocabulary: Vocabulary) -> Space:
        laws = [parse(law) for law in self.law]
        space = self._unruled(vocabulary, laws)
        for law in laws:
            space = under(space, vocabulary, law)
        return space.compact() if isinstance(space, Bitset) else space

    def _unruled(self, vocabulary: Vocabulary, laws: list[Formula]) -> Space:
        """All combinations, except those that can be left out early."""
        if self._is_listed():
            table = enumerated(self.facts, _early(laws, vocabulary), MOST_LISTABLE)
            return Bitset.of(self.facts, table, len(self.seats))
        from whoknows.logic.diagram import Diagram
        from whoknows.logic.diagram_store import DiagramStore

        widths = (1 if fact.is_proposition else len(fact.values) for fact in self.facts)
        many = sum(widths)
        # A set that counts facts has many**2 / 2 nodes, and each seat has such sets of its own.
        store = DiagramStore.sized(self.nodes, many, 4 * many**2)
        return Diagram.of(self.facts, len(self.seats), store)

    def _is_listed(self) -> bool:
        combinations = prod(len(fact.values) for fact in self.facts)
        wide = any(len(fact.values) > MANY_VALUES for fact in self.facts)
        match self.engine:
            case "auto":
                return combinations <= MOST_LISTED or (wide and combinations <= MOST_LISTABLE)
            case "bitset" | "diagram":
                return self.engine == "bitset"
        raise Error(f"no engine {self.engine!r}; engines are auto, bitset, diagram")


def model(
    facts: Facts,
    *,
    seats: Iterable[Name],
    observes: Named[Iterable[str]] | None = None,
    law: str | Iterable[str | Formula] = (),
    engine: Literal["auto", "bitset", "diagram"] = "auto",
    nodes: int | None = None,
) -> Model:
    """The model of all worlds that obey the law.

    facts     names of propositions, or names with their values (`bool` for a proposition)
    observes  what each seat sees: facts, terms such as `x + y`, or formulas
    law       formulas that everyone knows to hold

    >>> import whoknows as wk
    >>> hats = {"ann": ["red", "blue"], "ben": ["red", "blue"]}
    >>> sees = {"Ann": ["ben"], "Ben": ["ann"]}
    >>> m = wk.model(hats, seats=["Ann", "Ben"], observes=sees, law="ann = red | ben = red")
    >>> m.count(), m.where("K[Ann] ann = red").count()
    (3, 1)
    """
    seen = observes or {}
    seats = tuple(map(str, seats))
    for seat in seats:
        if seats.count(seat) > 1:
            raise Error(f"seat {seat} is named twice")
    return Begin(
        tuple(_facts(facts)),
        tuple(map(str, seats)),
        tuple((seat, tuple(map(str, texts))) for seat, texts in seen.items()),
        (law,) if isinstance(law, str) else tuple(law),
        engine,
        nodes,
    ).to(None)


def _facts(facts: Facts) -> Iterable[Fact]:
    given = facts if isinstance(facts, Mapping) else dict.fromkeys(facts, bool)
    if not given:
        raise Error("a model needs at least one fact")
    for name, values in given.items():
        if not isinstance(values, Iterable | type):
            raise Error(f"{name} needs a list of values, or bool")
        known = (False, True) if isinstance(values, type) else tuple(values)
        if not known or len({str(value) for value in known}) < len(known):
            raise Error(f"{name} needs a list of different values")
        yield Fact(str(name), known)


def _observed(space: Space, vocabulary: Vocabulary, seat: int, text: str) -> Space:
    """The seat sees the value of a term, or whether a formula holds."""
    seen = parse_term(text)
    if isinstance(seen, Formula):
        return space.refine([seat], extension(space, vocabulary, seen))
    facts = facts_in(seen, vocabulary)
    if isinstance(seen, Arithmetic):
        numbers_only(vocabulary, facts, text)
    return space.observe_term(seat, seen)


def _early(laws: Iterable[Formula], vocabulary: Vocabulary) -> Iterator[tuple[Compare, set[str]]]:
    """The laws that compare numbers, which can prune while worlds are listed, with their facts."""
    for law in laws:
        if isinstance(law, Compare) and law.sign not in ("=", "!="):
            facts = facts_in(law.left, vocabulary) | facts_in(law.right, vocabulary)
            values = (value for name in facts for value in vocabulary.fact(name).values)
            if all(isinstance(value, int) for value in values):
                yield law, facts
