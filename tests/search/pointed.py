"""Points as what a search wants, without a kernel of their own.

The agents that look ahead value a leaf by their game's usual utility, and are compiled for it in
other tests. Points are among the utilities: the same compiled search serves here.
"""

from typing import Any

from whoknows.search.leaf_values import Aim, aim


def points(rules: Any) -> Aim:
    """A leaf is worth its points, and is not played on."""
    return aim(rules, play="not", want="points")
