"""A question about a recorded match, for the command line: its answer, why, and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from whoknows.cli_replay import position
from whoknows.logic.card_letters import spelled_out
from whoknows.logic.parser import parse
from whoknows.terminal import output

if TYPE_CHECKING:
    from whoknows.logic.belief import Belief
    from whoknows.logic.belief_reasons import BelievedWhy
    from whoknows.logic.formula import Formula
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model_picture import Kind, Picture
    from whoknows.logic.reasons import Why
    from whoknows.logic.weights import Number


@dataclass(frozen=True, slots=True)
class PrintedAnswer:
    """What is said, and whether the exit code calls it true."""

    formula: Formula
    step: int
    said: str
    is_true: bool
    reason: Why | BelievedWhy | None
    more: dict[str, object]

    def __str__(self) -> str:
        return self.said if self.reason is None else f"{self.said}\n{self.reason}"

    def data(self) -> dict[str, object]:
        told = {"formula": str(self.formula), "step": self.step, "answer": self.said}
        why = {} if self.reason is None else {"why": self.reason.data()}
        return {**told, "true": self.is_true, **self.more, **why}


class Question:
    """A formula at a move of a record: of the true deal, of what a seat knows, or of what it
    believes if the others play in some style."""

    def __init__(self, file: str, formula: str, seat: str | None, style: str | None = None) -> None:
        self.at, self.style = position(file), style
        self.model, self.world = self.at.model, self.at.world
        self.formula = spelled_out(parse(formula), self.model.vocabulary)
        self.knowledge = None if seat is None else self.model.seat(seat, at=self.world)

    def answer(self, why: bool) -> PrintedAnswer:
        """With the reason, if that is wanted."""
        if self.style is not None:
            return self._believed(self.style, why)
        said, is_true = self._answered()
        reason = self._reason() if why else None
        return PrintedAnswer(self.formula, self.at.step, said, is_true, reason, {})

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

    def _believed(self, style: str, why: bool) -> PrintedAnswer:
        """Who names no seat asks as somebody who has seen no card but has heard everything."""
        knower = self.model.outsider() if self.knowledge is None else self.knowledge
        with output.err.status("weighing deals by what was done"):
            belief = self._belief(knower, style)
            odds, known = belief.odds(self.formula), knower.odds(self.formula)
            reason = belief.why(self.formula) if why else None
        said = f"believed {_percent(odds)}, known {_percent(known)} (as {style}: {belief.basis})"
        more = {
            "style": style,
            "odds": float(odds),
            "known": float(known),
            "exact": belief.is_exact,
            "effective": belief.count(),
            "surprise": [
                {"act": str(one.act), "bits": one.bits if isfinite(one.bits) else None}
                for one in belief.surprise
            ],
            "unexplained": [str(act) for act in belief.unexplained],
        }
        for act in belief.unexplained:
            doubt = f"{act.style} never does this: {act}; from there it counts as playing anything"
            output.err.print(doubt, markup=False)
        return PrintedAnswer(self.formula, self.at.step, said, odds > 0.5, reason, more)

    def _belief(self, knower: Knowledge, style: str) -> Belief:
        from whoknows.beliefs.match_evidence import evidence
        from whoknows.beliefs.style import shares

        done = evidence(self.at.game, self.at.turns, shares(style, self.at.game, files=True))
        return knower.given(done)

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


def _percent(odds: Number) -> str:
    return f"{100 * float(odds):.3g} %"
