"""Monte Carlo tree search over what a seat sees, by the plain rules.

The same as `search.tree`, with objects for nodes: each iteration takes a spot that the seat
considers possible, walks down a tree whose edges are actions as the seat sees them, adds one node
and backs up what the leaf is worth to every seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Generic

from whoknows.core.game import CHANCE, END, Action, State
from whoknows.search.original_tree import Original
from whoknows.search.plain.plain_leaves import PlainSearch, worth
from whoknows.search.plain.plain_rules import PlainRules, Spot
from whoknows.search.tree import ANY, DEEPEST, Walk
from whoknows.search.tried_moves import Tried

MOST_OUTCOMES = 1000  # of chance that are tried one by one


@dataclass(slots=True, eq=False)
class Node:
    """What an action led to: who did it, how often it was done and could have been, what it came
    to for who did it, and how things looked to the observer where it was to move."""

    mover: int
    visits: int = 0
    possible: int = 0
    total: float = 0.0
    stamp: int = 0  # the iteration in which it was last possible
    sight: object = None
    kids: dict[Hashable, Node] = field(default_factory=dict)


@dataclass(slots=True)
class PlainTree:
    """A tree that was grown, and what values lay between."""

    root: Node
    low: float = inf
    high: float = -inf
    iterations: int = 0


def grown(
    search: PlainSearch[State, Action], walk: Walk, iterations: int, rng: Random,
    tree: PlainTree | None = None, original: Original | None = None, *, kept: bool = True,
) -> PlainTree:  # fmt: skip
    """A tree after this many iterations; one that is to be kept notes how things look."""
    tree = tree or PlainTree(Node(mover=END))
    growth = _Growth(search, walk, tree, original, rng)
    for _ in range(iterations):
        tree.iterations += 1
        path, spot, added = growth.descend()
        if kept and added and search.rules.to_move(spot) == walk.observer:
            path[-1].sight = search.rules.game.veil(spot.state, walk.observer)
        _back_up(tree, path, worth(search, spot, rng))
    return tree


def tried(tree: PlainTree, search: PlainSearch[State, Action]) -> tuple[Tried, ...]:
    """The first moves, in the order in which they were first tried."""
    codes: dict[Hashable, int] = dict(zip(search.tried, search.first.tolist(), strict=True))
    return tuple(
        Tried(codes[action], kid.visits, kid.total / max(kid.visits, 1))
        for action, kid in tree.root.kids.items()
        if action in codes  # a kept tree may have imagined others
    )


def foreseen(tree: PlainTree, sight: object) -> PlainTree | None:
    """The part of the tree below the node that looks like this to its seat, if there is one."""
    alike = [node for node in _all(tree.root) if node.sight == sight and node is not tree.root]
    if not alike:
        return None
    most = max(alike, key=lambda node: node.visits)
    return PlainTree(most, tree.low, tree.high, tree.iterations)


def _all(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.kids.values())


@dataclass(frozen=True, slots=True)
class _Growth(Generic[State, Action]):
    search: PlainSearch[State, Action]
    walk: Walk
    tree: PlainTree
    original: Original | None
    rng: Random

    @property
    def rules(self) -> PlainRules[State, Action]:
        return self.search.rules

    def descend(self) -> tuple[list[Node], Spot[State, Action], bool]:
        """Walks down to a new node, or to where the tree ends: the way there, and whether the last
        node is new."""
        spots, root = self.search.spots, self.tree.root
        spot, path, added = spots[root.visits % len(spots)], [root], False
        while not added and len(path) < DEEPEST and (mover := self.rules.to_move(spot)) != END:
            action, kid, added = self._step(path, spot, mover)
            path.append(kid)
            spot = self.rules.after(spot, action)
            if verdict := self.rules.verdict(spot):
                path.append(kid.kids.setdefault(verdict, Node(CHANCE)))
        return path, spot, added

    def _step(
        self, path: list[Node], spot: Spot[State, Action], mover: int
    ) -> tuple[Action, Node, bool]:
        """What is done in a node, where that leads to, and whether it was not done before."""
        node, looks = path[-1], self._options(spot, mover, is_first=len(path) == 1)
        fresh = [action for action, look in looks.items() if look not in node.kids]
        known = [action for action, look in looks.items() if look in node.kids]
        sure = mover == CHANCE or len(path) == 1  # first moves are legal whatever is imagined
        action, added = self._untried(spot, fresh, sure=sure), True
        if action is None or self.walk.available:
            known = known if sure else self.rules.legal(spot, known)
        if action is None:
            action, added = self._pick(node, {one: looks[one] for one in known}, spot, mover), False
        kid = node.kids.setdefault(looks[action], Node(mover))
        if self.walk.available:
            self._note_possible([kid, *(node.kids[looks[one]] for one in known)])
        return action, kid, added

    def _options(
        self, spot: Spot[State, Action], mover: int, *, is_first: bool
    ) -> dict[Action, Hashable]:
        """What may happen, and how each of it looks to the observer."""
        if mover == CHANCE:
            options: Sequence[Action] = self._outcomes(spot)
        else:
            options = self.search.tried if is_first else self.rules.tried(spot)
        if self.walk.open:
            return {action: action for action in options}
        observer = self.walk.observer
        return {action: self.rules.look(spot, action, observer, mover) for action in options}

    def _outcomes(self, spot: Spot[State, Action]) -> tuple[Action, ...]:
        """One outcome of chance; or all of them, where each is tried before one is tried again."""
        chance = self.rules.game.chance(spot.state)
        if self.original is not None and self.original.each and chance.count() <= MOST_OUTCOMES:
            return tuple(chance.outcomes())
        return (chance.sample(self.rng),)

    def _untried(
        self, spot: Spot[State, Action], fresh: list[Action], *, sure: bool
    ) -> Action | None:
        """Any of what was never done, if it is legal; None if nothing is."""
        if not sure:
            return self.rules.any_of(spot, fresh, self.rng)
        return fresh[self.rng.randrange(len(fresh))] if fresh else None

    def _pick(
        self, node: Node, looks: dict[Action, Hashable], spot: Spot[State, Action], mover: int
    ) -> Action:
        """What is done in a node whose actions were all tried."""
        actions = list(looks)
        if len(actions) == 1:
            return actions[0]
        if mover == CHANCE:
            odds = [float(self.rules.game.chance(spot.state).odds(one)) for one in actions]
            return self.rng.choices(actions, odds)[0]
        if self.walk.by == ANY:
            return actions[self.rng.randrange(len(actions))]
        best = max(actions, key=lambda action: self._bound(node, node.kids[looks[action]]))
        alike = [action for action in actions if looks[action] == looks[best]]
        return best if len(alike) == 1 else alike[self.rng.randrange(len(alike))]

    def _bound(self, node: Node, kid: Node) -> float:
        """The upper bound of UCT; values are scaled to what was seen so far, or not."""
        low, scale = self.tree.low, max(self.tree.high - self.tree.low, 1e-9)
        if self.original is not None and not self.original.scaled:
            low, scale = 0.0, 1.0
        times = kid.possible if self.walk.available else node.visits
        mean = (kid.total / kid.visits - low) / scale
        return mean + self.walk.c * sqrt(log(times + 1) / kid.visits)

    def _note_possible(self, kids: list[Node]) -> None:
        """Counts how often each node was possible: once an iteration, though several actions that
        look the same lead to it."""
        for kid in kids:
            if kid.stamp != self.tree.iterations:
                kid.possible += 1
                kid.stamp = self.tree.iterations


def _back_up(tree: PlainTree, path: list[Node], values: list[float]) -> None:
    tree.root.visits += 1
    for node in path[1:]:
        node.visits += 1
        if node.mover >= 0:
            value = values[node.mover]
            node.total += value
            tree.low, tree.high = min(tree.low, value), max(tree.high, value)
