"""Monte Carlo tree search with a utility function instead of playouts (UF-MCTS).

A leaf is worth its `utility` to every seat, and that is backed up to every seat; by default the
game's usual one, as the lead over the best of the others (`want=points`: for itself). `seconds`
limits the time instead of the iterations, and is not reproducible. `reuse=on` continues in the tree
of its last move. `cheat=on` sees everything: a ceiling. All other options make it work like the
original program (`search/uct.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from whoknows.core.agent import View
from whoknows.core.game import Action, Game, State
from whoknows.search.searcher import no_utility, utilities
from whoknows.search.uct import Uct

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled
    from whoknows.search.leaf_values import Aim


@dataclass(frozen=True, slots=True)
class UfMcts(Uct):
    """The agent above."""

    called: ClassVar[str] = "uf-mcts"

    utility: str | None = None

    def refusal(self, game: Game[State, Action]) -> str:
        return Uct.refusal(self, game) or no_utility(game, self.utility)

    def _goal(self, view: View[State, Action], rules: Compiled) -> Aim:
        from whoknows.search.leaf_values import aim

        utility = self.utility or utilities(view.game)[0]
        return aim(rules, play="not", utility=utility, want=self.want)


agent = UfMcts
