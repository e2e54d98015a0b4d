"""Why a seat knows something: a smallest set of announcements from which it follows.

Announcing only these, in their order, would have been enough. If only plain facts were said, cards
shown are left out too, and as few are kept as will do; looking and drawing are never left out. If
the seat does not know it, the answer is a world in which it is false and which the seat cannot rule
out. With less said there are more worlds, perhaps too many to ask: then a choice of announcements
is not tried, and the answer says so.
"""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING, NamedTuple

from whoknows.core.error import Error
from whoknows.core.memo import once
from whoknows.core.names import written
from whoknows.core.notebook_box import sentence
from whoknows.logic.announcements import Announce, AtOnce, Tell
from whoknows.logic.english import named, words
from whoknows.logic.formula import Formula
from whoknows.logic.history import replayed, updated
from whoknows.logic.lessons import Lessons, fewest, plain_lessons
from whoknows.logic.modal_operators import Knows, KnowsValue, is_factual
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import ImpossibleError, in_memory

if TYPE_CHECKING:
    from whoknows.core.game import Update
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model import Model
    from whoknows.logic.worlds import Worlds

MOST_TRIES = 2_000


@dataclass(frozen=True)
class Reason:
    """One announcement of an explanation: its number among them, and what it said."""

    number: int
    sentence: str


@dataclass(frozen=True)
class Why:
    """An explanation in words (`str`) and as data.

    >>> import whoknows as wk
    >>> m = wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")
    >>> m = m.announce("~has(Bram,b)", "Bram: not b")
    >>> why = m.seat("Anna", sees={"Anna": "a"}).why("has(Cleo,b)")
    >>> print(why)
    Anna knows that Cleo has b, because of what Anna sees (a), and what was said: (1) Bram: not b.
    >>> why.holds, [reason.number for reason in why.because]
    (True, [1])
    """

    formula: Formula
    holds: bool
    because: tuple[Reason, ...] = ()
    smallest: bool = True
    untried: bool = False  # whether fewer might do, where that is too large to try
    happened: tuple[str, ...] = ()  # beside what was said: looks, draws, cards shown
    sees: str = ""
    counterexample: World | None = None
    shown: str = ""

    def __str__(self) -> str:
        claim = words(self.formula)
        if not self.holds:
            seen = f"Not so: {claim}."
            return f"{seen} Still possible: {self.shown}." if self.shown else seen
        happened = f"what happened ({'; '.join(self.happened)})" if self.happened else ""
        given = " and ".join(part for part in (self.sees, happened) if part)
        if not self.because:
            follows = f"this follows from {given}" if given else "whatever was said"
            return f"{claim}: {follows}."
        seen = f"{given}, and " if given else ""
        told = "; ".join(f"({reason.number}) {reason.sentence}" for reason in self.because)
        return f"{claim}, because of {seen}what was said{self._least}: {told}."

    @property
    def _least(self) -> str:
        if self.untried:
            return " (fewer might do, but that is too large to try)"
        return "" if self.smallest else " (none of these can be left out)"

    def _repr_html_(self) -> str:
        colour = "#2f9e77" if self.holds else "#c0554d"
        return sentence(str(self), colour)

    def data(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "formula": str(self.formula),
            "holds": self.holds,
            "because": [{"number": r.number, "sentence": r.sentence} for r in self.because],
            "smallest": self.smallest,
            "untried": self.untried,
            "happened": list(self.happened),
            "counterexample": None if self.counterexample is None else dict(self.counterexample),
        }


@in_memory
def why(model: "Model", formula: Formula, at: World, tries: int = MOST_TRIES) -> Why:
    """Why the formula holds in this world, or why not."""
    formula = named(formula, model.vocabulary.called)
    if isinstance(formula, Knows):
        return _of_seat(model, formula, at, tries)
    if not _holds(model, formula, at):
        return Why(formula, holds=False)
    return _because(model, formula, at, "", tries)


@in_memory
def why_known(knowledge: "Knowledge", formula: Formula, tries: int = MOST_TRIES) -> Why:
    """Why the seat knows the formula; any world of its cell gives the same answer."""
    world = knowledge.worlds.first()
    if world is None:
        raise Error("no world is left")
    known = _without_own(knowledge, formula)
    knows = Knows(written(knowledge.seat), named(known, knowledge.model.vocabulary.called))
    return _of_seat(knowledge.model, knows, world, tries)


def _without_own(knowledge: "Knowledge", formula: Formula) -> Formula:
    """Who knows something knows that it knows it: that need not be said twice."""
    seat = knowledge.model.vocabulary.seat
    while isinstance(formula, Knows) and seat(formula.seat) == knowledge.number:
        formula = formula.inner
    return formula


def _of_seat(model: "Model", formula: Knows, at: World, tries: int) -> Why:
    doubts = _doubts(model, formula, at)
    fails = doubts.first() if doubts else None
    if fails is not None:
        shown = model.vocabulary.words(fails)
        return Why(formula, holds=False, counterexample=fails, shown=shown)
    return _because(model, formula, at, model.vocabulary.sight(formula.seat, at), tries)


@dataclass(frozen=True)
class _Story:
    """What led to a model: the one before anything was said, and what came after it."""

    silent: "Model"
    later: tuple[tuple["Update", bool], ...]  # each with whether it was said
    model: "Model"

    @property
    def said(self) -> list["Update"]:
        """The announcements, in order."""
        return [update for update, said in self.later if said]

    def told(self, chosen: Collection[int]) -> "Model":
        """The model if only these of the announcements had been made."""
        if len(chosen) == len(self.said):
            return self.model
        made = self.silent
        number = 0
        for update, said in self.later:
            if not said or number in chosen:
                made = once(_updated, None, made, update)  # other choices begin in the same way
            number += said
        return made


def _updated(_: None, model: "Model", update: "Update") -> "Model":
    return updated(model, update)


def _story(model: "Model") -> _Story:
    is_said = [isinstance(update, Announce | Tell | AtOnce) for update in model.history]
    first = is_said.index(True) if True in is_said else len(is_said)
    later = tuple(zip(model.history[first:], is_said[first:], strict=True))
    if not all(is_said[first:]):
        # Cards that are parted again and again leave things behind: not in our model's memory.
        return _Story(replayed(model.history[:first]), later, model)
    silent = model
    while silent.before is not None and len(silent.history) > first:
        silent = silent.before
    return _Story(silent, later, model)


def _because(model: "Model", formula: Formula, at: World, sees: str, tries: int) -> Why:
    here = model.world(at)
    if isinstance(formula, Knows) and is_factual(formula.inner):
        lessons = plain_lessons(model, formula, here)
        if lessons is not None:
            return _from_lessons(lessons, formula, sees)
    story = _story(model)
    said = story.said
    found = _fewest(story, formula, here, tries)
    reasons = tuple(Reason(n + 1, said[n].sentence) for n in found.chosen)
    others = [u for u in model.history[1:] if not isinstance(u, Announce | Tell | AtOnce)]
    return Why(formula, True, reasons, found.smallest, found.untried, _unusual(others), sees)


def _from_lessons(lessons: Lessons, formula: Knows, sees: str) -> Why:
    """The fewest announcements that will do with all that was shown, and then the fewest
    showings."""
    silent, learnt = lessons.silent, lessons.learnt
    held = [silent.where(lesson.fact) for lesson in learnt]
    doubts = _doubts(silent, formula, lessons.at)
    said = [n for n, lesson in enumerate(learnt) if lesson.number is not None]
    shown = [n for n, lesson in enumerate(learnt) if lesson.number is None]
    needed = fewest(reduce(and_, (held[n] for n in shown), doubts), held, said)
    seen = fewest(reduce(and_, (held[n] for n in needed), doubts), held, shown)
    reasons = tuple(Reason(learnt[n].number or 0, learnt[n].sentence) for n in needed)
    happened = (*_unusual(silent.history[1:]), *(learnt[n].sentence for n in seen))
    return Why(formula, True, reasons, happened=happened, sees=sees)


class _Enough(NamedTuple):
    """Announcements that are enough (by number), and whether fewer certainly are not."""

    chosen: tuple[int, ...]
    smallest: bool = True
    untried: bool = False


def _fewest(story: _Story, formula: Formula, at: World, most: int) -> _Enough:
    numbers = range(len(story.said))
    ways = (chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size))
    for tries, chosen in enumerate(ways):
        suffices = _suffice(story, formula, at, chosen) if tries < most else None
        if suffices:
            return _Enough(chosen)
        if suffices is None:
            return _irreducible(story, formula, at)
    raise AssertionError("all that was said does suffice")


def _irreducible(story: _Story, formula: Formula, at: World) -> _Enough:
    """Leave out whatever can be left out, latest first; each is tried again after another has
    gone."""
    waiting, needed, untried = deque(reversed(range(len(story.said)))), 0, False
    while needed < len(waiting):
        number = waiting.popleft()
        suffices = _suffice(story, formula, at, tuple(sorted(waiting)))
        if suffices:
            needed, untried = 0, False
        else:
            waiting.append(number)
            needed, untried = needed + 1, untried or suffices is None
    return _Enough(tuple(sorted(waiting)), smallest=False, untried=untried)


def _suffice(story: _Story, formula: Formula, at: World, chosen: tuple[int, ...]) -> bool | None:
    """Whether the formula holds in this world when only these had been said, each truly; None
    if that is more than the model can answer."""
    try:
        return _holds(story.told(chosen), formula, at)
    except ImpossibleError:
        return False  # something said was false, in every world or in this one
    except Error:
        if len(chosen) == len(story.said):
            raise
        return None


@in_memory
def _holds(model: "Model", formula: Formula, at: World) -> bool:
    """As the model says; what a seat knows is asked of its cell alone. That is quicker, and a large
    deal tells it even where it refuses to say the same of all worlds."""
    if isinstance(formula, Knows):
        return not _doubts(model, formula, at)
    words = model.vocabulary
    if not isinstance(formula, KnowsValue) or formula.fact != "world" or "world" in words.by_name:
        return bool(model.holds(formula, at=at))
    lies = words.assignment(at)
    here = (model.space.is_value(fact, lies[fact]) for fact in words.world_facts)
    return model.space.is_empty(model.cell(formula.seat, at=at).held & ~reduce(and_, here))


def _doubts(model: "Model", formula: Knows, at: World) -> "Worlds":
    """The worlds that the seat cannot rule out and in which it is false."""
    return model.cell(formula.seat, at=at) - model.where(formula.inner)


def _unusual(updates: Iterable["Update"]) -> tuple[str, ...]:
    """What happened, except what goes without saying, such as looking at your own cards."""
    return tuple(one.sentence for one in updates if not getattr(one, "is_usual", False))
