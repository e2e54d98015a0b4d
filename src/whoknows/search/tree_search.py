"""A tree that is grown up to a limit, and may be kept between moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeVar

from whoknows.core.game import Action, State
from whoknows.search.decision import MOST_WORLDS, Thought
from whoknows.search.determinization import random
from whoknows.search.kept_tree import foreseen
from whoknows.search.leaf_values import Aim
from whoknows.search.original_tree import Original
from whoknows.search.plain import plain_tree
from whoknows.search.plain.plain_leaves import PlainSearch
from whoknows.search.plain.plain_tree import PlainTree
from whoknows.search.tree import Walk, grown, tried
from whoknows.search.tree_nodes import Tree
from whoknows.search.tried_moves import Tried

CHUNK = 100  # iterations before the first look at the clock
PLAIN_CHUNK = 5  # by plain rules, which are that much slower

Grown = TypeVar("Grown")


class Limit(NamedTuple):
    """How long to search: a number of iterations, or of seconds."""

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
    search = start.search(aim)
    if isinstance(search, PlainSearch):
        return _searched_plainly(start, search, walk, limit, rng, reuse, original)
    luck = random(rng)

    def grow(tree: Tree | None, iterations: int) -> Tree:
        return grown(search, walk, iterations, luck, tree, original, kept=reuse)

    tree = _limited(grow, _kept(start) if reuse else None, limit, CHUNK)
    if reuse:
        start.view.memory["tree"] = tree
    possible = set(start.moves.tolist())  # a kept tree may have imagined others
    return tuple(one for one in tried(tree) if one.code in possible)


def _limited(
    grow: Callable[[Grown | None, int], Grown], tree: Grown | None, limit: Limit, chunk: int
) -> Grown:
    """The tree after this many iterations or seconds."""
    if limit.seconds is None:
        return grow(tree, limit.iterations)
    began, done = perf_counter(), chunk
    found = grow(tree, chunk)
    # As many more as there seems to be time for, but at most twice as many in all.
    while (more := int(done * min(1, limit.seconds / (perf_counter() - began) - 1))) > 0:
        found, done = grow(found, more), done + more
    return found


def _searched_plainly(
    start: Thought[State, Action], search: PlainSearch[State, Action], walk: Walk, limit: Limit,
    rng: Random, reuse: bool, original: Original | None,
) -> tuple[Tried, ...]:  # fmt: skip
    """The same where the game has no kernels."""

    def grow(tree: PlainTree | None, iterations: int) -> PlainTree:
        return plain_tree.grown(search, walk, iterations, rng, tree, original, kept=reuse)

    kept = start.view.memory.get("tree") if reuse else None
    known = plain_tree.foreseen(kept, start.sight) if isinstance(kept, PlainTree) else None
    tree = _limited(grow, known, limit, PLAIN_CHUNK)
    if reuse:
        start.view.memory["tree"] = tree
    return plain_tree.tried(tree, search)


def _kept(start: Thought[State, Action]) -> Tree | None:
    """The part of the last search's tree that begins with what the seat sees now."""
    kept = start.view.memory.get("tree")
    return foreseen(kept, start.sight) if isinstance(kept, Tree) else None
