"""The moves of one decision, tried in worlds that the seat considers possible.

All moves are tried in the same worlds and with the same luck. A game that can be solved is solved
world by world (as `pimc` does), any other is played out (as `flat-mc` does). Where the worlds are
few, all of them are tried together: what is left then is the luck of the game, if there is any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Generic

from whoknows.agents.pimc import MOST_TURNS
from whoknows.core.agent import View
from whoknows.core.game import Action, Game, State

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled, Floats, Ints
    from whoknows.search.decision import Thought

EFFORT = 3000  # worlds in which a close decision is judged
FEW = 2000  # worlds that are all tried
Values = Callable[[Sequence[int], int, Random], "Floats"]


@dataclass(frozen=True, slots=True)
class Trials(Generic[Action]):
    """Moves, and a function that tries some of them, by place, about as often as it is told.

    It gives a row for each move and a column for each trial: what the move was worth to the seat,
    in points. If `worlds` is not 1, each run of so many columns has every world once.
    """

    moves: tuple[Action, ...]
    values: Values
    eligible: int  # the first of the moves, of which one is called the best
    worlds: int = 1
    advised: int = -1  # the place of what the game's guide would do


def trials(
    view: View[State, Action], rng: Random, also: Action | None = None
) -> Trials[Action] | None:
    """The moves worth trying, and also this one; None where there is nothing to compare."""
    if len(view.actions) == 1:
        return None
    return _solved(view) if is_solved(view.game) else _played_out(view, rng, also)


def is_solved(game: Game[State, Action]) -> bool:
    """Whether a game is solved world by world, and not played out."""
    return game.is_compiled and game.is_solvable and game.tells_turns_left


def _solved(view: View[State, Action]) -> Trials[Action]:
    """All actions, each solved for the best reply to what the others would be advised to do."""
    from whoknows.search.compiled_rules import compiled
    from whoknows.search.determinization import random, states
    from whoknows.search.pimc_search import everything, played_by_world, replies_by_world

    rules: Compiled = compiled(view.game)
    codes = [view.game.encode(action) for action in view.actions]
    every = everything(view, rules, FEW)
    long = view.game.turns_left(view.state, view.seat) > MOST_TURNS
    solve = played_by_world if long else replies_by_world

    def values(moves: Sequence[int], many: int, rng: Random) -> Floats:
        rows = states(view, rules, many, rng) if every is None else _often(every, many)
        return solve(rules, rows, [codes[move] for move in moves], random(rng))

    worlds = 1 if every is None else len(every)
    return Trials(view.actions, _so_many(values), len(codes), worlds)


def _often(every: Ints, many: int) -> Ints:
    """All worlds, again and again, until they are about as many as this; at least twice."""
    import numpy as np

    return np.tile(every, (max(2, many // len(every)), 1))


def _played_out(
    view: View[State, Action], rng: Random, also: Action | None
) -> Trials[Action] | None:
    """The sensible moves, each played out as the game's guide would go on."""
    from whoknows.search.decision import Thought, thought

    start = thought(view, 1, rng)
    if isinstance(start, Thought):
        codes, advised = start.moves.tolist(), start.advised
    else:  # only one makes sense
        only, advised = start.action, -1
        start = thought(view, 1, rng, every=True)
        if also in (only, None) or not isinstance(start, Thought):
            return None
        codes = [start.code(only)]
    eligible = len(codes)
    if also is not None and start.code(also) not in codes:
        codes.append(start.code(also))
    moves = tuple(map(start.action, codes))
    return Trials(moves, _so_many(_playouts(start, codes)), eligible, advised=advised)


def _playouts(start: Thought[State, Action], codes: list[int]) -> Values:
    import numpy as np

    from whoknows.search.determinization import random
    from whoknows.search.flat_search import values_by_world
    from whoknows.search.leaf_values import aim

    goal = aim(start.rules, play="guided", want="lead")

    def values(moves: Sequence[int], many: int, rng: Random) -> Floats:
        search = start.imagined(many, rng).search(goal)
        search = search._replace(first=np.array([codes[move] for move in moves], np.int64))
        return values_by_world(search, start.view.seat, random(rng))

    return values


def _so_many(values: Values) -> Values:
    """As many trials as are wanted, where worlds that take long to draw come in smaller lots."""
    import numpy as np

    def filled(moves: Sequence[int], many: int, rng: Random) -> Floats:
        found = values(moves, many, rng)
        while found.shape[1] < many:
            rest = values(moves, many - found.shape[1], rng)
            found = np.concatenate([found, rest], axis=1)
        return found

    return filled
