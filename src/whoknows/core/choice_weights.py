"""How likely each choice is from numbers of a situation: what a learned style hands to a game that
works it out for many states at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class ChoiceWeights(NamedTuple):
    """See `beliefs.learned_style`: weights by choice, the constant and then each feature's."""

    choices: tuple[str, ...]
    features: tuple[str, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]
    nearest: bool = False  # what may not be chosen goes to what is nearest


def nearest(choices: Sequence[str], open_: Sequence[int]) -> list[list[float]]:
    """Of choices that are numbers: what share of each goes to each of those that are open. What may
    be chosen is; otherwise what is nearest to it, two such choices alike.

    >>> nearest(["0", "1", "2"], [0, 2])
    [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """
    found = []
    for choice in map(int, choices):
        away = [abs(int(choices[place]) - choice) for place in open_]
        near = [float(one == min(away)) for one in away]
        found.append([one / sum(near) for one in near])
    return found
