"""Runs a tuning plan: CMA-ES over the numbers, every candidate against the whole pool.

All candidates of a generation play the same deals, and each generation plays new ones. The search
is seeded and told nothing but shares of wins, so a run that goes on repeats what its journal says
and continues as if nothing had happened. In the end the best plays held-out deals, and each group
of its numbers is put back to where it began.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.arena.tournament import alone, backend
from whoknows.core import agent_numbers, registry
from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.core.run_journal import MatchLine
from whoknows.tuning.candidate_matches import Backend, Share, share, shares
from whoknows.tuning.tuning_journal import Generation, Journal, opened
from whoknows.tuning.tuning_plan import TuningPlan
from whoknows.tuning.tuning_plot import plot

HELD_OUT = 10**9  # added to the seed: no deal of the final matches was played before
PLOT, RESULT, NUMBERS = "tuning.svg", "result.txt", "numbers.toml"
Floats = NDArray[np.float64]
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of it: the agent, its matches on held-out deals, and those with a group of numbers
    put back."""

    agent: str
    matches: dict[str, Share]
    without: dict[str, Share]


def tuned(
    plan: TuningPlan, folder: Path, *, resume: bool = False, workers: int | None = None,
    cluster: str | None = None, tell: Told = lambda line: None,
) -> Tuned:  # fmt: skip
    """Runs whatever is missing of a plan; everything is kept in the folder."""
    _cma()  # whatever is missing is told before anything is made
    with backend(workers or os.cpu_count() or 1, cluster) as where, alone(folder):
        journal = opened(plan, folder, resume=resume)
        space = _Space.of(plan)
        best = _generations(plan, space, journal, where, tell, folder)
        found = Tuned(best, *_final(plan, space, journal, best, where, tell))
        _write(plan, folder, found)
        return found


@dataclass(frozen=True, slots=True)
class _Space:
    """The numbers as a search sees them: each range from 0 to 1."""

    plan: TuningPlan
    names: tuple[str, ...]
    low: Floats
    size: Floats
    start: Floats

    @classmethod
    def of(cls, plan: TuningPlan) -> _Space:
        names = tuple(plan.ranges)
        low = np.array([plan.ranges[name][0] for name in names])
        size = np.array([plan.ranges[name][1] for name in names]) - low
        there = agent_numbers.numbers(registry.agent(plan.agent), registry.game(plan.game))
        return cls(plan, names, low, size, (np.array([there[n] for n in names]) - low) / size)

    def spec(self, point: Sequence[float] | Floats) -> str:
        """The agent with these numbers."""
        values = self.low + np.clip(np.asarray(point, float), 0, 1) * self.size
        return self.changed(self.plan.agent, dict(zip(self.names, values.tolist(), strict=True)))

    def changed(self, spec: str, numbers: dict[str, float]) -> str:
        agent, game = registry.agent(spec), registry.game(self.plan.game)
        return agent_numbers.with_numbers(agent, game, numbers).name

    def values(self, spec: str) -> dict[str, float]:
        agent, game = registry.agent(spec), registry.game(self.plan.game)
        return agent_numbers.numbers(agent, game)


def _generations(
    plan: TuningPlan, space: _Space, journal: Journal, where: Backend, tell: Told, folder: Path
) -> str:
    """The best agent after all generations."""
    options = {"popsize": plan.population, "seed": plan.seed, "bounds": [0, 1], "verbose": -9}
    search: Any = _cma().CMAEvolutionStrategy(space.start, plan.step, options)
    champions, best = [space.spec(space.start)], space.spec(space.start)
    for number in range(plan.generations):
        points = search.ask()
        specs = [space.spec(point) for point in points]
        is_known = number < len(journal.generations)
        if is_known:
            line = journal.generations[number]
            if line["specs"] != specs:
                raise Error(
                    f"{journal.path}: generation {number + 1} would be another one now: this run "
                    "was begun with other versions of whoknows, cma or numpy"
                )
        else:
            pool = [*plan.against, *champions[len(champions) - plan.champions :]]
            values = _values(plan, specs, pool, number, where)
            line = Generation(generation=number, specs=specs, values=values)
            journal.add(line)
        search.tell(points, [-value for value in line["values"]])
        best = space.spec(search.result.xfavorite)
        if (number + 1) % plan.round == 0:
            champions.append(best)
        if not is_known:
            _tell(plan, journal, float(search.sigma), tell)
            _draw(plan, journal, folder)
    return best


def _values(
    plan: TuningPlan, specs: Sequence[str], pool: Sequence[str], number: int, where: Backend
) -> list[float]:
    """How well each candidate does against all of the pool."""
    deals = range(number * plan.deals, (number + 1) * plan.deals)
    total = np.zeros(len(specs))
    for against in dict.fromkeys(pool):
        won = shares(plan.game, specs, against, plan.seed, deals, where)
        total += [float(won[spec].mean()) for spec in specs]
    return [float(value) / len(dict.fromkeys(pool)) for value in total]


def _final(
    plan: TuningPlan, space: _Space, journal: Journal, best: str, where: Backend, tell: Told
) -> tuple[dict[str, Share], dict[str, Share]]:
    """The best against everyone on held-out deals; and with each group of numbers put back, against
    the first of them."""
    seatings = len(registry.game(plan.game).seats)
    begun = space.spec(space.start)
    matches: dict[str, Share] = {}
    for against in dict.fromkeys((*plan.against, begun)):
        matches[against] = _match(plan, journal, best, against, seatings, where)
        tell(f"against {against}: {matches[against]}")
    first, before = next(iter(matches)), space.values(plan.agent)
    without: dict[str, Share] = {}
    for group, names in plan.groups.items() if len(plan.groups) > 1 else ():
        less = space.changed(best, {name: before[name] for name in names})
        without[group] = _match(plan, journal, less, first, seatings, where)
        tell(f"without the tuning of {group}: {without[group]}")
    return matches, without


def _match(
    plan: TuningPlan, journal: Journal, agent: str, against: str, seatings: int, where: Backend
) -> Share:
    """A held-out match, unless the journal has it."""
    name = f"{agent} against {against}, {plan.final} deals"
    if name not in journal.matches:
        seed, deals = plan.seed + HELD_OUT, range(plan.final)
        found = share(shares(plan.game, [agent], against, seed, deals, where)[agent], seatings)
        value, doubt = found.value, found.doubt
        journal.add(MatchLine(match=name, value=value, doubt=doubt, games=found.games))
    line = journal.matches[name]
    return Share(line["value"], line["doubt"], line["games"])


def _tell(plan: TuningPlan, journal: Journal, sigma: float, tell: Told) -> None:
    line = journal.generations[-1]
    best, mean = max(line["values"]), sum(line["values"]) / len(line["values"])
    tell(
        f"generation {line['generation'] + 1} of {plan.generations}: best {100 * best:.1f} %, "
        f"mean {100 * mean:.1f} % of the pool, spread {sigma:.3f}"
    )


def _draw(plan: TuningPlan, journal: Journal, folder: Path) -> None:
    values = [line["values"] for line in journal.generations]
    curve = [(max(some), sum(some) / len(some)) for some in values]
    champions = range(plan.round, len(values), plan.round)
    with whole(folder / PLOT) as put:
        put(plot(f"{plan.agent} in {plan.game}", curve, champions).encode())


def _write(plan: TuningPlan, folder: Path, found: Tuned) -> None:
    """The result in words, and the numbers as a file that the agent takes."""
    with whole(folder / RESULT) as put:
        put(("\n".join(lines(plan, found)) + "\n").encode())
    agent, game = registry.agent(found.agent), registry.game(plan.game)
    against = ", ".join(f"{share} against {one}" for one, share in found.matches.items())
    how = (
        f"{plan.generations} generations of {plan.population} candidates, {plan.deals} deals each "
        f"against each of {', '.join(plan.against)} and {plan.champions} champions; "
        f"{plan.final} held-out deals: {against}"
    )
    text = agent_numbers.in_words(agent, game, how)
    if text is not None:
        with whole(folder / NUMBERS) as put:
            put(text.encode())


def lines(plan: TuningPlan, found: Tuned) -> Iterator[str]:
    """What came of it, in words."""
    yield f"{plan.agent} in {plan.game}, tuned: {found.agent}"
    for against, its in found.matches.items():
        yield f"  against {against}: {its} of {its.games:,} held-out games"
    if found.without:
        yield f"  put back to where it began, against {next(iter(found.matches))}:"
    for group, its in found.without.items():
        yield f"    {group}: {its}"


def _cma() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like to plot
        try:
            import cma
        except ImportError:
            raise Error("tuning needs one more package: pip install 'whoknows[tune]'") from None
    return cma
