"""Whole matches of scripted agents for the arena: far faster than plain ones, with records.

The plain match is the definition: what a record of a compiled match holds, it must allow, and the
plain agents must choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from whoknows.core.agent import Agent
from whoknows.core.fast import Played
from whoknows.games.boerenbridge.kernels import agents as kinds
from whoknows.games.boerenbridge.kernels import compiled, graphs
from whoknows.games.boerenbridge.kernels.match import DEALT, EXACT, SCORE, matches
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Deal

ROOM = 20_000  # numbers in a log
KINDS = {
    "boeren-random": kinds.RANDOM,
    "greedy": kinds.GREEDY,
    "greedy-kripke": kinds.GREEDY_KRIPKE,
    "full-kripke": kinds.FULL_KRIPKE,
}
RULES = {"scaled": kinds.SCALED, "original": kinds.ORIGINAL, "text": kinds.TEXT}


@dataclass(frozen=True, slots=True)
class Fast:
    """A table of scripted agents, one a seat."""

    game: Boerenbridge
    agents: Any  # a row for each, as `matches` takes them

    def play(self, seed: int, first: int, many: int) -> Played:
        out = self._matches(seed, first, many)
        rounds = np.full_like(out[..., 0], len(self.game.schedule))
        decisions = many * self.game.players * sum(size + 1 for size in self.game.schedule)
        return Played(out[..., SCORE], {"bids made": (out[..., EXACT], rounds)}, decisions)

    def moves(self, seed: int, number: int) -> Iterator[Any]:
        log = np.full(ROOM, DEALT)
        self._matches(seed, number, 1, log)
        width = len(self.game.encode_state(self.game.start()))
        codes, state, place = log.tolist(), self.game.start(), 0
        while state.round < len(self.game.schedule):
            if codes[place] == DEALT:
                row = codes[place + 1 : place + 1 + width]
                dealt = self.game.decode_state(tuple(row))
                action: Any = Deal(dealt.dealt, dealt.stock, dealt.trump, dealt.turned)
                place += width
            else:
                action = self.game.decode(codes[place])
            place += 1
            yield action
            state = self.game.apply(state, action)

    def _matches(self, seed: int, first: int, many: int, *log: Any) -> Any:
        start = np.array(self.game.encode_state(self.game.start()), np.int64)
        out = np.zeros((many, 1, self.game.players, 3), np.int64)
        matches(compiled(self.game).tables, start, self.agents, seed, first, 1, out, *log)
        return out[:, 0]


def fast(game: Boerenbridge, agents: Sequence[Agent]) -> Fast | None:
    """The table compiled; None where one of the agents is not."""
    rows = [_row(agent) for agent in agents]
    if not all(rows):
        return None
    return Fast(game, np.array(rows, np.int64))


def _row(agent: Any) -> list[int]:
    kind = agent.name.partition("(")[0]
    if kind not in KINDS:
        return []
    any_after = getattr(agent, "after_bid", "win") == "random"
    rule = RULES[getattr(agent, "bids", "scaled")]
    return [KINDS[kind], rule, any_after, _ways(agent)]


def _ways(agent: Any) -> int:
    bits = {
        graphs.CONCLUDES: getattr(agent, "knowledge", True),
        graphs.AS_ORIGINAL: getattr(agent, "as_original", False),
    }
    return sum(bit for bit, holds in bits.items() if holds)
