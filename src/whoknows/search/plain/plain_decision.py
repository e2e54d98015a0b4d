"""From a view of a game without kernels to a search and back to a choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from whoknows.core.agent import Choice, View
from whoknows.core.game import Action, State
from whoknows.core.kernels import Ints
from whoknows.search.decision import Thought
from whoknows.search.determinization import MOST_PLAIN, random
from whoknows.search.plain.plain_leaves import PlainSearch
from whoknows.search.plain.plain_rules import PlainRules, Spot

if TYPE_CHECKING:
    from whoknows.search.leaf_values import Aim


@dataclass(frozen=True, slots=True)
class PlainThought(Thought[State, Action]):
    """What a search over plain rules starts from; the code of a move is its place among them."""

    @property
    def advised(self) -> int:
        """Nobody advises anything."""
        return -1

    def imagined(self, many: int, rng: Random) -> Self:
        spots: Any = tuple(map(Spot, imagined(self.view, many, rng)))
        if len(spots) == 1:  # nothing is veiled: luck alone tells trials apart
            spots *= many
        return replace(self, rows=spots)

    def search(self, aim: Aim) -> Any:
        rules: Any = self.rules
        spots: Any = self.rows
        base = tuple(self.base.tolist())
        return PlainSearch(rules, spots, self.view.actions, self.moves, aim, base)

    def action(self, code: int) -> Action:
        return self.view.actions[code]

    def code(self, action: Action) -> int:
        return self.view.actions.index(action)

    def _basis(self) -> str:
        slowly = "by its plain rules, which is slow: the game has no kernels"
        return f"{Thought._basis(self)}, {slowly}"


def plain_thought(
    view: View[State, Action], worlds: int, rng: Random, *, every: bool = False
) -> PlainThought[State, Action] | Choice[Action]:
    """What to search from; or the choice itself if there is only one."""
    if len(view.actions) == 1:
        return Choice(view.actions[0], ("there is nothing else to do",))
    rules: Any = PlainRules(view)
    spots: Any = tuple(map(Spot, imagined(view, worlds, rng)))
    points = view.game.scores(view.state) if rules.has_rounds else [0.0] * rules.players
    moves, sight = _tried(view, every=every), view.state
    if len(moves) == 1:
        return Choice(view.actions[int(moves[0])], ("nothing else makes sense",))
    return PlainThought(view, rules, spots, moves, random(rng), np.array(points, float), sight)


def _tried(view: View[State, Action], *, every: bool) -> Ints:
    """The places of the sensible moves among all, or of all."""
    some = view.actions if every else view.game.sensible(view.state, view.actions)
    wanted = set(some) or set(view.actions)
    return np.array([n for n, one in enumerate(view.actions) if one in wanted], np.int64)


def imagined(view: View[State, Action], many: int, rng: Random) -> list[State]:
    """Complete states, each drawn from all that the seat considers possible: this many, or as many
    as there is time for. Only one if nothing is veiled."""
    game, veiled = view.game, view.state
    if game.veil(veiled, view.seat) != veiled:
        return [veiled]
    worlds = (view.knowledge.sample(rng) for _ in range(min(many, MOST_PLAIN)))
    return [game.redeal(veiled, world, rng) for world in worlds]
