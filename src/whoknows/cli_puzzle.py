"""Puzzle files for the command line: ours, whose answers are checked, those of SMCDEL, whose
questions are answered, and exercises, whose answers are marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from whoknows.core.schema import content
from whoknows.puzzle import Result, puzzle
from whoknows.puzzle.exercises import exercises, is_exercises
from whoknows.puzzle.smcdel_text import is_problem, problem
from whoknows.puzzle.text import within
from whoknows.terminal import output

Found = dict[str, object]


def checked(path: Path, *, silent: bool, solutions: Path | None = None) -> Iterator[Found]:
    """What came of each step, question or exercise, which is also printed unless it should be
    silent."""
    data = content(path)
    if is_exercises(data):
        return _marked(path, solutions, silent)
    return _answered(path, data, silent) if is_problem(data) else _checked(path, silent)


def _checked(path: Path, silent: bool) -> Iterator[Found]:
    found = puzzle(path)
    for case in found.cases:
        if not silent:
            given = ", ".join(f"{name} = {value}" for name, value in case.items())
            output.title(found.title, given)
        for done in found.check(case):
            if not silent:
                output.result(done)
            yield {"file": str(path), "case": case, **_step(done)}


def _step(done: Result) -> Found:
    checks = [{"what": w, "expected": e, "found": f} for w, e, f in done.checks]
    return {**asdict(done), "passed": done.passed, "checks": checks}


def _marked(path: Path, solutions: Path | None, silent: bool) -> Iterator[Found]:
    sheet = exercises(path, solutions)
    if not silent:
        output.title(sheet.title, "")
    for mark in sheet.marks():
        if not silent:
            output.mark(mark)
        yield {"file": str(path), **asdict(mark)}


def _answered(path: Path, data: bytes, silent: bool) -> Iterator[Found]:
    with within(str(path)):
        stated = problem(data.decode("utf-8", "replace"), path.name)
    if not silent:
        output.title(stated.title, "")
    answers = stated.answers()
    while True:
        with within(str(path)):
            answer = next(answers, None)
        if answer is None:
            return
        if not silent:
            output.answer(answer)
        yield {"ask": answer.question.ask, "answer": answer.found}
