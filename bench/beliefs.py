"""Beliefs from bids: what they tell of the deal, how far they can be trusted, what they cost.

Five cards each, after all bids, from the view of one seat. *Bits saved* is how much less surprising
the true deal is than if all deals were as likely: log2 of its weight over the mean weight.
*Calibration*: of cards believed to be somewhere with odds near p, the share that is there should be
p; the figure is the largest difference over ten classes of odds, in percentage points.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import whoknows as wk
from _learned_bids import ENOUGH as ENOUGH_BIDS
from _learned_bids import study as learned_bids
from _tickets_told import study as tickets
from whoknows.beliefs.believed_worlds import ENOUGH, MOST, weighed
from whoknows.beliefs.past_likelihoods import told_by_rules as likelihoods
from whoknows.beliefs.style import MIXTURE, shares
from whoknows.bench import Clock, Figure
from whoknows.core.agent import Choice, View
from whoknows.core.match import step, view
from whoknows.games.boerenbridge.kernels.rules import DEALT, HANDS, at
from whoknows.logic.resampling import effective
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import states

ROUNDS, DRAWS, TENTHS = 1_500, 2_000, 10
MANY = 20_000  # draws, where odds themselves are judged: fewer make them too sure
RIGHT = "full-kripke"
THEIRS, CLAIMS, GAMES = "flat-mc(playouts=100)", 10, range(700, 730)
Numbers = NDArray[Any]


class Study(NamedTuple):
    """The bits saved in each round; and by tenth of odds how many, their sum, how many true."""

    bits: Numbers
    many: Numbers
    believed: Numbers
    true: Numbers

    @property
    def worst(self) -> float:
        """In percentage points, over tenths of which there is enough to tell."""
        there = self.many >= 200
        off = (self.believed - self.true)[there] / self.many[there]
        return float(100 * abs(off).max())

    @property
    def interval(self) -> float:
        """Half of the 95 % interval of the mean of bits."""
        return float(1.96 * self.bits.std(ddof=1) / len(self.bits) ** 0.5)


def rows() -> Iterator[Figure]:
    """Every figure of the suite."""
    right = study(RIGHT, RIGHT, MANY)
    yield _saved("beliefs.boerenbridge.bits_saved", right, "right style")
    yield _saved("beliefs.boerenbridge.mixture.bits_saved", study(RIGHT, "mixture"), "a mixture")
    yield _lost("beliefs.boerenbridge.wrong.bits_lost", study("boeren-random", RIGHT))
    yield _lost("beliefs.boerenbridge.mixture.bits_lost", study("boeren-random", "mixture"))
    about = f"percentage points; {ROUNDS:,} rounds, {MANY:,} draws each"
    yield Figure("beliefs.worst_calibration", right.worst, unit="points", about=about)
    about = f"percentage points; as a search draws, {DRAWS:,} to {MOST:,}"
    found = study(RIGHT, RIGHT, None).worst
    yield Figure("beliefs.search.worst_calibration", found, unit="points", about=about)
    yield learned_worst()
    yield cost_of_2000()
    yield from told_by_networks()


def learned_worst() -> Figure:
    """Bids that are learned: enough of them to tell in every tenth."""
    found = learned_bids(RIGHT)
    least = sum(many >= ENOUGH_BIDS for many in found.many)
    about = f"percentage points; {least} of {TENTHS} tenths with {ENOUGH_BIDS} odds at least"
    name = "beliefs.learned.worst_calibration"
    return Figure(name, found.worst, unit="points", about=about)


def told_by_networks() -> Iterator[Figure]:
    """USA, two players, after ten claims of both: styles learned from other agents' games."""
    found = tickets(THEIRS, MIXTURE, CLAIMS, GAMES)
    left = f", {found.left_out} with more tickets left out" if found.left_out else ""
    about = f"±{found.interval:.2f}; {THEIRS}, {len(found.told)} looks after {CLAIMS} claims{left}"
    yield Figure("beliefs.usa.share_saved", max(0.0, found.saved), unit="of the bits", about=about)
    about = "percentage points, odds of single tickets, tenths with 20 at least"
    yield Figure("beliefs.usa.worst_calibration", found.worst, unit="points", about=about)


def _saved(name: str, found: Study, about: str) -> Figure:
    told = f"{about}, of 19.5; ±{found.interval:.2f}"
    return Figure(name, max(0.0, float(found.bits.mean())), unit="bits", about=told)


def _lost(name: str, found: Study) -> Figure:
    told = f"where they bid anything; ±{found.interval:.2f}"
    return Figure(name, max(0.0, -float(found.bits.mean())), unit="bits lost", about=told)


def study(theirs: str, style: str, draws: int | None = DRAWS) -> Study:
    """Rounds of players who bid like these, as somebody sees them who believes in a style."""
    game: Any = wk.game("boerenbridge(rounds=5)")
    player, rng, luck = wk.agent(theirs), np.random.default_rng(1), Random(1)
    known = shares(style, game)
    bits, tally = [], np.zeros((3, TENTHS))
    for number in range(ROUNDS):
        true, seat = bidden(game, player, luck), number % game.players
        several, weights = weighty(game, true, seat, known, draws, rng)
        bits.append(np.log2(weights[0] / weights[1:].mean()))
        tally += counted(game, several, weights[1:] / weights[1:].sum(), seat)
    return Study(np.array(bits), *tally)


def weighty(
    game: Any, true: Numbers, seat: int, known: Any, draws: int | None, rng: Any
) -> tuple[Numbers, Numbers]:
    """The true state and deals that are drawn, and what each weighs; without a number, as many as a
    search draws until enough of them carry the weight."""
    several = redealt(game, true, seat, draws or DRAWS, rng)
    weights = _weights(game, seat, several, known)
    while draws is None and effective(weights[1:]) < ENOUGH and len(several) < MOST:
        several = np.concatenate([several, redealt(game, true, seat, len(several), rng)[1:]])
        weights = _weights(game, seat, several, known)
    return several, weights


def _weights(game: Any, seat: int, several: Numbers, known: Any) -> Numbers:
    prior = np.array([float(one.share) for one in known])
    told = likelihoods(game, seat, several, known).values()
    return np.prod([prior @ likely for likely in told], axis=0)


def bidden(game: Any, player: Any, rng: Random) -> Numbers:
    """A round after its bids, as a row. What is known plays no part in these bids."""
    nothing: Any = None
    state = game.apply(game.start(), game.chance(game.start()).sample(rng))
    while state.is_bidding:
        seat = game.to_move(state)
        seen = View(game, seat, game.veil(state, seat), tuple(game.actions(state)), nothing)
        state = game.apply(state, player.choose(seen, rng).action)
    return np.array(game.encode_state(state), np.int64)


def redealt(game: Any, true: Numbers, seat: int, draws: int, rng: Any) -> Numbers:
    """The true state first, then deals drawn from all that the seat considers possible."""
    g, others = compiled(game).tables, [s for s in range(game.players) if s != seat]
    hidden = [c for s in others for c in range(52) if int(true[at(g, DEALT, s)]) >> c & 1]
    order = rng.permuted(np.tile(1 << np.array(hidden), (draws, 1)), axis=1)
    several = np.tile(true, (draws + 1, 1))
    for number, other in enumerate(others):
        hand = order[:, 5 * number : 5 * number + 5].sum(axis=1)
        several[1:, at(g, DEALT, other)] = several[1:, at(g, HANDS, other)] = hand
    return several


def counted(game: Any, several: Numbers, weights: Numbers, seat: int) -> Numbers:
    """Every hidden card at every other seat: the odds that are believed, and whether it is so."""
    g, tally = compiled(game).tables, np.zeros((3, TENTHS))
    others = [s for s in range(game.players) if s != seat]
    hidden = [c for s in others for c in range(52) if int(several[0, at(g, DEALT, s)]) >> c & 1]
    for other in others:
        has = several[:, at(g, DEALT, other)][:, None] >> np.array(hidden) & 1
        odds = weights @ has[1:]
        tenth = np.minimum((odds * TENTHS).astype(int), TENTHS - 1)
        for row, worth in enumerate((np.ones(len(odds)), odds, has[0])):
            tally[row] += np.bincount(tenth, worth, TENTHS)
    return tally


def cost_of_2000() -> Figure:
    """Drawing 2,000 deals from what a seat knows after the bids, and weighing them."""
    game: Any = wk.game("boerenbridge(rounds=5)")
    rng, spent = Random(3), []
    turn = step(game, game.start(), None, Choice(game.chance(game.start()).sample(rng)))
    while turn.after.is_bidding:
        seen = view(game, turn.after, turn.model, game.to_move(turn.after))
        turn = step(game, turn.after, turn.model, wk.agent(RIGHT).choose(seen, rng))
    seen = view(game, turn.after, turn.model, game.to_move(turn.after))
    for _ in range(30):
        with Clock() as clock:
            weighed(seen, states(seen, compiled(game), DRAWS, rng), RIGHT)
        spent.append(clock.ms)
    about = f"drawing and weighing; {weighing(seen, rng):.2f} of it weighing"
    return Figure("beliefs.deals_2000_ms", min(spent), about=about)


def weighing(seen: Any, rng: Random) -> float:
    drawn, spent = states(seen, compiled(seen.game), DRAWS, rng), []
    for _ in range(30):
        with Clock() as clock:
            weighed(seen, drawn, RIGHT)
        spent.append(clock.ms)
    return min(spent)
