"""How likely each choice is from numbers of a situation: what a learned style hands to a game that
works it out for many states at once."""

from __future__ import annotations

from typing import NamedTuple


class ChoiceWeights(NamedTuple):
    """See `beliefs.learned_style`: weights by choice, the constant and then each feature's."""

    choices: tuple[str, ...]
    features: tuple[str, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]
