"""Agents that fail, as a package of somebody else's might bring them."""

from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import sleep
from typing import Any
from unittest.mock import patch

from whoknows.core import registry
from whoknows.core.agent import Agent, Choice, View


@dataclass(frozen=True)
class Sloppy(Agent):
    """Plays at random, but raises, cheats or falls asleep once in a while."""

    fault: str
    every: int = 3

    @property
    def name(self) -> str:
        return f"sloppy-{self.fault}"

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        if rng.randrange(self.every):
            return Choice(rng.choice(view.actions))
        if self.fault == "raises":
            raise RuntimeError("no idea")
        if self.fault == "sleeps":
            while True:
                sleep(0.01)
        return Choice("the moon")


@contextmanager
def at_the_table(**agents):
    """The registry also knows these agents."""
    ours = registry.agent

    def agent(spec):
        return agents[spec] if spec in agents else ours(spec)

    with patch.object(registry, "agent", agent):
        yield
