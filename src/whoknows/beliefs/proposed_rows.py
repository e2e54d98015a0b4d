"""States drawn where evidence points, and weighed so that they count as if drawn evenly.

Where hidden cards may change places freely, the hands of others are dealt anew, card by card, with
odds that follow how well each card alone explains what was done. A state then counts

    weight = P(what was done | state) / P(the state was dealt so)

which is exact whatever these odds are; good ones leave more effective draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from whoknows.beliefs.past_likelihoods import act_logs
from whoknows.beliefs.style import Share, Style
from whoknows.core.agent import View
from whoknows.core.game import Action, State
from whoknows.core.kernels import Floats, Ints
from whoknows.core.style_options import Exchange
from whoknows.search.determinization import Rows

KEENNESS = 0.5  # how closely the odds follow; below 1, because cards explain moves together
EVEN = 0.02  # of the likeliest card's odds goes to every card
LEARNED, ANY = 0.6, 0.3  # of the odds: from states already weighed, and for any card
PILOT = 200  # states that are weighed to improve the odds


@dataclass(frozen=True, eq=False)
class Proposal:
    """How likely each card is dealt to each place of somebody's hand."""

    exchange: Exchange
    odds: Floats  # by place of a hand, by card

    def dealt(self, rows: Rows, luck: np.random.Generator) -> tuple[Rows, Floats]:
        """The same states with others' hands dealt anew, and the logarithm of how much each counts
        for having been dealt so."""
        many, cards = len(rows), len(self.exchange.cards)
        free, logs = np.ones((many, cards), bool), np.zeros(many)
        lies = np.empty((many, cards), np.int64)
        for place, odds in zip(self._hands, self.odds, strict=True):
            keen = np.where(free, odds, 0.0)
            share = keen / keen.sum(axis=1, keepdims=True)
            card = (share.cumsum(axis=1) <= luck.random(many)[:, None]).sum(axis=1)
            at = np.arange(many), np.minimum(card, np.where(free, np.arange(cards), 0).max(axis=1))
            logs -= np.log(share[at])
            lies[at], free[at] = self.exchange.places[place], False
        rest = np.delete(self.exchange.places, self._hands)
        lies[free] = luck.permuted(np.tile(rest, (many, 1)), axis=1).ravel()
        dealt = rows.copy()
        dealt[:, self.exchange.columns] = lies
        return dealt, logs

    def improved(self, rows: Rows, weights: Floats) -> Proposal:
        """The same, with odds that follow states that were weighed."""
        odds, piles = self.odds.copy(), self.exchange.piles
        lies = rows[:, self.exchange.columns]
        for number, place in enumerate(self._hands):
            pile = self.exchange.places[piles == piles[place]]  # its order means nothing
            seen = weights @ np.isin(lies, pile) / len(pile)
            first = odds[number] / odds[number].sum()
            odds[number] = LEARNED * seen + ANY / len(first) + (1 - LEARNED - ANY) * first
        return Proposal(self.exchange, odds)

    @property
    def _hands(self) -> list[int]:
        return [n for n, owner in enumerate(self.exchange.owners.tolist()) if owner >= 0]


def proposal(view: View[State, Action], row: Ints, styles: Sequence[Share]) -> Proposal | None:
    """From how well each card alone explains what was done; None where cards do not change places
    freely, or nothing was done."""
    found = view.game.style_exchange(view.state, row) if view.past else None
    if found is None or not (found.owners >= 0).any():
        return None
    likely = max(styles, key=lambda one: one.share).style
    odds = {seat: _odds(view, likely, seat, found) for seat in set(found.owners.tolist()) - {-1}}
    return Proposal(found, np.array([odds[seat] for seat in found.owners.tolist() if seat >= 0]))


def _odds(view: View[State, Action], style: Style, seat: int, found: Exchange) -> Floats:
    """How keenly each card is dealt to this seat."""
    alone, logs = found.cards[:, None], np.zeros(len(found.cards))
    for number, act in enumerate(view.past):
        if act.by == seat and view.game.style_hand(act.before, seat):
            logs += act_logs(view, style, number, alone)
    keen: Floats = np.exp(KEENNESS * (logs - logs.max())) + EVEN
    return keen
