"""Monte Carlo tree search over what a seat sees, for any game with compiled rules.

Each iteration takes a state that the seat considers possible, walks down a tree whose edges are
actions as the seat sees them, adds one node and backs up what the leaf is worth to every seat. Of
several actions in a node only those possible in that state compete. This is MCTS where all is
open, and single-observer ISMCTS where it is not.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    actions,
    apply,
    below,
    copy,
    kernel,
    outer,
    seen,
    sensible,
    sight,
    stage,
    to_move,
)
from whoknows.search.leaf_values import Search, worth
from whoknows.search.original_tree import Original, by_odds, hold, lots, payable, play_on
from whoknows.search.tree_nodes import (
    CODE,
    NONE,
    PARENT,
    POSSIBLE,
    SIGHT,
    STAMP,
    TOTAL,
    UNIT,
    VISITS,
    WIDTH,
    Tree,
    add,
    back_up,
    note_possible,
    place_of,
)
from whoknows.search.tried_moves import Tried

DEEPEST = 512
UCT, ANY = range(2)  # how a node whose actions were all tried chooses among them


class Walk(NamedTuple):
    """How the tree is walked: c is the weight of what was tried little."""

    observer: int
    c: float
    by: int  # UCT or ANY
    available: bool  # compare with how often an action was possible, not with its node's visits
    open: bool  # edges are the actions themselves: nothing is hidden


class TreeRoom(NamedTuple):
    """What an iteration writes down: the state, what may happen in it, how that looks and leads
    to, the nodes it went through, and what it came to."""

    state: Ints
    moves: Ints
    looks: Ints
    kids: Ints
    path: Ints
    values: Floats


class Scales(NamedTuple):
    """For each number of visits what one of them counts for, its root, and how the doubt grows."""

    shares: Floats
    roots: Floats
    doubts: Floats


class Growing(NamedTuple):
    """A tree while it grows: its nodes, where each of them is found, what values lay between."""

    nodes: Ints
    places: Ints
    bounds: Floats
    scales: Scales


def grown(
    search: Search, walk: Walk, iterations: int, random: Words, tree: Tree | None = None,
    original: Original | None = None, *, kept: bool = True,
) -> Tree:  # fmt: skip
    """A tree after this many iterations over the rows of a search.

    One that is not to be kept for the seat's next move is grown faster.
    """
    old = tree or Tree(np.full((1, WIDTH), NONE, np.int64), 1, np.array([np.inf, -np.inf]))
    if tree is None:
        old.nodes[0, VISITS:SIGHT] = 0
    nodes = np.zeros((old.used + iterations, WIDTH), np.int64)
    nodes[: old.used] = old.nodes[: old.used]
    most = int(nodes[0, VISITS]) + iterations + 2
    places, bounds = np.zeros(2 << len(nodes).bit_length(), np.int64), old.bounds.copy()
    growing = Growing(nodes, places, bounds, _scales(most.bit_length()))
    used = _grow(search, walk, growing, _room(search), original, iterations, kept, random)
    return Tree(nodes, int(used), bounds)


def _room(search: Search) -> TreeRoom:
    moves, looks, kids = np.empty((3, search.width), np.int64)
    s, path = np.empty(search.rows.shape[1], np.int64), np.empty(DEEPEST, np.int64)
    return TreeRoom(s, moves, looks, kids, path, np.empty(search.base.shape[0]))


@lru_cache(maxsize=4)
def _scales(size: int) -> Scales:
    numbers = np.arange(1 << size, dtype=np.float64)
    shares = 1 / np.maximum(numbers, 1)
    return Scales(shares, np.sqrt(shares), np.sqrt(np.log(numbers + 1)))


@outer
def _grow(
    search: Search, walk: Walk, tree: Growing, room: TreeRoom, original: Original | None,
    iterations: Int, kept: bool, r: Words,
) -> Int:  # fmt: skip
    """How many nodes are in use. `kept`: notes how each looks, so that a later search can continue
    in the tree."""
    g, rows, s = search.tables, search.rows, room.state
    used = tree.nodes.shape[0] - iterations
    for old in range(1, used):
        parent, code = tree.nodes[old, PARENT], tree.nodes[old, CODE]
        tree.places[place_of(tree.nodes, tree.places, parent, code)] = old
        tree.nodes[old, STAMP] = 0
    row = tree.nodes[0, VISITS] % rows.shape[0]
    for iteration in range(iterations):
        copy(rows[row], s)
        row = row + 1 if row + 1 < rows.shape[0] else 0
        here = stage(g, s)
        depth, added = descend(search, walk, tree, room, original, iteration + 1, used, r)
        if added:
            used += 1
        if kept and added and to_move(g, s) == walk.observer:
            tree.nodes[room.path[depth], SIGHT] = sight(g, s, walk.observer)
        play_on(g, s, here, search.aim, original, room.moves, r)
        worth(search, s, here, room.moves, r, room.values)
        back_up(tree.nodes, room.path, depth, room.values, tree.bounds)
    return used


@kernel
def descend(
    search: Search, walk: Walk, tree: Growing, room: TreeRoom, original: Original | None,
    number: Int, used: Int, r: Words,
) -> tuple[Int, bool]:  # fmt: skip
    """Walks down the tree to a new node, or to where it ends: how deep that is, and whether the
    node of this number was added. `number` is that of the iteration."""
    g, s = search.tables, room.state
    here = stage(g, s)
    node: Int = 0
    depth, added = 0, False
    room.path[0] = 0
    while not added and depth + 1 < DEEPEST and stage(g, s) == here:
        seat = to_move(g, s)
        if seat < CHANCE:
            break
        many = options(g, s, original, seat, depth, search.first, room.moves, r)
        fresh = matched(g, walk, tree, room, node, many)
        if fresh:
            chosen = so_manieth(room.kids, many, below(r, fresh))
            room.kids[chosen] = used
            add(tree.nodes, tree.places, used, node, room.looks[chosen], seat)
            added = True
        else:
            chosen = pick(walk, tree, room.kids, original, node, seat, many, r)
        if walk.available:
            note_possible(tree.nodes, room.kids, many, number)
        node = room.kids[chosen]
        hold(g, s, original, seat, chosen, r)
        apply(g, s, room.moves[chosen])
        depth += 1
        room.path[depth] = node
    return depth, added


@kernel
def options(
    g: Tables, s: Ints, original: Original | None, seat: Int, depth: Int, first: Ints, moves: Ints,
    r: Words,
) -> Int:  # fmt: skip
    """Writes what may happen: outcomes of chance, the legal first moves, or sensible ones."""
    if seat == CHANCE:
        return lots(g, s, original, moves, r)
    if depth == 0:
        for number in range(first.shape[0]):
            moves[number] = first[number]
        return np.int64(first.shape[0])
    if original is not None:
        if original.hands and seat != original.observer:
            return payable(g, s, original, original.every, moves, r)
        if original.every:
            return actions(g, s, moves)
    return sensible(g, s, moves)


@kernel
def matched(g: Tables, walk: Walk, tree: Growing, room: TreeRoom, node: Int, many: Int) -> Int:
    """Finds the node that each move leads to; how many have none yet."""
    s, moves, fresh = room.state, room.moves, 0
    for number in range(many):
        look = moves[number] if walk.open else seen(g, s, walk.observer, moves[number])
        kid = tree.places[place_of(tree.nodes, tree.places, node, look)]
        room.looks[number], room.kids[number] = look, kid if kid else NONE
        fresh += kid == 0
    return fresh


@kernel
def pick(
    walk: Walk, tree: Growing, kids: Ints, original: Original | None, node: Int, seat: Int,
    many: Int, r: Words,
) -> Int:  # fmt: skip
    """What is done in a node whose actions were all tried."""
    if many == 1:
        return np.int64(0)
    if seat == CHANCE:
        return by_odds(original, many, r)
    if walk.by == ANY:
        return below(r, many)
    chosen = best(tree.nodes, node, kids, many, walk, original, tree.bounds, tree.scales)
    return any_like(kids, many, chosen, r)


@kernel
def so_manieth(kids: Ints, many: Int, number: Int) -> Int:
    """The action of this number, among those that have no node yet."""
    for action in range(many):
        if kids[action] < 0:
            if number == 0:
                return action
            number -= 1
    return 0


@kernel
def best(
    nodes: Ints, node: Int, kids: Ints, many: Int, walk: Walk, original: Original | None,
    bounds: Floats, scales: Scales,
) -> Int:  # fmt: skip
    """The action with the best upper bound; values are scaled to what was seen so far, or not."""
    low = bounds[0]
    scale = 1 / max(bounds[1] - low, 1e-9)
    if original is not None and not original.scaled:
        low, scale = 0.0, 1.0
    chosen, most = 0, -1e300
    for number in range(many):
        kid = nodes[kids[number]]
        visits = kid[VISITS]
        tried = kid[POSSIBLE] if walk.available else nodes[node, VISITS]
        mean = (kid[TOTAL] * (1.0 / UNIT) * scales.shares[visits] - low) * scale
        bound = mean + walk.c * scales.doubts[tried] * scales.roots[visits]
        if bound > most:
            chosen, most = number, bound
    return chosen


@kernel
def any_like(kids: Ints, many: Int, chosen: Int, r: Words) -> Int:
    """Any of the actions that look like the one chosen, since the seat cannot tell them apart."""
    same = 0
    for number in range(many):
        same += kids[number] == kids[chosen]
    if same == 1:
        return chosen
    skipped = below(r, same)
    for number in range(many):
        if kids[number] == kids[chosen]:
            if skipped == 0:
                return number
            skipped -= 1
    return chosen


def tried(tree: Tree) -> tuple[Tried, ...]:
    """The first moves, in the order in which they were first tried."""
    nodes = tree.nodes[1 : tree.used]
    return tuple(
        Tried(code, visits, total / UNIT / max(visits, 1))
        for _, code, _, visits, _, total, *_ in nodes[nodes[:, PARENT] == 0].tolist()
    )
