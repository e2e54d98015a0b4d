"""The old name of `search.decision`, for packages written before 0.2."""

import warnings

from whoknows.search.decision import Thought, thought

__all__ = [
    "Thought",
    "thought",
]

warnings.warn(
    "whoknows.search.think is now whoknows.search.decision", DeprecationWarning, stacklevel=2
)
