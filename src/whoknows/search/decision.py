"""From a view to a search and back to a choice: what all agents that search have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Generic, Self

import numpy as np

from whoknows.core.agent import Choice, View
from whoknows.core.game import Action, State
from whoknows.core.kernels import (
    Compiled,
    Floats,
    Int,
    Ints,
    Tables,
    Words,
    advised,
    outer,
    scores,
    sensible,
    sight,
    to_move,
)
from whoknows.core.plural import some
from whoknows.search.compiled_rules import compiled
from whoknows.search.determinization import random, states
from whoknows.search.leaf_values import Aim, Search
from whoknows.search.tried_moves import Tried

MOST_WORLDS = 1000  # drawn for one decision; if more are wanted, these are used again
REASONS = 6  # actions that the reasons mention


@dataclass(frozen=True, slots=True)
class Thought(Generic[State, Action]):
    """What a search starts from: imagined states, the moves to try, and what is counted from."""

    view: View[State, Action]
    rules: Compiled
    rows: Ints
    moves: Ints  # codes
    luck: Words  # of the guide
    base: Floats
    sight: object  # how all this looks to the seat

    @property
    def advised(self) -> int:
        """The place among the moves of what the game's guide would do, -1 if nowhere."""
        advice = _advise(self.rules.tables, self.rows[0].copy(), self.luck.copy())
        return next((place for place, move in enumerate(self.moves) if move == advice), -1)

    def imagined(self, many: int, rng: Random) -> Self:
        """The same with this many other states, or fewer if they take long to draw."""
        return replace(self, rows=states(self.view, self.rules, many, rng))

    def search(self, aim: Aim) -> Search:
        """All of this for compiled code, and what is maximised."""
        rules = self.rules
        return Search(rules.tables, self.rows, self.moves, aim, self.base, rules.width)

    def action(self, code: int) -> Action:
        """The move of this code."""
        return self.view.game.decode(code)

    def code(self, action: Action) -> int:
        return self.view.game.encode(action)

    def most_visited(self, found: Sequence[Tried]) -> Choice[Action]:
        """The move that a tree search came back to most often."""
        return self.choice(found, max(found, key=lambda t: (t.visits, t.value)).code)

    def best_mean(self, found: Sequence[Tried]) -> Choice[Action]:
        """The move that did best on average."""
        return self.choice(found, max(found, key=lambda tried: tried.value).code)

    def choice(self, found: Sequence[Tried], code: int) -> Choice[Action]:
        """This move, and why."""
        best = next(tried for tried in found if tried.code == code)
        values = tuple((self.action(one.code), one.value) for one in found if one.visits)
        return Choice(self.action(code), self._reasons(found, best), values)

    def _reasons(self, found: Sequence[Tried], best: Tried) -> tuple[str, ...]:
        others = sorted((t for t in found if t is not best), key=lambda t: -t.value)
        told = [best, *others[: REASONS - 1]]
        lines = [f"{self.action(t.code)}: {t.value:.2f} in {t.visits:,} tries" for t in told]
        if len(found) > len(told):
            lines.append(f"and {some(len(found) - len(told), 'other')}")
        return (*lines, self._basis())

    def _basis(self) -> str:
        """What all this was found from."""
        return f"over {some(len(self.rows), 'world')}"


Imagine = Callable[[Compiled, int], Ints]  # this many states, for compiled rules


def thought(
    view: View[State, Action],
    worlds: int,
    rng: Random,
    *,
    every: bool = False,
    imagine: Imagine | None = None,
    guide: str = "",
) -> Thought[State, Action] | Choice[Action]:
    """What to search from; or the choice itself if there is only one.

    Sensible moves are tried, or with `every` all that are legal. States are drawn from what the
    seat knows, unless `imagine` draws them. `guide` is the agent that guides playouts, if it is
    not the game's usual one. A game without kernels is searched through its plain rules.
    """
    if not view.game.is_compiled:
        from whoknows.search.plain.plain_decision import plain_thought

        return plain_thought(view, worlds, rng, every=every)
    if len(view.actions) == 1:
        return Choice(view.actions[0], ("there is nothing else to do",))
    rules = compiled(view.game, guide)
    rows = imagine(rules, worlds) if imagine else states(view, rules, worlds, rng)
    out, base = np.empty(rules.width, np.int64), np.zeros(rules.players)
    s, luck = rows[0].copy(), random(rng)
    many, sight = _overview(rules.tables, s, rules.has_rounds, out, base)
    moves = _legal(view, out[: 0 if every else many])
    if len(moves) == 1:
        return Choice(view.game.decode(int(moves[0])), ("nothing else makes sense",))
    return Thought(view, rules, rows, moves, luck, base, sight)


def _legal(view: View[State, Action], codes: Ints) -> Ints:
    """The codes that are legal; or, if none of them is, all that are."""
    legal = [view.game.encode(action) for action in view.actions]
    return np.array([code for code in codes.tolist() if code in legal] or legal, np.int64)


@outer
def _overview(g: Tables, s: Ints, has_rounds: bool, out: Ints, base: Floats) -> tuple[Int, Int]:
    """Writes the sensible moves and what values count from. Returns how many moves there are, and
    how the state looks to the seat."""
    many = sensible(g, s, out)
    if has_rounds:
        scores(g, s, base)
    return many, sight(g, s, to_move(g, s))


@outer
def _advise(g: Tables, s: Ints, r: Words) -> Int:
    return advised(g, s, r)
