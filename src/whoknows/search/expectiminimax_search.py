"""Expectiminimax over what a seat knows: some moves deep, chance averaged, all others selfish.

A node is a belief: weighted states that the seat cannot tell apart. Its own move is one for all of
them. At another's turn the states are *assumed* one by one: in each the mover knows its hand and
takes what is best for itself, and the rest of that branch is open. Without assumed states the mover
knows no more than the searcher: of what it can do it takes what is best on average.

Chance is averaged over all outcomes, or over so many random ones: `breadth` says how many, and
`narrow` by which factor they become fewer with every move.
"""

from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    copy,
    entry,
    kernel,
    maker,
    sensible,
    stage,
    to_move,
)
from whoknows.search.belief_branches import brought, done, offered, same
from whoknows.search.leaf_values import Search, worth
from whoknows.search.tried_moves import Tried


class LookAhead(NamedTuple):
    """How far is looked: numbers for compiled code."""

    observer: int
    assume: bool
    breadth: int  # outcomes of chance that are drawn at first; 0: all are averaged
    narrow: float


class Point(NamedTuple):
    """Where a belief stands in the tree: in which stage of the game, how many moves are still
    looked ahead, and how many outcomes of chance are drawn."""

    stage: Int
    depth: Int
    breadth: float


class BeliefNode(NamedTuple):
    """A belief in which somebody moves or chance does, and how far its branches were gone.

    A branch is a belief after it. Chance and movers who know no more than the seat have `after`,
    from which the branches are taken one by one: those of its states that look the same.
    """

    kind: int
    rows: Ints
    weights: Floats
    moves: Ints
    at: Ints  # the state and the move that come next, and how many moves that state has
    after: Ints
    odds: Floats
    looks: Ints
    before: Ints  # the state from which each of them comes
    taken: Ints  # of each state, whether this branch comes from it
    reached: Ints  # of each state, whether some branch did
    best: Floats  # of each state the value of its mover's best branch, to each seat
    total: Floats


class Looked(NamedTuple):
    """Each first move's value to the seat, and how deep was looked for it."""

    found: tuple[Tried, ...]
    depth: int


LUCK, OWN, ASSUMED, SHARED = range(4)  # kinds of nodes: who moves there, knowing what


def looked(search: Search, look: LookAhead, depth: int, random: Words, leaves: int) -> Looked:
    """The first moves' values, all rows being equally likely.

    One move deeper each time, up to the depth, and no more than so many states valued at a time:
    what would take more is given up, and the values of the depth before stand.
    """
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
    """Writes what a belief is worth to each seat; weights add up to one."""
    if left[0] < 0:
        return
    g = search.tables
    mover = to_move(g, rows[0])
    if point.depth == 0 or mover < CHANCE or stage(g, rows[0]) != point.stage:
        left[0] -= rows.shape[0]
        leaf(search, rows, weights, point.stage, r, u)
        return
    node = _opened(search, look, rows, weights, mover, point.breadth, r)
    further = Point(point.stage, np.int64(point.depth - 1), point.breadth * look.narrow)
    value = np.empty(u.shape[0])
    while True:
        rest, shares, share = _branch(g, node)
        if share == 0:
            break
        _value(search, look, rest, shares, further, r, left, value)
        _gain(node, mover, share, value)
    _add_up(node, u)


@maker
def leaf(search: Search, rows: Ints, weights: Floats, here: Int, r: Words, u: Floats) -> None:
    total, value = np.zeros(u.shape[0]), np.empty(u.shape[0])
    moves = np.empty(search.width, np.int64)
    for row in range(rows.shape[0]):
        worth(search, rows[row], here, moves, r, value)
        for seat in range(u.shape[0]):
            total[seat] += weights[row] * value[seat]
    copy(total, u)


@maker
def _opened(
    search: Search,
    look: LookAhead,
    rows: Ints,
    weights: Floats,
    mover: Int,
    breadth: float,
    r: Words,
) -> BeliefNode:
    """A node none of whose branches was gone yet."""
    g, many, players = search.tables, rows.shape[0], search.base.shape[0]
    moves, at = np.empty(search.width, np.int64), np.zeros(3, np.int64)
    after, odds = np.empty((0, rows.shape[1]), np.int64), np.empty(0)
    looks, before = np.empty(0, np.int64), np.empty(0, np.int64)
    if mover == CHANCE:
        kind = LUCK
        after, odds, looks = brought(g, rows, weights, look, breadth, moves, r)
    elif mover == look.observer:
        kind = OWN
    elif look.assume or many == 1:
        kind = ASSUMED
    else:
        kind = SHARED
        after, odds, looks, before = offered(g, rows, weights, look, moves)
    if kind in (OWN, ASSUMED):
        at[2] = sensible(g, rows[0], moves)
    return BeliefNode(
        kind, rows, weights, moves, at, after, odds, looks, before, np.zeros(many, np.int64),
        np.zeros(many, np.int64), np.zeros((many, players)), np.zeros(players),
    )  # fmt: skip


@maker
def _branch(g: Tables, node: BeliefNode) -> tuple[Ints, Floats, float]:
    """The next branch: its states, their shares, and how likely it is; 0 if there is none."""
    at = node.at
    if node.kind in (LUCK, SHARED):
        if node.kind == SHARED:
            _mark(node)
        return same(node.after, node.odds, node.looks)
    if node.kind == ASSUMED and at[1] == at[2] and at[0] + 1 < node.rows.shape[0]:
        at[0], at[1] = at[0] + 1, 0
        at[2] = sensible(g, node.rows[at[0]], node.moves)
    row, move = at[0], at[1]
    if move == at[2]:
        return node.rows[:0].copy(), node.weights, 0.0
    at[1] += 1
    if node.kind == OWN:
        return done(g, node.rows, node.moves[move]), node.weights, 1.0
    return done(g, node.rows[row : row + 1], node.moves[move]), np.ones(1), 1.0


@kernel
def _mark(node: BeliefNode) -> None:
    """Notes the states from which the next branch comes."""
    first = 0
    while first < node.odds.shape[0] and node.odds[first] == 0:
        first += 1
    for row in range(node.taken.shape[0]):
        node.taken[row] = 0
    for number in range(first, node.odds.shape[0]):
        if node.looks[number] == node.looks[first] and node.odds[number] > 0:
            node.taken[node.before[number]] = 1


@kernel
def _gain(node: BeliefNode, mover: Int, share: float, value: Floats) -> None:
    """What a branch is worth: to chance its share of it, to a mover whatever is best for itself."""
    if node.kind == LUCK:
        for seat in range(value.shape[0]):
            node.total[seat] += share * value[seat]
        return
    for row in range(node.rows.shape[0]):
        mine = node.taken[row] if node.kind == SHARED else row == node.at[0]
        if mine and (node.reached[row] == 0 or value[mover] > node.best[row, mover]):
            node.reached[row] = 1
            copy(value, node.best[row])


@kernel
def _add_up(node: BeliefNode, u: Floats) -> None:
    """Writes what all branches come to."""
    if node.kind == OWN:
        copy(node.best[0], u)
        return
    for row in range(node.rows.shape[0] if node.kind != LUCK else 0):
        for seat in range(u.shape[0]):
            node.total[seat] += node.weights[row] * node.best[row, seat]
    copy(node.total, u)
