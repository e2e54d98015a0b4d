"""Kernels run as plain Python too, for a debugger and for coverage: the same, only slowly."""

import os
import subprocess
import sys
from random import Random

import pytest

from whoknows.core.kernels import entry, how_many, lowest
from whoknows.core.match import play
from whoknows.core.registry import agent, game

DECISION = """
from whoknows.core.match import play
from whoknows.core.registry import agent, game
rules = game({game!r})
turns = play(rules, [agent({agent!r})] * len(rules.seats), seed=2)
print(next(turn.choice for turn in turns if turn.by >= 0 and len(turn.choice.reasons) > 1))
"""
COUNTED = """
from whoknows.core.kernels import how_many, lowest
print([(how_many(mask), lowest(mask)) for mask in {masks}])
"""


KINDS = """
from whoknows.core.kernels import entry, kernel, maker, outer
def one(row): return len(str(row))  # numba could not compile that
print([kind(one) is one for kind in (kernel, maker, outer, entry)])
"""


def uncompiled(script: str) -> str:
    """What a script prints where nothing is compiled."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, timeout=1200, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_kernels_are_the_functions_that_were_written() -> None:
    assert uncompiled(KINDS) == "[True, True, True, True]"


def test_bits_are_counted_alike() -> None:
    rng = Random(1)
    masks = [0, 1, -1, -8, 2**63 - 1, -(2**63), *(rng.getrandbits(63) for _ in range(50))]
    assert uncompiled(COUNTED.format(masks=masks)) == str([counted(mask) for mask in masks])


@entry
def counted(mask: int) -> tuple[int, int]:
    return how_many(mask), lowest(mask)


@pytest.mark.parametrize(
    ("spec", "player"),
    [
        ("boerenbridge(rounds=2)", "pimc(worlds=4)"),
        ("tickets(board=small)", "ismcts(iterations=20)"),
    ],
)
def test_a_search_decides_alike(spec: str, player: str) -> None:
    rules = game(spec)
    turns = play(rules, [agent(player)] * len(rules.seats), seed=2)
    here = next(turn.choice for turn in turns if turn.by >= 0 and len(turn.choice.reasons) > 1)
    assert uncompiled(DECISION.format(game=spec, agent=player)) == str(here)
