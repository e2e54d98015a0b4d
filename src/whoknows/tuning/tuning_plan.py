"""A plan says which numbers of an agent are tuned, within which ranges, and against whom.

    game = "tickets(board=usa)"
    agent = "racer"
    against = ["greedy"]
    [ranges.price]
    4 = [0.5, 12]

Numbers that stand in one table are a group: in the end each group is put back to where it began, to
see what it was worth. Everything that is wrong with a plan is told before anything is played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from os import PathLike, fspath
from typing import Any

from whoknows.core import agent_numbers, registry, schema
from whoknows.core.error import Error

Range = tuple[float, float]
LEAST = {"generations": 1, "population": 4, "deals": 1, "final": 2, "champions": 0, "round": 1}
MOST = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningPlan:
    """What is tuned. Every `round` generations the best so far becomes a champion; the last
    `champions` of them play in the pool with those of `against`."""

    game: str
    agent: str
    against: tuple[str, ...]
    ranges: Mapping[str, Range]
    generations: int = 60
    population: int = 16
    deals: int = 150  # of each candidate against each of the pool, in every seating
    champions: int = 1
    round: int = 10
    step: float = 0.15  # how far the first candidates lie apart, as a share of each range
    seed: int = 1
    final: int = 1000  # deals of every held-out match
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if faults := [*_faults(self)]:
            raise Error("; ".join(faults))

    def data(self) -> dict[str, object]:
        """The plan as plain values, as JSON has them."""
        told = {one.name: getattr(self, one.name) for one in fields(self) if one.compare}
        ranges = {name: list(ends) for name, ends in self.ranges.items()}
        return told | {"against": list(self.against), "ranges": ranges}


def read(path: str | PathLike[str]) -> TuningPlan:
    """The plan in a TOML file; an `Error` names the file and what is wrong."""
    try:
        return made(schema.toml(schema.content(path)))
    except Error as fault:
        told = str(fault)
        raise Error(told if told.startswith(fspath(path)) else f"{fspath(path)}: {told}") from None


def made(found: Mapping[str, Any]) -> TuningPlan:
    """A plan from plain values."""
    names = [one.name for one in fields(TuningPlan) if one.name != "groups"]
    needed = [
        one.name for one in fields(TuningPlan)
        if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING
    ]  # fmt: skip
    unknown = [
        f"there is no field {name!r} in a tuning plan" for name in found if name not in names
    ]
    missing = [f"the plan has no {name!r}" for name in needed if name not in found]
    if unknown or missing:
        raise Error("; ".join([*unknown, *missing]))
    ranges, groups = _ranges(found["ranges"])
    against = found["against"]
    frozen = tuple(against) if isinstance(against, list) else against
    return TuningPlan(**(dict(found) | {"ranges": ranges, "groups": groups, "against": frozen}))


def _ranges(found: object) -> tuple[dict[str, Range], dict[str, tuple[str, ...]]]:
    """The range of each number, and which numbers stand together."""
    ranges: dict[str, Range] = {}
    groups: dict[str, tuple[str, ...]] = {}
    for name, value in found.items() if isinstance(found, dict) else ():
        inner = (
            {f"{name}.{one}": its for one, its in value.items()}
            if isinstance(value, dict)
            else {name: value}
        )
        groups[name] = tuple(inner)
        for one, its in inner.items():
            ranges[one] = _range(one, its)
    return ranges, groups


def _range(name: str, found: object) -> Range:
    is_pair = isinstance(found, list | tuple) and len(found) == 2
    ends = tuple(found) if isinstance(found, list | tuple) and is_pair else ()
    if not ends or any(isinstance(end, bool) or not isinstance(end, int | float) for end in ends):
        raise Error(f"ranges: {name} must be two numbers such as [0, 5], not {schema.short(found)}")
    low, high = map(float, ends)
    if not low < high:
        raise Error(f"ranges: that of {name} is the wrong way round, from {low:g} to {high:g}")
    return low, high


def _faults(plan: TuningPlan) -> Iterator[str]:
    shapes = [*_shapes(plan)]
    yield from shapes or _names(plan)


def _shapes(plan: TuningPlan) -> Iterator[str]:
    for name in ("game", "agent"):
        if not isinstance(getattr(plan, name), str):
            yield f"{name} must be text, not {schema.short(getattr(plan, name))}"
    if not isinstance(plan.against, tuple) or not all(isinstance(a, str) for a in plan.against):
        yield "against must be a list of agents such as ['greedy']"
    for name, least in LEAST.items():
        value = getattr(plan, name)
        if type(value) is not int or not least <= value <= MOST:
            told = f"a whole number from {least} to {MOST:,}"
            yield f"{name} must be {told}, not {schema.short(value)}"
    if type(plan.seed) is not int or not 1 <= plan.seed < 2**31:
        yield f"seed must be a whole number from 1 to 2^31, not {schema.short(plan.seed)}"
    if type(plan.step) is not float or not 0 < plan.step <= 1:
        yield f"step must be a number between 0 and 1, not {schema.short(plan.step)}"
    if not plan.ranges:
        yield "ranges names no number"
    if not plan.against and not plan.champions:
        yield "there is nobody to play against: name some in 'against', or allow 'champions'"


def _names(plan: TuningPlan) -> Iterator[str]:
    """Whether the game, the agents and the numbers are there."""
    try:
        game = registry.game(plan.game)
        players = [registry.agent(spec) for spec in (plan.agent, *plan.against)]
    except Error as fault:
        yield str(fault)
        return
    for player in players:
        if why := player.refusal(game):
            yield why
            return
    there = agent_numbers.numbers(players[0], game)
    for name, (low, high) in plan.ranges.items():
        if name not in there:
            known = ", ".join(there) if 0 < len(there) <= 12 else f"{len(there)} others"
            yield f"{plan.agent} has no number called {name} (it has {known})"
        elif not low <= there[name] <= high:
            yield f"ranges: {name} begins at {there[name]:g}, which is not from {low:g} to {high:g}"
