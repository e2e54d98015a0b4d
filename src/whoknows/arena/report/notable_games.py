"""Games worth looking at: the closest, the most lopsided, and some that chance picked.

Their records come from the store or are played again, for which the deal's number is enough. A game
that then ends differently, because the program has changed since, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from whoknows.arena.report.conclusions import tables_of
from whoknows.arena.running import batch
from whoknows.arena.running.batch_store import BatchStore
from whoknows.arena.running.tally import Noted
from whoknows.arena.statistics.ratings import Group
from whoknows.arena.statistics.results import Results, reproducible
from whoknows.core.record_text import Record, parse

RANDOM, TRIES = 3, 200


@dataclass(frozen=True, slots=True)
class NotableGame:
    """A game to look at, why, and its record."""

    why: str
    table: int
    deal: int
    seating: int
    record: Record

    @property
    def name(self) -> str:
        return f"{self.table}-{self.deal}-{self.seating}"


def worth_looking_at(found: Results, store: BatchStore) -> list[list[NotableGame]]:
    """The games of each group."""
    rng = Random(found.plan.seed)
    return [[*_games(found, store, one, rng)] for one in found.groups]


def _games(found: Results, store: BatchStore, one: Group, rng: Random) -> Iterator[NotableGame]:
    records = _Records(found, store)
    picked = _picked(records, one, rng)
    for why, told in (("closest", one.closest), ("most lopsided", one.widest), ("random", picked)):
        for game in told:
            record = records.of(game.table, game.deal, game.seating)
            if record is not None and (why == "random" or margin(record) == game.margin):
                yield NotableGame(why, game.table, game.deal, game.seating, record)


def margin(record: Record) -> float:
    """By how much the winner was ahead."""
    best = sorted(record.scores or (0.0,), reverse=True)
    return float(best[0] - best[1] if len(best) > 1 else best[0])


@dataclass(frozen=True, slots=True)
class _Records:
    """The records of a plan's games: those kept, and those that can be played again."""

    found: Results
    store: BatchStore

    @property
    def replayed(self) -> bool:
        return reproducible(self.found.plan, self.found.tables)

    def of(self, table: int, deal: int, seating: int) -> Record | None:
        kept = self.store.record(table, deal, seating)
        if kept is not None:
            return parse(kept)
        return batch.record(self.store.plan, table, deal, seating) if self.replayed else None

    def has(self, told: Noted) -> bool:
        place = told.table, told.deal, told.seating
        failed = ((f.table, f.deal, f.seating) for f in self.found.faults)
        return place not in failed and (self.replayed or self.store.record(*place) is not None)


def _picked(records: _Records, one: Group, rng: Random) -> Iterable[Noted]:
    """Some games of a group that were played and can be shown."""
    played = _played(records, one)
    step = batch.SAMPLE if records.store.plan.records == "sample" and not records.replayed else 1
    chosen: dict[Noted, None] = {}
    for _ in range(TRIES if played else 0):
        table, seatings, deals = rng.choice(played)
        deal = step * rng.randrange(-(-deals // step))
        told = Noted(0.0, table, deal, rng.randrange(seatings))
        if records.has(told):
            chosen[told] = None
        if len(chosen) == min(RANDOM, one.games):
            break
    return chosen


def _played(records: _Records, one: Group) -> list[tuple[int, int, int]]:
    """The tables of a group, with how many seatings and how many deals from the first on."""
    limits = {verdict.table: verdict.deals for verdict in records.found.verdicts}
    found = []
    for table in tables_of(records.found, one):
        limit = limits.get(table.number, records.found.plan.deals)
        gap = next(records.store.missing(table.number, limit), None)
        found.append((table.number, len(table.seatings), limit if gap is None else gap.start))
    return [row for row in found if row[2]]
