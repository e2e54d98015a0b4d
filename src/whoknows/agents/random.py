"""Plays any legal action, each equally likely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.game import Action, State


@dataclass(frozen=True, slots=True)
class RandomAgent(Agent):
    """The yardstick at the bottom, and a partner for tests."""

    name: ClassVar[str] = "random"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        return Choice(rng.choice(view.actions), ("any legal action is as good as another",))

    def chances(self, view: View[State, Action]) -> Mapping[Action, Fraction]:
        return dict.fromkeys(view.actions, Fraction(1, len(view.actions)))


def agent() -> RandomAgent:
    return RandomAgent()
