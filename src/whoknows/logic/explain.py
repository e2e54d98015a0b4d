"""Why a seat knows something: a smallest set of announcements from which it follows.

Announcing only these, in their order, would have been enough; looking, drawing and showing
cards are not left out. For something that is not so: a world in which it fails and which the
seat cannot exclude.
"""

from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING, Any

from whoknows.core.error import Error
from whoknows.logic.formula import Formula, Knows, KnowsValue, is_factual
from whoknows.logic.parser import parse
from whoknows.logic.updates import Announce, Tell
from whoknows.logic.vocabulary import World
from whoknows.logic.words import words

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
    """An explanation in words (`str`) and as data."""

    formula: Formula
    holds: bool
    because: tuple[Reason, ...] = ()
    smallest: bool = True
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
        least = "" if self.smallest else " (none of these can be left out)"
        return f"{claim}, because of {seen}what was said{least}: {told}."

    def data(self) -> dict[str, Any]:
        """The same for machines."""
        return {
            "formula": str(self.formula),
            "holds": self.holds,
            "because": [{"number": r.number, "sentence": r.sentence} for r in self.because],
            "smallest": self.smallest,
            "happened": list(self.happened),
            "counterexample": None if self.counterexample is None else dict(self.counterexample),
        }


def why(model: "Model", formula: Formula, at: World, tries: int = MOST_TRIES) -> Why:
    """Why the formula holds in this world, or why not."""
    if isinstance(formula, Knows):
        return _of_seat(model, formula, at, tries)
    if not model.holds(formula, at=at):
        return Why(formula, holds=False)
    return _because(model, formula, at, "", tries)


def why_known(knowledge: "Knowledge", formula: Formula, tries: int = MOST_TRIES) -> Why:
    """Why the seat knows the formula; any world of its cell gives the same answer."""
    world = knowledge.worlds.first()
    if world is None:
        raise Error("no world is left")
    seat = int(knowledge.seat) if knowledge.seat.isdecimal() else knowledge.seat
    return _of_seat(knowledge.model, Knows(seat, formula), world, tries)


def _of_seat(model: "Model", formula: Knows, at: World, tries: int) -> Why:
    knowledge = model.seat(formula.seat, at=at)
    fails = (knowledge.worlds - model.where(formula.inner)).first()
    if fails is not None:
        shown = model.vocabulary.words(fails)
        return Why(formula, holds=False, counterexample=fails, shown=shown)
    return _because(model, formula, at, model.vocabulary.sight(formula.seat, at), tries)


@dataclass(frozen=True)
class _Story:
    """What led to a model: the one before anything was said, and what came after it."""

    silent: "Model"
    later: tuple[tuple["Update", bool], ...]  # each with whether it was said

    @property
    def said(self) -> list["Update"]:
        """The announcements, in order."""
        return [update for update, said in self.later if said]


def _story(model: "Model") -> _Story:
    is_said = [isinstance(update, Announce | Tell) for update in model.history]
    first = is_said.index(True) if True in is_said else len(is_said)
    silent = model
    while silent.before is not None and len(silent.history) > first:
        silent = silent.before
    begun = len(silent.history)
    return _Story(silent, tuple(zip(model.history[begun:], is_said[begun:], strict=True)))


def _because(model: "Model", formula: Formula, at: World, sees: str, tries: int) -> Why:
    story = _story(model)
    said = story.said
    chosen, smallest = _fewest(story, formula, at, tries)
    reasons = tuple(Reason(n + 1, said[n].sentence) for n in chosen)
    others = (u for u in model.history[1:] if not isinstance(u, Announce | Tell))
    happened = tuple(update.sentence for update in others if not _is_usual(update))
    return Why(formula, True, reasons, smallest, happened, sees)


def _fewest(story: _Story, formula: Formula, at: World, most: int) -> tuple[tuple[int, ...], bool]:
    """The fewest announcements that suffice (by number), and whether fewer surely do not."""
    if isinstance(formula, Knows) and _is_plain(story, formula):
        return _hitting(story, formula, at), True
    numbers = range(len(story.said))
    ways = (chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size))
    for tries, chosen in enumerate(ways):
        if tries == most:
            return _irreducible(story, formula, at), False
        if _suffice(story, formula, at, chosen):
            return chosen, True
    raise AssertionError("all that was said does suffice")


def _irreducible(story: _Story, formula: Formula, at: World) -> tuple[int, ...]:
    """Leave out what can be left out, latest first."""
    chosen = tuple(range(len(story.said)))
    for number in reversed(chosen):
        fewer = tuple(n for n in chosen if n != number)
        if _suffice(story, formula, at, fewer):
            chosen = fewer
    return chosen


def _suffice(story: _Story, formula: Formula, at: World, chosen: tuple[int, ...]) -> bool:
    """Whether the formula holds in this world when only these had been said, each truly."""
    made: Any = story.silent
    number = 0
    try:
        for update, said in story.later:
            if not said or number in chosen:
                made = update.to(made)
            number += said
        return _holds(made, formula, at)
    except Error:
        return False  # something said was false, in every world or in this one


def _holds(model: "Model", formula: Formula, at: World) -> bool:
    """As the model says; who knows the whole world is asked in this one alone, which is quicker."""
    words = model.vocabulary
    if not isinstance(formula, KnowsValue) or formula.fact != "world" or "world" in words.by_name:
        return bool(model.holds(formula, at=at))
    lies = words.assignment(at)
    here = (model.space.is_value(fact, lies[fact]) for fact in words.world_facts)
    return model.space.is_empty(model.cell(formula.seat, at=at).held & ~reduce(and_, here))


def _hitting(story: _Story, formula: Knows, at: World) -> tuple[int, ...]:
    """The fewest plain announcements that together exclude every doubt.

    Each doubt found (a world of the seat's cell in which the formula fails) names the
    announcements that exclude it; a smallest choice that meets all of these is tried until no
    doubt is left.
    """
    silent = story.silent
    doubts = silent.cell(formula.seat, at=at) - silent.where(formula.inner)
    said = [silent.where(update.formula) for update in story.said]  # type: ignore[attr-defined]
    excluders: list[frozenset[int]] = []
    while True:
        chosen = _smallest_hitting(excluders)
        left = doubts
        for number in chosen:
            left = left & said[number]
        if not left:
            return tuple(sorted(chosen))
        excluders.append(_excluding(left, said))


def _excluding(doubts: "Worlds", said: list["Worlds"]) -> frozenset[int]:
    """What excludes one of the doubts, chosen so that little does: it soon tells what is needed."""
    numbers = set()
    for number, held in enumerate(said):
        if doubts & held:
            doubts = doubts & held
        else:
            numbers.add(number)
    return frozenset(numbers)


def _smallest_hitting(sets: list[frozenset[int]]) -> frozenset[int]:
    """A smallest set that meets each of these."""
    for size in range(len(sets) + 1):
        found = _hit(sets, frozenset(), size)
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


def _is_plain(story: _Story, formula: Knows) -> bool:
    """Whether only facts were announced, and nothing else has happened since the first."""
    return is_factual(formula.inner) and all(
        isinstance(u, Announce) and is_factual(parse(u.formula)) for u, _ in story.later
    )


def _is_usual(update: "Update") -> bool:
    """Whether it goes without saying, as that one looks at one's own cards."""
    return bool(getattr(update, "is_usual", False))
