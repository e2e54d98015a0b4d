"""Wins tricks until its bid is reached, then loses them, by the graphs of Boerenbridge.

Both graphs ask only what its seat knows. `bids` is its rule for bidding. With `knowledge=off` it
sees which cards are out, but draws no conclusions about who may hold them. With `as_original=on` it
plays like the published program where that differs from its own figures (see `graphs`), and raises
a forbidden bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import spell
from whoknows.games.boerenbridge.bidding import Bids, bid, bid_chances
from whoknows.games.boerenbridge.graphs.decision_graph import decide
from whoknows.games.boerenbridge.graphs.lose_graph import LOSE, LOSE_AS_ORIGINAL
from whoknows.games.boerenbridge.graphs.round_view import RoundView, not_boerenbridge, seen
from whoknows.games.boerenbridge.graphs.win_graph import WIN, WIN_AS_ORIGINAL
from whoknows.games.boerenbridge.policy import Policy


@dataclass(frozen=True, slots=True)
class FullKripke(Agent):
    """The best of the scripted agents."""

    bids: Bids = "scaled"
    knowledge: bool = True
    as_original: bool = False

    @property
    def name(self) -> str:
        return spell("full-kripke", self)

    def refusal(self, game: Game[State, Action]) -> str:
        return not_boerenbridge(game, self.name)

    def policy(self, game: Game[State, Action]) -> Policy:
        return Policy(
            "full-kripke", self.bids, knowledge=self.knowledge, as_original=self.as_original
        )

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Any]:
        sight = seen(view, self.name, knows=self.knowledge)
        if sight.state.is_bidding:
            return bid(sight, self.bids, rng, raises=self.as_original)
        return self._card(sight)

    def chances(self, view: View[State, Action]) -> Mapping[Any, Fraction]:
        sight = seen(view, self.name, knows=self.knowledge)
        if sight.state.is_bidding:
            return bid_chances(sight, self.bids, raises=self.as_original)
        return {self._card(sight).action: Fraction(1)}

    def _card(self, sight: RoundView) -> Choice[Any]:
        if sight.bid_is_reached:
            return decide(LOSE_AS_ORIGINAL if self.as_original else LOSE, sight)
        return decide(WIN_AS_ORIGINAL if self.as_original else WIN, sight)


def agent(bids: Bids = "scaled", knowledge: bool = True, as_original: bool = False) -> FullKripke:
    return FullKripke(bids, knowledge, as_original)
