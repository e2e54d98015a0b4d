"""Random seats count their claims instead of listing them: they are the same claims."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from whoknows.core.kernels import Int, Row, actions, apply, copy, outer
from whoknows.core.registry import game
from whoknows.games.tickets import codes
from whoknows.games.tickets.kernels import compiled, whole_games
from whoknows.games.tickets.kernels.free_connections import note_free
from whoknows.games.tickets.kernels.playout import count_claims, counted_claim
from whoknows.games.tickets.kernels.tables import FREE, SET, Tables
from whoknows.games.tickets.rows import PHASE
from whoknows.games.tickets.state import Phase

KIND = (1 << codes.KIND_BITS) - 1


@outer
def compare(g: Tables, s: Row, a: Int, counted: Row, listed: Row, free: Any) -> Any:
    """Writes the claims counted and the actions listed; what seats may own, kept up to date by an
    action and looked up after it."""
    note_free(g, s)
    many = count_claims(g, s)
    for number in range(many):
        counted[number] = counted_claim(g, s, np.int64(number))
    every = actions(g, s, listed)
    apply(g, s, a)
    copy(g.room[FREE:], free[0])
    note_free(g, s)
    copy(g.room[FREE:], free[1])
    return many, every


@pytest.mark.parametrize(
    "spec", ["tickets(board=usa)", "tickets(board=usa,seats=4)", "tickets(board=europe)"]
)
def test_claims_counted_are_the_claims_listed(spec: str) -> None:
    plain: Any = game(spec)
    rules = compiled(plain)
    start, seats = np.array(plain.encode_state(plain.start())), rules.players
    out, trace = np.zeros((1, seats + 2), np.int64), np.zeros((2000, len(start) + 1), np.int64)
    whole_games.games(rules.tables, start, np.zeros(seats, np.int64), 3, 5, out, trace)
    counted, listed = np.empty((2, rules.width), np.int64)
    free, turns = np.empty((2, seats * SET), np.int64), 0
    for before, after in pairwise(trace):
        if before[1 + PHASE] == Phase.TURN:
            s = before[1:].copy()
            many, every = compare(rules.tables, s, after[0], counted, listed, free)
            claims = [a for a in listed[:every].tolist() if a & KIND == codes.CLAIM]
            assert sorted(counted[:many].tolist()) == sorted(claims)
            assert (free[0] == free[1]).all()
            turns += many > 0
    assert turns > 30
