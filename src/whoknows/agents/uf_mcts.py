"""Monte Carlo tree search with a utility function instead of playouts (UF-MCTS).

A leaf is worth its `utility` to every seat, and that is backed up to every seat; by default the
game's usual one, as the lead over the best of the others (`want=points`: for itself).
`seconds` limits the time instead of the iterations, and is not reproducible. `reuse=on` goes on
with the tree of its last move. `cheat=on` sees everything: a ceiling. All other
options make it go as the original program does (`search/uct.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from whoknows.core.kernels import Compiled
from whoknows.search.leaf import Aim, aim
from whoknows.search.think import Utility, among, usual
from whoknows.search.uct import Uct


@dataclass(frozen=True, slots=True)
class UfMcts(Uct):
    """The agent above."""

    called: ClassVar[str] = "uf-mcts"

    utility: Utility | None = None

    def __post_init__(self) -> None:
        Uct.__post_init__(self)
        among("uf-mcts", get_args(Utility), utility=self.utility)

    def _goal(self, rules: Compiled) -> Aim:
        return aim(rules, play="not", utility=usual(rules, self.utility), want=self.want)


agent = UfMcts
