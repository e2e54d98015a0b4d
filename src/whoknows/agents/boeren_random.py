"""The random player of the published Boerenbridge experiment: any legal card, any bid.

It differs from `random` in one thing only. It wishes for a bid from 0 to n, each equally likely,
and moves by one if that is forbidden, as the scripted agents do; `random` never wishes for a
forbidden bid in the first place. So the dealer's bids come out a little differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.game import Action, Game, State
from whoknows.games.boerenbridge.bidding import any_bid, any_bid_chances
from whoknows.games.boerenbridge.graphs.round_view import not_boerenbridge, seen
from whoknows.games.boerenbridge.policy import Policy


@dataclass(frozen=True, slots=True)
class BoerenRandom(Agent):
    """The bottom of the published table."""

    name: ClassVar[str] = "boeren-random"

    def refusal(self, game: Game[State, Action]) -> str:
        return not_boerenbridge(game, self.name)

    def policy(self, game: Game[State, Action]) -> Policy:
        return Policy("random")

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Any]:
        sight = seen(view, self.name)
        if sight.state.is_bidding:
            return any_bid(sight, rng)
        return Choice(rng.choice(view.actions), ("any legal card is as good as another",))

    def chances(self, view: View[State, Action]) -> Mapping[Any, Fraction]:
        sight = seen(view, self.name)
        if sight.state.is_bidding:
            return any_bid_chances(sight)
        return dict.fromkeys(view.actions, Fraction(1, len(view.actions)))


def agent() -> BoerenRandom:
    return BoerenRandom()
