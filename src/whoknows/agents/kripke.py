"""Claims for its own tickets, or blocks somebody it knows to need a connection, or draws.

The agent of the knowledge game of `tickets`. It claims for its most valuable ticket, blocks the
most valuable ticket that it knows somebody holds, and draws the colour it needs fewest of.
`blocks=off` never blocks.

Where it would draw a blind card, `believe=colours` takes the face-up colour that the next player is
believed to need, from the colours it took (`believe=doubtful`: as if it might be out to mislead);
`mislead=on` takes one that it does not need itself.

If tickets may be drawn (`draw=on`), `tickets` says when it draws them: `never`; `stuck`, when it
can no longer complete any of its open tickets; `affordable`, also when it can pay for them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal, get_args

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, SeatKnowledge, State
from whoknows.core.spec import spell
from whoknows.games.tickets.colour_beliefs import DOUBTFUL, ERROR, denying, misleading
from whoknows.games.tickets.knowledge_policy import SeatSight, block, claim, drawn, needed, only
from whoknows.games.tickets.moves import Action as Move
from whoknows.games.tickets.moves import Block
from whoknows.games.tickets.policy import Knowing
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.ticket_draws import More, kept, more
from whoknows.logic.knowledge import Knowledge
from whoknows.search.searcher import among

Believe = Literal["off", "colours", "doubtful"]


@dataclass(frozen=True, slots=True)
class Kripke(Agent):
    """The agent above."""

    blocks: bool = True
    tickets: More = "stuck"
    believe: Believe = "off"
    mislead: bool = False

    def __post_init__(self) -> None:
        among("kripke", get_args(Believe), believe=self.believe)
        if self.mislead and self.believe != "off":
            raise Error("kripke: a blind card is replaced by mislead or by believe, not by both")

    @property
    def name(self) -> str:
        return spell("kripke", self)

    def refusal(self, game: Game[State, Action]) -> str:
        if isinstance(game, Tickets) and game.knowing:
            return ""
        return f"{self.name} plays the knowledge game of tickets, not {game.spec}"

    def policy(self, game: Game[State, Action]) -> Knowing | None:
        return None if self.mislead or self.believe != "off" else Knowing(self.blocks)

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        if not isinstance(view.game, Tickets) or self.refusal(view.game):
            raise Error(self.refusal(view.game))
        sight = SeatSight(view.game, view.seat, view.state, view.actions)
        choice = (
            kept(sight)
            or claim(sight)
            or (self.blocks and self._block(sight, view.knowledge, rng))
            or more(sight, self.tickets)
            or drawn(sight, needed(sight))
            or only(sight)
        )
        if self.mislead:
            return misleading(sight, choice)
        if self.believe == "off" or not isinstance(view.knowledge, Knowledge):
            return choice
        error = ERROR if self.believe == "colours" else DOUBTFUL
        return denying(sight, choice, view.knowledge, error)

    def _block(
        self, sight: SeatSight, knowledge: SeatKnowledge, rng: Random
    ) -> Choice[Move] | None:
        def knows(seat: int, ticket: str) -> bool:
            return knowledge.knows(f'has({seat},"{ticket}")')

        choice = block(sight, knows, rng)
        if choice is None or not isinstance(choice.action, Block):
            return choice
        named = choice.action
        if named.ticket is None:
            return choice
        why = knowledge.why(f'has({named.target},"{named.ticket}")')
        return Choice(named, (*choice.reasons, str(why)))


def agent(
    blocks: bool = True, tickets: More = "stuck", believe: Believe = "off", mislead: bool = False
) -> Kripke:
    return Kripke(blocks, tickets, believe, mislead)
