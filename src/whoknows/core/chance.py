"""Chance: what may happen, how likely, and one random stream for each purpose.

Rules contain no randomness. At a chance node a game offers a `Chance`; a match asks it for an
outcome and hands it a stream that depends on nothing but the seed, the purpose and a counter.
So two matches with one seed see the same deals, whatever is played in between.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Generic, Protocol, TypeVar

Outcome = TypeVar("Outcome")


class Chance(Protocol[Outcome]):
    """What may happen at a chance node."""

    @property
    def purpose(self) -> str:
        """What is being drawn, such as "deal" or "deck": each purpose has a stream of its own."""

    def sample(self, rng: Random) -> Outcome: ...

    def odds(self, action: Outcome) -> Fraction:
        """Exact; zero for what cannot happen here, including the actions of seats."""

    def count(self) -> int: ...

    def outcomes(self) -> Iterable[Outcome]:
        """All of them: ask `count` first."""


@dataclass(frozen=True, slots=True)
class Evenly(Generic[Outcome]):
    """A few outcomes, all equally likely."""

    purpose: str
    choices: Sequence[Outcome]

    def sample(self, rng: Random) -> Outcome:
        return rng.choice(self.choices)

    def odds(self, action: Outcome) -> Fraction:
        return Fraction(self.choices.count(action), len(self.choices))

    def count(self) -> int:
        return len(self.choices)

    def outcomes(self) -> Iterable[Outcome]:
        return self.choices


def stream(seed: int, *purpose: str | int) -> Random:
    """The random stream of this seed for this purpose, independent of every other purpose's."""
    digest = sha256(json.dumps([seed, *purpose]).encode()).digest()
    return Random(int.from_bytes(digest))
