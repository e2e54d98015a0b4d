"""Information-set tree search: one tree for all that its seat considers possible.

Single-observer ISMCTS: each iteration takes another state drawn from what the seat knows; actions
compete by how often they were possible. Playouts are guided by the game's best fast policy, or by
the agent that `guide` names (`guided=off`: random). `want`: points, the lead over the best of the
others, or to win. `seconds` limits the time instead of the iterations, and is not reproducible.
`reuse=on` continues in the tree of its last move. With `believe` it draws states by what the others
have done, as if they had that style (see `docs/beliefs.md`). `cheat=on` sees everything: a ceiling.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar

from whoknows.beliefs.believer import OFF, Believing, refusal
from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.search.searcher import check_guide, no_guide
from whoknows.search.tree_agent import TreeSearch

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled
    from whoknows.search.leaf_values import Aim
    from whoknows.search.tree import Walk


@dataclass(frozen=True, slots=True)
class Ismcts(TreeSearch):
    """The agent above."""

    called: ClassVar[str] = "ismcts"

    iterations: int = 2000
    c: float = 0.7
    guided: bool = True
    guide: str = ""
    believe: str = OFF

    def __post_init__(self) -> None:
        TreeSearch.__post_init__(self)
        check_guide(self.called, self.guide, is_used=self.guided)
        if self.cheat and self.believe != OFF:
            raise Error("ismcts: who sees everything believes nothing (cheat=on, believe)")

    @property
    def watches(self) -> bool:
        return self.believe != OFF

    def refusal(self, game: Game[State, Action]) -> str:
        return refusal("ismcts", game, self.believe) or no_guide(game, self.guide)

    @property
    def _guide(self) -> str:
        return self.guide

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        believing = Believing(view, "ismcts", self.believe, rng)
        return believing.told(self._searched(view, rng, believing.imagine))

    def _goal(self, view: View[State, Action], rules: Compiled) -> Aim:
        from whoknows.search.leaf_values import aim

        return aim(rules, play="guided" if self.guided else "random", want=self.want)

    def _walk(self, seat: int) -> Walk:
        from whoknows.search.tree import UCT, Walk

        return Walk(seat, self.c, UCT, True, self.cheat)


agent = Ismcts
