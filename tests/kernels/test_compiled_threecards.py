"""Compiled threecards is plain threecards, on its whole tree."""

from typing import Any

import numpy as np

from whoknows.core.agent import Choice
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.core.registry import game
from whoknows.games.threecards import kernels

PLAIN = game("threecards(rounds=1)")
RULES = kernels.compiled(PLAIN)  # type: ignore[arg-type]


def test_every_position_has_the_same_actions_looks_and_scores() -> None:
    assert sum(1 for _ in visited(PLAIN.start(), None)) == 595


def visited(state: Any, model: Any) -> Any:
    """Goes through the tree, comparing, and yields each position."""
    yield state
    s = np.array(PLAIN.encode_state(state), np.int64)
    seat = PLAIN.to_move(state)
    assert kernels.to_move(RULES.tables, s) == seat
    compare_scores(s, state)
    if seat == -2:
        return
    for action in compared_actions(s, state, model, seat):
        turn = step(PLAIN, state, model, Choice(action))
        after = s.copy()
        kernels.apply(RULES.tables, after, PLAIN.encode(action))
        assert tuple(after.tolist()) == PLAIN.encode_state(turn.after)
        yield from visited(turn.after, turn.model)


def compared_actions(s: Any, state: Any, model: Any, seat: int) -> list[Any]:
    out, odds = np.zeros(6, np.int64), np.zeros(6)
    if seat == -1:
        many = kernels.outcomes(RULES.tables, s, out, odds)
        actions = list(PLAIN.chance(state).outcomes())
    else:
        many = kernels.actions(RULES.tables, s, out)
        actions = list(legal(PLAIN, state, model))
    assert {PLAIN.encode(action) for action in actions} == set(out[:many].tolist())
    compare_looks(s, state, actions)
    return actions


def compare_looks(s: Any, state: Any, actions: list[Any]) -> None:
    """What looks the same to a seat has the same number, and what does not has another."""
    for seat in range(3):
        looks = {a: kernels.seen(RULES.tables, s, seat, PLAIN.encode(a)) for a in actions}
        for one in actions:
            for other in actions:
                same = PLAIN.shown(state, one, to=seat) == PLAIN.shown(state, other, to=seat)
                assert same == (looks[one] == looks[other])


def compare_scores(s: Any, state: Any) -> None:
    points = np.zeros(3)
    kernels.scores(RULES.tables, s, points)
    assert tuple(points) == tuple(PLAIN.scores(state))
