"""Plays the highest card, or claims what its tickets need: what looks best at once.

Each game has its own idea of that. In Boerenbridge it is the order of cards in play, and the bid
follows a rule: `bids=scaled`, `original` or `text`; with `after_bid=random` it plays any legal card
once it has the tricks it bid. In classic tickets it is the cheapest way to join its tickets.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import spell

Bids = Literal["scaled", "original", "text"]
AfterBid = Literal["win", "random"]


@dataclass(frozen=True, slots=True)
class Greedy(Agent):
    """The yardstick for agents that think."""

    bids: Bids = "scaled"
    after_bid: AfterBid = "win"

    @property
    def name(self) -> str:
        return spell("greedy", self)

    def refusal(self, game: Game[State, Action]) -> str:
        why = "that game does not say what looks best at once"
        return "" if game.has_greedy else f"{self.name} does not play {game.spec}: {why}"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        if why := self.refusal(view.game):
            raise Error(why)
        return view.game.greedy(view, rng, bids=self.bids, after_bid=self.after_bid)

    def policy(self, game: Game[State, Action]) -> object | None:
        return game.greedy_policy(bids=self.bids, after_bid=self.after_bid)


def agent(bids: Bids = "scaled", after_bid: AfterBid = "win") -> Greedy:
    return Greedy(bids, after_bid)
