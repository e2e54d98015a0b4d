"""Tree search by UCT, with the options in which ours differs from the original programs.

With all of these changed, and c = 1.41421 (their c = 2 stands under the root), it does as they do.
`final=mean` takes the action that did best on average, not the one tried most. `scaled=off` takes
values as they are, not scaled to what was seen. `moves=all` tries every legal action, not only
sensible ones. `outcomes=each` tries every outcome of chance before one is tried again.
`hands=seen` lets others pay with whatever they could hold, not with the hand of one world.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.search.searcher import among
from whoknows.search.tree_agent import TreeSearch

if TYPE_CHECKING:
    from whoknows.search.decision import Thought
    from whoknows.search.original_tree import Original
    from whoknows.search.tried_moves import Tried

Outcomes = Literal["drawn", "each"]
Hands = Literal["worlds", "seen"]
Final = Literal["visits", "mean"]
Moves = Literal["sensible", "all"]


@dataclass(frozen=True, slots=True)
class Uct(TreeSearch):
    """What `mcts` and `uf-mcts` have in common."""

    final: Final = "visits"
    scaled: bool = True
    moves: Moves = "sensible"
    outcomes: Outcomes = "drawn"
    hands: Hands = "worlds"

    def __post_init__(self) -> None:
        TreeSearch.__post_init__(self)
        among(self.called, get_args(Final), final=self.final)
        among(self.called, get_args(Moves), moves=self.moves)
        among(self.called, get_args(Outcomes), outcomes=self.outcomes)
        among(self.called, get_args(Hands), hands=self.hands)
        if self.cheat and self.hands == "seen":
            raise Error(f"{self.called}: hands=seen does not go with cheat=on")

    def refusal(self, game: Game[State, Action]) -> str:
        if self.hands != "seen" or _draws(game):
            return ""
        why = "hands=seen is for games in which players draw cards"
        return f"{self.called}: {why}, not for {game.spec}"

    @property
    def _tries_all(self) -> bool:
        return self.moves == "all"

    def _original(self, start: Thought[State, Action]) -> Original | None:
        from whoknows.search.original_tree import original

        seen, each = self.hands == "seen", self.outcomes == "each"
        if why := self.refusal(start.view.game):
            raise Error(why)
        if self.scaled and not self._tries_all and not seen and not each:
            return None
        return original(
            start.rules, start.view.seat, scaled=self.scaled, every=self._tries_all, each=each,
            hands=seen,
        )  # fmt: skip

    def _chosen(self, start: Thought[State, Action], found: tuple[Tried, ...]) -> Choice[Action]:
        return start.best_mean(found) if self.final == "mean" else start.most_visited(found)


def _draws(game: Game[State, Action]) -> bool:
    """Whether its kernels can draw hidden hands anew."""
    if not game.is_compiled:
        return False
    from whoknows.search.compiled_rules import compiled

    return compiled(game).draws
