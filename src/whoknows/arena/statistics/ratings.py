"""Ratings that say how sure they are: intervals, paired differences, and what they do not support.

Intervals are 95 %, by a bootstrap over deals (over bins of deals if there are many), so that luck
with the cards counts as luck. Differences are paired: both agents had the same deals. Ratings are
Plackett-Luce, fitted by choix to who ended above whom (every ranking broken into its pairs), so
that 1 more on the scale means e times the odds. p-values come from paired t-tests, with Holm's
correction for the number of pairs compared.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from math import nan

import choix
import numpy as np
from scipy import stats

from whoknows.arena.running.batch_counts import WHOLE, Floats
from whoknows.arena.running.match_ups import Swept
from whoknows.arena.running.tally import (
    BINS,
    FEW,
    GAMES,
    POINTS,
    TALLIES,
    WINS,
    Noted,
    Tally,
    widest,
)

REPLICATES, RATED = 1_000, 200  # of the bootstrap; for ratings, which take longer
LEVEL = 0.05
WEAK = 0.01  # a prior worth less than a game, for agents that won or lost all


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, and the range in which it lies in 95 of 100 such studies."""

    value: float
    low: float = nan
    high: float = nan

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


@dataclass(frozen=True, slots=True)
class RatingLine:
    """How one agent did."""

    agent: str
    games: int
    points: Interval
    wins: Interval
    rating: Interval
    tallies: Mapping[str, Interval]
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """How much more one agent scored than another, in the same deals."""

    one: str
    other: str
    more: Interval
    wins: Interval  # how often it was above the other, where they met
    p: float
    corrected: float  # by Holm
    deals: int

    @property
    def is_clear(self) -> bool:
        return bool(self.corrected < LEVEL)


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one game: agents that can be compared."""

    game: str
    swept: Swept
    tables: tuple[int, ...]
    deals: int
    games: int
    failed: int
    lines: tuple[RatingLine, ...]  # the best first
    pairs: tuple[Pair, ...]
    seats: tuple[Interval, ...]  # points by seat, more than the mean of all
    spread: Mapping[str, Mapping[float, int]]
    closest: tuple[Noted, ...]
    widest: tuple[Noted, ...]
    warnings: tuple[str, ...] = field(default=())


def group(game: str, swept: Swept, tallies: Sequence[Tally]) -> Group:
    """The results of the tables of one game."""
    pool = _Pool(tallies)
    lines = [pool.line(agent) for agent in pool.agents]
    lines.sort(key=lambda line: (-line.points.value, line.agent))
    pairs = tuple(_corrected([*pool.pairs([line.agent for line in lines])]))
    told = [one for tally in tallies for one in tally.closest]
    return Group(
        game=game,
        swept=swept,
        tables=tuple(tally.table.number for tally in tallies),
        deals=max((tally.deals for tally in tallies), default=0),
        games=sum(tally.games for tally in tallies),
        failed=sum(tally.failed for tally in tallies),
        lines=tuple(lines),
        pairs=pairs,
        seats=pool.seats(),
        spread=pool.spread(),
        closest=tuple(sorted(told)[:FEW]),
        widest=tuple(widest(one for tally in tallies for one in tally.widest)),
        warnings=tuple(_warnings(lines, pairs, tallies)),
    )


class _Pool:
    """The tables of one game together."""

    def __init__(self, tallies: Sequence[Tally]) -> None:
        self.tallies = [tally for tally in tallies if tally.deals]
        self.agents = tuple(dict.fromkeys(a for tally in self.tallies for a in tally.agents))
        self._ratings = self._rated()

    def line(self, agent: str) -> RatingLine:
        sums = self._sums(agent, self.tallies)
        games = sums[:, GAMES]
        names = next(tally.names for tally in self.tallies if agent in tally.agents)
        tallied = {
            name: ratio(sums[:, TALLIES + 2 * n], sums[:, TALLIES + 2 * n + 1])
            for n, name in enumerate(names)
        }
        points, wins = ratio(sums[:, POINTS], games), ratio(sums[:, WINS] / WHOLE, games)
        return RatingLine(agent, int(games.sum()), points, wins, self._ratings[agent], tallied)

    def pairs(self, agents: Sequence[str]) -> Iterator[Pair]:
        """Every pair, the better agent first; agents that met are compared in the games where they
        did."""
        for one, other in combinations(agents, 2):
            met = [t for t in self.tallies if one in t.agents and other in t.agents]
            mine, theirs = (self._sums(a, met or self.tallies) for a in (one, other))
            used = (mine[:, GAMES] > 0) & (theirs[:, GAMES] > 0)
            if used.sum() > 1:
                yield self._pair(one, other, mine[used], theirs[used], met)

    def seats(self) -> tuple[Interval, ...]:
        """What each seat is worth, if every agent sat in it equally often."""
        several = {tally.seats.shape[1] for tally in self.tallies}
        if len(several) != 1:
            return ()
        sums = np.sum([tally.seats for tally in self.tallies], axis=0)
        games, points = sums[:, 0], sums[:, 1:]
        rest = points - points.mean(axis=1, keepdims=True)
        return tuple(ratio(rest[:, seat], games) for seat in range(points.shape[1]))

    def spread(self) -> dict[str, dict[float, int]]:
        """How often each agent scored each number of points."""
        found: dict[str, dict[float, int]] = {agent: {} for agent in self.agents}
        for tally in self.tallies:
            for agent, counter in zip(tally.agents, tally.spread, strict=True):
                for points, many in counter.items():
                    found[agent][points] = found[agent].get(points, 0) + many
        return {agent: dict(sorted(counts.items())) for agent, counts in found.items()}

    def _sums(self, agent: str, tallies: Sequence[Tally]) -> Floats:
        found = [t.sums[:, t.agents.index(agent)] for t in tallies if agent in t.agents]
        sums: Floats = np.sum(found, axis=0)
        return sums

    def _pair(
        self, one: str, other: str, mine: Floats, theirs: Floats, met: Sequence[Tally]
    ) -> Pair:
        gaps = mine[:, POINTS] / mine[:, GAMES] - theirs[:, POINTS] / theirs[:, GAMES]
        deals = mine[:, GAMES]  # as many times as games: bins need not be of one size
        more = ratio(gaps * deals, deals)
        wins = Interval(nan)
        if met:
            up = _above(met, one, other)
            wins = ratio(up, up + _above(met, other, one))
        p = p_value(gaps, deals)
        return Pair(one, other, more, wins, p, p, max(t.deals for t in (met or self.tallies)))

    def _rated(self) -> dict[str, Interval]:
        """Plackett-Luce ratings with mean 0."""
        above = np.zeros((BINS, len(self.agents), len(self.agents)))
        for tally in self.tallies:
            at = [self.agents.index(agent) for agent in tally.agents]
            above[:, np.array(at)[:, None], np.array(at)] += tally.above
        if len(self.agents) < 2:
            return dict.fromkeys(self.agents, Interval(nan))
        used = above[above.sum(axis=(1, 2)) > 0]
        whole = _fitted(used.sum(axis=0))
        drawn = [_fitted(np.tensordot(w, used, 1)) for w in weights(len(used))[:RATED]]
        low, high = _quantiles(np.array(drawn)) if drawn and len(used) > 1 else (nan * whole,) * 2
        return {
            agent: Interval(float(whole[n]), float(low[n]), float(high[n]))
            for n, agent in enumerate(self.agents)
        }


def _above(tallies: Sequence[Tally], one: str, other: str) -> Floats:
    """By bin, how often one agent was above another."""
    found = [t.above[:, t.agents.index(one), t.agents.index(other)] for t in tallies]
    sums: Floats = np.sum(found, axis=0)
    return sums


def ratio(made: Floats, of: Floats) -> Interval:
    """What was made of how much, both by bin."""
    used = of != 0
    made, of = made[used], of[used]
    if not len(of):
        return Interval(nan)
    value = float(made.sum() / of.sum())
    if len(of) == 1:
        return Interval(value)
    drawn = weights(len(of))
    low, high = _quantiles(drawn @ made / (drawn @ of))
    return Interval(value, float(low), float(high))


def p_value(gaps: Floats, deals: Floats) -> float:
    """How likely a mean this far from 0 would be if there were no difference, by a t-test over bins
    of this many deals. Never less than the signs alone would give: a few deals that agree prove
    little."""
    if len(gaps) < 2:
        return 1.0
    share = deals / deals.sum()
    mean = float(gaps @ share)
    error = float(np.sqrt(((gaps - mean) ** 2 @ share**2) * len(gaps) / (len(gaps) - 1)))
    if not error:
        return float(2 * 0.5 ** len(gaps)) if mean else 1.0
    by_size = 2 * stats.t.sf(abs(mean) / error, len(gaps) - 1)
    return float(max(by_size, 2 * 0.5 ** len(gaps)))


@lru_cache(maxsize=8)
def weights(bins: int) -> Floats:
    """How often each bin is drawn in each replicate; always the same for the same number of
    bins."""
    rng = np.random.default_rng(bins)
    return rng.multinomial(bins, np.full(bins, 1 / bins), REPLICATES).astype(np.float64)


def _fitted(above: Floats) -> Floats:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return choix.ilsr_pairwise_dense(above, alpha=WEAK, max_iter=500, tol=1e-6)
        except (RuntimeError, ValueError):  # it did not converge
            return np.full(len(above), nan)


def _quantiles(drawn: Floats) -> Floats:
    return np.nanquantile(drawn, (LEVEL / 2, 1 - LEVEL / 2), axis=0)


def _corrected(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Holm: the k-th smallest p-value is multiplied by the number of pairs from it on."""
    order = sorted(range(len(pairs)), key=lambda n: pairs[n].p)
    found, highest = [0.0] * len(pairs), 0.0
    for rank, number in enumerate(order):
        highest = max(highest, min(1.0, (len(pairs) - rank) * pairs[number].p))
        found[number] = highest
    for pair, corrected in zip(pairs, found, strict=True):
        yield Pair(pair.one, pair.other, pair.more, pair.wins, pair.p, corrected, pair.deals)


def _warnings(
    lines: Sequence[RatingLine], pairs: Sequence[Pair], tallies: Sequence[Tally]
) -> Iterator[str]:
    """What these numbers do not support."""
    unclear = {(p.one, p.other) for p in pairs if not p.is_clear}
    for one, other in pairwise(lines):
        if (one.agent, other.agent) in unclear or (other.agent, one.agent) in unclear:
            yield f"these games do not tell whether {one.agent} is better than {other.agent}"
    if any(tally.deals < 30 for tally in tallies):
        yield "fewer than 30 deals at a table: intervals are rough"
    if failed := sum(tally.failed for tally in tallies):
        yield f"{failed:,} deals in which a game failed do not count"
