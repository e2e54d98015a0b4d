"""Games to learn a style from: records of them, or games that agents play now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from whoknows.core import registry
from whoknows.core.agent import Agent
from whoknows.core.game import Game
from whoknows.core.match import Turn, play
from whoknows.core.record import Record, replay, rules

Turns = Iterable[Turn[object, object]]


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game, by whom, and its turns as often as they are wanted."""

    game: Game[object, object]
    agents: tuple[str, ...]
    turns: Callable[[], Turns]

    def choices_of(self, agent: str | None) -> Iterator[Turn[object, object]]:
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


def _turns(game: Game[object, object], player: Agent, seed: int) -> Callable[[], Turns]:
    return lambda: play(game, [player] * len(game.seats), seed=seed)
