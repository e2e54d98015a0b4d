"""Looks some moves ahead, averages over chance, and expects all others to be selfish.

`depth` counts moves, those of chance included. It makes one decision for all the `worlds` drawn
from its knowledge. On another seat's turn it assumes them one by one; with `assume=off` it takes
the others to know no more than it does. The `utility` at the horizon is the game's usual one, as
the lead over the best of the others (`want=points`: for itself). It looks one move deeper at a
time, until that would take more than this number of `leaves`. With `cheat=on` it searches the true
state.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar, get_args

from whoknows.core.agent import Choice, View
from whoknows.core.game import Action, Game, State
from whoknows.core.plural import some
from whoknows.search.searcher import Searcher, Want, among, at_least, no_utility, utilities

if TYPE_CHECKING:
    from whoknows.search.belief_branches import LookAhead


@dataclass(frozen=True, slots=True)
class Expectiminimax(Searcher):
    """The agent above."""

    called: ClassVar[str] = "expectiminimax"

    depth: int = 3
    worlds: int = 10
    assume: bool = True
    utility: str | None = None
    want: Want = "lead"
    leaves: int = 50_000

    def __post_init__(self) -> None:
        at_least(self.called, 1, depth=self.depth, worlds=self.worlds, leaves=self.leaves)
        among(self.called, get_args(Want), want=self.want)

    def refusal(self, game: Game[State, Action]) -> str:
        return Searcher.refusal(self, game) or no_utility(game, self.utility)

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        from whoknows.search.decision import Thought, thought
        from whoknows.search.determinization import random
        from whoknows.search.expectiminimax_search import looked
        from whoknows.search.leaf_values import aim

        start = thought(view, 1 if self.cheat else self.worlds, rng)
        if not isinstance(start, Thought):
            return start
        utility = self.utility or utilities(view.game)[0]
        goal = aim(start.rules, play="not", utility=utility, want=self.want)
        look = self._look(view.seat)
        found, depth = looked(start.search(goal), look, self.depth, random(rng), self.leaves)
        best = start.choice(found, max(found, key=lambda tried: tried.value).code)
        return Choice(best.action, (*best.reasons, f"looked {some(depth, 'move')} deep"))

    def _look(self, seat: int) -> LookAhead:
        """How it looks at chance: every outcome."""
        from whoknows.search.belief_branches import LookAhead

        return LookAhead(seat, self.assume, 0, 1.0)


agent = Expectiminimax
