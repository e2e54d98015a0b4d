"""Complete states for a search, weighed by what others have done in this deal.

Deals are drawn uniformly from what the seat knows, weighed by how likely each makes what was done,
and as many as are wanted are drawn from these by systematic resampling. Where the style is a
mixture, how likely each style is to be whose is learned from deal to deal, in the agent's notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from whoknows.beliefs.style import AsAgent, Share, Style, shares
from whoknows.beliefs.style_likelihood import StyleLikelihood
from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Compiled, Floats
from whoknows.core.past_acts import PastActs
from whoknows.logic.resampling import resampled
from whoknows.search.determinization import Rows, states
from whoknows.search.pimc_search import everything

DRAWS = 2_000


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
    rows = states(view, rules, max(DRAWS, many), rng) if everyone is None else everyone
    weights, words = weighed(view, rows, style)
    if everyone is not None:
        return Believed(rows, weights, words)
    drawn, often = np.unique(resampled(weights, many, rng), return_counts=True)
    return Believed(rows[drawn], often / many, words)


def weighed(view: View[State, Action], rows: Rows, style: str) -> tuple[Floats, tuple[str, ...]]:
    """How likely each of these states is, all of them possible; and what is believed, in words."""
    known, whole = shares(style, view.game), np.ones(len(rows))
    likes = StyleLikelihood.noted(view, known)
    for seat, likely in likelihoods(view.game, view.seat, rows, known).items():
        whole *= likes.of(seat) @ likely
        likes.now[seat] = likely.mean(axis=1)
    return whole / whole.sum(), likes.words(view.game)


def likelihoods(
    game: Game[State, Action], seat: int, rows: Rows, styles: Sequence[Share]
) -> dict[int, Floats]:
    """For each other seat how likely each style makes all that it did, in each of these states."""
    told = [_past(game, seat, rows, one.style) for one in styles]
    found = {}
    for other in dict.fromkeys(told[0].by):
        acts = [number for number, by in enumerate(told[0].by) if by == other]
        found[other] = np.array([past.chances[acts].prod(axis=0) for past in told])
    return found


def refused(game: Game[State, Action], style: str) -> str:
    """Why this game cannot be played by believing that others have this style; nothing if it
    can."""
    if not (game.is_compiled and game.tells_past_acts):
        return f"{game.spec} cannot tell at full speed how likely moves were"
    for one in shares(style, game):
        if isinstance(one.style, AsAgent) and one.style.agent.policy(game) is None:
            return f"{one.style.name} has no compiled policy in {game.spec}"
    return ""


def _past(game: Game[State, Action], seat: int, rows: Rows, style: Style) -> PastActs:
    """What others did, and how likely that was by this style, a share of error included."""
    policy = style.agent.policy(game) if isinstance(style, AsAgent) else None
    found = game.past_acts(rows, seat, policy)
    if found is None:
        raise Error(f"{game.spec} cannot tell at full speed what {style.name} does")
    anything = 1 / np.array(found.options, float)[:, None]
    error = float(style.error) if isinstance(style, AsAgent) else 0.0
    return found._replace(chances=(1 - error) * found.chances + error * anything)
