"""The numbers in an agent: what can be tuned of it.

They are its options that are numbers, such as the `caution` of flat-mc. An agent whose numbers
stand in a file says so itself: `tunable(game)` gives them by name, `tuned(game, numbers)` is the
agent with others, and `tuned_text(game, how)` what such a file says.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from whoknows.core.agent import Agent
from whoknows.core.error import Error


def numbers(agent: Agent, game: object) -> dict[str, float]:
    """The numbers of an agent in this game, by name."""
    if hasattr(agent, "tunable"):
        return dict(agent.tunable(game))
    if not dataclasses.is_dataclass(agent):
        return {}
    found = {one.name: getattr(agent, one.name) for one in dataclasses.fields(agent)}
    return {name: value for name, value in found.items() if type(value) in (int, float)}


def with_numbers(agent: Agent, game: object, changed: Mapping[str, float]) -> Agent:
    """The same agent with some of its numbers changed; whole ones stay whole."""
    if hasattr(agent, "tuned"):
        made: Agent = agent.tuned(game, changed)
        return made
    there = numbers(agent, game)
    if unknown := [name for name in changed if name not in there]:
        raise Error(f"{agent.name} has no number called {unknown[0]}")
    fitting = {n: round(v) if type(there[n]) is int else float(v) for n, v in changed.items()}
    thing: Any = agent
    again: Agent = dataclasses.replace(thing, **fitting)
    return again


def in_words(agent: Agent, game: object, how: str) -> str | None:
    """The file in which the agent's numbers would stand, and how they were found; None for an agent
    whose spec says it all."""
    told = getattr(agent, "tuned_text", None)
    return None if told is None else str(told(game, how))
