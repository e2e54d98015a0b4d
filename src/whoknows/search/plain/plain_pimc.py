"""Perfect-information Monte Carlo by the plain rules: worlds solved one by one, as if all lay open.

Every seat maximises its own score (max^n), or all others minimise the seat's (paranoid). Equal
choices go to the first action. The horizon is the end of the game, the next deal, or chance that
has a choice. Nothing is remembered, so if worlds take long to solve, fewer of them are; if hardly
any could be solved, all are played out at random instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import Generic

from whoknows.core.agent import View
from whoknows.core.game import CHANCE, END, Action, State
from whoknows.logic.knowledge import Knowledge
from whoknows.search.leaf_values import TO_THE_END, Randomly
from whoknows.search.plain.plain_decision import imagined
from whoknows.search.plain.plain_leaves import played_on
from whoknows.search.plain.plain_rules import PlainRules, Spot, TooManyError

MOST_POSITIONS = 10_000  # that are looked at for a decision
LEAST_WORLDS = 5  # that must be solved; otherwise none is
DEEPEST = 200  # moves, one after the other
PLAYOUTS = 50  # of each action at least, if there is time
MOST_PLAYOUTS = 1000  # of all actions together, if one of each is not more


@dataclass(frozen=True, slots=True)
class Means:
    """What each action is worth on average, over how many worlds, and whether these were solved."""

    values: tuple[float, ...]
    worlds: int
    solved: bool


def means(
    view: View[State, Action], most: int, rng: Random, *, paranoid: bool = False,
    solves: bool = True,
) -> Means:  # fmt: skip
    """What each of the seat's actions is worth to it, over at most this many worlds."""
    rules, states = PlainRules(view), everything(view, most) or imagined(view, most, rng)
    rng.shuffle(states)  # there may not be time for all of them
    if solves:
        try:
            return _solved(rules, view, states, paranoid)
        except TooManyError:
            pass
    return _played(rules, view, states, rng)


def everything(view: View[State, Action], most: int) -> list[State] | None:
    """Every world of the seat exactly once, unless there are more than this.

    None also where a world does not settle all that is hidden, such as the order of a deck, and
    where worlds are not equally likely because something was shown.
    """
    game, knowledge = view.game, view.knowledge
    if game.veil(view.state, view.seat) != view.state or not isinstance(knowledge, Knowledge):
        return None
    if knowledge.count() > most or knowledge.count() != knowledge.chances.total:
        return None
    pairs = [
        [game.redeal(view.state, world, Random(luck)) for luck in (0, 1)]
        for world in knowledge.worlds
    ]
    return [one for one, _ in pairs] if all(one == other for one, other in pairs) else None


def _solved(
    rules: PlainRules[State, Action], view: View[State, Action], states: Sequence[State],
    paranoid: bool,
) -> Means:  # fmt: skip
    """As many worlds as there is time for; a `TooManyError` if that is hardly any."""
    against = view.seat if paranoid else None
    least = min(LEAST_WORLDS, len(states))
    solver, rows = _Solver(rules, against, MOST_POSITIONS // least), list[list[float]]()
    for state in states:
        try:
            rows.append(solver.values(state, view))
        except TooManyError:
            break
        solver.most = MOST_POSITIONS
    if len(rows) < least:
        raise TooManyError
    return Means(_columns(rows), len(rows), solved=True)


def _played(
    rules: PlainRules[State, Action], view: View[State, Action], states: list[State], rng: Random
) -> Means:
    """As often as there is time for; where worlds are few, each several times."""
    rows = []
    often = max(1, min(max(PLAYOUTS, len(states)), MOST_PLAYOUTS // len(view.actions)))
    for state in islice(cycle(states), often):
        spots = [rules.after(Spot(state), action) for action in view.actions]
        ends = [played_on(rules, Randomly(TO_THE_END), spot, rng) for spot in spots]
        rows.append([rules.game.scores(end.state)[view.seat] for end in ends])
    return Means(_columns(rows), min(often, len(states)), solved=False)


def _columns(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


@dataclass(slots=True)
class _Solver(Generic[State, Action]):
    """Solves worlds, as long as there is time."""

    rules: PlainRules[State, Action]
    against: int | None
    most: int  # positions
    positions: int = 0

    def values(self, state: State, view: View[State, Action]) -> list[float]:
        """What each action comes to for the seat in this world."""
        spot: Spot[State, Action] = Spot(state)
        return [self._value(self.rules.after(spot, a), 1)[view.seat] for a in view.actions]

    def _value(self, spot: Spot[State, Action], depth: int) -> Sequence[float]:
        """The score of each seat under best play."""
        self.positions += 1
        if self.positions > self.most or depth > DEEPEST:
            raise TooManyError
        mover = self.rules.to_move(spot)
        if mover == CHANCE:
            chance = self.rules.game.chance(spot.state)
            if chance.count() == 1:
                return self._value(self.rules.after(spot, chance.sample(Random(0))), depth + 1)
        if mover in (CHANCE, END):
            return self.rules.game.scores(spot.state)
        options = self.rules.actions(spot)
        found = [self._value(self.rules.after(spot, a), depth + 1) for a in options]
        if self.against is None or mover == self.against:
            return max(found, key=lambda values: values[mover])
        return min(found, key=lambda values: values[self.against or 0])
