"""Curves over a swept number: what each agent scored as it, or its game, got more of something.

The agent `mcts(iterations={n})` is one curve, whatever n is. An agent without this number is a
curve only if it played the same number of games at each value, against the same opponents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whoknows.arena.running.plan import Plan, Value
from whoknows.arena.statistics.ratings import Group, Interval, RatingLine
from whoknows.arena.statistics.results import Results

Point = tuple[float, Interval]


@dataclass(frozen=True, slots=True)
class Curve:
    """An agent as the plan names it, perhaps with another swept value that stays the same."""

    agent: str
    fixed: str
    points: tuple[Point, ...]
    wins: tuple[Point, ...]  # in hundredths

    @property
    def name(self) -> str:
        return f"{self.agent}, {self.fixed}" if self.fixed else self.agent


@dataclass(frozen=True, slots=True)
class Curves:
    """All agents in one game, over one swept number."""

    over: str
    game: str
    curves: tuple[Curve, ...]


def curves(found: Results) -> tuple[Curves, ...]:
    """A set of curves for each game and each number that was swept."""
    numbers = [name for name, values in found.plan.sweep.items() if _are_numbers(values)]
    every = [Curves(n, g, tuple(_curves(found, n, g))) for n in numbers for g in found.plan.games]
    return tuple(some for some in every if some.curves)


def _are_numbers(values: Sequence[Value]) -> bool:
    """Whether there is something to draw a curve over."""
    return len(values) > 1 and all(type(value) in (int, float) for value in values)


def named(plan: Plan, swept: tuple[tuple[str, Value], ...], agent: str) -> str:
    """How the plan names an agent that played at these values."""
    values = dict(swept)
    specs = (*plan.agents, *filter(None, [plan.against]))
    return next((spec for spec in specs if spec.format(**values) == agent), agent)


def _curves(found: Results, name: str, game: str) -> Iterator[Curve]:
    lines: dict[tuple[str, str], list[tuple[float, RatingLine]]] = {}
    for one in found.groups:
        values = dict(one.swept)
        if game.format(**values) == one.game:
            for line in one.lines:
                key = named(found.plan, one.swept, line.agent), _fixed(one, name)
                lines.setdefault(key, []).append((float(values[name]), line))
    order = [*found.plan.agents, found.plan.against]
    for (agent, fixed), at in sorted(lines.items(), key=lambda row: order.index(row[0][0])):
        same = len({line.games for _, line in at}) == 1
        if len(at) > 1 and (_has(agent, name) or _has(game, name) or same):
            at.sort(key=lambda point: point[0])
            points = tuple((x, line.points) for x, line in at)
            yield Curve(agent, fixed, points, tuple((x, _hundredths(line.wins)) for x, line in at))


def _hundredths(share: Interval) -> Interval:
    return Interval(100 * share.value, 100 * share.low, 100 * share.high)


def _fixed(one: Group, name: str) -> str:
    return ", ".join(f"{other} = {value}" for other, value in one.swept if other != name)


def _has(spec: str, name: str) -> bool:
    return f"{{{name}}}" in spec
