"""The old name of `core.drawing`, for packages written before 0.2."""

import warnings

from whoknows.core.drawing import Seen, clickable

__all__ = [
    "Seen",
    "clickable",
]

warnings.warn("whoknows.core.seen is now whoknows.core.drawing", DeprecationWarning, stacklevel=2)
