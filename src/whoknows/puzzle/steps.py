"""Working through a puzzle: each step changes the model, and then its expectations are checked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from os import PathLike
from typing import NamedTuple

from whoknows.core.error import Error
from whoknows.deals.deal_model import DealModel
from whoknows.logic.english import words
from whoknows.logic.formula import Formula, Not
from whoknows.logic.modal_operators import Knows
from whoknows.logic.model import Model
from whoknows.logic.parser import parse
from whoknows.logic.vocabulary import World
from whoknows.puzzle.fields import Table
from whoknows.puzzle.situation import Engine, situation
from whoknows.puzzle.text import filled, location, read, several, within

NOWHERE = "false in every world: nothing changes"


class Check(NamedTuple):
    """One expectation and what came of it."""

    what: str
    expected: object
    found: object


@dataclass(frozen=True, slots=True)
class Result:
    """What happened in a step, how many worlds are left, and what was checked then."""

    step: int
    text: str
    worlds: int
    checks: tuple[Check, ...]
    notice: str = ""

    @property
    def passed(self) -> bool:
        return all(check.expected == check.found for check in self.checks)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle file that was read: what it says, and the values of each of its cases."""

    path: str
    table: Table
    cases: tuple[Table, ...]

    @property
    def title(self) -> str:
        return str(self.table["title"])

    def check(self, case: Table | None = None, engine: Engine | None = None) -> Iterator[Result]:
        """Work through the steps with the values of one case, the first unless another is given."""
        values = self.cases[0] if case is None else case
        where = location(self.path, self.cases, values)
        with within(where):
            content = filled(self.table, values)
            model = situation(content, engine or content.get("engine", "auto"))
            world = _actual(model, content.get("world"))
        for number, step in enumerate(content["step"], 1):
            for once in _times(step):
                with within(f"{where}: step {number}"):
                    model, world, result = _taken(model, world, number, once)
                yield result


def puzzle(path: str | PathLike[str]) -> Puzzle:
    """Read a puzzle file; anything in it that is not understood is an error."""
    return Puzzle(str(path), *read(path))


def _times(step: Table) -> Iterable[Table]:
    """The step, once for each number of worlds that it should leave."""
    counts = step.get("worlds")
    return [{**step, "worlds": n} for n in counts] if isinstance(counts, list) else [step]


def _taken(
    model: Model, world: World | None, number: int, step: Table
) -> tuple[Model, World | None, Result]:
    formula = _announced(model, world, step)
    is_false = formula is not None and step.get("worlds") == 0 and not model.where(formula)
    after = model if is_false else _after(model, formula, step)
    world = _actual(after, step.get("world", world))
    checks = tuple(_checks(after, world, step, 0 if is_false else after.count()))
    sentence = words(formula) if formula else after.history[-1].sentence
    notice = after.notice if after is not model else NOWHERE if is_false else ""
    result = Result(number, step.get("sentence", sentence), after.count(), checks, notice)
    return after, world, result


def _announced(model: Model, world: World | None, step: Table) -> Formula | None:
    """What everyone hears in this step, if anything."""
    match step:
        case {"announce": text}:
            return parse(text)
        case {"says": text, "by": seat}:
            return Knows(seat, parse(text))
        case {"whether": text} if world is not None:
            return parse(text) if model.holds(text, at=world) else Not(parse(text))
    return None


def _after(model: Model, formula: Formula | None, step: Table) -> Model:
    sentence = step.get("sentence", "")
    match step:
        case {"tell": text, "to": group}:
            return model.tell(group, text, sentence)
        case {"look": seat, "place": place}:
            return _cards(model).look(seat, place, sentence)
        case {"show": cards, "by": seat, "to": other}:
            return _cards(model).show(seat, other, cards, sentence)
        case {"split": place, "parts": parts}:
            owner, seen = step.get("owner"), step.get("seen")
            return _cards(model).split(place, parts, owner=owner, seen=seen, sentence=sentence)
    return model if formula is None else model.announce(formula, sentence)


def _cards(model: Model) -> DealModel:
    if isinstance(model, DealModel):
        return model
    raise Error("there are no cards: the situation is not a deal")


def _actual(model: Model, world: World | None) -> World | None:
    """The actual world, which must be possible."""
    if world is not None:
        model.point(world)
    return world


def _checks(model: Model, world: World | None, step: Table, left: int) -> Iterator[Check]:
    if "worlds" in step:
        yield Check("worlds", step["worlds"], left)
    if "left" in step:
        wanted = sorted(_line(model, one) for one in step["left"])
        worlds = islice(model.worlds, len(wanted) + 1)
        yield Check("left", wanted, sorted(_line(model, one) for one in worlds))
    for formula in map(parse, several(step.get("valid", ()))):
        against = (~model.where(formula)).first()
        found = against is None or f"false in: {_line(model, against)}"
        yield Check(f"valid: {formula}", True, found)
    for formula in map(parse, several(step.get("holds", ()))):
        yield Check(f"holds: {formula}", True, model.holds(formula, at=world or {}))
    for text, number in step.get("count", {}).items():
        yield Check(f"count: {parse(text)}", number, model.where(text).count())


def _line(model: Model, world: World) -> str:
    """A world in one line, the same however it was written."""
    said = model.vocabulary.assignment(world)
    facts = (fact.name for fact in model.vocabulary.facts if fact.name in said)
    return model.vocabulary.words(model.vocabulary.world({name: said[name] for name in facts}))
