"""Expectiminimax compiled equals a plain recursion over the plain rules, on beliefs of any size."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from pointed import points

from whoknows.core.game import CHANCE, END
from whoknows.core.law_positions import seat_positions
from whoknows.core.match import view
from whoknows.core.registry import game
from whoknows.search.belief_branches import LookAhead
from whoknows.search.compiled_rules import compiled
from whoknows.search.decision import Thought, thought
from whoknows.search.determinization import random, states
from whoknows.search.expectiminimax_search import looked
from whoknows.search.leaf_values import Search

Belief = list[tuple[Any, Fraction]]  # states and their weights
SPECS = ["threecards(rounds=2)", "tickets(board=small)", "boerenbridge(rounds=2,ranks=4)"]


@pytest.mark.parametrize("assume", [True, False])
@pytest.mark.parametrize("spec", SPECS)
def test_values_are_those_of_the_plain_recursion(spec: str, assume: bool) -> None:
    rules, positions = game(spec), list(seat_positions(game(spec)))
    for at in Random(1).sample(positions, 6):
        start = thought(view(at.game, at.state, at.model, at.by), 4, Random(2))
        if not isinstance(start, Thought):
            continue
        goal = points(start.rules)
        look = LookAhead(at.by, assume, 0, 1.0)
        for depth in (1, 2, 3):
            found = looked(start.search(goal), look, depth, random(Random(3)), 10**6).found
            plain = Plain(rules, at.by, assume, start.base.tolist(), rules.scores)
            full = [rules.decode_state(_whole(rules, at, row)) for row in start.rows]
            belief = [(state, Fraction(1, len(full))) for state in full]
            for one in found:
                wanted = plain.after(belief, rules.decode(one.code), depth)[at.by]
                assert one.value == pytest.approx(float(wanted), abs=1e-9)


def _whole(rules: Any, at: Any, row: Any) -> tuple[int, ...]:
    """The row with a tail, which the compiled rules do without, from any state that has one."""
    tail = rules.encode_state(at.state)[len(row) :]
    return (*row.tolist(), *tail)


class Plain:
    """The definition, written down once more and slowly."""

    def __init__(self, rules: Any, seat: int, assume: bool, base: list[float], worth: Any) -> None:
        self.rules, self.seat, self.assume, self.base, self.worth = rules, seat, assume, base, worth
        self.sensible = _Sensible(rules)

    def after(self, belief: Belief, action: Any, depth: int) -> list[Fraction]:
        return self.value([(self.rules.apply(s, action), w) for s, w in belief], depth - 1)

    def value(self, belief: Belief, depth: int) -> list[Fraction]:
        mover = self.rules.to_move(belief[0][0])
        if depth == 0 or mover == END or self.sensible.is_new_deal(belief[0][0]):
            return self.mean([(self.leaf(state), w) for state, w in belief])
        if mover == CHANCE:
            return self.chance(belief, depth)
        if mover == self.seat:
            options = self.sensible(belief[0][0])
            return max((self.after(belief, a, depth) for a in options), key=lambda u: u[mover])
        if self.assume or len(belief) == 1:
            return self.mean([(self.selfish(state, mover, depth), w) for state, w in belief])
        return self.ignorant(belief, mover, depth)

    def leaf(self, state: Any) -> list[Fraction]:
        return [Fraction(u - b) for u, b in zip(self.worth(state), self.base, strict=True)]

    def chance(self, belief: Belief, depth: int) -> list[Fraction]:
        groups: dict[str, Belief] = {}
        for state, weight in belief:
            luck = self.rules.chance(state)
            for action in luck.outcomes():
                look = self.rules.shown(state, action, to=self.seat)
                after = self.rules.apply(state, action), weight * luck.odds(action)
                groups.setdefault(look, []).append(after)
        return self.mean([(self.value(*normal(g), depth - 1), share(g)) for g in groups.values()])

    def selfish(self, state: Any, mover: int, depth: int) -> list[Fraction]:
        alone: Belief = [(state, Fraction(1))]
        found = (self.after(alone, a, depth) for a in self.sensible(state))
        return max(found, key=lambda u: u[mover])

    def ignorant(self, belief: Belief, mover: int, depth: int) -> list[Fraction]:
        """Each state does, of what it can, what is best on average over those that can."""
        groups: dict[str, list[tuple[int, Any, Fraction]]] = {}
        for number, (state, weight) in enumerate(belief):
            for action in self.sensible(state):
                look = self.rules.shown(state, action, to=self.seat)
                entry = number, self.rules.apply(state, action), weight
                groups.setdefault(look, []).append(entry)
        best: dict[int, list[Fraction]] = {}
        for group in groups.values():
            rest: Belief = [(state, weight) for _, state, weight in group]
            value = self.value(*normal(rest), depth - 1)
            for number, _, _ in group:
                if number not in best or value[mover] > best[number][mover]:
                    best[number] = value
        return self.mean([(best[number], w) for number, (_, w) in enumerate(belief)])

    def mean(self, values: list[tuple[list[Fraction], Fraction]]) -> list[Fraction]:
        return [sum((v[i] * w for v, w in values), Fraction(0)) for i in range(len(values[0][0]))]


def normal(group: Belief) -> tuple[Belief]:
    return ([(state, weight / share(group)) for state, weight in group],)


def share(group: Belief) -> Fraction:
    return sum((weight for _, weight in group), Fraction(0))


class _Sensible:
    """What a search tries, as actions of the plain rules."""

    def __init__(self, rules: Any) -> None:
        self.rules, self.compiled = rules, compiled(rules)

    def __call__(self, state: Any) -> list[Any]:
        from whoknows.search.decision import _overview

        row = np.array(self.rules.encode_state(state), np.int64)[: self.compiled.length].copy()
        out, base = np.empty(self.compiled.width, np.int64), np.zeros(self.compiled.players)
        many, _ = _overview(self.compiled.tables, row, False, out, base)
        return [self.rules.decode(int(code)) for code in out[:many]]

    def is_new_deal(self, state: Any) -> bool:
        return self.compiled.has_rounds and not state.is_dealt


def test_random_outcomes_come_close_to_all_of_them() -> None:
    rules = game("tickets(board=small)")
    at = [at for at in seat_positions(rules) if len(at.state.trains)][6]
    options = view(rules, at.state, at.model, at.by)
    kernel = compiled(rules)
    rows = states(options, kernel, 3, Random(1))
    moves = np.array([rules.encode(action) for action in options.actions])
    goal = points(kernel)
    search = Search(kernel.tables, rows, moves, goal, np.zeros(2), kernel.width)
    found = [
        looked(search, LookAhead(at.by, True, breadth, 1.0), 3, random(Random(5)), 10**7).found
        for breadth in (0, 400)
    ]
    for exact, drawn in zip(*found, strict=True):
        assert drawn.value == pytest.approx(exact.value, abs=0.15)


def test_too_many_leaves_stop_it_a_move_earlier() -> None:
    rules = game("tickets(board=small)")
    at = list(seat_positions(rules))[6]
    start = thought(view(rules, at.state, at.model, at.by), 3, Random(2))
    assert isinstance(start, Thought)

    def deep(depth: int, leaves: int) -> Any:
        search = start.search(points(start.rules))
        return looked(search, LookAhead(at.by, True, 0, 1.0), depth, random(Random(3)), leaves)

    assert deep(3, 10**6).depth == 3
    assert deep(3, 1) == deep(1, 10**6)
