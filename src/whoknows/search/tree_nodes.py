"""The nodes of a search tree: each one row of numbers, a cache line.

Sums are kept in units of 2^-20, to be whole numbers as well. A node is found by its parent and its
edge in one table of places for all nodes.
"""

from dataclasses import dataclass

import numpy as np

from whoknows.core.kernels import GOLDEN, Floats, Int, Ints, kernel

PARENT, CODE, MOVER, VISITS, POSSIBLE, TOTAL, SIGHT, STAMP, WIDTH = range(9)
NONE = -1
UNIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree that was grown: its nodes, how many are in use, and the range of its values."""

    nodes: Ints
    used: int
    bounds: Floats


@kernel
def note_possible(nodes: Ints, kids: Ints, many: Int, number: Int) -> None:
    """Counts how often each node was possible: once an iteration, though several actions that look
    the same lead to it."""
    for place in range(many):
        kid = kids[place]
        if kid >= 0 and nodes[kid, STAMP] != number:
            nodes[kid, POSSIBLE] += 1
            nodes[kid, STAMP] = number


@kernel
def place_of(nodes: Ints, places: Ints, node: Int, look: Int) -> Int:
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
def add(nodes: Ints, places: Ints, kid: Int, node: Int, look: Int, seat: Int) -> None:
    places[place_of(nodes, places, node, look)] = kid
    nodes[kid, PARENT], nodes[kid, CODE] = node, look
    nodes[kid, MOVER], nodes[kid, SIGHT] = seat, NONE


@kernel
def back_up(nodes: Ints, path: Ints, depth: Int, u: Floats, bounds: Floats) -> None:
    nodes[0, VISITS] += 1
    for step in range(1, depth + 1):
        node = path[step]
        nodes[node, VISITS] += 1
        mover = nodes[node, MOVER]
        if mover >= 0:
            nodes[node, TOTAL] += np.int64(np.floor(u[mover] * UNIT + 0.5))
            bounds[0], bounds[1] = min(bounds[0], u[mover]), max(bounds[1], u[mover])
