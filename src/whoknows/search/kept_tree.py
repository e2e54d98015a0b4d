"""A tree that is kept between moves: the part of it that begins with what the seat sees now."""

import numpy as np

from whoknows.core.kernels import Int, Ints, entry, outer
from whoknows.search.tree_nodes import PARENT, SIGHT, VISITS, Tree


def foreseen(tree: Tree, look: object) -> Tree | None:
    """The part of the tree below the node that looks like this to its seat, if there is one."""
    found = _find(tree.nodes, tree.used, look)
    if found < 0:
        return None
    nodes, used = _part(tree.nodes, tree.used, found)
    return Tree(nodes, int(used), tree.bounds)


@outer
def _find(nodes: Ints, used: Int, look: Int) -> Int:
    """The most visited node that looks like this, -1 if there is none."""
    found, most = np.int64(-1), 0
    for node in range(1, used):
        if nodes[node, SIGHT] == look and nodes[node, VISITS] > most:
            found, most = np.int64(node), nodes[node, VISITS]
    return found


@entry
def _part(nodes: Ints, used: Int, root: Int) -> tuple[Ints, Int]:
    """The nodes below a node, which becomes the first; parents stand before their children."""
    part, moved = np.empty((used, nodes.shape[1]), np.int64), np.full(used, -1, np.int64)
    part[0], moved[root] = nodes[root], 0
    count = np.int64(1)
    for node in range(root + 1, used):
        if moved[nodes[node, PARENT]] >= 0:
            part[count] = nodes[node]
            part[count, PARENT] = moved[nodes[node, PARENT]]
            moved[node] = count
            count += 1
    return part[:count].copy(), count
