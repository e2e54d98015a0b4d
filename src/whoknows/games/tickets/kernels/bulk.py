"""Whole games of compiled agents for the arena, far faster than plain ones, with records.

The plain match is the definition, as for all of `knowledge_games`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from whoknows.core.bulk_play import Bulk, Played
from whoknows.games.tickets.kernels.classic_table import ClassicTable
from whoknows.games.tickets.kernels.knowledge_games import Games, games, too_much
from whoknows.games.tickets.moves import Action, DealTickets
from whoknows.games.tickets.policy import Joining, Knowing, Racing, Rivalling, Spoken
from whoknows.games.tickets.rules import Tickets

ROOM = 5_000  # moves in a log


@dataclass(frozen=True, slots=True)
class KnowingTable:
    """A table of agents of the knowledge game, one for each seat."""

    game: Tickets
    agents: tuple[Spoken, ...]

    def play(self, seed: int, first: int, many: int) -> Played:
        out = self._games(many, seed, first)
        done = out.completed[:, 0]
        held = np.full_like(done, self.game.held)
        tallies = {"tickets completed": (done, held)}
        return Played(out.points[:, 0], tallies, int(out.turns.sum()))

    def moves(self, seed: int, number: int) -> Iterator[Action]:
        out = self._games(1, seed, number, log=ROOM)
        log, many = out.log[0, 0].tolist(), self.game.players * self.game.held
        names, held = self.game.ticket_names(log[:many]), self.game.held
        yield DealTickets(tuple(names[n : n + held] for n in range(0, many, held)))
        yield from (self.game.decode(code) for code in log[many:] if code >= 0)

    def _games(self, many: int, seed: int, first: int, log: int = 0) -> Games:
        rivals = {n: one for n, one in enumerate(self.agents) if isinstance(one, Rivalling)}
        blocks = [isinstance(one, Knowing) and one.blocks for one in self.agents]
        return games(self.game, many, blocks, seed=seed, first=first, log=log, rivals=rivals)


def bulk(game: Tickets, policies: Sequence[object]) -> Bulk | None:
    """The table compiled; None where it cannot be."""
    classic = [policy for policy in policies if isinstance(policy, Joining | Racing)]
    if len(classic) == len(policies) and not game.knowing:
        return ClassicTable(game, tuple(classic))
    spoken = [policy for policy in policies if isinstance(policy, Spoken)]
    if too_much(game) or len(spoken) < len(policies):
        return None
    return KnowingTable(game, tuple(spoken))
