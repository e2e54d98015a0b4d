"""Tree search that descends at random and rewards what a short random rollout reaches.

A node with untried actions tries one at random, any other goes on at random (`uct=on`: by UCT with
the weight `c`). The rollout is cut after `depth` moves, the `reward` is a utility of the state
reached, and the action with the best average is chosen.
`seconds` limits the time instead of the iterations, and is not reproducible. `reuse=on` goes on
with the tree of its last move. `cheat=on` sees everything: a ceiling.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, get_args

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.spec import spell
from whoknows.search.leaf import Want, aim
from whoknows.search.mcts import Limit, searched
from whoknows.search.think import (
    Thought,
    Utility,
    above_zero,
    among,
    at_least,
    thought,
    usual,
)
from whoknows.search.tree import ANY, UCT, Walk


@dataclass(frozen=True, slots=True)
class ShapedMcts(Agent):
    """The agent above."""

    iterations: int = 1000
    seconds: float | None = None
    depth: int = 10
    reward: Utility | None = None
    want: Want = "points"
    uct: bool = False
    c: float = 2.0
    reuse: bool = False
    cheat: bool = False

    def __post_init__(self) -> None:
        at_least("shaped-mcts", 1, iterations=self.iterations, depth=self.depth)
        at_least("shaped-mcts", 0, c=self.c)
        above_zero("shaped-mcts", seconds=self.seconds)
        among("shaped-mcts", get_args(Want), want=self.want)
        among("shaped-mcts", get_args(Utility), reward=self.reward)

    @property
    def name(self) -> str:
        return spell("shaped-mcts", self)

    @property
    def cheats(self) -> bool:
        return self.cheat

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        limit = Limit(self.iterations, self.seconds)
        start = thought(view, 1 if self.cheat else limit.worlds, rng)
        if not isinstance(start, Thought):
            return start
        reward = self.reward or ("ticket" if "ticket" in start.rules.utilities else None)
        utility = usual(start.rules, reward)
        goal = aim(start.rules, play="random", steps=self.depth, utility=utility, want=self.want)
        walk = Walk(view.seat, self.c, UCT if self.uct else ANY, False, self.cheat)
        found = searched(start, walk, goal, limit, rng, reuse=self.reuse)
        return start.choice(found, max(found, key=lambda tried: tried.value).code)


agent = ShapedMcts
