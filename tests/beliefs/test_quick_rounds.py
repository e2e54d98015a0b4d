"""The rounds that studies play without diagrams are those of the game."""

import sys
from pathlib import Path

import numpy as np
import pytest

import whoknows as wk

sys.path.append(str(Path(__file__).parents[2] / "examples"))

from quick_rounds import agrees, points


@pytest.mark.parametrize("spec", ["boerenbridge(rounds=3)", "boerenbridge(rounds=2,deck=52)"])
def test_what_fits_voids_is_what_is_known(spec: str) -> None:
    """As many deals in every position, and the same odds as far as draws can tell."""
    assert agrees(spec, 2, draws=600) < 0.1


def test_the_same_deals_whoever_plays_them() -> None:
    game = wk.game("boerenbridge(rounds=2-3)")
    agents = [wk.agent(name) for name in ("pimc(worlds=5,believe=mixture)", *["full-kripke"] * 3)]
    found = [points(game, agents, seed) for seed in (1, 2, 1)]
    assert np.array_equal(found[0], found[2])
    assert not np.array_equal(found[0], found[1])
