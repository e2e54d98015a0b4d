"""Monte Carlo tree search with random playouts, in which a win counts 1.

UCT with the weight `c`, over states drawn from what its seat knows. `want` may be points or its
lead over the best of the others instead of winning. `guide` is an agent by whose policy games are
played out, not at random. `seconds` limits the time instead of the iterations, and is not
reproducible. `reuse=on` continues in the tree of its last move. `cheat=on` sees everything: a
ceiling. All other options make it work like the original program (`search/uct.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from whoknows.core.agent import View
from whoknows.core.game import Action, Game, State
from whoknows.search.searcher import Want, check_guide, no_guide
from whoknows.search.uct import Uct

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled
    from whoknows.search.leaf_values import Aim


@dataclass(frozen=True, slots=True)
class Mcts(Uct):
    """The agent above: a tree search as it is."""

    called: ClassVar[str] = "mcts"

    iterations: int = 200
    want: Want = "win"
    guide: str = ""

    def __post_init__(self) -> None:
        Uct.__post_init__(self)
        check_guide(self.called, self.guide, is_used=self.hands != "seen")

    def refusal(self, game: Game[State, Action]) -> str:
        return Uct.refusal(self, game) or no_guide(game, self.guide)

    @property
    def _guide(self) -> str:
        return self.guide

    def _goal(self, view: View[State, Action], rules: Compiled) -> Aim:
        from whoknows.search.leaf_values import aim

        return aim(rules, play="guided" if self.guide else "random", want=self.want)


agent = Mcts
