"""What should have been done at a step, and where on the board: for whoever looks at a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from whoknows.core.game import Game
from whoknows.table.messages import Loss
from whoknows.table.page import game_board


class BetterMove(TypedDict):
    """In words, and the things on the board that it is about."""

    words: str
    spots: list[tuple[str, str]]


def better_move(
    game: Game[object, object], analysis: Sequence[Loss] | None, step: int
) -> BetterMove | None:
    """If the move of this step was a mistake."""
    for loss in analysis or ():
        if loss["step"] == step and loss["mistake"]:
            return BetterMove(words=loss["words"], spots=game_board.spots(game, loss["best"]))
    return None
