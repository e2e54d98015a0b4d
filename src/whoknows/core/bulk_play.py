"""Whole games at full speed, for games that have compiled policies.

A number stands for everything that chance brings in a game, and for what agents draw; the same
number gives the same deal to the same seats, whoever sits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from whoknows.core.agent import Agent
    from whoknows.core.game import Action, Game, State


@dataclass(frozen=True, slots=True)
class Played:
    """How games ended: arrays by game and seat; for each tally, how many out of how many."""

    points: NDArray[np.int64]
    tallies: Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]
    decisions: int  # of all seats in all games
    won: NDArray[np.int64] | None = None  # 1 for who wins, if points alone do not tell


class Bulk(Protocol):
    """A table of compiled policies."""

    def play(self, seed: int, first: int, many: int) -> Played:
        """This many games, from the number `first` on."""

    def moves(self, seed: int, number: int) -> Iterator[object]:
        """The actions of one game, by chance and by seats: what a record needs."""


def bulk(game: Game[State, Action], agents: Sequence[Agent]) -> Bulk | None:
    """The table of these agents, by seat; None if one of them has no compiled policy."""
    policies = [agent.policy(game) for agent in agents]
    return None if any(policy is None for policy in policies) else game.bulk(policies)
