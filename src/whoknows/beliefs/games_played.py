"""Games to learn a style from: records of them, or games that agents play now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from whoknows.core import registry
from whoknows.core.match import Turn, play
from whoknows.core.record import Record, replay, rules

Turns = Iterable[Turn[Any, Any]]


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game, by whom, and its turns as often as they are wanted."""

    game: Any
    agents: tuple[str, ...]
    turns: Callable[[], Turns]

    def choices_of(self, agent: str | None) -> Iterator[Turn[Any, Any]]:
        """The turns of this agent's seats, or of all."""
        for turn in self.turns():
            if turn.by >= 0 and agent in (None, self.agents[turn.by]):
                yield turn


def recorded(record: Record) -> GamePlayed:
    """A game that was written down."""
    game = rules(record)
    return GamePlayed(game, tuple(record.agents), lambda: replay(record, game))


def games_of(game: str, agent: str, deals: int, seed: int) -> Iterator[GamePlayed]:
    """Games of an agent among copies of itself."""
    here, player = registry.game(game), registry.agent(agent)
    for number in range(deals):
        yield GamePlayed(here, (agent,) * len(here.seats), _turns(here, player, seed + number))


def _turns(game: Any, player: Any, seed: int) -> Callable[[], Turns]:
    seats: Sequence[Any] = [player] * len(game.seats)
    return lambda: play(game, seats, seed=seed)
