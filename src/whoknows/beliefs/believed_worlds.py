"""Complete states for a search, weighed by what others have done in this deal.

Deals are drawn uniformly from what the seat knows, weighed by how likely each makes what was done,
and as many as are wanted are drawn from these by systematic resampling. Anybody may play anything
after all: how likely each style is to be whose is learned from deal to deal, in the agent's notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from whoknows.beliefs.past_likelihoods import likelihoods
from whoknows.beliefs.past_likelihoods import refused as too_slow
from whoknows.beliefs.proposed_rows import PILOT, Proposal, proposal
from whoknows.beliefs.style import Share, doubted
from whoknows.beliefs.style_likelihood import StyleLikelihood
from whoknows.core.agent import View
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Compiled, Floats
from whoknows.logic.resampling import effective, resampled
from whoknows.search.determinization import Rows, states
from whoknows.search.pimc_search import everything

DRAWS = 2_000
PROPOSED, PILOTS = 600, 4  # where the game tells where evidence points
ENOUGH, MOST = 150, 16_000  # effective draws, and draws if these are fewer
Likely = dict[int, Floats]  # of each seat, how likely each style makes what it did, by state


class Believed(NamedTuple):
    """States, the weight of each (together 1), and what was believed of the others, in words."""

    rows: Rows
    weights: Floats
    words: tuple[str, ...]


def believed(
    view: View[State, Action], rules: Compiled, style: str, many: int, rng: Random
) -> Believed:
    """At most this many states: all that are possible, or some that are drawn."""
    everyone = everything(view, rules, many)
    if everyone is not None:
        weights, words = weighed(view, everyone, style)
        return Believed(everyone, weights, words)
    rows, weights, words = _drawn(view, rules, style, max(DRAWS, many), rng)
    drawn, often = np.unique(resampled(weights, many, rng), return_counts=True)
    return Believed(rows[drawn], often / many, words)


def believed_rows(
    view: View[State, Action], rules: Compiled, style: str, many: int, rng: Random
) -> tuple[Rows, tuple[str, ...]]:
    """This many states for a search that counts all alike: the likelier come more often."""
    found = believed(view, rules, style, many, rng)
    drawn = resampled(found.weights, many, rng).tolist()
    rng.shuffle(drawn)
    return found.rows[drawn], found.words


def advised(view: View[State, Action], style: str) -> float:
    """How likely the others are to do what the game's guide advises, by all that was seen so far:
    what they will do is told by the same styles as what they did."""
    return StyleLikelihood.noted(view, doubted(style, view.game)).like(view.game.guide)


def weighed(view: View[State, Action], rows: Rows, style: str) -> tuple[Floats, tuple[str, ...]]:
    """How likely each of these states is, all of them possible; and what is believed, in words."""
    return _weighed(view, rows, style, np.zeros(len(rows)))


def refused(game: Game[State, Action], style: str) -> str:
    """Why this game cannot be played by believing that others have this style; nothing if it
    can."""
    if not (game.is_compiled and (game.tells_past_acts or game.tells_style_hands)):
        return f"{game.spec} cannot tell at full speed how likely moves were"
    return next((why for one in doubted(style, game) if (why := too_slow(game, one.style))), "")


def _drawn(
    view: View[State, Action], rules: Compiled, style: str, many: int, rng: Random
) -> tuple[Rows, Floats, tuple[str, ...]]:
    """States that are drawn, and what each counts: where evidence points if the game tells how, and
    otherwise evenly, more of them until enough carry the weight."""
    rows = states(view, rules, PILOT, rng)
    if found := proposal(view, rows[0], doubted(style, view.game)):
        return _proposed(view, rules, style, found, rng)
    rows, known = states(view, rules, many, rng), doubted(style, view.game)
    likely = likelihoods(view, rows, known)
    weights, words = _weights(view, likely, known, np.zeros(len(rows)))
    while effective(weights) < ENOUGH and len(rows) < MOST:
        more = states(view, rules, len(rows), rng)
        rows, likely = np.concatenate([rows, more]), _joined(likely, likelihoods(view, more, known))
        weights, words = _weights(view, likely, known, np.zeros(len(rows)))
    return rows, weights, words


def _joined(some: Likely, more: Likely) -> Likely:
    return {seat: np.concatenate([likely, more[seat]], axis=1) for seat, likely in some.items()}


def _proposed(
    view: View[State, Action], rules: Compiled, style: str, found: Proposal, rng: Random
) -> tuple[Rows, Floats, tuple[str, ...]]:
    """States drawn where evidence points: first some to find out where that is."""
    luck = np.random.default_rng(rng.getrandbits(64))
    for _ in range(PILOTS):
        rows, logs = found.dealt(states(view, rules, PILOT, rng), luck)
        weights, _words = _weighed(view, rows, style, logs)
        found = found.improved(rows, weights)
        if effective(weights) > PILOT / 4:
            break
    rows, logs = found.dealt(states(view, rules, PROPOSED, rng), luck)
    return rows, *_weighed(view, rows, style, logs)


def _weighed(
    view: View[State, Action], rows: Rows, style: str, logs: Floats
) -> tuple[Floats, tuple[str, ...]]:
    """The same, where each counts from the start as much as this logarithm says."""
    known = doubted(style, view.game)
    return _weights(view, likelihoods(view, rows, known), known, logs)


def _weights(
    view: View[State, Action], likely: Likely, known: Sequence[Share], logs: Floats
) -> tuple[Floats, tuple[str, ...]]:
    """From how likely each style makes what each seat did."""
    first = np.exp(logs - logs.max())
    likes, whole = StyleLikelihood.noted(view, known), first.copy()
    for seat, each in likely.items():
        likes.now[seat] = each @ first / first.sum()
        whole *= likes.of(seat) @ each
    return whole / whole.sum(), likes.words(view.game)
