"""The old name of `core.uniform`, for packages written before 0.2."""

import warnings

from whoknows.core.uniform import Bits, Bytes, Rng, below, bits

__all__ = [
    "Bits",
    "Bytes",
    "Rng",
    "below",
    "bits",
]

warnings.warn("whoknows.core.draw is now whoknows.core.uniform", DeprecationWarning, stacklevel=2)
