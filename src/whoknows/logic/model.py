"""Models: what is possible and who can tell what apart, shared by everyone.

A model is never changed: an announcement makes a new one. It remembers its history of
updates, which is also how it travels between processes. What one seat makes of it is its
`Knowledge`; an analyst, who sees the deal, asks the model itself with `at=`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

from whoknows.core.error import Error
from whoknows.core.names import person
from whoknows.core.uniform import Rng
from whoknows.logic.evaluation import extension
from whoknows.logic.formula import Formula, Name
from whoknows.logic.modal_operators import Knows
from whoknows.logic.parser import parse
from whoknows.logic.space import Set, Space, assigned, neighbours
from whoknows.logic.vocabulary import Value, Vocabulary, World, check_mapping
from whoknows.logic.worlds import Worlds, in_memory, missing, outgrown

if TYPE_CHECKING:
    from whoknows.core.game import Update
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model_export import Form
    from whoknows.logic.model_picture import Kind, Picture
    from whoknows.logic.reasons import Why
    from whoknows.logic.weights import Weights

Sentence = str | Formula


@dataclass(frozen=True, repr=False, eq=False)
class Model:
    """Possible worlds, and for each seat which of them it cannot tell apart.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    >>> m = m.announce("~has(Anna,a)", "Anna: not a")
    >>> m.count(), m.where("Kv[Bram] world").count(), m.valid("K[Cleo] ~has(Anna,a)")
    (4, 2, True)
    """

    vocabulary: Vocabulary
    space: Space
    history: tuple["Update", ...]
    before: "Model | None" = None

    # what is possible

    def count(self) -> int:
        """How many worlds there are."""
        return self.worlds.count()

    def deals(self) -> int:
        """How many deals these are, whatever was shown in each."""
        return self.worlds.deals()

    @property
    def worlds(self) -> Worlds:
        """All worlds."""
        return Worlds(self, self.space.all)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.vocabulary.seats

    def where(self, formula: Sentence) -> Worlds:
        """The worlds in which the formula holds: a set, not a model."""
        return Worlds(self, self.extension(formula))

    def valid(self, formula: Sentence) -> bool:
        """Whether the formula holds in every world."""
        with outgrown():
            return self.space.is_empty(~self.extension(formula))

    def holds(self, formula: Sentence, *, at: World) -> bool:
        """Whether the formula holds in this world."""
        with outgrown():
            return not self.space.is_empty(self.point(at) & self.extension(formula))

    # who can tell what apart

    @in_memory
    def cell(self, seat: Name, *, at: World) -> Worlds:
        """The worlds that the seat cannot tell from this one."""
        return Worlds(self, neighbours(self.space, self.vocabulary.seat(seat), self.point(at)))

    def cells(self, seat: Name) -> Iterator[Worlds]:
        """All cells of a seat, one by one."""
        number = self.vocabulary.seat(seat)
        with outgrown():
            left = self.space.all
            while not self.space.is_empty(left):
                first = next(self.space.assignments(left))
                cell: Set = neighbours(self.space, number, assigned(self.space, first))
                yield Worlds(self, cell)
                left = left & ~cell

    @in_memory
    def pairs(self, seat: Name) -> int:
        """How many ordered pairs of worlds the seat cannot tell apart."""
        return self.space.pairs(self.vocabulary.seat(seat))

    def seat(
        self, seat: Name, *, at: World | None = None, sees: World | None = None
    ) -> "Knowledge":
        """What the seat knows: in this world, or given what it sees."""
        from whoknows.logic.knowledge import Knowledge

        if at is not None and sees is not None:
            raise Error("give the world (at=) or what the seat sees (sees=), not both")
        number = self.vocabulary.seat(seat)
        with outgrown():
            if at is not None:
                return Knowledge(self, number, neighbours(self.space, number, self.point(at)))
            return Knowledge(self, number, self._seeing(number, sees or {}))

    def outsider(self) -> "Knowledge":
        """What somebody knows who has seen no card but has heard everything."""
        from whoknows.logic.knowledge import Knowledge

        return Knowledge(self, None, self.space.all)

    def odds(
        self,
        formula: Sentence,
        *,
        seat: Name | None = None,
        at: World | None = None,
        weights: "Weights | None" = None,
    ) -> Fraction:
        """How likely the formula is, to a seat in this world or to somebody who sees nothing."""
        return self._of(seat, at).odds(formula, weights=weights)

    def sample(
        self,
        rng: Rng,
        *,
        seat: Name | None = None,
        at: World | None = None,
        weights: "Weights | None" = None,
    ) -> World:
        """A world, each equally likely, of the seat's cell or of all."""
        return self._of(seat, at).sample(rng, weights=weights)

    def why(self, formula: Sentence, *, at: World) -> "Why":
        """Why the formula holds in this world, or why not."""
        from whoknows.logic.reasons import why

        return why(self, parse(formula), at)

    # what changes it

    def announce(self, formula: Sentence, sentence: str = "") -> Self:
        """Everyone hears that the formula is true."""
        from whoknows.logic.announcements import Announce

        return Announce(formula, sentence).to(self)  # type: ignore[return-value]

    def says(self, seat: Name, formula: Sentence, sentence: str = "") -> Self:
        """A seat says the formula: everyone hears that the seat knows it."""
        return self.announce(Knows(seat, parse(formula)), sentence)

    def tell(self, group: Iterable[Name], formula: Sentence, sentence: str = "") -> Self:
        """The group learns whether the formula is true; the others see that it does."""
        from whoknows.logic.announcements import Tell

        return Tell(tuple(group), formula, sentence).to(self)  # type: ignore[return-value]

    @cached_property
    def notice(self) -> str:
        """What is odd about the last update: that it is no longer true now that it was made."""
        from whoknows.logic.announcements import Announce

        last = self.history[-1]
        return last.notice(self) if isinstance(last, Announce) else ""

    # for the rest of whoknows

    def extension(self, formula: Sentence) -> Set:
        """The engine's set of the worlds in which the formula holds."""
        with outgrown():
            return extension(self.space, self.vocabulary, parse(formula))

    def point(self, world: World) -> Set:
        """The set of this one world, which often is asked for again and again."""
        values = self.vocabulary.assignment(world)
        told = tuple(values.items())
        last: tuple[object, Set] | None = self.__dict__.get("_last_point")
        if last is not None and last[0] == told:
            return last[1]
        with outgrown():
            held: Set = assigned(self.space, values)
            many = self.space.count(held)
        if many != 1:
            raise missing(self, world, many)
        self.__dict__["_last_point"] = told, held
        return held

    @in_memory
    def world(self, world: World) -> World:
        """This world in the model's own words and order."""
        return self.vocabulary.world(next(self.space.assignments(self.point(world))))

    def after(self, update: "Update", space: Space, vocabulary: Vocabulary | None = None) -> Self:
        """The model that an update makes from this one."""
        return type(self)(vocabulary or self.vocabulary, space, (*self.history, update), self)

    def _seeing(self, seat: int, sees: World) -> Set:
        """The cell of a seat that sees this; what it sees must single out one cell."""
        check_mapping("what a seat sees", sees)
        held = self.seen(sees)
        name = self.seats[seat]
        if self.space.is_empty(held):
            raise Error(f"no world is left in which {person(name)} sees that")
        one = self.space.some(held)
        cell: Set = neighbours(self.space, seat, assigned(self.space, one))
        if not self.space.is_empty(cell & ~held) or not self.space.is_empty(held & ~cell):
            seen = f"{person(name)} sees something other than what you gave"
            raise Error(f"{seen}; give all of it, or use at=")
        return cell

    @in_memory
    def seen(self, sees: World) -> Set:
        """The worlds in which these facts have these values."""
        values: dict[str, Value] = {}
        for name, value in sees.items():
            fact = self.vocabulary.fact(name)
            values[fact.name] = self.vocabulary.value(fact, value)
        found: Set = assigned(self.space, values) if values else self.space.all
        return found

    def _of(self, seat: Name | None, at: World | None) -> "Knowledge":
        if seat is None and at is not None:
            raise Error("say for which seat (seat=): in a single world everything is certain")
        if seat is None:
            return self.outsider()
        if at is None:
            raise Error("say in which world (at=): a seat's odds depend on what it sees")
        return self.seat(seat, at=at)

    @in_memory
    def picture(
        self,
        seat: Name | None = None,
        *,
        at: World | None = None,
        formula: Sentence | None = None,
        width: int = 760,
        kind: "Kind" = "auto",
        lines: Iterable[Name] | None = None,
    ) -> "Picture":
        """The model as a drawing: what reads best, and the odds of who has what.

        seat     whose cells are drawn; in a graph they are its rows
        at       the true world, which is marked
        formula  marked is where it holds
        kind     "graph" for a graph of up to 200 worlds, with as few lines as hold each cell
                 together; "pairs" with all lines; "cells" and "tiles" of the seat
        lines    a graph with the lines of these seats only, all if left out
        """
        from whoknows.logic.model_picture import Wish, model_picture

        return model_picture(self, seat, at, formula, Wish(kind, lines, width))

    def dot(self) -> str:
        """A small model as a graph for Graphviz: worlds, and who cannot tell them apart."""
        return self.export("dot")

    @in_memory
    def export(self, form: "Form") -> str:
        """A small model for other programs: `json`, `dot`, `tikz` for LaTeX, or `smcdel`."""
        from whoknows.logic.model_export import export

        return export(self, form)

    def __repr__(self) -> str:
        many = f"{self.count():,} world{'s' * (self.count() != 1)}"
        noticed = f"; {self.notice}" if self.notice else ""
        return f"{many} for seats {', '.join(self.seats)}{noticed}"

    def _repr_html_(self) -> str:
        return self.picture().html

    def __reduce__(self) -> tuple[Callable[[Iterable["Update"]], "Model"], tuple[object, ...]]:
        from whoknows.logic.history import replayed

        return replayed, (self.history,)
