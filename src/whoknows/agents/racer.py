"""Joins its tickets by tuned numbers, and ends the game while others still have theirs open.

The strongest agent without search of classic `tickets`. `numbers` are those of a file that comes
along, such as `usa-2p`, or of one of your own (`mine.toml`), perhaps with changes behind it
(`numbers="usa-2p price.4=5.25"`); if it names none, those of the board and the number of seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import spell
from whoknows.games.tickets import racer_numbers, racer_policy
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.policy import Racing
from whoknows.games.tickets.rules import Tickets


@dataclass(frozen=True, slots=True)
class Racer(Agent):
    """The agent above."""

    numbers: str = ""

    def __post_init__(self) -> None:
        racer_numbers.confirm(self.numbers)

    @property
    def name(self) -> str:
        return spell("racer", self)

    def refusal(self, game: Game[State, Action]) -> str:
        if isinstance(game, Tickets) and not game.knowing:
            return ""
        return f"{self.name} plays the classic game of tickets, not {game.spec}"

    def policy(self, game: Game[State, Action]) -> Racing | None:
        if not isinstance(game, Tickets) or game.knowing:
            return None
        return Racing(racer_numbers.asked(self.numbers, game))

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        if not isinstance(view.game, Tickets) or self.refusal(view.game):
            raise Error(self.refusal(view.game))
        sight = SeatSight(view.game, view.seat, view.state, view.actions)
        return racer_policy.choose(sight, racer_numbers.asked(self.numbers, view.game))

    def tunable(self, game: Game[State, Action]) -> Mapping[str, float]:
        """Its numbers in this game, by name."""
        policy = self.policy(game)
        return policy.numbers.told() if policy else {}

    def tuned(self, game: Game[State, Action], numbers: Mapping[str, float]) -> Racer:
        """The same agent with other numbers in this game."""
        return Racer(racer_numbers.respelled(self.numbers, cast(Tickets, game), numbers))

    def tuned_text(self, game: Game[State, Action], how: str) -> str:
        """The file in which its numbers would stand."""
        numbers = racer_numbers.asked(self.numbers, cast(Tickets, game))
        return racer_numbers.written(numbers, game.spec, how)


agent = Racer
