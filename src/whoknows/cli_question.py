"""A question about a recorded match, for the command line: its answer, why, and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from whoknows.cli_replay import position
from whoknows.logic.card_letters import spelled_out
from whoknows.logic.parser import parse
from whoknows.terminal import output

if TYPE_CHECKING:
    from whoknows.logic.formula import Formula
    from whoknows.logic.model_picture import Kind, Picture
    from whoknows.logic.reasons import Why


@dataclass(frozen=True, slots=True)
class PrintedAnswer:
    """What is said, and whether the exit code calls it true."""

    formula: Formula
    step: int
    said: str
    is_true: bool
    reason: Why | None

    def __str__(self) -> str:
        return self.said if self.reason is None else f"{self.said}\n{self.reason}"

    def data(self) -> dict[str, object]:
        told = {"formula": str(self.formula), "step": self.step, "answer": self.said}
        why = {} if self.reason is None else {"why": self.reason.data()}
        return {**told, "true": self.is_true, **why}


class Question:
    """A formula at a move of a record: of the true deal, or of what a seat knows."""

    def __init__(self, file: str, formula: str, seat: str | None) -> None:
        self.step, self.model, self.world = position(file)
        self.formula = spelled_out(parse(formula), self.model.vocabulary)
        self.knowledge = None if seat is None else self.model.seat(seat, at=self.world)

    def answer(self, why: bool) -> PrintedAnswer:
        """With the reason, if that is wanted."""
        said, is_true = self._answered()
        return PrintedAnswer(
            self.formula, self.step, said, is_true, self._reason() if why else None
        )

    def _answered(self) -> tuple[str, bool]:
        if self.knowledge is None:
            is_true = self.model.holds(self.formula, at=self.world)
            return ("true" if is_true else "false"), is_true
        answer = self.knowledge.answer(self.formula)
        return str(answer), answer.true == answer.of

    def _reason(self) -> Why:
        if self.knowledge is None:
            return self.model.why(self.formula, at=self.world)
        return self.knowledge.why(self.formula)

    def draw(self, path: Path, lines: list[str], pairs: bool) -> None:
        """The worlds, to a file: a graph, or what fits if it is too large."""
        drawn = self._drawn(lines, "pairs" if pairs else "graph")
        drawn.save(path)
        for line in filter(None, (drawn.note, f"{path}: open it in any browser")):
            output.err.print(line, markup=False)

    def _drawn(self, lines: list[str], kind: Kind) -> Picture:
        """What an analyst or a seat sees."""
        if self.knowledge is not None:
            return self.knowledge.picture(formula=self.formula, kind=kind, lines=lines or None)
        seat = lines[0] if lines else None
        return self.model.picture(
            formula=self.formula, kind=kind, lines=lines or None, seat=seat, at=self.world
        )
