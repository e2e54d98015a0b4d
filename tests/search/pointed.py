"""Points as what a search wants, without a kernel of their own.

The agents that look ahead value a leaf by their game's usual utility, and are compiled for it in
other tests. Points are among the utilities: so the same compiled search serves here.
"""

from typing import Any

from whoknows.search.leaf_values import Aim, Promise, aim


def points(rules: Any) -> Aim:
    """A leaf is worth its points, and is not played on."""
    goal = aim(rules, play="not", want="points")
    usual = len(rules.utilities) > 1
    return goal._replace(utility=Promise(goal.utility.number)) if usual else goal
