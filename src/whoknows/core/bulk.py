"""Whole games at full speed: a game that has compiled policies plays tables of them.

A number stands for all that chance brings in a game, and for what agents draw; the same number
brings the same deal to the same seats, whoever sits there.
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
    """What came of games: arrays by game and seat. Of each tally, how many of how many."""

    points: NDArray[np.int64]
    tallies: Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]
    decisions: int  # of all seats in all games


class Bulk(Protocol):
    """A table of compiled policies."""

    def play(self, seed: int, first: int, many: int) -> Played:
        """So many games, from the number `first` on."""

    def moves(self, seed: int, number: int) -> Iterator[object]:
        """The actions of one of them, of chance and of seats: what a record needs."""


def bulk(game: Game[State, Action], agents: Sequence[Agent]) -> Bulk | None:
    """The table of these agents, by seat; None where one of them has no compiled policy."""
    policies = [agent.policy(game) for agent in agents]
    return None if any(policy is None for policy in policies) else game.bulk(policies)
