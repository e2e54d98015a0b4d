"""A plan says which game is learned, from which observations, and against whom that is measured.

    game = "boerenbridge(rounds=3)"
    observe = ["seen", "both"]
    seeds = [1, 2, 3]
    against = ["random", "greedy"]

Each observation is learned with each seed: that is a run. All runs of a plan are alike in
everything else, so what differs between them is what they observed. Everything that is wrong with
a plan is told before anything is played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from os import PathLike, fspath
from typing import Any, NamedTuple

from whoknows.adapters.position import NumberedGame
from whoknows.adapters.seat_numbers import Form, checked
from whoknows.adapters.utility import Utility, checked_utility
from whoknows.core import registry, schema
from whoknows.core.error import Error

LEAST = {"iterations": 1, "games": 1, "passes": 1, "check": 1, "deals": 2, "final": 2}
MOST = 10**6
LISTS = ("observe", "seeds", "against", "layers")
MOST_LAYERS, WIDEST = 4, 1024
MOST_CHOICES = 100_000


class Run(NamedTuple):
    """One network that learns."""

    observe: Form
    seed: int

    @property
    def name(self) -> str:
        return f"{self.observe}-{self.seed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningPlan:
    """What is learned, and how."""

    game: str
    against: tuple[str, ...]
    observe: tuple[str, ...] = ("seen",)
    seeds: tuple[int, ...] = (1,)
    utility: str = "margin"  # what players want, see adapters.utility
    layers: tuple[int, ...] = (64, 64)  # the sizes between what is observed and what is said
    iterations: int = 100
    games: int = 64  # of self-play in each iteration
    passes: int = 4  # over the games of an iteration
    rate: float = 0.001  # how far a step goes
    entropy: float = 0.01  # how much it is worth to stay undecided
    check: int = 10  # iterations between matches against others
    deals: int = 100  # of each of these matches, in every seating
    final: int = 1000  # deals of every held-out match

    def __post_init__(self) -> None:
        if faults := [*_faults(self)]:
            raise Error("; ".join(faults))

    @property
    def runs(self) -> list[Run]:
        """All that is to be learned."""
        return [Run(checked(form), seed) for form in self.observe for seed in self.seeds]

    @property
    def wants(self) -> Utility:
        return checked_utility(self.utility)

    def data(self) -> dict[str, object]:
        """The plan as plain values, as JSON has them."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        return told | {name: list(told[name]) for name in LISTS}


def read(path: str | PathLike[str]) -> LearningPlan:
    """The plan in a TOML file; an `Error` names the file and what is wrong."""
    try:
        return made(schema.toml(schema.content(path)))
    except Error as fault:
        told = str(fault)
        raise Error(told if told.startswith(fspath(path)) else f"{fspath(path)}: {told}") from None


def made(found: Mapping[str, Any]) -> LearningPlan:
    """A plan from plain values."""
    there = fields(LearningPlan)
    names = [one.name for one in there]
    unknown = [
        f"there is no field {name!r} in a learning plan" for name in found if name not in names
    ]
    missing = [
        f"the plan has no {one.name!r}"
        for one in there
        if one.default is dataclasses.MISSING and one.name not in found
    ]
    if unknown or missing:
        raise Error("; ".join([*unknown, *missing]))
    frozen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
    }
    return LearningPlan(**frozen)


def _faults(plan: LearningPlan) -> Iterator[str]:
    shapes = [*_lists(plan), *_numbers(plan)]
    yield from shapes or _names(plan)


def _lists(plan: LearningPlan) -> Iterator[str]:
    if not isinstance(plan.game, str):
        yield f"game must be text, not {schema.short(plan.game)}"
    fits = {
        "against": (lambda one: isinstance(one, str), "agents such as ['random']"),
        "observe": (lambda one: isinstance(one, str), "observations such as ['seen', 'known']"),
        "seeds": (lambda one: type(one) is int and 1 <= one < 2**31, "seeds such as [1, 2, 3]"),
        "layers": (
            lambda one: type(one) is int and 1 <= one <= WIDEST,
            f"sizes such as [64, 64], up to {WIDEST}",
        ),
    }
    for name, (fit, told) in fits.items():
        value = getattr(plan, name)
        if not isinstance(value, tuple) or not value or not all(map(fit, value)):
            yield f"{name} must be a list of {told}, not {schema.short(value)}"
        elif name != "layers" and len(set(value)) < len(value):
            yield f"{name} has something twice: {schema.short(list(value))}"
    if isinstance(plan.layers, tuple) and len(plan.layers) > MOST_LAYERS:
        yield f"layers must be at most {MOST_LAYERS}, not {len(plan.layers)}"


def _numbers(plan: LearningPlan) -> Iterator[str]:
    for name, least in LEAST.items():
        value = getattr(plan, name)
        if type(value) is not int or not least <= value <= MOST:
            told = f"a whole number from {least} to {MOST:,}"
            yield f"{name} must be {told}, not {schema.short(value)}"
    for name in ("rate", "entropy"):
        value = getattr(plan, name)
        if type(value) not in (int, float) or not 0 <= value <= 1:
            yield f"{name} must be a number from 0 to 1, not {schema.short(value)}"


def _names(plan: LearningPlan) -> Iterator[str]:
    """Whether the game, the agents and the observations are there."""
    try:
        game = registry.game(plan.game)
        rules = NumberedGame.of(plan.game)
        players = [registry.agent(spec) for spec in plan.against]
        _ = plan.runs, plan.wants
    except Error as fault:
        yield str(fault)
        return
    if len(rules.choices) > MOST_CHOICES:
        yield f"{plan.game} has {len(rules.choices):,} choices, too many for a network"
    for player in players:
        if why := player.refusal(game):
            yield why
            return
