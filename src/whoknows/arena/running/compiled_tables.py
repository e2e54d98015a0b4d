"""The tables of a plan as workers lay them: which of their games are compiled.

Compiled and plain games deal differently, and agents are compared in the same deals. So all tables
of a game are compiled, or none is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from whoknows.arena.running.match_ups import MatchUp, tables
from whoknows.arena.running.plan import Plan
from whoknows.core import registry
from whoknows.core.agent import Agent
from whoknows.core.bulk_play import Bulk, bulk


def is_compiled(plan: Plan, table: MatchUp) -> bool:
    """Whether the games of this table are played at full speed."""
    return compiled(plan, table, 0) is not None


def compiled(plan: Plan, table: MatchUp, seating: int) -> Bulk | None:
    """The table at full speed; None if it is played plain."""
    return _made((table.game in laid(plan).compiled, table, seating))


@dataclass(frozen=True, slots=True)
class Laid:
    """The tables of a plan, and the games that are compiled at all of them."""

    plan: Plan
    tables: tuple[MatchUp, ...]
    compiled: frozenset[str]


_LAST: list[Laid] = []


def laid(plan: Plan) -> Laid:
    """A worker plays one plan for a long time, so this is kept."""
    if not _LAST or _LAST[0].plan != plan:
        found = tables(plan)
        games = {table.game for table in found} if plan.speed == "compiled" else set()
        plain = {table.game for table in found if table.game in games and not _can(table)}
        _LAST[:] = [Laid(plan, found, frozenset(games - plain))]
    return _LAST[0]


def _can(table: MatchUp) -> bool:
    agents = [registry.agent(name) for name in table.agents]
    return bulk(registry.game(table.game), agents) is not None


@lru_cache(maxsize=256)
def _made(key: tuple[bool, MatchUp, int]) -> Bulk | None:
    wanted, table, seating = key
    if not wanted:
        return None
    agents: list[Agent] = [registry.agent(name) for name in table.seated(seating)]
    made = bulk(registry.game(table.game), agents)
    if made is not None:
        made.play(0, 0, 1)  # compiles: that is not the agents' time
    return made
