"""Expectiminimax over what a seat knows, by the plain rules: see `search.expectiminimax_search`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Generic, TypeAlias

from whoknows.core.game import CHANCE, END, Action, State
from whoknows.search.plain.plain_leaves import PlainSearch, worth
from whoknows.search.plain.plain_rules import PlainRules, Spot, TooManyError

if TYPE_CHECKING:
    from whoknows.search.belief_branches import LookAhead

# What cannot be told apart; weights add up to one.
Belief: TypeAlias = list[tuple[Spot[State, Action], float]]
ByLook: TypeAlias = dict[Hashable, Belief[State, Action]]  # sorted by how it looks
Values = list[float]  # to each seat
MOST_OUTCOMES = 200  # of chance that are averaged; where there are more, some are drawn
SOME = 10


def values(
    search: PlainSearch[State, Action], look: LookAhead, depth: int, rng: Random, leaves: int | None
) -> list[float]:
    """What each first move is worth to the seat at this depth; a `TooManyError` if that would take
    more leaves than allowed."""
    belief = _distinct(search.spots)
    looking = _Looking(search, look, rng, leaves)
    breadth = float(look.breadth)
    return [looking.after(belief, a, depth, breadth)[look.observer] for a in search.tried]


def _distinct(spots: Sequence[Spot[State, Action]]) -> Belief[State, Action]:
    """All equally likely; the same ones together, where they can be compared."""
    try:
        times = Counter(spots)
    except TypeError:
        return [(spot, 1 / len(spots)) for spot in spots]
    return [(spot, many / len(spots)) for spot, many in times.items()]


@dataclass(slots=True)
class _Looking(Generic[State, Action]):
    search: PlainSearch[State, Action]
    look: LookAhead
    rng: Random
    leaves: int | None  # that are left

    @property
    def rules(self) -> PlainRules[State, Action]:
        return self.search.rules

    def after(
        self, belief: Belief[State, Action], action: Action, depth: int, breadth: float
    ) -> Values:
        """What a belief is worth after an action that is done in all of it."""
        done = [(self.rules.after(spot, action), weight) for spot, weight in belief]
        return self._value(done, depth - 1, breadth)

    def _value(self, belief: Belief[State, Action], depth: int, breadth: float) -> Values:
        """What a belief is worth; those parts of it are told apart that a verdict tells apart."""
        parts: ByLook[State, Action] = {}
        for spot, weight in belief:
            parts.setdefault(self.rules.verdict(spot), []).append((spot, weight))
        return _mean((self._same(_normal(p), depth, breadth), _share(p)) for p in parts.values())

    def _same(self, belief: Belief[State, Action], depth: int, breadth: float) -> Values:
        mover = self.rules.to_move(belief[0][0])
        if depth == 0 or mover == END:
            return self._leaf(belief)
        narrower = breadth * self.look.narrow
        if mover == CHANCE:
            return self._average(self._brought(belief, breadth), depth, narrower)
        if mover == self.look.observer:
            return self._best(belief, mover, depth, narrower)
        if self.look.assume or len(belief) == 1:
            alone = ((self._best([(s, 1.0)], mover, depth, narrower), w) for s, w in belief)
            return _mean(alone)
        return self._ignorant(belief, mover, depth, narrower)

    def _leaf(self, belief: Belief[State, Action]) -> Values:
        if self.leaves is not None:
            self.leaves -= len(belief)
            if self.leaves < 0:
                raise TooManyError
        return _mean((worth(self.search, spot, self.rng), weight) for spot, weight in belief)

    def _best(
        self, belief: Belief[State, Action], mover: int, depth: int, breadth: float
    ) -> Values:
        """One action for all of it: whatever is best for the mover."""
        actions = self.rules.sensible(belief[0][0])
        found = (self.after(belief, action, depth, breadth) for action in actions)
        return max(found, key=lambda values: values[mover])

    def _average(self, brought: ByLook[State, Action], depth: int, breadth: float) -> Values:
        """Over what chance may bring, sorted by how that looks."""
        return _mean(
            (self._value(_normal(part), depth - 1, breadth), _share(part))
            for part in brought.values()
        )

    def _brought(self, belief: Belief[State, Action], breadth: float) -> ByLook[State, Action]:
        chances = [self.rules.game.chance(spot.state) for spot, _ in belief]
        if self.look.breadth or any(chance.count() > MOST_OUTCOMES for chance in chances):
            return self._drawn(belief, max(1, int(breadth + 0.5)) if self.look.breadth else SOME)
        found: ByLook[State, Action] = {}
        for (spot, weight), chance in zip(belief, chances, strict=True):
            for outcome in chance.outcomes():
                self._sort(found, spot, outcome, weight * float(chance.odds(outcome)))
        return found

    def _drawn(self, belief: Belief[State, Action], draws: int) -> ByLook[State, Action]:
        """This many random outcomes; one that is drawn again is not looked at twice."""
        spots, weights = zip(*belief, strict=True)
        numbers = self.rng.choices(range(len(spots)), weights, k=draws)
        drew = Counter((number, self.rules.drawn(spots[number], self.rng)) for number in numbers)
        found: ByLook[State, Action] = {}
        for (number, outcome), times in drew.items():
            self._sort(found, spots[number], outcome, times / draws)
        return found

    def _sort(
        self,
        found: ByLook[State, Action],
        spot: Spot[State, Action],
        outcome: Action,
        weight: float,
    ) -> None:
        look = self.rules.look(spot, outcome, self.look.observer, CHANCE)
        found.setdefault(look, []).append((self.rules.after(spot, outcome), weight))

    def _ignorant(
        self, belief: Belief[State, Action], mover: int, depth: int, breadth: float
    ) -> Values:
        """The mover knows no more than the observer: in each state, of the things it can do there,
        it does what is best on average over all states in which that can be done."""
        offered: dict[Hashable, list[tuple[int, Spot[State, Action], float]]] = {}
        for number, (spot, weight) in enumerate(belief):
            for action in self.rules.sensible(spot):
                look = self.rules.look(spot, action, self.look.observer, mover)
                after = number, self.rules.after(spot, action), weight
                offered.setdefault(look, []).append(after)
        best: dict[int, Values] = {}
        for group in offered.values():
            rest = _normal([(spot, weight) for _, spot, weight in group])
            value = self._value(rest, depth - 1, breadth)
            for number, _, _ in group:
                if number not in best or value[mover] > best[number][mover]:
                    best[number] = value
        return _mean((best[number], weight) for number, (_, weight) in enumerate(belief))


def _share(belief: Belief[State, Action]) -> float:
    return sum(weight for _, weight in belief)


def _normal(belief: Belief[State, Action]) -> Belief[State, Action]:
    whole = _share(belief)
    return [(spot, weight / whole) for spot, weight in belief]


def _mean(weighed: Iterable[tuple[Values, float]]) -> Values:
    parts = [[value * weight for value in values] for values, weight in weighed]
    return [sum(column) for column in zip(*parts, strict=True)]
