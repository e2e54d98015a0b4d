"""Whole games of `greedy` and `racer` for the arena, far faster than plain ones, with records.

The plain match is the definition, as for all of `whole_games`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from whoknows.core.bulk_play import Played
from whoknows.core.kernels import Ints
from whoknows.games.tickets import rows
from whoknows.games.tickets.kernels.compilation import compiled, write_guides
from whoknows.games.tickets.kernels.tables import Tables
from whoknows.games.tickets.kernels.whole_games import GREEDY, RACER, games
from whoknows.games.tickets.moves import Action, DealTickets
from whoknows.games.tickets.policy import Classic, Racing
from whoknows.games.tickets.racer_numbers import asked
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import Phase

ROOM = 5_000  # moves in a log


@dataclass(frozen=True)
class ClassicTable:
    """A table of such agents, and for each seat by what it plays."""

    game: Tickets
    policies: tuple[Classic, ...]

    def play(self, seed: int, first: int, many: int) -> Played:
        players = self.game.players
        out, done = np.zeros((many, players + 2), np.int64), np.zeros((many, 3 * players), np.int64)
        games(self._tables, self._start, self._agents, seed, first, out, done=done)
        completed, held, won = np.split(done, 3, axis=1)
        tallies = {"tickets completed": (completed, held)}
        return Played(out[:, :players], tallies, int(out[:, players].sum()), won)

    def moves(self, seed: int, number: int) -> Iterator[Action]:
        width = rows.layout(self.game.map, self.game.players).end
        out, trace = (
            np.zeros((1, self.game.players + 2), np.int64),
            np.zeros((ROOM, 1 + width), int),
        )
        games(self._tables, self._start, self._agents, seed, number, out, trace)
        yield _deal(self.game, trace[0, 1:].tolist())
        for code, phase in trace[1:, :2].tolist():
            yield self.game.decode(code)
            if phase == Phase.OVER:
                return

    @cached_property
    def _tables(self) -> Tables:
        tables, usual = compiled(self.game).tables, asked("", self.game)
        numbers = [one.numbers if isinstance(one, Racing) else usual for one in self.policies]
        write_guides(self.game, tables, numbers)
        made: Tables = tables
        return made

    @cached_property
    def _agents(self) -> Ints:
        return np.array([RACER if isinstance(p, Racing) else GREEDY for p in self.policies])

    @cached_property
    def _start(self) -> Ints:
        return np.array(self.game.encode_state(self.game.start()))


def _deal(game: Tickets, row: Sequence[int]) -> DealTickets:
    """The deal after which tickets lie so: long ones first, each kind in its order."""
    where = rows.layout(game.map, game.players).where
    hands: list[list[tuple[bool, int, str]]] = [[] for _ in game.seats]
    for ticket in game.map.tickets:
        place = row[where + ticket.number]
        kind, seat = place // 64 % 8, place // 512 % 8
        if kind in (rows.OFFER, rows.LONG):
            hands[seat].append((kind != rows.LONG, place, ticket.name))
    return DealTickets(tuple(tuple(name for *_, name in sorted(hand)) for hand in hands))
