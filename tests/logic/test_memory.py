"""A model that wants more memory than there is says so in one line, whatever it is asked.

An engine that is full stands in for one that has become full on the way: it fails at once, at
everything (`test_diagrams` fills a real one).
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import whoknows as wk
from whoknows.deals.split import Split
from whoknows.deals.updates import Announce, Show, Tell
from whoknows.logic.reasons import why, why_known
from whoknows.logic.worlds import OutgrownError, Worlds

WORLD = {0: ["a", "b"], 1: ["c", "d"], 2: ["e", "f"]}


class Full:
    """Whatever is done with it takes more memory than there is."""

    def __getattr__(self, name: str) -> Any:
        raise MemoryError

    def full(self, *_: object) -> Any:
        raise MemoryError

    __and__ = __rand__ = __or__ = __invert__ = full


class FullSpace(Full):
    """An engine without memory, whose worlds there are, but nothing more."""

    all = none = Full()


def full() -> Any:
    born = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef")
    return replace(born, space=FullSpace())


def known() -> Any:
    born = wk.deal({0: 2, 1: 2, 2: 2}, cards="abcdef")
    return replace(born.seat(0, at=WORLD), model=full(), held=Full())


def some() -> Any:
    return Worlds(full(), Full())


ASKED: dict[str, Callable[[], Any]] = {
    "count": lambda: full().count(),
    "repr": lambda: repr(full()),
    "where": lambda: full().where("K[0] has(1,a)"),
    "valid": lambda: full().valid("has(1,a)"),
    "holds": lambda: full().holds("has(1,a)", at=WORLD),
    "cell": lambda: full().cell(0, at=WORLD),
    "cells": lambda: list(full().cells(0)),
    "pairs": lambda: full().pairs(0),
    "seat": lambda: full().seat(0, at=WORLD),
    "sees": lambda: full().seat(0, sees={0: "ab"}),
    "seen": lambda: full().seen({0: "ab"}),
    "odds": lambda: full().odds("has(1,a)"),
    "sample": lambda: full().sample(Random(1)),
    "why": lambda: full().why("K[0] has(1,a)", at=WORLD),
    "point": lambda: full().point(WORLD),
    "world": lambda: full().world(WORLD),
    "picture": lambda: full().picture(),
    "dot": lambda: full().dot(),
    "announce": lambda: full().announce("K[0] has(1,a)"),
    "tell": lambda: full().tell([0], "K[0] has(1,a)"),
    "split": lambda: Split(0, {"x": 1, "y": 1}).to(full()),
    "show": lambda: Show(0, 1, ("a", "b")).to(full()),
    "says": lambda: Announce("K[0] has(1,a)").true_at(full(), WORLD),
    "told": lambda: Tell((0,), "K[0] has(1,a)").to(full()),
    "explain": lambda: why(full(), wk.parse("Kv[0] world"), WORLD),
    "explain known": lambda: why_known(known(), wk.parse("has(1,a)")),
    "knowledge count": lambda: known().count(),
    "knows": lambda: known().knows("has(1,a)"),
    "possible": lambda: known().possible("has(1,a)"),
    "answer": lambda: known().answer("has(1,a)"),
    "knowledge odds": lambda: known().odds("has(1,a)"),
    "ownership": lambda: known().ownership(),
    "knowledge sample": lambda: known().sample(Random(1)),
    "samples": lambda: known().samples(Random(1), 3),
    "knowledge picture": lambda: known().picture(),
    "chances": lambda: known().chances,
    "and": lambda: (each := some()) & each,
    "or": lambda: (each := some()) | each,
    "without": lambda: (each := some()) - each,
    "not": lambda: ~some(),
    "is there": lambda: bool(some()),
    "member": lambda: WORLD in some(),
    "listed": lambda: list(some()),
    "first": lambda: some().first(),
}  # fmt: skip


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_want_of_memory_is_told_in_one_line(ask: Callable[[], Any]) -> None:
    with pytest.raises(OutgrownError, match="the model outgrew its memory") as caught:
        ask()
    assert "\n" not in str(caught.value)
