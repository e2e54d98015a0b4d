"""Which move is best: the worse half is dropped again and again, the last few are tried longer.

Among the last few is what the game's guide would do. They are tried until it is plain which of them
leads, or that it hardly matters, or the effort is spent. How much better a move is must be measured
in other worlds: what was chosen for being ahead is ahead by luck too.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from typing import Generic

import numpy as np

from whoknows.analysis.paired_means import mean
from whoknows.analysis.trials import Trials
from whoknows.core.chance import stream
from whoknows.core.game import Action
from whoknows.core.kernels import Floats

LAST = 4  # moves that are left when the worse halves are dropped
MATTERS = 0.2  # of what luck does (one standard deviation): nobody minds what costs less
LOOKS = 4  # at the numbers, each after twice as many worlds as the one before


@dataclass(frozen=True, slots=True)
class Order(Generic[Action]):
    """Moves by place, the best first, then those that stayed longest; and what the best came to."""

    places: tuple[int, ...]
    worth: float
    tries: int


def best_first(tried: Trials[Action], effort: int, seed: int) -> Order[Action]:
    """The moves among which the best is sought; a close decision takes `effort` playouts for each
    of the last moves, and four times as many in all to find these."""
    last, dropped = _last_few(tried, 4 * effort, seed)
    order = _ranked(tried, last, effort, seed)
    return Order((*order.places, *dropped), order.worth, order.tries)


def looks(most: int) -> list[int]:
    """How many trials there are at each look, at most so many."""
    return [ceil(most / 2 ** (LOOKS - look)) for look in range(1, LOOKS + 1)]


def _last_few(tried: Trials[Action], playouts: int, seed: int) -> tuple[list[int], list[int]]:
    """The last few moves; and those that were dropped, the last one first."""
    left, dropped = list(range(tried.eligible)), list[int]()
    sums = dict.fromkeys(left, 0.0)
    rounds = max(0, ceil(log2(len(left) / LAST)))
    for number in range(rounds):
        many = max(1, playouts // (rounds * len(left)))
        found = tried.values(left, many, stream(seed, "halves", number))
        for move, total in zip(left, found.sum(axis=1).tolist(), strict=True):
            sums[move] += total
        ranked = sorted(left, key=lambda move: -sums[move])
        better = {*ranked[: (len(left) + 1) // 2], tried.advised}
        left = [move for move in left if move in better]
        dropped = [move for move in ranked if move not in better] + dropped
    return left, dropped


def _ranked(tried: Trials[Action], left: list[int], most: int, seed: int) -> Order[Action]:
    """The last few moves in order; who is plainly behind is tried no further."""
    behind, found = list[int](), np.empty((len(left), 0))
    for look, many in enumerate(looks(most)):
        if many > found.shape[1]:
            more = tried.values(left, many - found.shape[1], stream(seed, "last", look))
            found = np.concatenate([found, more], axis=1)
        ranked = np.argsort(-found.mean(axis=1), kind="stable").tolist()
        first = found[ranked[0]]
        stay = [n for n in ranked if not mean(first - found[n], tried.worlds).is_above(0)]
        behind = [left[n] for n in ranked if n not in stay] + behind
        left, found = [left[n] for n in stay], found[stay]
        if _is_settled(found, tried.worlds):
            break
    return Order((*left, *behind), float(found[0].mean()), found.shape[1])


def matters(values: Floats) -> float:
    """How many points are worth a thought, where a move may come to these."""
    return MATTERS * float(values.std())


def _is_settled(found: Floats, worlds: int) -> bool:
    """Whether none of the others is so far behind the first that more trials could tell."""
    first, worth_it = found[0], matters(found[0])
    return all(mean(first - other, worlds).is_below(worth_it) for other in found[1:])
