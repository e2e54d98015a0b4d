"""Expectiminimax over what a seat knows: some moves deep, chance averaged, all others selfish.

A node is a belief: weighted states that the seat cannot tell apart. Its own move is one for all of
them. At another's turn the states are *assumed* one by one: in each the mover knows its hand and
takes what is best for itself, and the rest of that branch is open. Without assumed states the mover
knows no more than the searcher: of what it can do it takes what is best on average.

Chance is averaged over all outcomes, or over some random ones: `breadth` says how many, and
`narrow` the factor by which they become fewer with every move.
"""

from random import Random
from typing import NamedTuple

import numpy as np

from whoknows.core.game import Action, State
from whoknows.core.kernels import (
    CHANCE,
    Floats,
    Int,
    Ints,
    Words,
    copy,
    entry,
    kernel,
    maker,
    sensible,
    stage,
    to_move,
)
from whoknows.search.belief_branches import (
    LookAhead,
    brought,
    done,
    is_one_turn,
    offered,
    same,
    turns,
)
from whoknows.search.leaf_values import Search, worth
from whoknows.search.plain import plain_expectiminimax
from whoknows.search.plain.plain_leaves import PlainSearch
from whoknows.search.plain.plain_rules import TooManyError
from whoknows.search.tried_moves import Tried

TOO_MANY = 10  # outcomes that are drawn where they cannot be listed


class Point(NamedTuple):
    """Where a belief stands in the tree: in which stage of the game, how many moves are still
    looked ahead, and how many outcomes of chance are drawn."""

    stage: Int
    depth: Int
    breadth: float


class Best(NamedTuple):
    """Of each state of a belief, what its mover's best branch so far is worth to each seat."""

    taken: Floats  # whether the branch that comes next is one of its
    reached: Floats  # whether some branch was
    values: Floats


class Looked(NamedTuple):
    """Each first move's value to the seat, and how deep was looked for it."""

    found: tuple[Tried, ...]
    depth: int


def looked(
    search: Search | PlainSearch[State, Action],
    look: LookAhead,
    depth: int,
    random: Words,
    leaves: int,
) -> Looked:
    """The first moves' values, all rows being equally likely.

    It looks one move deeper each time, up to the depth. If a depth would value more states than
    `leaves` allows, it is given up, and the values of the depth before stand.
    """
    if isinstance(search, PlainSearch):
        return _looked_plainly(search, look, depth, Random(int(random[0])), leaves)
    shape = len(search.first), len(search.base)
    values, deeper = np.empty(shape), np.empty(shape)
    distinct, counts = np.unique(search.rows, axis=0, return_counts=True)
    weights, reached = counts / len(search.rows), 0
    for wanted in range(1, depth + 1):
        left = np.array([leaves if wanted > 1 else np.iinfo(np.int64).max])
        _look(search._replace(rows=distinct), look, weights, wanted, random, left, deeper)
        if left[0] < 0:
            break
        values[:], reached = deeper, wanted
    found = (
        Tried(int(code), len(search.rows), float(value[look.observer]))
        for code, value in zip(search.first, values, strict=True)
    )
    return Looked(tuple(found), reached)


def _looked_plainly(
    search: PlainSearch[State, Action], look: LookAhead, depth: int, rng: Random, leaves: int
) -> Looked:
    """The same where the game has no kernels."""
    found, reached = plain_expectiminimax.values(search, look, 1, rng, None), 1
    for wanted in range(2, depth + 1):
        try:
            found = plain_expectiminimax.values(search, look, wanted, rng, leaves)
        except TooManyError:
            break
        reached = wanted
    many = len(search.spots)
    codes = search.first.tolist()
    tried = (Tried(code, many, value) for code, value in zip(codes, found, strict=True))
    return Looked(tuple(tried), reached)


@entry
def _look(
    search: Search,
    look: LookAhead,
    weights: Floats,
    depth: Int,
    r: Words,
    left: Ints,
    values: Floats,
) -> None:
    g, rows = search.tables, search.rows
    for number in range(search.first.shape[0]):
        after = done(g, rows, search.first[number])
        point = Point(stage(g, rows[0]), np.int64(depth - 1), np.float64(look.breadth))
        _value(search, look, after, weights, point, r, left, values[number])


@maker
def _value(
    search: Search, look: LookAhead, rows: Ints, weights: Floats, point: Point, r: Words,
    left: Ints, u: Floats,
) -> None:  # fmt: skip
    """Writes what a belief is worth to each seat; weights add up to one. Whose turn it is all see:
    where that differs, as after a referee's verdict, each part is valued for itself."""
    if left[0] < 0:
        return
    g = search.tables
    mover, is_parted = to_move(g, rows[0]), not is_one_turn(g, rows)
    is_over = point.depth == 0 or mover < CHANCE or stage(g, rows[0]) != point.stage
    if is_over and not is_parted:
        left[0] -= rows.shape[0]
        leaf(search, rows, weights, point.stage, r, u)
        return
    value, total = np.empty(u.shape[0]), np.zeros(u.shape[0])
    further = Point(point.stage, np.int64(point.depth - 1), point.breadth * look.narrow)
    further = point if is_parted else further
    moves = np.empty(search.width, np.int64)
    is_own, is_luck = mover == look.observer, mover == CHANCE
    is_known = is_own or (not is_luck and (look.assume or rows.shape[0] == 1))
    if is_known and not is_parted:
        # The mover knows which of these beliefs is the true one: all states are one, or each is.
        best, alone = np.empty(u.shape[0]), np.ones(1)
        for row in range(1 if is_own else rows.shape[0]):
            belief = rows if is_own else rows[row : row + 1]
            for number in range(sensible(g, belief[0], moves)):
                after = done(g, belief, moves[number])
                shares = weights if is_own else alone
                _value(search, look, after, shares, further, r, left, value)
                if number == 0 or value[mover] > best[mover]:
                    copy(value, best)
            _add(best, 1.0 if is_own else weights[row], total)
    else:
        after, odds, looks, before = _branches(
            search, look, rows, weights, point.breadth, moves, r, is_luck, is_parted
        )
        is_luck = is_luck or is_parted
        many = 0 if is_luck else rows.shape[0]
        best_of = Best(np.zeros(many), np.zeros(many), np.zeros((many, u.shape[0])))
        while True:
            _mark(best_of, odds, looks, before)
            rest, shares, share = same(after, odds, looks)
            if share == 0:
                break
            _value(search, look, rest, shares, further, r, left, value)
            if is_luck:
                _add(value, share, total)
            else:
                _keep(best_of, mover, value)
        _add_best(best_of, weights, total)
    copy(total, u)


@maker
def _branches(
    search: Search, look: LookAhead, rows: Ints, weights: Floats, breadth: float, moves: Ints,
    r: Words, is_luck: bool, is_parted: bool,
) -> tuple[Ints, Floats, Ints, Ints]:  # fmt: skip
    """What may follow, and how it looks to the observer: what chance brings, or what is done; or
    just whose turn it is."""
    if is_parted:
        return rows, weights.copy(), turns(search.tables, rows), np.empty(0, np.int64)
    if is_luck:
        return brought(search.tables, rows, weights, look, breadth, moves, r)
    return offered(search.tables, rows, weights, look, moves)


@maker
def leaf(search: Search, rows: Ints, weights: Floats, here: Int, r: Words, u: Floats) -> None:
    total, value = np.zeros(u.shape[0]), np.empty(u.shape[0])
    moves = np.empty(search.width, np.int64)
    for row in range(rows.shape[0]):
        worth(search, rows[row], here, moves, r, value)
        for seat in range(u.shape[0]):
            total[seat] += weights[row] * value[seat]
    copy(total, u)


@kernel
def _add(value: Floats, share: float, total: Floats) -> None:
    for seat in range(total.shape[0]):
        total[seat] += share * value[seat]


@kernel
def _add_best(best: Best, weights: Floats, total: Floats) -> None:
    """In each state what its mover would do there."""
    for row in range(best.values.shape[0]):
        _add(best.values[row], weights[row], total)


@kernel
def _mark(best: Best, odds: Floats, looks: Ints, before: Ints) -> None:
    """Notes the states from which the next branch comes: those left that look like the first."""
    if before.shape[0] == 0:
        return
    first = 0
    while first < odds.shape[0] and odds[first] == 0:
        first += 1
    for row in range(best.taken.shape[0]):
        best.taken[row] = 0
    for number in range(first, odds.shape[0]):
        if looks[number] == looks[first] and odds[number] > 0:
            best.taken[before[number]] = 1


@kernel
def _keep(best: Best, mover: Int, value: Floats) -> None:
    """In the states that a branch came from, their movers keep it if it is their best so far."""
    for row in range(best.taken.shape[0]):
        better = best.reached[row] == 0 or value[mover] > best.values[row, mover]
        if best.taken[row] and better:
            best.reached[row] = 1
            copy(value, best.values[row])
