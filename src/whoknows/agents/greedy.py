"""Plays the highest card, or claims what its tickets need: what looks best at once.

Each game has its own idea of that; `choose` is the place where they meet. In Boerenbridge it is
the order of cards in play, and the bid follows a rule: `bids=scaled`, `original` or `text` (see
`games.boerenbridge.bidding`); `after_bid=random`: once it has the tricks it bid, any legal card.
In classic tickets it is the cheapest way to join its tickets (see `games.tickets.greed`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.spec import spell
from whoknows.games.boerenbridge.bidding import AfterBid, Bids, bid
from whoknows.games.boerenbridge.graphs.graph import HIGHEST, any_card, decide
from whoknows.games.boerenbridge.graphs.sight import Sight, seen
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.tickets import greed
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.thinking import Sight as Rails


@dataclass(frozen=True, slots=True)
class Greedy(Agent):
    """The yardstick for agents that think."""

    bids: Bids = "scaled"
    after_bid: AfterBid = "win"

    @property
    def name(self) -> str:
        return spell("greedy", self)

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        match view.game:
            case Boerenbridge():
                return self._boerenbridge(seen(view, self.name), rng)
            case Tickets(knowing=False):
                return greed.choose(Rails(view.game, view.seat, view.state, view.actions))
        there = "boerenbridge and classic tickets"
        raise Error(f"{self.name} does not play {view.game.spec}, only {there}")

    def _boerenbridge(self, sight: Sight, rng: Random) -> Choice[Any]:
        if sight.state.is_bidding:
            return bid(sight, self.bids, rng)
        if self.after_bid == "random" and sight.bid_is_reached:
            return any_card(sight, rng)
        return decide(HIGHEST, sight)


def agent(bids: Bids = "scaled", after_bid: AfterBid = "win") -> Greedy:
    return Greedy(bids, after_bid)
