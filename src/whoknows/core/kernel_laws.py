"""The laws that compiled rules obey: they play as the plain rules do, position by position.

    @pytest.mark.parametrize("law", KERNEL_LAWS)
    def test_my_kernels_obey(law): law(MyGame())

Each looks at the positions of a few random matches, like `core.laws`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from whoknows.core.game import CHANCE, Action, Game, State
from whoknows.core.law_positions import Position, positions
from whoknows.core.laws import Law
from whoknows.core.legal_actions import legal

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled, Ints

MOST_OUTCOMES = 1000  # of chance, where they are compared one by one


def the_same_seat_moves(game: Game[State, Action]) -> None:
    """Whose turn it is, or chance's, or that it is over."""
    from whoknows.core import kernels

    for at, rules, row in _rows(game):
        _same(kernels.to_move(rules.tables, row), at.by, "who moves", at)


def the_same_actions_are_legal(game: Game[State, Action]) -> None:
    """Each once, by their codes; outcomes of chance with their odds."""
    from whoknows.core import kernels

    for at, rules, row in _rows(game):
        out = np.zeros(max(rules.width, MOST_OUTCOMES), np.int64)
        if at.by != CHANCE:
            many = kernels.actions(rules.tables, row, out)
            wanted = sorted(map(game.encode, legal(game, at.state, at.model)))
            _same(sorted(out[:many].tolist()), wanted, "the actions", at)
        elif (chance := game.chance(at.state)).count() <= MOST_OUTCOMES:
            odds = np.zeros(len(out))
            many = kernels.outcomes(rules.tables, row, out, odds)
            if many >= 0:
                found = dict(zip(out[:many].tolist(), odds[:many].tolist(), strict=True))
                likely = {game.encode(one): float(chance.odds(one)) for one in chance.outcomes()}
                _same(found.keys(), likely.keys(), "the outcomes", at)
                apart = [abs(found[code] - likely[code]) for code in found]
                _same(max(apart) < 1e-12, True, "whether odds are alike", at)


def actions_lead_to_the_same_states(game: Game[State, Action]) -> None:
    """Of a seat, every legal one; of chance, the one that came."""
    from whoknows.core import kernels

    for at, rules, row in _rows(game):
        by_chance = at.by == CHANCE
        for action in [at.turn.choice.action] if by_chance else legal(game, at.state, at.model):
            after = row.copy()
            kernels.apply(rules.tables, after, game.encode(action))
            wanted = game.encode_state(game.apply(at.state, action))[: rules.length]
            _same(tuple(after[: rules.length].tolist()), wanted, f"the row after {action}", at)


def points_are_the_same(game: Game[State, Action]) -> None:
    """Of all seats, on the way and at the end."""
    from whoknows.core import kernels

    for at, rules, row in _rows(game):
        points = np.zeros(len(game.seats))
        kernels.scores(rules.tables, row, points)
        _same(tuple(points.tolist()), tuple(map(float, game.scores(at.state))), "the points", at)


def what_looks_the_same_has_the_same_number(game: Game[State, Action]) -> None:
    """And what does not has another, for every seat."""
    from whoknows.core import kernels

    for at, rules, row in _rows(game):
        options = () if at.by == CHANCE else legal(game, at.state, at.model)
        for seat in range(len(game.seats)):
            looks: dict[str, int] = {}
            for action in options:
                number = kernels.seen(rules.tables, row, seat, game.encode(action))
                look = game.shown(at.state, action, to=seat)
                _same(looks.setdefault(look, number), number, f"how {look!r} looks to {seat}", at)
            _same(len(set(looks.values())), len(looks), f"how many looks differ to {seat}", at)


KERNEL_LAWS: tuple[Law, ...] = (
    the_same_seat_moves,
    the_same_actions_are_legal,
    actions_lead_to_the_same_states,
    points_are_the_same,
    what_looks_the_same_has_the_same_number,
)


def _rows(game: Game[State, Action]) -> Iterator[tuple[Position[State, Action], Compiled, Ints]]:
    """Positions, with their rows."""
    rules = game.compiled()
    for at in positions(game):
        yield at, rules, np.array(game.encode_state(at.state), np.int64)


def _same(found: object, wanted: object, what: str, where: object) -> None:
    if found != wanted:
        raise AssertionError(f"{what}: compiled {found!r}, plain {wanted!r} ({where})")
