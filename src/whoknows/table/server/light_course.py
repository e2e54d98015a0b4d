"""The course of a match as the server has it: what is known is kept only while that is little work.

As long as the worlds of all deals are listed, up to some tens of thousands, a move takes some
tenths of a second at most. From the first larger deal on only the moves are carried out, so that
the server's time and memory do not depend on what somebody plays; other processes, which may be
ended, work out what is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whoknows.core.agent import Choice
from whoknows.core.game import Game, PublicModel
from whoknows.core.match import Course, Turn
from whoknows.deals.deal_builder import MOST_LISTED
from whoknows.deals.deal_model import DealModel
from whoknows.logic.bitset import Bitset
from whoknows.table.knowledge.chapter import counted


class Light(Course[object, object]):
    """A course without models from the first large one on."""

    def __init__(
        self,
        game: Game[object, object],
        seed: int,
        turns: Sequence[Turn[object, object]] = (),
        *,
        is_small: bool = True,
    ) -> None:
        super().__init__(game, seed, turns)
        self.is_small = is_small

    def _stepped(self, choice: Choice[object]) -> Turn[object, object]:
        if self.is_small:
            turn = super()._stepped(choice)
            self.is_small = is_listed(turn.model)
            return turn if self.is_small else replace(turn, model=None)
        after = self.game.apply(self.state, choice.action)
        return Turn(self.by, self.state, choice, after, (), None, ())


def is_listed(model: PublicModel | None) -> bool:
    """Whether its worlds are listed, up to some tens of thousands."""
    if not isinstance(model, DealModel):
        return True
    return isinstance(model.space, Bitset) and counted(model) <= MOST_LISTED
