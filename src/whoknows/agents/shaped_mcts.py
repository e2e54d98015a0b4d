"""Tree search that descends at random and rewards what a short random rollout reaches.

A node with untried actions tries one at random, any other goes on at random (`uct=on`: by UCT with
the weight `c`). The rollout is cut after `depth` moves, the `reward` is a utility of the state
reached, and the action with the best average is chosen.
`seconds` limits the time instead of the iterations, and is not reproducible. `reuse=on` goes on
with the tree of its last move. `cheat=on` sees everything: a ceiling.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from whoknows.core.agent import Choice
from whoknows.core.kernels import Compiled
from whoknows.search.leaf import Aim, Want, aim
from whoknows.search.mcts import TreeSearch
from whoknows.search.think import Thought, Utility, among, at_least, usual
from whoknows.search.tree import ANY, UCT, Walk
from whoknows.search.tried import Tried


@dataclass(frozen=True, slots=True)
class ShapedMcts(TreeSearch):
    """The agent above."""

    called: ClassVar[str] = "shaped-mcts"

    want: Want = "points"
    depth: int = 10
    reward: Utility | None = None
    uct: bool = False

    def __post_init__(self) -> None:
        TreeSearch.__post_init__(self)
        at_least("shaped-mcts", 1, depth=self.depth)
        among("shaped-mcts", get_args(Utility), reward=self.reward)

    def _goal(self, rules: Compiled) -> Aim:
        reward = self.reward or ("ticket" if "ticket" in rules.utilities else None)
        utility = usual(rules, reward)
        return aim(rules, play="random", steps=self.depth, utility=utility, want=self.want)

    def _walk(self, seat: int) -> Walk:
        return Walk(seat, self.c, UCT if self.uct else ANY, False, self.cheat)

    def _chosen(self, start: Thought, found: tuple[Tried, ...]) -> Choice[Any]:
        return start.best_mean(found)


agent = ShapedMcts
