"""Compiled utilities are the plain ones: for every seat, in every phase, on all boards."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from whoknows.core import kernels
from whoknows.core.game import CHANCE, END
from whoknows.core.registry import game
from whoknows.games.tickets import greedy_policy, utilities
from whoknows.games.tickets.kernels import compiled
from whoknows.games.tickets.knowledge_policy import SeatSight
from whoknows.games.tickets.moves import Block
from whoknows.games.tickets.state import Phase, State

CLASSIC = [
    "tickets(board=usa)",
    "tickets(board=usa,seats=4)",
    "tickets(board=europe)",
    "tickets(board=europe,seats=4)",
    "tickets(board=europe24,rules=classic)",
    "tickets(board=small)",
    "tickets(board=small,seats=3)",
]
KNOWLEDGE = [
    "tickets",
    "tickets(seats=4,hand=3)",
    "tickets(draw=on)",
    "tickets(board=small,rules=knowledge,seats=2)",
]
TURN = {Phase.TURN, Phase.SECOND, Phase.BLIND, Phase.FILL}


@kernels.outer
def utility(g: Any, s: Any, kind: int, u: Any) -> None:
    kernels.utility(g, s, kind, u)


@pytest.mark.parametrize("spec", CLASSIC + KNOWLEDGE)
def test_compiled_utilities_are_the_plain_ones(spec: str) -> None:
    plain, phases, u = game(spec), set(), np.zeros(game(spec).players)
    fast, small = compiled(plain), plain.board == "small"
    assert fast.utilities == tuple(utilities.UTILITIES)
    for seed in range(20 if small else 1):
        for number, state in enumerate(played(plain, seed)):
            if small or number % 17 == 0 or state.phase in (Phase.TUNNEL, Phase.EXTRA, Phase.OVER):
                phases.add(state.phase)
                row = np.array(plain.encode_state(state), np.int64)
                for kind, its in enumerate(utilities.UTILITIES.values()):
                    utility(fast.tables, row, kind, u)
                    expected = [its(plain, state, seat) for seat in range(plain.players)]
                    assert u.tolist() == pytest.approx(expected, rel=0, abs=1e-9)
    assert phases >= (TURN | {Phase.OVER})
    assert plain.board != "europe" or phases >= {Phase.TUNNEL, Phase.EXTRA}


def played(plain: Any, seed: int) -> Iterator[State]:
    """The states of a game: in classic rules seat 0 is greedy, so that tickets are completed."""
    state, rng = plain.start(), Random(seed)
    while (by := plain.to_move(state)) != END:
        yield state
        if by == CHANCE:
            action = plain.chance(state).sample(rng)
        elif by == 0 and not plain.knowing:
            sight = SeatSight(plain, by, plain.veil(state, by), tuple(plain.actions(state)))
            action = greedy_policy.choose(sight).action
        else:
            action = any_action(plain, state, rng)
        state = plain.apply(state, action)
    yield state


def any_action(plain: Any, state: State, rng: Random) -> Any:
    """First a kind of action at random, then one of it; without blocks."""
    actions = [action for action in plain.actions(state) if not isinstance(action, Block)]
    kind = rng.choice(sorted({type(action).__name__ for action in actions}))
    return rng.choice([action for action in actions if type(action).__name__ == kind])


def test_looking_changes_nothing() -> None:
    plain = game("tickets(board=europe)")
    fast, u = compiled(plain), np.zeros(2)
    for state in list(played(plain, 3))[::20]:
        row = np.array(plain.encode_state(state), np.int64)
        before = row.copy()
        for kind in range(len(fast.utilities)):
            utility(fast.tables, row, kind, u)
        assert (row == before).all()
