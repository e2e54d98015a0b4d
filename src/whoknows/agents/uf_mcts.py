"""Monte Carlo tree search with a utility function instead of playouts (UF-MCTS).

A leaf is worth its `utility` to every seat, and that is backed up to every seat; by default the
game's usual one, as the lead over the best of the others (`want=points`: for itself).
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
from whoknows.search.tree import UCT, Walk


@dataclass(frozen=True, slots=True)
class UfMcts(Agent):
    """The agent above."""

    iterations: int = 1000
    seconds: float | None = None
    c: float = 2.0
    utility: Utility | None = None
    want: Want = "lead"
    reuse: bool = False
    cheat: bool = False

    def __post_init__(self) -> None:
        at_least("uf-mcts", 1, iterations=self.iterations)
        at_least("uf-mcts", 0, c=self.c)
        above_zero("uf-mcts", seconds=self.seconds)
        among("uf-mcts", get_args(Want), want=self.want)
        among("uf-mcts", get_args(Utility), utility=self.utility)

    @property
    def name(self) -> str:
        return spell("uf-mcts", self)

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
        utility = usual(start.rules, self.utility)
        goal = aim(start.rules, play="not", utility=utility, want=self.want)
        walk = Walk(view.seat, self.c, UCT, False, self.cheat)
        return start.most_visited(searched(start, walk, goal, limit, rng, reuse=self.reuse))


agent = UfMcts
