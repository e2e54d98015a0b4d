"""Wins every trick that it can by the win graph of Boerenbridge, from what it knows.

With `after_bid=random` it plays any legal card once it has the tricks it bid. `bids` is its rule
for bidding. With `knowledge=off` it sees which cards are out, but draws no conclusions about who
may hold them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import spell
from whoknows.games.boerenbridge.bidding import AfterBid, Bids, bid
from whoknows.games.boerenbridge.graphs.decision_graph import any_card, decide
from whoknows.games.boerenbridge.graphs.round_view import not_boerenbridge, seen
from whoknows.games.boerenbridge.graphs.win_graph import WIN
from whoknows.games.boerenbridge.policy import Policy


@dataclass(frozen=True, slots=True)
class GreedyKripke(Agent):
    """Greedy, but only where it pays."""

    after_bid: AfterBid = "win"
    bids: Bids = "scaled"
    knowledge: bool = True

    @property
    def name(self) -> str:
        return spell("greedy-kripke", self)

    def refusal(self, game: Game[State, Action]) -> str:
        return not_boerenbridge(game, self.name)

    def policy(self, game: Game[State, Action]) -> Policy:
        return Policy("greedy-kripke", self.bids, self.after_bid, self.knowledge)

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Any]:
        sight = seen(view, self.name, knows=self.knowledge)
        if sight.state.is_bidding:
            return bid(sight, self.bids, rng)
        if self.after_bid == "random" and sight.bid_is_reached:
            return any_card(sight, rng)
        return decide(WIN, sight)


def agent(
    after_bid: AfterBid = "win", bids: Bids = "scaled", knowledge: bool = True
) -> GreedyKripke:
    return GreedyKripke(after_bid, bids, knowledge)
