"""States drawn where evidence points, and weighed so that they count as if drawn evenly.

Where hidden cards may change places freely, the hands of others are dealt anew, card by card, with
odds that follow how well each card alone explains what was done. A state then counts

    weight = P(what was done | state) / P(the state was dealt so)

which is exact whatever these odds are; good ones leave more effective draws.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from whoknows.beliefs.past_likelihoods import act_logs
from whoknows.beliefs.style import Share
from whoknows.core.agent import View
from whoknows.core.game import Action, State
from whoknows.core.kernels import Floats
from whoknows.core.style_options import Exchange
from whoknows.search.determinization import Rows

KEENNESS = 0.5  # how closely the odds follow; below 1, because cards explain moves together
EVEN = 0.02  # of the likeliest card's odds goes to every card


def proposed(
    view: View[State, Action], rows: Rows, styles: Sequence[Share], luck: np.random.Generator
) -> tuple[Rows, Floats] | None:
    """The same states with others' hands dealt anew, and the logarithm of how much each counts for
    having been dealt so; None where cards do not change places freely."""
    found = view.game.style_exchange(view.state, rows[0]) if view.past else None
    if found is None or not (found.owners >= 0).any():
        return None
    others = sorted({seat for seat in found.owners.tolist() if seat >= 0})
    odds = {seat: _odds(view, styles, seat, found) for seat in others}
    return _dealt(rows, found, odds, luck)


def _odds(view: View[State, Action], styles: Sequence[Share], seat: int, found: Exchange) -> Floats:
    """For each card that may lie elsewhere, how keenly it is dealt to this seat."""
    alone = found.cards[:, None]
    likely = max(styles, key=lambda one: one.share).style
    logs = np.zeros(len(alone))
    for number, act in enumerate(view.past):
        if act.by == seat and view.game.style_hand(act.before, seat):  # type: ignore[arg-type]
            logs += act_logs(view, likely, number, alone)
    return np.exp(KEENNESS * (logs - logs.max())) + EVEN


def _dealt(
    rows: Rows, found: Exchange, odds: dict[int, Floats], luck: np.random.Generator
) -> tuple[Rows, Floats]:
    many, cards = len(rows), len(found.cards)
    free, logs = np.ones((many, cards), bool), np.zeros(many)
    lies = np.empty((many, cards), np.int64)
    hands = np.flatnonzero(found.owners >= 0)
    for place in hands:
        keen = np.where(free, odds[int(found.owners[place])], 0.0)
        share = keen / keen.sum(axis=1, keepdims=True)
        card = (share.cumsum(axis=1) < luck.random(many)[:, None]).sum(axis=1)
        card = np.minimum(card, cards - 1)
        at = np.arange(many), card
        logs -= np.log(share[at])
        lies[at], free[at] = found.places[place], False
    rest = np.delete(found.places, hands)
    lies[free] = luck.permuted(np.tile(rest, (many, 1)), axis=1).ravel()
    dealt = rows.copy()
    dealt[:, found.columns] = lies
    return dealt, logs
