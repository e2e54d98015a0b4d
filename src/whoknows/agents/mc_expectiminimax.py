"""Expectiminimax that looks at some random outcomes of chance only, and so further.

At a node of chance `breadth` outcomes are drawn, by the factor `narrow` fewer with every move; all
actions of players are looked at. Else as `expectiminimax`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, get_args

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.spec import spell
from whoknows.search.draw import random
from whoknows.search.expectiminimax import Look, looked
from whoknows.search.leaf import Want, aim
from whoknows.search.think import (
    Thought,
    Utility,
    above_zero,
    among,
    at_least,
    some,
    thought,
    usual,
)


@dataclass(frozen=True, slots=True)
class McExpectiminimax(Agent):
    """The agent above."""

    depth: int = 5
    breadth: int = 10
    narrow: float = 1.0
    worlds: int = 4
    assume: bool = True
    utility: Utility | None = None
    want: Want = "lead"
    leaves: int = 50_000
    cheat: bool = False

    def __post_init__(self) -> None:
        at_least(
            "mc-expectiminimax",
            1,
            depth=self.depth,
            breadth=self.breadth,
            worlds=self.worlds,
            leaves=self.leaves,
        )
        above_zero("mc-expectiminimax", narrow=self.narrow)
        among("mc-expectiminimax", get_args(Want), want=self.want)
        among("mc-expectiminimax", get_args(Utility), utility=self.utility)

    @property
    def name(self) -> str:
        return spell("mc-expectiminimax", self)

    @property
    def cheats(self) -> bool:
        return self.cheat

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        start = thought(view, 1 if self.cheat else self.worlds, rng)
        if not isinstance(start, Thought):
            return start
        utility = usual(start.rules, self.utility)
        goal = aim(start.rules, play="not", utility=utility, want=self.want)
        look = Look(view.seat, self.assume, self.breadth, self.narrow, start.rules.width)
        found, depth = looked(
            start.rules.tables, start.rows, start.moves, look, self.depth, goal, start.base,
            random(rng), self.leaves,
        )  # fmt: skip
        best = start.choice(found, max(found, key=lambda tried: tried.value).code)
        return Choice(best.action, (*best.reasons, f"looked {some(depth, 'move')} deep"))


agent = McExpectiminimax
