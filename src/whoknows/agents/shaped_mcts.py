"""Tree search that descends at random and rewards what a short random rollout reaches.

At a node with untried actions it tries one at random; elsewhere it goes down at random (with
`uct=on` by UCT with the weight `c`). The rollout is cut after `depth` moves, the `reward` is a
utility of the state reached, and the action with the best average is chosen. `seconds` limits the
time instead of the iterations, and is not reproducible. `reuse=on` continues in the tree of its
last move. `cheat=on` sees everything: a ceiling.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from whoknows.core.agent import Choice, View
from whoknows.core.game import Action, Game, State
from whoknows.search.searcher import Want, at_least, no_utility
from whoknows.search.tree_agent import TreeSearch

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled
    from whoknows.search.decision import Thought
    from whoknows.search.leaf_values import Aim
    from whoknows.search.tree import Walk
    from whoknows.search.tried_moves import Tried


@dataclass(frozen=True, slots=True)
class ShapedMcts(TreeSearch):
    """The agent above."""

    called: ClassVar[str] = "shaped-mcts"

    want: Want = "points"
    depth: int = 10
    reward: str | None = None
    uct: bool = False

    def __post_init__(self) -> None:
        TreeSearch.__post_init__(self)
        at_least("shaped-mcts", 1, depth=self.depth)

    def refusal(self, game: Game[State, Action]) -> str:
        return TreeSearch.refusal(self, game) or no_utility(game, self.reward)

    def _goal(self, view: View[State, Action], rules: Compiled) -> Aim:
        from whoknows.search.leaf_values import aim

        usual = view.game.reward if view.game.is_compiled else "score"
        utility = self.reward or usual
        return aim(rules, play="random", steps=self.depth, utility=utility, want=self.want)

    def _walk(self, seat: int) -> Walk:
        from whoknows.search.tree import ANY, UCT, Walk

        return Walk(seat, self.c, UCT if self.uct else ANY, False, self.cheat)

    def _chosen(self, start: Thought[State, Action], found: tuple[Tried, ...]) -> Choice[Action]:
        return start.best_mean(found)


agent = ShapedMcts
