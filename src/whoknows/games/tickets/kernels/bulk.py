"""Whole games of compiled agents for the arena, far faster than plain ones, with records.

The plain match is the definition, as for all of `knowledge_games`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from whoknows.core.bulk_play import Bulk, Played
from whoknows.games.tickets.kernels.classic_table import ClassicTable
from whoknows.games.tickets.kernels.knowledge_games import games, too_much
from whoknows.games.tickets.moves import Action, DealTickets
from whoknows.games.tickets.policy import Joining, Knowing, Racing
from whoknows.games.tickets.rules import Tickets

ROOM = 5_000  # moves in a log


@dataclass(frozen=True, slots=True)
class KnowingTable:
    """A table of kripke agents, and for each seat whether it blocks."""

    game: Tickets
    blocks: tuple[bool, ...]

    def play(self, seed: int, first: int, many: int) -> Played:
        out = games(self.game, many, self.blocks, seed=seed, first=first)
        done = out.completed[:, 0]
        held = np.full_like(done, self.game.held)
        tallies = {"tickets completed": (done, held)}
        return Played(out.points[:, 0], tallies, int(out.turns.sum()))

    def moves(self, seed: int, number: int) -> Iterator[Action]:
        out = games(self.game, 1, self.blocks, seed=seed, first=number, log=ROOM)
        log, many = out.log[0, 0].tolist(), self.game.players * self.game.held
        names, held = self.game.ticket_names(log[:many]), self.game.held
        yield DealTickets(tuple(names[n : n + held] for n in range(0, many, held)))
        yield from (self.game.decode(code) for code in log[many:] if code >= 0)


def bulk(game: Tickets, policies: Sequence[object]) -> Bulk | None:
    """The table compiled; None where it cannot be."""
    classic = [policy for policy in policies if isinstance(policy, Joining | Racing)]
    if len(classic) == len(policies) and not game.knowing:
        return ClassicTable(game, tuple(classic))
    kripke = [policy for policy in policies if isinstance(policy, Knowing)]
    if too_much(game) or len(kripke) < len(policies):
        return None
    return KnowingTable(game, tuple(policy.blocks for policy in kripke))
