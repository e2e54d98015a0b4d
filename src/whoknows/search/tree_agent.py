"""Agents that grow a tree: their options, and where they may differ.

A limit of iterations gives the same for the same seed. A limit of seconds does not: agents that
have one say so (`timed`). What is compiled is loaded with the first choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, get_args

from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.search.searcher import Searcher, Want, above_zero, among, at_least

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled
    from whoknows.search.decision import Imagine, Thought
    from whoknows.search.leaf_values import Aim
    from whoknows.search.original_tree import Original
    from whoknows.search.tree import Walk
    from whoknows.search.tried_moves import Tried


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
            raise Error(f"{self.called}: reuse=on does not go with cheat=on")

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        return self._searched(view, rng)

    def _searched(
        self, view: View[State, Action], rng: Random, imagine: Imagine | None = None
    ) -> Choice[Action]:
        """Its choice, in states that are drawn from what its seat knows or as `imagine` does."""
        from whoknows.search.decision import Thought, thought
        from whoknows.search.tree_search import Limit, searched

        limit = Limit(self.iterations, self.seconds)
        worlds = 1 if self.cheat else limit.worlds
        start = thought(
            view, worlds, rng, every=self._tries_all, imagine=imagine, guide=self._guide
        )
        if not isinstance(start, Thought):
            return start
        walk, goal = self._walk(view.seat), self._goal(view, start.rules)
        original = self._original(start)
        found = searched(start, walk, goal, limit, rng, reuse=self.reuse, original=original)
        return self._chosen(start, found)

    def _goal(self, view: View[State, Action], rules: Compiled) -> Aim:
        """What it maximises."""
        from whoknows.search.leaf_values import aim

        return aim(rules, play="random", want=self.want)

    def _walk(self, seat: int) -> Walk:
        """How it walks its tree."""
        from whoknows.search.tree import UCT, Walk

        return Walk(seat, self.c, UCT, False, self.cheat)

    @property
    def _guide(self) -> str:
        """The agent that guides its playouts, if it is not the game's usual guide."""
        return ""

    @property
    def _tries_all(self) -> bool:
        """Whether it tries all legal moves, not only sensible ones."""
        return False

    def _original(self, start: Thought[State, Action]) -> Original | None:
        """What it does as the original programs do, if anything."""
        return None

    def _chosen(self, start: Thought[State, Action], found: tuple[Tried, ...]) -> Choice[Action]:
        return start.most_visited(found)
