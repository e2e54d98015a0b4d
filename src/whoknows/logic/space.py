"""What an engine offers: a set of worlds, with what each seat can tell apart.

Its sets of worlds are opaque values that combine with `&`, `|` and `~`; they may hold anything
outside the space's own worlds (`all`), which is cut off only where it matters. So `~` costs
nothing. Each engine has sets of its own kind: a model does not know which, and hands to a space
only what it got from it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from whoknows.logic.formula import Compare, Term
from whoknows.logic.vocabulary import Fact, Value


class Set(Protocol):
    """Worlds: an int of the bitset engine, a function of the diagram engine, or a claim."""

    def __and__(self, other: Self, /) -> Self: ...

    def __or__(self, other: Self, /) -> Self: ...

    def __invert__(self) -> Self: ...


Held = TypeVar("Held", bound=Set)  # the sets of one engine


class Engine(Protocol[Held]):
    """Worlds, and the cells of each seat (by index)."""

    @property
    def all(self) -> Held: ...

    @property
    def none(self) -> Held: ...

    def is_value(self, fact: str, value: Value) -> Held:
        """The worlds in which the fact has that value."""

    def joined(self, sets: Sequence[Held]) -> Held:
        """The worlds that are in all of these, of which there is one at least."""

    def compare(self, formula: Compare, facts: set[str]) -> Held:
        """The worlds in which a comparison of terms over these facts holds."""

    def knows(self, seat: int, held: Held) -> Held:
        """The worlds whose cell lies inside the set."""

    def knows_whether(self, seat: int, held: Held) -> Held:
        """The worlds whose cell lies inside the set or outside it."""

    def knows_together(self, seats: frozenset[int], held: Held) -> Held:
        """The same for what the seats could tell apart together."""

    def knows_value(self, seat: int, fact: str) -> Held:
        """The worlds in whose cell the fact has only one value."""

    def about(self, facts: Iterable[str]) -> Self:
        """The same worlds, made ready for these facts to be spoken of; others may then be alike
        to the engine, so this comes before `restrict` and `refine`."""

    def since(self, before: Self, held: Held) -> Held:
        """A set of the space that this one was made of, by what was said, as a set of this one."""

    def restrict(self, held: Held) -> Self:
        """Only these worlds are left."""

    def refine(self, seats: Iterable[int], held: Held) -> Self:
        """These seats learn whether the world is in the set."""

    def settled(self, after: Self, held: Held) -> Held:
        """A set found in this space as refined, as a set of this space."""

    def observe(self, seat: int, facts: Iterable[str], value: Value | None = None) -> Self:
        """The seat learns the value of each fact, or only whether it is this one."""

    def observe_term(self, seat: int, term: Term) -> Self:
        """The seat learns the value of a term."""

    def is_empty(self, held: Held) -> bool: ...

    def count(self, held: Held) -> int: ...

    def pairs(self, seat: int) -> int:
        """How many ordered pairs of worlds the seat cannot tell apart."""

    def some(self, held: Held) -> Mapping[str, Value]:
        """A world of the set, which has one; whichever is found first."""

    def assignments(self, held: Held) -> Iterator[Mapping[str, Value]]:
        """The worlds of a set, one by one, in a fixed order."""

    def split(
        self,
        places: Collection[str],
        parts: Mapping[str, int],
        cards: Collection[str],
        forget: Collection[str] = (),
    ) -> Self:
        """Each world becomes one for each way to divide the cards that lie in one of the places.

        The places are no values any more; a part may bear the name of one. What lay in those to
        forget can be told from the parts, by whoever saw it.
        """

    def choose(self, fact: Fact, allowed: Mapping[Value, Held]) -> Self:
        """A new fact; each world becomes one for each value allowed in it, none if none is."""

    def remember(self, fact: Fact, place: str) -> Self:
        """A new fact: which of the cards that are its values lies in this place of one card."""

    def project(self, held: Held, facts: tuple[str, ...]) -> Held:
        """The worlds that agree on these facts with some world of the set."""


Space = Engine[Any]  # of whichever engine


def assigned(space: Engine[Held], values: Mapping[str, Value]) -> Held:
    """The worlds in which facts have these values, of which there is one at least."""
    # All worlds come last: the values together are small, all worlds may be huge.
    return space.all & space.joined([space.is_value(*pair) for pair in values.items()])


def neighbours(space: Engine[Held], seat: int, held: Held) -> Held:
    """The worlds that the seat cannot tell from one of these."""
    return space.all & ~space.knows(seat, ~held)
