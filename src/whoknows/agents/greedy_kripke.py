"""Wins every trick that it can by the win graph of Boerenbridge, from what it knows.

`after_bid=random`: once it has the tricks it bid, any legal card. `bids` is its rule for bidding.
`knowledge=off`: it sees which cards are out, but draws no conclusion about who may hold them.
`as_original=on` plays as the published program does where that deviates from its figures;
`cheat=on` looks into the others' hands for its answers, as that program did.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.spec import spell
from whoknows.games.boerenbridge.bidding import AfterBid, Bids, bid
from whoknows.games.boerenbridge.graphs.graph import any_card, decide
from whoknows.games.boerenbridge.graphs.sight import seen
from whoknows.games.boerenbridge.graphs.win import WIN, WIN_AS_ORIGINAL


@dataclass(frozen=True, slots=True)
class GreedyKripke(Agent):
    """Greedy, but only where it pays."""

    after_bid: AfterBid = "win"
    bids: Bids = "scaled"
    knowledge: bool = True
    as_original: bool = False
    cheat: bool = False

    def __post_init__(self) -> None:
        if self.cheat and not self.knowledge:
            raise Error("greedy-kripke: cheat=on asks no knowledge, so knowledge=off makes no sense with it")

    @property
    def cheats(self) -> bool:
        return self.cheat

    @property
    def name(self) -> str:
        return spell("greedy-kripke", self)

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        sight = seen(view, self.name, knows=self.knowledge, cheats=self.cheat)
        if sight.state.is_bidding:
            return bid(sight, self.bids, rng)
        if self.after_bid == "random" and sight.bid_is_reached:
            return any_card(sight, rng)
        return decide(WIN_AS_ORIGINAL if self.as_original else WIN, sight)


def agent(
    after_bid: AfterBid = "win",
    bids: Bids = "scaled",
    knowledge: bool = True,
    as_original: bool = False,
    cheat: bool = False,
) -> GreedyKripke:
    return GreedyKripke(after_bid, bids, knowledge, as_original, cheat)
