"""Exercises: a situation, tasks, and somebody's answers, which are marked.

An answer is a formula, something to say, a world or a number. It is right if it is in every world
that matters; if not, a world shows why. What cannot be understood in an answer is a wrong answer
and not an error: whoever made it is told, and the others are marked all the same. The format is
described in `lessons/README.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoknows.core.error import Error
from whoknows.core.plural import some
from whoknows.core.schema import TEXT, Kind, check, content, toml
from whoknows.logic.english import words
from whoknows.logic.formula import Formula
from whoknows.logic.modal_operators import Knows
from whoknows.logic.model import Model
from whoknows.logic.parser import parse
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import Worlds
from whoknows.puzzle.fields import FORMULA, FORMULAS, NAME, TABLES, WORLD, WORLDS, Table
from whoknows.puzzle.situation import situation
from whoknows.puzzle.text import filled, several, within

FIELD = "exercise"
NUMBER = Kind('a whole number, or ""', lambda value: type(value) is int or value == "")
ANSWERS = {"formula": TEXT, "says": TEXT, "world": WORLD, "number": NUMBER}
GOALS = {
    "formula": {"true_in": WORLDS, "where": FORMULA},
    "says": {"by": NAME, "at": WORLD, "then": FORMULAS, "where": FORMULA},
    "world": {"holds": FORMULAS},
    "number": {"count": FORMULA},
}
SOLUTIONS = "solutions"  # the folder of them, beside the exercises


@dataclass(frozen=True, slots=True)
class Mark:
    """An answer, whether it is right, and why not."""

    exercise: int
    task: str
    answer: object
    passed: bool
    said: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The exercises of a file, with somebody's answers."""

    path: Path
    table: Table
    solved: tuple[Table, ...]  # the same exercises with the right answers; empty if there are none

    @property
    def title(self) -> str:
        return str(self.table["title"])

    def marks(self) -> Iterator[Mark]:
        """Each answer, marked."""
        model = situation(self.table, self.table.get("engine", "auto"))
        for number, task in enumerate(self.table[FIELD], 1):
            with within(f"{self.path}: exercise {number}"):
                yield self._mark(number, task, _later(model, task))

    def _mark(self, number: int, task: Table, model: Model) -> Mark:
        kind = _kind(task)
        answer = task[kind]
        if answer in ("", {}):
            return Mark(number, task["task"], answer, False, "not answered yet")
        goal = {**task, "solution": self._solution(number, task)} if kind == "formula" else task
        try:
            fault = MARKING[kind](model, answer, goal)
        except Error as error:
            fault = str(error)
        return Mark(number, task["task"], answer, not fault, fault or "right")

    def _solution(self, number: int, task: Table) -> Formula | None:
        """What a formula is compared with; None if the worlds in which it is true are listed."""
        if "true_in" in task:
            return None
        if number > len(self.solved) or not self.solved[number - 1].get("formula"):
            raise Error("is marked by its solution, and there is none; say where with --solutions")
        return parse(self.solved[number - 1]["formula"])


def is_exercises(data: bytes) -> bool:
    """Whether a file has exercises, and not a puzzle."""
    return b"[[exercise]]" in data


def exercises(path: Path, solutions: Path | None = None) -> Sheet:
    """The exercises in a file; their solutions are in this folder, or in one beside the file."""
    table = _read(path)
    folder = solutions or _usual(path)
    solved = folder / path.name
    found = _read(solved)[FIELD] if solved.is_file() else ()
    return Sheet(path, table, tuple(found))


def _usual(path: Path) -> Path:
    return path.parent if path.parent.name == SOLUTIONS else path.parent / SOLUTIONS


def _read(path: Path) -> Table:
    """What a file says: the situation as in a puzzle, and its exercises."""
    with within(str(path)):
        table = toml(content(path))
        tasks = table.pop(FIELD, [])
        check({FIELD: tasks}, {FIELD: TABLES})
        known = filled({**table, "step": [{}]}, {})
    for number, task in enumerate(tasks, 1):
        with within(f"{path}: exercise {number}"):
            _check(task)
    return {**known, FIELD: tasks}


def _check(task: Table) -> None:
    """Every field is known, there is one answer, and what makes it right can be read."""
    kind = _kind(task)
    fields = {"task": TEXT, "after": FORMULAS, kind: ANSWERS[kind], **GOALS[kind]}
    check(task, fields, *(fields.keys() - {"task", kind}))
    for field in ("after", "where", "then", "holds", "count"):
        with within(field):
            for text in several(task.get(field, ())):
                parse(text)


def _kind(task: Table) -> str:
    kinds = [kind for kind in ANSWERS if kind in task]
    if len(kinds) != 1:
        raise Error(f"needs one answer: a field {', '.join(ANSWERS)}")
    return kinds[0]


def _later(model: Model, task: Table) -> Model:
    """The model after what was said before the task."""
    for formula in several(task.get("after", ())):
        model = model.announce(formula)
    return model


# what is wrong with an answer, in a line; "" if nothing is


def _formula(model: Model, answer: str, task: Table) -> str:
    held = model.where(answer)
    right = _right(model, task)
    wrong = ((held - right) | (right - held)) & _mattering(model, task)
    one = wrong.first()
    if one is None:
        return ""
    is_so = "true" if one in held else "false"
    should = "false" if one in held else "true"
    many = f"in {some(wrong.count(), 'world')}, such as {_line(model, one)}"
    return f"it is {is_so} and should be {should} {many}"


def _right(model: Model, task: Table) -> Worlds:
    """The worlds in which the formula should be true."""
    if task["solution"] is not None:
        return model.where(task["solution"])
    found = model.where("false")
    for world in task["true_in"]:
        found |= Worlds(model, model.point(world))
    return found


def _says(model: Model, answer: str, task: Table) -> str:
    said: Formula = parse(answer)
    if "by" in task:
        said = Knows(task["by"], said)
    if "at" in task and not model.holds(said, at=task["at"]):
        return f"it cannot be said in this world. {model.why(said, at=task['at'])}"
    after = model.announce(said)
    for goal in several(task.get("then", ())):
        against = (_mattering(after, task) - after.where(goal)).first()
        if against is not None:
            claim = f"once it is said, this is false: {words(parse(goal))}"
            return f"{claim}. It is false in {_line(model, against)}"
    return ""


def _world(model: Model, answer: World, task: Table) -> str:
    model.point(answer)  # which must be there
    for formula in several(task.get("holds", ())):
        if not model.holds(formula, at=answer):
            return f"in this world it is false that {words(parse(formula))}"
    return ""


def _number(model: Model, answer: int, task: Table) -> str:
    found = model.where(task.get("count", "true")).count()
    return "" if answer == found else f"there are {'fewer' if found < answer else 'more'}"


MARKING: dict[str, Callable[[Model, Any, Table], str]] = {
    "formula": _formula,
    "says": _says,
    "world": _world,
    "number": _number,
}


def _mattering(model: Model, task: Table) -> Worlds:
    return model.where(task.get("where", "true"))


def _line(model: Model, world: World) -> str:
    return model.vocabulary.words(world)
