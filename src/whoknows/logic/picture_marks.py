"""Which worlds of a model are marked in a picture, and how.

Alive, just removed or gone before; the true world, if it may be seen; where a formula holds; what a
seat considers possible. Worlds are compared by their words, from the earliest model that speaks of
the same facts on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from whoknows.logic.svg import Dot
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import Worlds

if TYPE_CHECKING:
    from whoknows.logic.model import Model, Sentence


@dataclass(frozen=True)
class PictureMarks:
    """How to look at a model: whose cells are drawn, and what is marked."""

    model: Model
    seat: int
    formula: Sentence | None = None
    at: World | None = None  # the true world, for those who may see it
    mine: Worlds | None = None  # what a seat considers possible that looks at it itself

    def dot(self, world: World, label: str | None = None) -> Dot:
        """How a world is drawn: as a node that says everything about it, or a few letters."""
        words = self.model.vocabulary.words(world)
        alive = words in self._alive
        state = "alive" if alive else "removed" if words in self._removed else "gone"
        fits = () if self._holding is None else ("holds" if words in self._holding else "fails",)
        mine = ("mine",) * (words in self._mine)
        marks = (state, *fits, *mine, *("true",) * (words == self.true))
        if label is not None:
            return Dot(words, marks, label=label)
        return Dot(words, marks, rows=tuple(_row(self.model, part) for part in words.split(" | ")))

    @property
    def legend(self) -> list[str]:
        """What the marks mean, for those that are used."""
        said = ["★ the true world"] if self.at is not None else []
        said += [self._filled] if self.formula is not None else []
        name = self.model.seats[self.seat]
        said += [f"bold: possible to {name}"] if self.mine is not None else []
        return said + (["red: ruled out just now"] if self._removed else [])

    @property
    def _filled(self) -> str:
        many = f"{len(self._holding or ()):,} of {len(self._alive):,}"
        return f"filled: {self.formula} ({many})"

    @cached_property
    def true(self) -> str | None:
        """The true world in words, if it may be seen."""
        return None if self.at is None else self._words(self.model.world(self.at))

    @cached_property
    def _alive(self) -> frozenset[str]:
        return frozenset(map(self._words, self.model.worlds))

    @cached_property
    def _removed(self) -> frozenset[str]:
        before = comparable(self.model)
        return (
            frozenset()
            if before is None
            else frozenset(map(self._words, before.worlds)) - self._alive
        )

    @cached_property
    def _holding(self) -> frozenset[str] | None:
        if self.formula is None:
            return None
        return frozenset(map(self._words, self.model.where(self.formula)))

    @cached_property
    def _mine(self) -> frozenset[str]:
        return frozenset(map(self._words, self.mine or ()))

    def _words(self, world: World) -> str:
        return self.model.vocabulary.words(world)


def beginning(model: Model) -> Model:
    """The first model of the same facts: its worlds have places of their own."""
    while (before := comparable(model)) is not None:
        model = before
    return model


def earliest(model: Model, limit: int) -> Model | None:
    """The first of these models with no more than this many worlds; None if there are more even
    now."""
    if model.count() > limit:
        return None
    while (before := comparable(model)) is not None and before.count() <= limit:
        model = before
    return model


def comparable(model: Model) -> Model | None:
    """The model before, if it speaks of the same facts."""
    before = model.before
    return before if before is not None and before.vocabulary == model.vocabulary else None


def _row(model: Model, part: str) -> tuple[int | None, str]:
    """A pile of a world, as one line of its node: whose it is, and the cards."""
    name, _, cards = part.partition(": ")
    return (model.seats.index(name), cards) if cards and name in model.seats else (None, part)
