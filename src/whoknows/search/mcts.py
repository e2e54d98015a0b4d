"""Agents that grow a tree: with a limit, and a tree that may be kept between moves.

A limit of iterations gives the same for the same seed. A limit of seconds does not: agents that
have one say so (`timed`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, get_args

from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.kernels import Compiled
from whoknows.search.draw import random
from whoknows.search.kept import foreseen
from whoknows.search.leaf import Aim, Want, aim
from whoknows.search.original import Original
from whoknows.search.think import (
    MOST_WORLDS,
    Searcher,
    Thought,
    above_zero,
    among,
    at_least,
    thought,
)
from whoknows.search.tree import UCT, Tree, Walk, grown, tried
from whoknows.search.tried import Tried

CHUNK = 100  # iterations before the first look at the clock


class Limit(NamedTuple):
    """How long is searched: so many iterations, or so many seconds."""

    iterations: int
    seconds: float | None = None

    @property
    def worlds(self) -> int:
        """How many worlds are worth drawing."""
        return MOST_WORLDS if self.seconds else min(self.iterations, MOST_WORLDS)


@dataclass(frozen=True, slots=True)
class TreeSearch(Searcher):
    """What agents that grow a tree have in common; each says what it wants and how it walks."""

    iterations: int = 1000
    seconds: float | None = None
    c: float = 2.0
    want: Want = "lead"
    reuse: bool = False

    def __post_init__(self) -> None:
        at_least(self.called, 1, iterations=self.iterations)
        at_least(self.called, 0, c=self.c)
        above_zero(self.called, seconds=self.seconds)
        among(self.called, get_args(Want), want=self.want)
        if self.reuse and self.cheat:
            raise Error(f"{self.called}: reuse=on goes by what a seat sees, not with cheat=on")

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def choose(self, view: View[Any, Any], rng: Random) -> Choice[Any]:
        limit = Limit(self.iterations, self.seconds)
        start = thought(view, 1 if self.cheat else limit.worlds, rng, every=self._tries_all)
        if not isinstance(start, Thought):
            return start
        walk, goal = self._walk(view.seat), self._goal(start.rules)
        original = self._original(start)
        found = searched(start, walk, goal, limit, rng, reuse=self.reuse, original=original)
        return self._chosen(start, found)

    def _goal(self, rules: Compiled) -> Aim:
        """What it maximises."""
        return aim(rules, play="random", want=self.want)

    def _walk(self, seat: int) -> Walk:
        """How it walks its tree."""
        return Walk(seat, self.c, UCT, False, self.cheat)

    @property
    def _tries_all(self) -> bool:
        """Whether it tries all legal moves, not only sensible ones."""
        return False

    def _original(self, start: Thought) -> Original | None:
        """What it does as the original programs do, if anything."""
        return None

    def _chosen(self, start: Thought, found: tuple[Tried, ...]) -> Choice[Any]:
        return start.most_visited(found)


def searched(
    start: Thought, walk: Walk, aim: Aim, limit: Limit, rng: Random, *, reuse: bool = False,
    original: Original | None = None,
) -> tuple[Tried, ...]:  # fmt: skip
    """What a tree search found of the first moves."""
    tree = _kept(start) if reuse else None
    luck, rules = random(rng), start.rules

    def grow(tree: Tree | None, iterations: int) -> Tree:
        return grown(
            rules.tables, start.rows, start.moves, walk, aim, start.base, iterations, rules.width,
            luck, tree, original, kept=reuse,
        )  # fmt: skip

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


def _kept(start: Thought) -> Tree | None:
    """The part of the last search's tree that begins with what the seat sees now."""
    kept: Tree | None = start.view.memory.get("tree")
    if kept is None:
        return None
    return foreseen(kept, start.sight)
