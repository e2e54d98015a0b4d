"""How well agents do against others, on duplicate deals: each deal in every seating.

They are the arena's batches, so that games are compiled where they can be, and the same whoever
plays them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from whoknows.arena.running import batch_counts as counting
from whoknows.arena.running.batch import Batch, tally_names
from whoknows.arena.running.match_ups import MatchUp, tables
from whoknows.arena.running.plan import LARGEST, Plan
from whoknows.arena.tournament import played
from whoknows.core.error import Error

Backend = Mapping[str, object]
NORMAL = 1.96  # standard errors of a 95 % interval


@dataclass(frozen=True, slots=True)
class Share:
    """The share of games won, by the means of deals; `doubt` is half of its 95 % interval."""

    value: float
    doubt: float
    games: int

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} ±{100 * self.doubt:.1f} %"


def shares(
    game: str, agents: Sequence[str], against: str, seed: int, deals: range, backend: Backend
) -> dict[str, NDArray[np.float64]]:
    """For each agent among copies of one opponent, the share of its games that it won in each
    deal."""
    different = tuple(dict.fromkeys(agent for agent in agents if agent != against))
    found: dict[str, NDArray[np.float64]] = {}
    if different:
        plan = Plan(
            games=(game,), agents=different, against=against, pairing="against", deals=LARGEST,
            seed=seed,
        )  # fmt: skip
        met = tables(plan)
        tasks = [(plan, table.number, deals.start, len(deals)) for table in met]
        for batch, _ in played(tasks, backend):
            found[met[batch.table].agents[0]] = _won(plan, met[batch.table], batch)
    seats = len(met[0].agents) if different else 1
    return found | {agent: np.full(len(deals), 1 / seats) for agent in agents if agent == against}


def share(won: NDArray[np.float64], seatings: int) -> Share:
    """The mean over deals, and how far it may be off."""
    doubt = NORMAL * float(won.std(ddof=1)) / sqrt(len(won)) if len(won) > 1 else 0.5
    return Share(float(won.mean()), doubt, len(won) * seatings)


def _won(plan: Plan, table: MatchUp, batch: Batch) -> NDArray[np.float64]:
    """By deal, the share that the first agent of a table won over all seatings."""
    if batch.faults:
        fault = batch.faults[0]
        raise Error(f"{fault.agent} failed in deal {fault.deal}: {fault.error}")
    wins = counting.wins(batch.counts, len(tally_names(plan, table))) / counting.WHOLE
    seats = [seating.index(0) for seating in table.seatings]
    mine = [wins[:, number, seat] for number, seat in enumerate(seats)]
    return np.asarray(np.mean(mine, axis=0), float)
