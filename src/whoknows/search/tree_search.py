"""A tree that is grown up to a limit, and may be kept between moves."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import NamedTuple

from whoknows.core.game import Action, State
from whoknows.search.decision import MOST_WORLDS, Thought
from whoknows.search.determinization import random
from whoknows.search.kept_tree import foreseen
from whoknows.search.leaf_values import Aim
from whoknows.search.original_tree import Original
from whoknows.search.tree import Walk, grown, tried
from whoknows.search.tree_nodes import Tree
from whoknows.search.tried_moves import Tried

CHUNK = 100  # iterations before the first look at the clock


class Limit(NamedTuple):
    """How long is searched: so many iterations, or so many seconds."""

    iterations: int
    seconds: float | None = None

    @property
    def worlds(self) -> int:
        """How many worlds are worth drawing."""
        return MOST_WORLDS if self.seconds else min(self.iterations, MOST_WORLDS)


def searched(
    start: Thought[State, Action], walk: Walk, aim: Aim, limit: Limit, rng: Random, *,
    reuse: bool = False, original: Original | None = None,
) -> tuple[Tried, ...]:  # fmt: skip
    """What a tree search found of the first moves."""
    tree = _kept(start) if reuse else None
    search, luck = start.search(aim), random(rng)

    def grow(tree: Tree | None, iterations: int) -> Tree:
        return grown(search, walk, iterations, luck, tree, original, kept=reuse)

    if limit.seconds is None:
        tree = grow(tree, limit.iterations)
    else:
        began, done = perf_counter(), CHUNK
        tree = grow(tree, CHUNK)
        # So many more as there seems to be time for, but at most as many again.
        while (more := int(done * min(1, limit.seconds / (perf_counter() - began) - 1))) > 0:
            tree, done = grow(tree, more), done + more
    if reuse:
        start.view.memory["tree"] = tree
    possible = set(start.moves.tolist())  # a kept tree may have imagined others
    return tuple(one for one in tried(tree) if one.code in possible)


def _kept(start: Thought[State, Action]) -> Tree | None:
    """The part of the last search's tree that begins with what the seat sees now."""
    kept = start.view.memory.get("tree")
    return foreseen(kept, start.sight) if isinstance(kept, Tree) else None
