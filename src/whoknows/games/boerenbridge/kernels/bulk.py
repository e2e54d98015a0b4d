"""Whole matches of scripted agents for the arena: far faster than plain ones, with records.

The plain match is the definition: what a record of a compiled match holds, it must allow, and the
plain agents must choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from whoknows.core.bulk_play import Played
from whoknows.core.kernels import Ints
from whoknows.games.boerenbridge.kernels import agents as kinds
from whoknows.games.boerenbridge.kernels import compiled, graphs
from whoknows.games.boerenbridge.kernels.whole_matches import DEALT, EXACT, SCORE, matches
from whoknows.games.boerenbridge.policy import Policy
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Action, DealRound

ROOM = 20_000  # numbers in a log
KINDS = {
    "random": kinds.RANDOM,
    "greedy": kinds.GREEDY,
    "greedy-kripke": kinds.GREEDY_KRIPKE,
    "full-kripke": kinds.FULL_KRIPKE,
}
RULES = {"scaled": kinds.SCALED, "original": kinds.ORIGINAL, "text": kinds.TEXT}


@dataclass(frozen=True, slots=True)
class ScriptedTable:
    """A table of scripted agents, one a seat."""

    game: Boerenbridge
    agents: Ints  # a row for each, as `matches` takes them

    def play(self, seed: int, first: int, many: int) -> Played:
        out = self._matches(seed, first, many)
        rounds = np.full_like(out[..., 0], len(self.game.schedule))
        decisions = many * self.game.players * sum(size + 1 for size in self.game.schedule)
        return Played(out[..., SCORE], {"bids made": (out[..., EXACT], rounds)}, decisions)

    def moves(self, seed: int, number: int) -> Iterator[Action]:
        log = np.full(ROOM, DEALT)
        self._matches(seed, number, 1, log)
        width = len(self.game.encode_state(self.game.start()))
        codes, state, place = log.tolist(), self.game.start(), 0
        while state.round < len(self.game.schedule):
            if codes[place] == DEALT:
                row = codes[place + 1 : place + 1 + width]
                dealt = self.game.decode_state(tuple(row))
                action: Action = DealRound(dealt.dealt, dealt.stock, dealt.trump, dealt.turned)
                place += width
            else:
                action = self.game.decode(codes[place])
            place += 1
            yield action
            state = self.game.apply(state, action)

    def _matches(self, seed: int, first: int, many: int, *log: Ints) -> Ints:
        start = np.array(self.game.encode_state(self.game.start()), np.int64)
        out = np.zeros((many, 1, self.game.players, 3), np.int64)
        matches(compiled(self.game).tables, start, self.agents, seed, first, 1, out, *log)
        return out[:, 0]


def bulk(game: Boerenbridge, policies: Sequence[object]) -> ScriptedTable | None:
    """The table compiled; None where one of the policies is not of this game."""
    known = [policy for policy in policies if isinstance(policy, Policy)]
    if len(known) < len(policies):
        return None
    return ScriptedTable(game, np.array([policy_row(policy) for policy in known], np.int64))


def policy_row(policy: Policy) -> list[int]:
    """The numbers of a policy, as kernels know it."""
    any_after = policy.after_bid == "random"
    ways = graphs.CONCLUDES * policy.knowledge | graphs.AS_ORIGINAL * policy.as_original
    return [KINDS[policy.kind], RULES[policy.bids], any_after, ways]
