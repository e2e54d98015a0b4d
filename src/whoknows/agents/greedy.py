"""Plays the highest card it may, whatever it has bid.

Each game has its own idea of what is highest; `choose` is the place where they meet. In
Boerenbridge it is the order of cards in play, and the bid follows a rule: `bids=scaled`,
`original` or `text` (see `games.boerenbridge.bidding`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.spec import spell
from whoknows.games.boerenbridge.bidding import Bids, bid
from whoknows.games.boerenbridge.graphs.graph import HIGHEST, decide
from whoknows.games.boerenbridge.graphs.sight import Sight, seen
from whoknows.games.boerenbridge.rules import Boerenbridge


@dataclass(frozen=True, slots=True)
class Greedy(Agent):
    """The yardstick for agents that think."""

    bids: Bids = "scaled"

    @property
    def name(self) -> str:
        return spell("greedy", self)

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        match view.game:
            case Boerenbridge():
                return self._boerenbridge(seen(view, self.name), rng)
        raise Error(f"{self.name} does not play {view.game.name}, only boerenbridge")

    def _boerenbridge(self, sight: Sight, rng: Random) -> Choice[Any]:
        if sight.state.is_bidding:
            return bid(sight, self.bids, rng)
        return decide(HIGHEST, sight)


def agent(bids: Bids = "scaled") -> Greedy:
    return Greedy(bids)
