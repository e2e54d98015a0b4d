"""A plan says which agents meet in which games, how often, and what is kept: ten lines of TOML.

    games = ["boerenbridge(rounds={hand})"]
    agents = ["full-kripke", "full-kripke(knowledge=off)"]
    deals = 1000
    [sweep]
    hand = [3, 5, 8, 13]

A name in braces is replaced by each of its values in `sweep`. Everything that is wrong with a plan
is reported together, before anything is played.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import product
from math import prod
from os import PathLike, fspath
from typing import Any, Literal, get_args

from whoknows.core import registry, schema
from whoknows.core.error import Error

Pairing = Literal["together", "seatings", "round robin", "against"]
Records = Literal["none", "sample", "all"]
Speed = Literal["compiled", "plain"]
Value = str | int | float
LARGEST = 10**9  # deals
CHOICES = 1_000  # of swept values
SWEPT = re.compile(r"\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be compared. `agents` and `games` are specs, perhaps with a swept name in braces.

    Pairings: `together`, all agents at one table in all rotations; `seatings`, in all seatings;
    `round robin`, every two against each other; `against`, each among copies of one agent.
    """

    games: tuple[str, ...]
    agents: tuple[str, ...]
    deals: int
    title: str = ""
    pairing: Pairing = "round robin"
    against: str = ""
    seed: int = 1
    records: Records = "none"
    seconds: float | None = None  # that a decision may take
    decide: float | None = None  # stop when a comparison is decided, at this error in all
    equal_time: float | None = None  # CPU milliseconds a decision that every agent is to take
    speed: Speed = "compiled"  # where all agents at a table are compiled
    sweep: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("games", "agents", "sweep"):
            object.__setattr__(self, name, _frozen(getattr(self, name)))
        if faults := [*_faults(self)]:
            raise Error("; ".join(faults))

    def swept(self) -> Iterator[tuple[dict[str, Value], tuple[str, ...], tuple[str, ...], str]]:
        """Each choice of swept values, with the games, agents and opponent that it gives."""
        for values in product(*self.sweep.values()):
            chosen = dict(zip(self.sweep, values, strict=True))
            games = tuple(dict.fromkeys(_filled(spec, chosen) for spec in self.games))
            agents = tuple(dict.fromkeys(_filled(spec, chosen) for spec in self.agents))
            yield chosen, games, agents, _filled(self.against, chosen)

    def data(self) -> dict[str, object]:
        """The plan as plain values; `Plan(**data)` is the same plan."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def read(path: str | PathLike[str]) -> Plan:
    """The plan in a TOML file; an `Error` names the file and all that is wrong."""
    source = fspath(path)
    data = schema.content(path)
    try:
        return made(schema.toml(data))
    except Error as fault:
        raise Error(f"{source}: {fault}") from None


def made(found: Mapping[str, Any]) -> Plan:
    """A plan from plain values, such as those of a TOML or JSON file."""
    names = [one.name for one in fields(Plan)]
    needed = [one.name for one in fields(Plan) if _has_no_default(one)]
    unknown = [f"there is no field {name!r} in a plan" for name in found if name not in names]
    missing = [f"the plan has no {name!r}" for name in needed if name not in found]
    if unknown or missing:
        raise Error("; ".join([*unknown, *missing]))
    return Plan(**{name: _frozen(value) for name, value in found.items()})


def _has_no_default(one: dataclasses.Field[object]) -> bool:
    return one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return {name: _frozen(one) for name, one in value.items()}
    return value


def _faults(plan: Plan) -> Iterator[str]:
    """Everything that is wrong with a plan; names are looked up only once the fields are right."""
    shapes = [*_shapes(plan)]
    yield from shapes or _names(plan)


def _shapes(plan: Plan) -> Iterator[str]:
    for name, wanted, fits in _WANTED:
        value = getattr(plan, name)
        if not fits(value):
            yield f"{name} must be {wanted}, not {schema.short(value)}"
            return
    if (plan.pairing == "against") != bool(plan.against):
        yield "the pairing 'against' and the field 'against' (an agent) need each other"
    if plan.equal_time is not None and (len(plan.games) != 1 or plan.sweep):
        yield "'equal_time' needs one game and no sweep, because agents are timed in that game"
    used = {name for spec in (*plan.games, *plan.agents, plan.against) for name in _braces(spec)}
    for name in sorted(used - set(plan.sweep)):
        yield f"{{{name}}} is not in sweep"
    for name in sorted(set(plan.sweep) - used):
        yield f"sweep has {name}, but no game or agent has {{{name}}}"


def _names(plan: Plan) -> Iterator[str]:
    """Games and agents that cannot be made, each reported once."""
    seen: set[str] = set()
    for _, games, agents, against in plan.swept():
        for make, specs in (
            (registry.game, games),
            (_seated, (*agents, *[against] * bool(against))),
        ):
            for spec in specs:
                if spec not in seen:
                    seen.add(spec)
                    yield from _refused(make, spec)


def _refused(make: Callable[[str], object], spec: str) -> Iterator[str]:
    try:
        make(spec)
    except Error as fault:
        yield str(fault)


def _seated(spec: str) -> None:
    if getattr(registry.agent(spec), "asks", False):
        raise Error(f"{spec}: people play at the table, not in an arena")


def _filled(spec: str, values: Mapping[str, Value]) -> str:
    return SWEPT.sub(lambda found: str(values[found[1]]), spec)


def _braces(spec: str) -> list[str]:
    return SWEPT.findall(spec)


def _is_specs(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(map(_is_spec, value))


def _is_spec(value: object) -> bool:
    """Text, in which braces hold names."""
    return isinstance(value, str) and not re.search("[{}]", SWEPT.sub("", value))


def _is_whole(low: int, high: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _is_positive_or_none(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value is None
    return 0 < value < 1e6


def _is_sweep(value: object) -> bool:
    return (
        isinstance(value, dict)
        and all(isinstance(values, tuple) and values for values in value.values())
        and prod(len(values) for values in value.values()) <= CHOICES
    )


_WANTED: tuple[tuple[str, str, Callable[[object], bool]], ...] = (
    ("games", "a list of games such as 'boerenbridge'", _is_specs),
    ("agents", "a list of agents such as 'greedy'", _is_specs),
    ("deals", f"a whole number from 1 to {LARGEST:,}", _is_whole(1, LARGEST)),
    ("title", "text", lambda value: isinstance(value, str)),
    ("pairing", " or ".join(get_args(Pairing)), lambda value: value in get_args(Pairing)),
    ("against", "an agent", _is_spec),
    ("seed", "a whole number from 0 to 2^62", _is_whole(0, 2**62)),
    ("records", " or ".join(get_args(Records)), lambda value: value in get_args(Records)),
    ("seconds", "a positive number", _is_positive_or_none),
    (
        "decide",
        "an error rate such as 0.05",
        lambda v: v is None or (v.__class__ is float and 0 < v < 1),
    ),
    ("equal_time", "milliseconds", _is_positive_or_none),
    ("speed", " or ".join(get_args(Speed)), lambda value: value in get_args(Speed)),
    ("sweep", f"names with lists of values, {CHOICES} choices at most", _is_sweep),
)
