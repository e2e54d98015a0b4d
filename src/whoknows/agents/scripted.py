"""Plays the given actions in order: scripted(moves="Anna: not b; Anna declares").

Such an agent is good for one match, because it remembers how far it has come. The match says
whether its moves are legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.core.names import person
from whoknows.core.spec import quote


class Scripted(Agent):
    """Does as it is told, for demonstrations and tests."""

    def __init__(self, moves: Iterable[str]) -> None:
        self.moves = tuple(moves)
        self._rest = iter(self.moves)

    @property
    def name(self) -> str:
        return f"scripted(moves={quote('; '.join(self.moves))})"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        text = next(self._rest, None)
        if text is None:
            raise Error(f"the script of {person(view.game.seats[view.seat])} has run out")
        return Choice(view.game.parse(text), ("the script says so",))


def agent(moves: str) -> Scripted:
    return Scripted(part.strip() for part in moves.split(";") if part.strip())
