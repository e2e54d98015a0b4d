"""Whatever learns: it has a network, improves it by games that this network played, and can be put
away and taken up again without a difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

from whoknows.learning.learning_plan import LearningPlan
from whoknows.learning.self_play import Decisions
from whoknows.networks.network import Network

Kept = Mapping[str, NDArray[Any]]


class Learner(Protocol):
    """See `torch_learner` for the one that is meant."""

    def network(self) -> Network:
        """What it has learned so far."""

    def learn(self, decisions: Decisions, number: int) -> Mapping[str, float]:
        """Learns from the games of an iteration, which its own network played; tells how it went.
        Whatever is random in it follows from the number of the iteration."""

    def kept(self) -> Kept:
        """All that it needs to go on, its network included."""

    def take(self, kept: Kept) -> None:
        """Goes on from there; an `Error` if that was kept by another learner."""


Beginner = Callable[[LearningPlan, Network, int], Learner]  # from a fresh network and a seed
