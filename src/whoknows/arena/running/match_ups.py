"""Who sits where: the tables of a plan, and the seatings in which each plays the same deals.

A table has one agent for each seat of its game. A seating says which agent sits where; every deal
is played once in each seating, so that each agent holds each hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from whoknows.arena.running.plan import Plan, Value
from whoknows.core import registry
from whoknows.core.error import Error

Seating = tuple[int, ...]  # for each seat, the place that sits there
Swept = tuple[tuple[str, Value], ...]
Met = tuple[str, tuple[str, ...]]  # in which game, and which agents
MOST = 5_040  # seatings of a table


@dataclass(frozen=True, slots=True)
class MatchUp:
    """Agents that meet in a game, and the seatings of each deal."""

    number: int
    game: str
    agents: tuple[str, ...]
    seatings: tuple[Seating, ...]
    swept: Swept = ()  # for the first of which it was made

    def seated(self, seating: int) -> tuple[str, ...]:
        """The agents by seat."""
        return tuple(self.agents[place] for place in self.seatings[seating])

    @property
    def name(self) -> str:
        counts = {agent: self.agents.count(agent) for agent in self.agents}
        return ", ".join(f"{n} {agent}" if n > 1 else agent for agent, n in counts.items())


@dataclass(frozen=True, slots=True)
class Field:
    """The tables of one game with one choice of swept values: agents that can be compared."""

    game: str
    swept: Swept
    tables: tuple[int, ...]


def tables(plan: Plan) -> tuple[MatchUp, ...]:
    """All tables of a plan in order; an `Error` if a pairing does not fit a game."""
    found: dict[Met, MatchUp] = {}
    for swept, met in _meetings(plan):
        if met not in found:
            seatings = _seatings(met[1], plan.pairing == "seatings")
            found[met] = MatchUp(len(found), *met, seatings, swept)
    _check(plan, tuple(found.values()))
    return tuple(found.values())


def fields(plan: Plan, met: tuple[MatchUp, ...]) -> tuple[Field, ...]:
    """What is compared with what; a table that no swept value changes belongs to all of them."""
    numbers = {(table.game, table.agents): table.number for table in met}
    found: dict[tuple[str, Swept], dict[int, None]] = {}
    for swept, (game, agents) in _meetings(plan):
        found.setdefault((game, swept), {})[numbers[game, agents]] = None
    return tuple(Field(game, swept, tuple(mine)) for (game, swept), mine in found.items())


def _meetings(plan: Plan) -> Iterator[tuple[Swept, Met]]:
    """Who meets in which game, for each choice of swept values."""
    for chosen, games, agents, against in plan.swept():
        for game in games:
            seats = len(registry.game(game).seats)
            for met in _met(plan, game, seats, agents, against):
                yield tuple(chosen.items()), (game, met)


def _met(
    plan: Plan, game: str, seats: int, agents: tuple[str, ...], against: str
) -> Iterator[tuple[str, ...]]:
    """The agents of each table."""
    match plan.pairing:
        case "together" | "seatings":
            if len(agents) < seats:
                raise Error(
                    f"{game} has {seats} seats, but only {len(agents)} agents play {plan.pairing}"
                )
            yield from combinations(agents, seats)
        case "against":
            yield from ((agent, *[against] * (seats - 1)) for agent in agents)
        case "round robin":
            if len(agents) < 2:
                raise Error("a round robin needs two agents or more")
            for one, other in combinations(agents, 2):
                yield from _two(one, other, seats)


def _two(one: str, other: str, seats: int) -> Iterator[tuple[str, ...]]:
    """Every pair of agents shares a table, in alternate seats; with an odd number of seats each
    agent takes the smaller share in half of the games."""
    half = seats // 2
    if seats % 2 == 0:
        yield (one, other) * half
    else:
        yield (*(one, other) * half, other)
        yield (*(one, other) * half, one)


def _seatings(agents: tuple[str, ...], every: bool) -> tuple[Seating, ...]:
    """Those that differ in which agent sits where."""
    seats = range(len(agents))
    turns = (
        permutations(seats) if every else ([(s - k) % len(agents) for s in seats] for k in seats)
    )
    found: dict[tuple[str, ...], Seating] = {}
    for seating in turns:
        found.setdefault(tuple(agents[place] for place in seating), tuple(seating))
        if len(found) > MOST:
            raise Error(f"{len(agents)} agents have more than {MOST:,} seatings; try 'together'")
    return tuple(found.values())


def _check(plan: Plan, found: tuple[MatchUp, ...]) -> None:
    if plan.decide is not None and any(len(set(table.agents)) != 2 for table in found):
        raise Error("'decide' needs tables with two agents: a round robin, or one against another")
