"""Whole games at full speed: a game's `kernels.fast` plays tables of agents that are compiled.

A number stands for all that chance brings in a game, and for what agents draw; the same number
brings the same deal to the same seats, whoever sits there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from whoknows.core.agent import Agent
from whoknows.core.game import Game


@dataclass(frozen=True, slots=True)
class Played:
    """What came of games: arrays by game and seat. Of each tally, how many of how many."""

    points: Any
    tallies: Mapping[str, tuple[Any, Any]]
    decisions: int  # of all seats in all games


class Fast(Protocol):
    """A table of compiled agents."""

    def play(self, seed: int, first: int, many: int) -> Played:
        """So many games, from the number `first` on."""

    def moves(self, seed: int, number: int) -> Iterator[Any]:
        """The actions of one of them, of chance and of seats: what a record needs."""


def fast(game: Game[Any, Any], agents: Sequence[Agent]) -> Fast | None:
    """The table compiled, agents by seat; None where it cannot be."""
    package = sys.modules[type(game).__module__].__package__ or ""
    try:
        module = import_module(f"{package}.kernels.fast")
    except ModuleNotFoundError as missing:
        if missing.name not in (f"{package}.kernels", f"{package}.kernels.fast"):
            raise
        return None
    return cast(Fast | None, module.fast(game, agents))
