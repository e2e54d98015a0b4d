"""A problem as the model checker SMCDEL states it: variables, a law, who observes what, questions.

A state is the set of variables that are true in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from whoknows.core.error import Error
from whoknows.logic.formula import Formula, Name
from whoknows.logic.general_model import model
from whoknows.logic.model import Model
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import RuledOutError, Worlds

MOST_STATES = 100_000  # that are listed
State = frozenset[int]
Asked = Literal["TRUE?", "VALID?", "WHERE?"]


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a formula holds in a state, or in all, or where it does."""

    ask: Asked
    formula: Formula
    state: State = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no, or the states, each as the list of its true variables."""

    question: Question
    found: bool | list[list[int]]


@dataclass(frozen=True)
class SmcdelProblem:
    """What a file states."""

    title: str
    variables: tuple[int, ...]
    law: Formula
    observes: Mapping[str, tuple[int, ...]]
    questions: tuple[Question, ...]

    @cached_property
    def model(self) -> Model:
        """All states that obey the law."""
        observes = {name: [variable(n) for n in seen] for name, seen in self.observes.items()}
        facts = [variable(number) for number in self.variables]
        return model(facts, seats=list(self.observes), observes=observes, law=[self.law])

    def answers(self) -> Iterator[Answer]:
        """The answer to each question, in order."""
        for number, question in enumerate(self.questions, 1):
            try:
                yield Answer(question, self._answer(question))
            except Error as fault:
                raise Error(f"question {number}: {fault}") from None

    def _answer(self, question: Question) -> bool | list[list[int]]:
        if question.ask == "VALID?":
            return self.model.valid(question.formula)
        if question.ask == "WHERE?":
            return self._states(self.model.where(question.formula))
        world: dict[Name, bool] = {variable(n): n in question.state for n in self.variables}
        try:
            return self.model.holds(question.formula, at=world)
        except RuledOutError:
            told = ",".join(map(str, sorted(question.state)))
            raise Error(f"the state {{{told}}} does not obey the law") from None

    def _states(self, found: Worlds) -> list[list[int]]:
        if found.count() > MOST_STATES:
            raise Error(f"{found.count():,} states are too many to list")
        return sorted(map(self._state, found))

    def _state(self, world: World) -> list[int]:
        return sorted(number for number in self.variables if world[variable(number)])


def variable(number: int) -> str:
    """The proposition of a variable."""
    return f"p{number}"
