"""When a comparison is decided: looks at fixed numbers of deals, with an error that adds up.

The arena looks at a table of two agents after 64 deals, 128 and so on. Look k may err with a share
of the plan's error that doubles from look to look; by the union bound all looks at all tables
together err no more often than that, however many there are. Looks are at deals, not at times, so a
decision is the same for any number of workers.
"""

from __future__ import annotations

from dataclasses import dataclass

from whoknows.arena.running.batch_store import BatchStore
from whoknows.arena.running.match_ups import MatchUp
from whoknows.arena.running.plan import Plan
from whoknows.arena.running.tally import differences, tallied
from whoknows.arena.statistics.ratings import p_value

FIRST = 64


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a sequential comparison ended: after how many deals, and for whom ("" if undecided)."""

    table: int
    deals: int
    better: str
    worse: str


def looks(deals: int) -> list[int]:
    """After which numbers of deals the arena looks."""
    found: list[int] = []
    while FIRST << len(found) < deals:
        found.append(FIRST << len(found))
    return [*found, deals]


def errors(plan: Plan, tables: int) -> list[float]:
    """The error that each look at a table may make."""
    shares = [2.0**k for k in range(len(looks(plan.deals)))]
    return [(plan.decide or 0) / tables * share / sum(shares) for share in shares]


def verdict(
    plan: Plan, table: MatchUp, tables: int, store: BatchStore, played: int
) -> Verdict | None:
    """The first look that decides a table, among the deals played; at the limit there is always a
    verdict, perhaps that it is undecided."""
    for deals, error in zip(looks(plan.deals), errors(plan, tables), strict=True):
        if deals > played:
            return None
        tally = tallied(table, (), store.batches(table.number, below=deals))
        gaps, games = differences(tally, 0, 1)
        if p_value(gaps, games) < error:
            one, other = tally.agents if gaps @ games > 0 else reversed(tally.agents)
            return Verdict(table.number, deals, one, other)
    return Verdict(table.number, plan.deals, "", "")
