"""What a seat learned as plain facts, and the fewest of them from which something follows.

If only facts of the deal were announced and cards shown, each of these told the seat a fact:
whoever was shown a card knows which, the others that it is one of some. Then nothing need be played
again to find the fewest: each world that the seat must rule out names the lessons that do so.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from whoknows.logic.announcements import Announce, AtOnce, Tell
from whoknows.logic.evaluation import spoken_of
from whoknows.logic.formula import Formula, Name
from whoknows.logic.modal_operators import Knows
from whoknows.logic.space import Set
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import UndecidedError

if TYPE_CHECKING:
    from whoknows.logic.model import Model
    from whoknows.logic.worlds import Worlds


@runtime_checkable
class Teaching(Protocol):
    """An update that can say what it told a seat about the deal alone."""

    def lesson(self, after: "Model", seat: Name, at: World) -> tuple[Formula, str] | None: ...


class Doubts(Protocol):
    """Worlds to be ruled out, and lessons that may do so."""

    def excluding(self, chosen: frozenset[int]) -> frozenset[int] | None:
        """What excludes one of those that these lessons leave, so chosen that little does; None
        if they leave none. An `UndecidedError` if that would take too long."""


@runtime_checkable
class Doubting(Protocol):
    """A space that finds such worlds by a way of its own."""

    def doubts(self, held: Set, lessons: Mapping[int, Set]) -> Doubts | None:
        """These worlds, and lessons by number; None if it has no such way for them."""


class Lesson(NamedTuple):
    """What a seat learned when something was said or shown, if that is a plain fact."""

    fact: Formula
    sentence: str
    number: int | None  # among the announcements; None: it was shown


class Lessons(NamedTuple):
    """Everything a seat learned, and the model and world before it."""

    silent: "Model"
    at: World
    learnt: tuple[Lesson, ...]


def plain_lessons(model: "Model", formula: Knows, at: World) -> Lessons | None:
    """What the seat learned since something was first said or shown; None unless all of that, and
    the question, are plain facts of the deal."""
    silent, learnt = model, list[Lesson]()
    number = sum(isinstance(update, Announce) for update in model.history)
    while silent.before is not None:
        update = silent.history[-1]
        told = update.lesson(silent, formula.seat, at) if isinstance(update, Teaching) else None
        if told is None:
            break
        said = isinstance(update, Announce)
        learnt.append(Lesson(*told, number if said else None))
        number -= said
        silent = silent.before
    if any(isinstance(update, Tell | AtOnce | Teaching) for update in silent.history):
        return None
    new = {fact.name for fact in model.vocabulary.facts[len(silent.vocabulary.facts) :]}
    asked = (formula.inner, *(lesson.fact for lesson in learnt))
    if any(not new.isdisjoint(spoken_of(one, model.vocabulary)) for one in asked):
        return None
    before = {key: value for key, value in at.items() if str(key) not in new}
    return Lessons(silent, before, tuple(reversed(learnt)))


def fewest(doubts: "Worlds", held: Sequence["Worlds"], numbers: Sequence[int]) -> tuple[int, ...]:
    """The fewest of these lessons that together exclude every doubt.

    Each doubt found (a world of the seat's cell in which the formula fails) names the lessons that
    exclude it; a smallest choice that meets all of these is tried until no doubt is left.
    """
    space = doubts.model.space
    if isinstance(space, Doubting):
        quick = space.doubts(doubts.held, {number: held[number].held for number in numbers})
        try:
            if quick is not None:
                return _meeting(quick.excluding)
        except UndecidedError:
            pass  # it is asked again, in the way that always tells
    return _meeting(_Together(doubts, held, numbers).excluding)


def _meeting(excluding: Callable[[frozenset[int]], frozenset[int] | None]) -> tuple[int, ...]:
    excluders: list[frozenset[int]] = []
    while True:
        chosen = _smallest_hitting(excluders)
        further = excluding(chosen)
        if further is None:
            return tuple(sorted(chosen))
        excluders.append(further)


class _Together:
    """Lessons in a row; what some of them leave together is worked out once."""

    def __init__(self, doubts: "Worlds", held: Sequence["Worlds"], numbers: Sequence[int]) -> None:
        self.doubts, self.held, self.numbers = doubts, held, numbers
        self._left: dict[tuple[int, int], Worlds] = {}

    def excluding(self, chosen: frozenset[int]) -> frozenset[int] | None:
        """What excludes one of the doubts that these leave, so chosen that little does: that soon
        tells what is needed; None if they leave none."""
        left = self.doubts
        for number in sorted(chosen):
            left = left & self.held[number]
        if not left:
            return None
        excluding: set[int] = set()
        self._kept(left, 0, len(self.numbers), excluding)
        return frozenset(excluding)

    def _kept(self, doubts: "Worlds", first: int, end: int, excluding: set[int]) -> "Worlds":
        """The doubts that are left by one lesson after the other, but for those that would leave
        none.

        Most leave some, so they are tried together, and by halves where that fails.
        """
        if first == end:
            return doubts
        if left := doubts & self._of(first, end):
            return left
        if end - first == 1:
            excluding.add(self.numbers[first])
            return doubts
        half = (first + end) // 2
        some = self._kept(doubts, first, half, excluding)
        return self._kept(some, half, end, excluding)

    def _of(self, first: int, end: int) -> "Worlds":
        """What all of these leave."""
        if end - first == 1:
            return self.held[self.numbers[first]]
        if (first, end) not in self._left:
            half = (first + end) // 2
            self._left[first, end] = self._of(first, half) & self._of(half, end)
        return self._left[first, end]


def _smallest_hitting(sets: list[frozenset[int]]) -> frozenset[int]:
    """A smallest set that meets each of these."""
    needed = frozenset[int]().union(*(some for some in sets if len(some) == 1))
    others = sorted((some for some in sets if not some & needed), key=len)
    for size in range(len(others) + 1):
        found = _hit(others, needed, size)
        if found is not None:
            return found
    raise AssertionError("one of each meets all")


def _hit(sets: list[frozenset[int]], chosen: frozenset[int], room: int) -> frozenset[int] | None:
    missed = next((some for some in sets if not some & chosen), None)
    if missed is None:
        return chosen
    if not room:
        return None
    tries = (_hit(sets, chosen | {number}, room - 1) for number in sorted(missed))
    return next((found for found in tries if found is not None), None)
