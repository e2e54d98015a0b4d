"""Monte Carlo tree search with random playouts, in which a win counts 1.

UCT with the weight `c`, over states drawn from what its seat knows. `want` may be points or its
lead over the best of the others instead of winning. `seconds` limits the time instead of the
iterations, and is not reproducible. `reuse=on` continues in the tree of its last move. `cheat=on`
sees everything: a ceiling. All other options make it work like the original program
(`search/uct.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from whoknows.search.searcher import Want
from whoknows.search.uct import Uct


@dataclass(frozen=True, slots=True)
class Mcts(Uct):
    """The agent above: a tree search as it is."""

    called: ClassVar[str] = "mcts"

    iterations: int = 200
    want: Want = "win"


agent = Mcts
