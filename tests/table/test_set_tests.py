"""Quick tests of sets say what the engines say, whichever engine it is."""

from __future__ import annotations

from itertools import product

import pytest

import whoknows as wk
from whoknows.table.knowledge.set_tests import is_all, is_none

FORMULAS = ("true", "false", "has(0,a)", "~has(0,a)", "has(1,c) | K[1] has(0,b)", "Kv[2] a")


@pytest.mark.parametrize("engine", ["bitset", "diagram", "factual"])
def test_whether_a_set_is_empty_or_all_of_another(engine: str) -> None:
    model = wk.deal({0: 2, 1: 1, 2: 1}, cards="abcd", engine=engine)
    model = model.announce("~has(1,a)")
    asked = [text for text in FORMULAS if engine != "factual" or "K" not in text]
    space = model.space
    for one, other in product(asked, repeat=2):
        of = space.all & model.extension(one)
        part = of & model.extension(other)
        assert is_none(space, part) == (model.where(f"({one}) & ({other})").count() == 0)
        assert is_all(space, part, of) == model.valid(f"({one}) -> ({other})")
