"""What a move loses against the best one, with an interval, and whether it is a mistake.

The loss is measured in other worlds than those in which the best was found: nothing is called best
by luck and judged by the same luck. That goes on until it is plain whether the loss matters, or the
effort is spent; the interval allows for each look at the numbers on the way. Everything comes from
what the seat knows, so it is the same in all deals that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

import numpy as np

from whoknows.analysis.best_move import LOOKS, best_first, looks, matters
from whoknows.analysis.paired_means import mean
from whoknows.analysis.trials import EFFORT, Trials, trials
from whoknows.core.agent import View
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.core.kernels import Floats

PLAIN = 16  # by how much they are fewer where a game has no kernels
SHARE = 2  # to find the best takes one world of so many
DOUBT = 0.05  # how often an interval may miss the loss


@dataclass(frozen=True, slots=True)
class Loss:
    """What a move loses against another, on average and at least and at most, in points; and what
    it is worth, over how many trials."""

    lost: float
    low: float
    high: float
    is_mistake: bool
    worth: float
    tries: int


@dataclass(frozen=True, slots=True)
class Judged(Generic[Action]):
    """A move, the best one (or itself, if none is better), and what it loses against that."""

    did: Action
    best: Action
    loss: Loss


def judged(
    view: View[State, Action], did: Action, *, seed: int = 0, effort: int = EFFORT
) -> Judged[Action]:
    """What an action of the seat to move loses."""
    tried, effort = _tried(view, did, seed), _affordable(view, effort)
    if tried is None:
        return Judged(did, did, _nothing(0.0, 0))
    order = best_first(tried, max(1, effort // SHARE), seed)
    best, played = order.places[0], tried.moves.index(did)
    if best == played:
        return Judged(did, did, _nothing(order.worth, order.tries))
    loss = _compared(tried, best, played, effort, seed)
    return Judged(did, tried.moves[best] if loss.lost > 0 else did, loss)


def ranked(
    view: View[State, Action], most: int, *, seed: int = 0, effort: int = EFFORT
) -> Iterator[Judged[Action]]:
    """The best action of the seat to move and the next ones, judged against it; the same is best
    as in `judged`. All are tried equally often."""
    tried, effort = _tried(view, None, seed), max(2, _affordable(view, effort) // SHARE)
    if tried is None:
        return
    places = best_first(tried, effort, seed).places[:most]
    found = tried.values(places, effort, stream(seed, "loss", 0))
    losses = [_loss(found[[0, n]], tried.worlds)[0] for n in range(len(places))]
    for loss, place in sorted(zip(losses, places, strict=True), key=lambda one: one[0].lost):
        yield Judged(tried.moves[place], tried.moves[places[0]], loss)


def _tried(view: View[State, Action], also: Action | None, seed: int) -> Trials[Action] | None:
    """The moves to try; None if there is nothing to compare, or no search plays this game."""
    try:
        return trials(view, stream(seed, "moves"), also)
    except Error:
        return None


def _affordable(view: View[State, Action], effort: int) -> int:
    """The effort, as far as there is time for it."""
    return max(2, effort if view.game.is_compiled else effort // PLAIN)


def _nothing(worth: float, tries: int) -> Loss:
    return Loss(0.0, 0.0, 0.0, is_mistake=False, worth=round(worth, 2), tries=tries)


def _compared(tried: Trials[Action], best: int, played: int, effort: int, seed: int) -> Loss:
    """What one move loses against another."""
    found = np.empty((2, 0))
    for look, many in enumerate(looks(effort)):
        if many > found.shape[1]:
            more = tried.values([best, played], many - found.shape[1], stream(seed, "loss", look))
            found = np.concatenate([found, more], axis=1)
        loss, is_plain = _loss(found, tried.worlds)
        if is_plain:
            break
    return loss


def _loss(found: Floats, worlds: int) -> tuple[Loss, bool]:
    """What trials of the best move and of another show, and whether more of them would hardly show
    anything else."""
    gap, worth_it = mean(found[0] - found[1], worlds), matters(found[0])
    reach = gap.reach(DOUBT / LOOKS)  # none of all looks may mislead
    lost, low, high = (
        round(max(0.0, points), 2) for points in (gap.value, gap.value - reach, gap.value + reach)
    )
    is_mistake = low > 0 and gap.value >= worth_it
    is_plain = gap.is_below(worth_it) or (is_mistake and gap.is_above(worth_it))
    worth = round(float(found[1].mean()), 2)
    return Loss(lost, low, high, is_mistake, worth, found.shape[1]), is_plain
