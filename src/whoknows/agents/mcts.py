"""Monte Carlo tree search with random playouts, in which a win counts 1.

UCT with the weight `c`, over states drawn from what its seat knows. `want` may be points or its
lead over the best of the others instead of winning.
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
from whoknows.search.think import Thought, above_zero, among, at_least, thought
from whoknows.search.tree import UCT, Walk


@dataclass(frozen=True, slots=True)
class Mcts(Agent):
    """The agent above."""

    iterations: int = 200
    seconds: float | None = None
    c: float = 2.0
    want: Want = "win"
    reuse: bool = False
    cheat: bool = False

    def __post_init__(self) -> None:
        at_least("mcts", 1, iterations=self.iterations)
        at_least("mcts", 0, c=self.c)
        above_zero("mcts", seconds=self.seconds)
        among("mcts", get_args(Want), want=self.want)

    @property
    def name(self) -> str:
        return spell("mcts", self)

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
        goal = aim(start.rules, play="random", want=self.want)
        walk = Walk(view.seat, self.c, UCT, False, self.cheat)
        return start.most_visited(searched(start, walk, goal, limit, rng, reuse=self.reuse))


agent = Mcts
