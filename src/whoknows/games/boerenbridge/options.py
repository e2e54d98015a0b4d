"""The options of Boerenbridge, and how the form for a new game describes them."""

from dataclasses import dataclass
from typing import Literal

from whoknows.core.features import option
from whoknows.core.names import names_option

Deck = Literal["round", "52"]
Trump = Literal["separate", "turned"]


@dataclass(frozen=True)
class BoerenbridgeOptions:
    """The fields of the game."""

    players: int = option(
        4,
        label="players",
        about="2 to 6. Four players sit at N, E, S and W.",
    )
    rounds: str = option(
        "3-4-5-4-3",
        label="cards in each round",
        about="How many cards each player gets, round by round, such as 3-4-5-4-3.",
    )
    deck: Deck = option(
        "round",
        label="cards in the pack",
        about="Whether every card is dealt, or the rest of a whole pack stays in the stock.",
        words={"round": "only those that are dealt", "52": "the whole pack of 52"},
    )
    ranks: int | None = option(
        None,
        label="ranks of each suit",
        about="How many of the highest ranks to use in every round, from 1 to 13.",
        usual="as many as are dealt",
    )
    trump: Trump = option(
        "separate",
        label="trumps",
        about="Where the trump suit comes from; you can turn up a card only if one is left over.",
        words={"separate": "a random suit", "turned": "a card turned up"},
    )
    names: str = names_option("N, E, S and W, or Anna, Bram, Cleo ...")
