"""Monte Carlo tree search over what a seat sees, for any game with compiled rules.

Each iteration takes a state that the seat considers possible, walks down a tree whose edges are
actions as the seat sees them, adds one node and backs up what the leaf is worth to every seat. Of
several actions in a node only those possible in that state compete. This is MCTS where all is
open, and single-observer ISMCTS where it is not.

A node is one row of numbers, a cache line: sums are kept in units of 2^-20 to be whole as well.
It is found by its parent and its edge in one table of places for all nodes.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from whoknows.core.kernels import (
    CHANCE,
    GOLDEN,
    Int,
    Row,
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
from whoknows.search.leaf import Aim, worth
from whoknows.search.original import Original, by_odds, hold, lots, payable, play_on
from whoknows.search.tried import Tried

DEEPEST = 512
PARENT, CODE, MOVER, VISITS, POSSIBLE, TOTAL, SIGHT, STAMP, WIDTH = range(9)
NONE = -1
UNIT = 1 << 20
UCT, ANY = range(2)  # how a node whose actions were all tried chooses among them


class Walk(NamedTuple):
    """How the tree is walked: c is the weight of what was tried little."""

    observer: int
    c: float
    by: int  # UCT or ANY
    available: bool  # compare with how often an action was possible, not with its node's visits
    open: bool  # edges are the actions themselves: nothing is hidden


class Room(NamedTuple):
    """What an iteration writes down: the state, what may happen in it, how that looks and leads
    to, the nodes it went through, and what it came to."""

    state: Any
    moves: Any
    looks: Any
    kids: Any
    path: Any
    values: Any


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree that was grown: nodes, of which so many are in use, and what values lay between."""

    nodes: Any
    used: int
    bounds: Any


def grown(
    g: Any, rows: Any, first: Any, walk: Walk, aim: Aim, base: Any, iterations: int, width: int,
    random: Any, tree: Tree | None = None, original: Original | None = None, *, kept: bool = True,
) -> Tree:  # fmt: skip
    """A tree after so many iterations over these rows; `first` has the codes of the first move.

    One that is not to be kept for the seat's next move is grown faster.
    """
    old = tree or Tree(np.full((1, WIDTH), NONE, np.int64), 1, np.array([np.inf, -np.inf]))
    if tree is None:
        old.nodes[0, VISITS:SIGHT] = 0
    nodes = np.zeros((old.used + iterations, WIDTH), np.int64)
    nodes[: old.used] = old.nodes[: old.used]
    most = int(nodes[0, VISITS]) + iterations + 2
    places, bounds = np.zeros(2 << len(nodes).bit_length(), np.int64), old.bounds.copy()
    used = _grow(
        g, rows, first, walk, aim, base, iterations, _room(rows, width, base), nodes, places,
        old.used, kept, bounds, *_tables(most.bit_length()), random, original,
    )  # fmt: skip
    return Tree(nodes, int(used), bounds)


def _room(rows: Any, width: int, base: Any) -> Room:
    moves, looks, kids = np.empty((3, width), np.int64)
    s, path = np.empty(rows.shape[1], np.int64), np.empty(DEEPEST, np.int64)
    return Room(s, moves, looks, kids, path, np.empty(base.shape[0]))


@lru_cache(maxsize=4)
def _tables(size: int) -> tuple[Any, Any, Any]:
    """For each number of visits what one of them counts for, its root, and how the doubt grows."""
    numbers = np.arange(1 << size, dtype=np.float64)
    shares = 1 / np.maximum(numbers, 1)
    return shares, np.sqrt(shares), np.sqrt(np.log(numbers + 1))


@outer
def _grow(
    g: Any, rows: Any, legal: Row, walk: Walk, aim: Aim, base: Row, iterations: Int, room: Room,
    nodes: Any, places: Row, used: Int, kept: bool, bounds: Row, shares: Row, roots: Row,
    doubts: Row, r: Row, original: Any,
) -> Int:  # fmt: skip
    """`kept`: how each node looks is noted, so that the tree can be gone on with."""
    s, moves, looks, kids, path, u = room
    node: Int = 0
    chosen: Int = 0
    for old in range(1, used):
        places[place_of(nodes, places, nodes[old, PARENT], nodes[old, CODE])] = old
        nodes[old, STAMP] = 0
    row = nodes[0, VISITS] % rows.shape[0]
    for iteration in range(iterations):
        copy(rows[row], s)
        row = row + 1 if row + 1 < rows.shape[0] else 0
        here = stage(g, s)
        node = np.int64(0)
        depth, added = 0, False
        path[0] = 0
        while not added and depth + 1 < DEEPEST and stage(g, s) == here:
            seat = to_move(g, s)
            if seat < CHANCE:
                break
            many = options(g, s, walk, original, seat, depth, legal, moves, r)
            fresh = matched(g, s, walk, nodes, places, node, moves, looks, kids, many)
            if fresh:
                chosen = so_manieth(kids, many, below(r, fresh))
                kids[chosen] = used
                add(nodes, places, used, node, looks[chosen], seat)
                used += 1
                added = True
            elif many == 1:
                chosen = 0
            elif seat == CHANCE:
                chosen = by_odds(original, many, r)
            elif walk.by == ANY:
                chosen = below(r, many)
            else:
                chosen = best(
                    nodes, node, kids, many, walk, original, bounds, shares, roots, doubts
                )
                chosen = any_like(kids, many, chosen, r)
            if walk.available:
                for number in range(many):
                    kid = kids[number]
                    # Actions that look the same lead to one node, which was possible once.
                    if kid >= 0 and nodes[kid, STAMP] != iteration + 1:
                        nodes[kid, POSSIBLE] += 1
                        nodes[kid, STAMP] = iteration + 1
            node = kids[chosen]
            hold(g, s, original, seat, chosen, r)
            apply(g, s, moves[chosen])
            depth += 1
            path[depth] = node
        if kept and added and to_move(g, s) == walk.observer:
            nodes[node, SIGHT] = sight(g, s, walk.observer)
        play_on(g, s, here, aim, original, moves, r)
        worth(g, s, here, aim, base, moves, r, u)
        back_up(nodes, path, depth, u, bounds)
    return used


@kernel
def options(
    g: Any, s: Row, walk: Walk, original: Any, seat: Int, depth: Int, legal: Row, moves: Row, r: Row
) -> Int:
    """Writes what may happen: outcomes of chance, the legal first moves, or sensible ones."""
    if seat == CHANCE:
        return lots(g, s, original, moves, r)
    if depth == 0:
        for number in range(legal.shape[0]):
            moves[number] = legal[number]
        return np.int64(legal.shape[0])
    if original is not None:
        if original.hands and seat != original.observer:
            return payable(g, s, original, original.every, moves, r)
        if original.every:
            return actions(g, s, moves)
    return sensible(g, s, moves)


@kernel
def matched(
    g: Any, s: Row, walk: Walk, nodes: Any, places: Row, node: Int, moves: Row, looks: Row,
    kids: Row, many: Int,
) -> Int:  # fmt: skip
    """Finds the node that each move leads to; how many have none yet."""
    fresh = 0
    for number in range(many):
        look = moves[number] if walk.open else seen(g, s, walk.observer, moves[number])
        kid = places[place_of(nodes, places, node, look)]
        looks[number], kids[number] = look, kid if kid else NONE
        fresh += kid == 0
    return fresh


@kernel
def place_of(nodes: Any, places: Row, node: Int, look: Int) -> Int:
    """Where the node below a node is kept, or would be; the first node is below none."""
    mask = np.uint64(places.shape[0] - 1)
    mixed = (np.uint64(look) + (np.uint64(node) << np.uint64(24))) * GOLDEN
    place = (mixed ^ (mixed >> np.uint64(32))) & mask
    kid = places[place]
    while kid and (nodes[kid, PARENT] != node or nodes[kid, CODE] != look):
        place = (place + np.uint64(1)) & mask
        kid = places[place]
    return place


@kernel
def so_manieth(kids: Row, many: Int, number: Int) -> Int:
    """The so-manieth action that has no node yet."""
    for action in range(many):
        if kids[action] < 0:
            if number == 0:
                return action
            number -= 1
    return 0


@kernel
def add(nodes: Any, places: Row, kid: Int, node: Int, look: Int, seat: Int) -> None:
    places[place_of(nodes, places, node, look)] = kid
    nodes[kid, PARENT], nodes[kid, CODE] = node, look
    nodes[kid, MOVER], nodes[kid, SIGHT] = seat, NONE


@kernel
def best(
    nodes: Any, node: Int, kids: Row, many: Int, walk: Walk, original: Any, bounds: Row,
    shares: Row, roots: Row, doubts: Row,
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
        mean = (kid[TOTAL] * (1.0 / UNIT) * shares[visits] - low) * scale
        bound = mean + walk.c * doubts[tried] * roots[visits]
        if bound > most:
            chosen, most = number, bound
    return chosen


@kernel
def any_like(kids: Row, many: Int, chosen: Int, r: Row) -> Int:
    """Of all actions that look like the one chosen any, since the seat cannot tell them apart."""
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


@kernel
def back_up(nodes: Any, path: Row, depth: Int, u: Row, bounds: Row) -> None:
    nodes[0, VISITS] += 1
    for step in range(1, depth + 1):
        node = path[step]
        nodes[node, VISITS] += 1
        mover = nodes[node, MOVER]
        if mover >= 0:
            nodes[node, TOTAL] += np.int64(np.floor(u[mover] * UNIT + 0.5))
            bounds[0], bounds[1] = min(bounds[0], u[mover]), max(bounds[1], u[mover])


def tried(tree: Tree) -> tuple[Tried, ...]:
    """The first moves, in the order in which they were first tried."""
    nodes = tree.nodes[1 : tree.used]
    return tuple(
        Tried(code, visits, total / UNIT / max(visits, 1))
        for _, code, _, visits, _, total, *_ in nodes[nodes[:, PARENT] == 0].tolist()
    )
