"""Adds up games as they come, in room that does not grow with their number.

Deals are gathered into BINS bins by their number; if there are no more deals than bins, each has
its own. Everything in the report follows from sums by bin, added deal after deal, so it does not
depend on how the deals were divided into batches. A deal in which a game failed does not count at
all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum

import numpy as np

from whoknows.arena.running import batch_counts as counting
from whoknows.arena.running.batch_counts import Counts, Flags, Floats, Ints
from whoknows.arena.running.match_ups import MatchUp

BINS = 2_000
FEW = 3  # games of a kind that are remembered
GAMES, POINTS, WINS, TALLIES = 0, 1, 2, 3  # columns of sums; then made and of by tally


@dataclass(frozen=True, slots=True, order=True)
class Noted:
    """A game worth looking at, and by how much its winner was ahead."""

    margin: float
    table: int
    deal: int
    seating: int


@dataclass(slots=True)
class Tally:
    """How a table's games ended: sums by bin, agent and column."""

    table: MatchUp
    names: tuple[str, ...]  # of tallies
    deals: int = 0
    failed: int = 0
    sums: Floats = field(init=False)
    seats: Floats = field(init=False)  # by bin and seat: points
    above: Floats = field(init=False)  # by bin: how often an agent was above another
    spread: list[Counter[float]] = field(init=False)
    closest: list[Noted] = field(default_factory=list)
    widest: list[Noted] = field(default_factory=list)

    def __post_init__(self) -> None:
        agents = len(self.agents)
        self.sums = np.zeros((BINS, agents, TALLIES + 2 * len(self.names)))
        self.seats = np.zeros((BINS, 1 + len(self.table.agents)))
        self.above = np.zeros((BINS, agents, agents))
        self.spread = [Counter() for _ in self.agents]

    @property
    def agents(self) -> tuple[str, ...]:
        """Each agent at the table once."""
        return tuple(dict.fromkeys(self.table.agents))

    @property
    def games(self) -> int:
        return self.deals * len(self.table.seatings)

    def add(self, first: int, counts: Counts) -> None:
        """Some deals from `first` on, as in a batch."""
        whole = counting.whole(counts)
        numbers = first + np.flatnonzero(whole)
        self.failed += int((~whole).sum())
        self.deals += len(numbers)
        if len(numbers):
            self._add(numbers, counts[whole])

    def _add(self, numbers: Ints, counts: Counts) -> None:
        bins, points = numbers % BINS, counting.points(counts)
        sits = np.stack([self._sits(name) for name in self.agents], axis=-1)
        columns = [np.ones_like(points), points, counting.wins(counts, len(self.names))]
        columns += counting.tallied(counts, len(self.names))
        for column, values in enumerate(columns):
            np.add.at(self.sums[..., column], bins, _summed(values, sits))
        np.add.at(self.seats, bins, np.insert(points.sum(axis=1), 0, points.shape[1], axis=1))
        for agent in range(len(self.agents)):
            values, many = np.unique(points[:, sits[..., agent]], return_counts=True)
            self.spread[agent].update(dict(zip(values.tolist(), many.tolist(), strict=True)))
        np.add.at(self.above, bins, self._ranked(points))
        self._remember(numbers, points)

    def _sits(self, name: str) -> Flags:
        """By seating and seat, whether that agent sits there."""
        seatings = range(len(self.table.seatings))
        return np.array([[one == name for one in self.table.seated(n)] for n in seatings])

    def _ranked(self, points: Counts) -> Floats:
        """By deal, how often each agent had more points than each other; a tie is half."""
        agents = self.agents
        found = np.zeros((len(points), len(agents), len(agents)))
        for seating in range(points.shape[1]):
            seated = [agents.index(name) for name in self.table.seated(seating)]
            for seat, rival in combinations(range(len(seated)), 2):
                one, other = seated[seat], seated[rival]
                if one != other:
                    mine, theirs = points[:, seating, seat], points[:, seating, rival]
                    half = (mine == theirs) / 2
                    found[:, one, other] += (mine > theirs) + half
                    found[:, other, one] += (mine < theirs) + half
        return found

    def _remember(self, numbers: Ints, points: Counts) -> None:
        best = np.sort(points, axis=2)
        margins = best[..., -1] - best[..., -2] if points.shape[2] > 1 else best[..., -1]
        order = np.argsort(margins, axis=None, kind="stable")
        told = [self._told(margins, numbers, int(place)) for place in order[:FEW]]
        # Of games just as wide the earliest: the stable order from the other end.
        wide = np.argsort(-margins, axis=None, kind="stable")
        self.closest = sorted([*self.closest, *told])[:FEW]
        told = [self._told(margins, numbers, int(place)) for place in wide[:FEW]]
        self.widest = widest([*self.widest, *told])

    def _told(self, margins: Counts, numbers: Ints, place: int) -> Noted:
        deal, seating = np.unravel_index(place, margins.shape)
        margin = float(margins[deal, seating])
        return Noted(margin, self.table.number, int(numbers[deal]), int(seating))


def widest(told: Iterable[Noted]) -> list[Noted]:
    """The most lopsided games; of equally lopsided ones the earliest."""
    return sorted(told, key=lambda t: (-t.margin, t.table, t.deal, t.seating))[:FEW]


def differences(tally: Tally, one: int, other: int) -> tuple[Floats, Floats]:
    """For each bin in use, how many more points per game one agent had than another at their table,
    and in how many games."""
    sums = tally.sums[tally.sums[:, one, GAMES] > 0]
    means = sums[..., POINTS] / sums[..., GAMES]
    return means[:, one] - means[:, other], sums[:, one, GAMES]


def tallied(table: MatchUp, names: Sequence[str], batches: Iterable[tuple[int, Counts]]) -> Tally:
    """All batches of a table, which come in order."""
    tally = Tally(table, tuple(names))
    for first, counts in batches:
        tally.add(first, counts)
    return tally


def _summed(values: Counts, sits: Flags) -> Floats:
    """By deal and agent, the sum over the seats in which it sat; exact, so in whatever order."""
    flat, seats = values.reshape(len(values), -1), sits.reshape(-1, sits.shape[-1])
    if values.dtype.kind == "i":
        return flat.astype(np.float64) @ seats.astype(np.float64)
    return np.array([[fsum(row[mine]) for mine in seats.T] for row in flat])
