"""A set of worlds of one model, and what happens when a model outgrows its memory.

Sets combine with `&`, `|`, `-` and `~`; sets of two models never meet.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from html import escape
from itertools import islice
from traceback import clear_frames
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    NoReturn,
    ParamSpec,
    Protocol,
    Self,
    TypeVar,
    runtime_checkable,
)

from whoknows.core.error import Error
from whoknows.logic.space import Set, assigned
from whoknows.logic.vocabulary import Value, World

if TYPE_CHECKING:
    from whoknows.logic.diagram_store import DiagramStore
    from whoknows.logic.model import Model

LISTED = 12  # worlds that a notebook shows
Given = ParamSpec("Given")
Made = TypeVar("Made")


def in_memory(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function that says in words when an engine wants more memory than it has."""

    @wraps(make)
    def made(*args: Given.args, **named: Given.kwargs) -> Made:
        try:
            return make(*args, **named)
        except MemoryError as error:
            _refuse(error.__traceback__)

    return made


class ImpossibleError(Error):
    """What is true in no world, and a world that is not there."""


class RuledOutError(ImpossibleError):
    """A world that is not there, and what was said that ruled it out ("" if it never was)."""

    def __init__(self, world: str, by: str) -> None:
        self.world, self.by = world, by
        told = f"; ruled out by: {by}" if by else ""
        super().__init__(f"{world}: not a world of the model{told}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.world, self.by)


def missing(model: "Model", world: World, many: int) -> Error:
    """What is wrong with a world that fits none of the model's, or more than one: `many`."""
    text = model.vocabulary.words(world)
    if not many:
        return RuledOutError(text, _ruled_out(model, world))
    told = model.vocabulary.assignment(world)
    untold = ", ".join(fact.name for fact in model.vocabulary.facts if fact.name not in told)
    return Error(f"{text}: {many} worlds fit; say what was shown as well: {untold}")


def _ruled_out(model: "Model", world: World) -> str:
    """Which update ruled out a world, if it was ever there."""
    if model.before is None:
        return ""
    try:
        model.before.point(world)
    except RuledOutError as earlier:
        return earlier.by
    except Error:
        return ""  # it speaks of places or facts that were not there yet
    return model.history[-1].sentence


class OutgrownError(Error):
    """A model for which there is not enough memory."""


class UndecidedError(Exception):
    """A quick way to answer did not come to an end: the answer is to be found in another."""


@runtime_checkable
class HasFirst(Protocol):
    """A space that finds a world of a set without listing the others."""

    def first(self, held: Set) -> Mapping[str, Value] | None: ...


@dataclass(frozen=True, eq=False, repr=False)
class Worlds:
    """A set of worlds of one model.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    >>> some = m.where("has(Anna,a)") | m.where("has(Bram,a)")
    >>> some, (~some).count(), {"Anna": "a", "Bram": "b", "Cleo": "c"} in some
    (4 of 6 worlds, 2, True)
    """

    model: "Model"
    held: Set

    def count(self) -> int:
        """How many there are."""
        with outgrown():
            return self.model.space.count(self.held)

    def deals(self) -> int:
        """How many deals these are: the unit of odds, also where something was shown."""
        from whoknows.logic.weights import deals

        with outgrown():
            return deals(self.model, self.held)

    def first(self) -> World | None:
        """One of them, always the same: a witness."""
        with outgrown():
            space = self.model.space
            if not isinstance(space, HasFirst):
                return next(iter(self), None)
            values = space.first(self.held)
            return None if values is None else self.model.vocabulary.world(values)

    def __iter__(self) -> Iterator[World]:
        with outgrown():
            for values in self.model.space.assignments(self.held):
                yield self.model.vocabulary.world(values)

    @in_memory
    def __bool__(self) -> bool:
        return not self.model.space.is_empty(self.held)

    @in_memory
    def __contains__(self, world: World) -> bool:
        values = self.model.vocabulary.assignment(world)
        return not self.model.space.is_empty(assigned(self.model.space, values) & self.held)

    def left_in(self, after: "Model") -> "Worlds":
        """Those of them that are left in a later model, made from theirs by what was said."""
        self._check_made_of_ours(after)
        with outgrown():
            held = after.space.since(self.model.space, self.held)
            return Worlds(after, after.space.all & held)

    @in_memory
    def __and__(self, other: "Worlds") -> "Worlds":
        return Worlds(self.model, self.held & self._same(other).held)

    @in_memory
    def __or__(self, other: "Worlds") -> "Worlds":
        return Worlds(self.model, self.held | self._same(other).held)

    @in_memory
    def __sub__(self, other: "Worlds") -> "Worlds":
        return Worlds(self.model, self.held & ~self._same(other).held)

    @in_memory
    def __invert__(self) -> "Worlds":
        return Worlds(self.model, ~self.held)

    @in_memory
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Worlds) or other.model is not self.model:
            return NotImplemented
        return not (self - other) and not (other - self)

    __hash__ = None  # type: ignore[assignment]

    def _check_made_of_ours(self, after: "Model") -> None:
        model: Model | None = after
        while model is not None and model.vocabulary == self.model.vocabulary:
            if model is self.model:
                return
            model = model.before
        raise Error("these are worlds of a model that this one does not come from")

    def _same(self, other: "Worlds") -> "Worlds":
        if other.model is not self.model:
            raise Error("these are worlds of two different models")
        return other

    def __repr__(self) -> str:
        return f"{self.count():,} of {self.model.count():,} worlds"

    @in_memory
    def _repr_html_(self) -> str:
        """How many, and the first of them; in the colours of the page around it."""
        few = "".join(f"<li>{escape(str(world))}</li>" for world in islice(self, LISTED))
        rest = "<li>…</li>" if self.count() > LISTED else ""
        return f"<div><b>{self!r}</b><ul style='margin:.3em 0'>{few}{rest}</ul></div>"


class outgrown:  # noqa: N801 - reads as a word in `with outgrown():`
    """The same for some lines."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if kind is not None and issubclass(kind, MemoryError):
            _refuse(where)


def _refuse(where: TracebackType | None) -> NoReturn:
    clear_frames(where)  # what they hold would be kept as long as the error is
    _tidy()
    raise OutgrownError(
        "the model outgrew its memory: announce something simpler, ask a seat's "
        "knowledge instead of the whole model, or raise nodes="
    ) from None


def _tidy() -> None:
    """Drop what the failed step has left behind, so that the models before it still answer."""
    for store in _stores():
        store.tidy()


def make_room() -> None:
    """Drop what nobody uses any more, where that is much. A process that is a copy of another has
    to ask for it: the thread in which its engine did so was not copied."""
    for store in _stores():
        if store.is_half_full:
            store.tidy()


def _stores() -> list["DiagramStore"]:
    home = sys.modules.get("whoknows.logic.diagram_store")
    return [] if home is None else list(home.STORES)
