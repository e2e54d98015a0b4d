"""Agents at equal time: how many iterations, playouts or worlds each can afford.

The measurements depend on the machine, so they are made once, before the first game, and the plan
continues with the numbers found: its games are as reproducible as any.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any

from whoknows.arena.running.decision_clock import Clocked, Spent
from whoknows.arena.running.plan import Plan
from whoknows.core import registry
from whoknows.core.agent import Agent
from whoknows.core.error import Error
from whoknows.core.match import play

LIMITS = ("iterations", "playouts", "worlds")
ROUNDS, DECISIONS = 4, 30
LARGEST = 10_000_000


def calibrated(plan: Plan) -> Plan:
    """The plan with every agent's limit, if it has one, set to take `equal_time`."""
    game, wanted = plan.games[0], plan.equal_time
    assert wanted is not None
    agents = tuple(_at(game, spec, wanted) for spec in plan.agents)
    for number, agent in enumerate(agents):
        if agent in agents[:number]:
            one, other = plan.agents[agents.index(agent)], plan.agents[number]
            raise Error(
                f"at {wanted:g} ms per decision {one} and {other} become the same agent: {agent}"
            )
    against = _at(game, plan.against, wanted) if plan.against else ""
    return replace(plan, agents=agents, against=against)


def limit(agent: object) -> str | None:
    """The option that says how long an agent thinks; None if there is none."""
    names = {one.name for one in fields(agent)} if is_dataclass(agent) else set()
    return next((name for name in LIMITS if name in names), None)


def _at(game: str, spec: str, wanted: float) -> str:
    agent: Any = registry.agent(spec)
    option = limit(agent)
    if option is None:
        return spec
    _spent(game, agent)  # compiles
    for _ in range(ROUNDS):
        took = _spent(game, agent)
        milliseconds = 1000 * took.seconds / max(1, took.decisions)
        number = round(getattr(agent, option) * wanted / max(milliseconds, 1e-6))
        agent = replace(agent, **{option: max(1, min(number, LARGEST))})
    return str(agent.name)


def _spent(game: str, agent: Agent) -> Spent:
    """The time of some decisions of an agent among copies of itself."""
    rules, clocked = registry.game(game), Clocked(agent)
    seed = 0
    while clocked.spent.decisions < DECISIONS:
        turns = play(rules, [clocked] * len(rules.seats), seed=seed)
        for _ in islice(turns, 40 * DECISIONS):
            if clocked.spent.decisions >= DECISIONS:
                break
        seed += 1
    return clocked.spent
