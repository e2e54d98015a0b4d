"""Boerenbridge: bid how many tricks you will take, then take exactly that many."""

from typing import Literal

from whoknows.games.boerenbridge.picture import picture as card_picture
from whoknows.games.boerenbridge.picture import svg as card_svg
from whoknows.games.boerenbridge.rules import Boerenbridge

__all__ = ["card_picture", "card_svg", "game"]


def game(
    players: int = 4,
    rounds: str = "3-4-5-4-3",
    deck: Literal["round", "52"] = "round",
    ranks: int | None = None,
    trump: Literal["separate", "turned"] = "separate",
    names: str = "",
) -> Boerenbridge:
    return Boerenbridge(players, rounds, deck, ranks, trump, names)
