"""Claims, blocks and takes cards by tuned numbers, and spoils what it knows others to need.

The strongest agent without search of the knowledge game of `tickets`. With `knowledge=off` it plays
by the same numbers as if it never knew who holds which ticket: so it does not block. `numbers`
changes some of them (`numbers="claim.joker=3 block.last=0"`). If tickets may be drawn, it draws and
keeps them as `kripke` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.spec import spell
from whoknows.games.tickets import rival_numbers
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.policy import Rivalling
from whoknows.games.tickets.rival_policy import choose, known_tickets
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.ticket_draws import kept, more


@dataclass(frozen=True, slots=True)
class Rival(Agent):
    """The agent above."""

    knowledge: bool = True
    numbers: str = ""

    def __post_init__(self) -> None:
        rival_numbers.asked(self.numbers)

    @property
    def name(self) -> str:
        return spell("rival", self)

    def refusal(self, game: Game[State, Action]) -> str:
        if isinstance(game, Tickets) and game.knowing:
            return ""
        return f"{self.name} plays the knowledge game of tickets, not {game.spec}"

    def policy(self, game: Game[State, Action]) -> Rivalling | None:
        return Rivalling(rival_numbers.asked(self.numbers), self.knowledge)

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        if not isinstance(view.game, Tickets) or self.refusal(view.game):
            raise Error(self.refusal(view.game))
        sight = SeatSight(view.game, view.seat, view.state, view.actions)

        def knows(seat: int, ticket: str) -> bool:
            return view.knowledge.knows(f'has({seat},"{ticket}")')

        open_tickets = known_tickets(sight, knows) if self.knowledge else None
        habits = rival_numbers.asked(self.numbers)
        return kept(sight) or more(sight, "stuck") or choose(sight, habits, open_tickets)

    def tunable(self, game: Game[State, Action]) -> Mapping[str, float]:
        """Its numbers, by name."""
        return rival_numbers.asked(self.numbers).told()

    def tuned(self, game: Game[State, Action], numbers: Mapping[str, float]) -> Rival:
        """The same agent with other numbers."""
        habits = rival_numbers.asked(self.numbers).changed(numbers)
        return replace(self, numbers=habits.spelled())


agent = Rival
