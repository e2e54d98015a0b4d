"""Information-set tree search: one tree for all that its seat considers possible.

Single-observer ISMCTS: each iteration takes another state drawn from what the seat knows; actions
compete by how often they were possible. Playouts are guided by the game's best fast policy
(`guided=off`: random). `want`: points, the lead over the best of the others, or to win.
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
class Ismcts(Agent):
    """The agent above."""

    iterations: int = 2000
    seconds: float | None = None
    c: float = 0.7
    guided: bool = True
    want: Want = "lead"
    reuse: bool = False
    cheat: bool = False

    def __post_init__(self) -> None:
        at_least("ismcts", 1, iterations=self.iterations)
        at_least("ismcts", 0, c=self.c)
        above_zero("ismcts", seconds=self.seconds)
        among("ismcts", get_args(Want), want=self.want)

    @property
    def name(self) -> str:
        return spell("ismcts", self)

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
        goal = aim(start.rules, play="guided" if self.guided else "random", want=self.want)
        walk = Walk(view.seat, self.c, UCT, True, self.cheat)
        return start.most_visited(searched(start, walk, goal, limit, rng, reuse=self.reuse))


agent = Ismcts
