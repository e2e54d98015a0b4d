"""Where the parts of a code stand: what compiled rules need of the plain `codes`."""

import numpy as np

from whoknows.core.kernels import Int, kernel
from whoknows.games.tickets import codes

# Numbers of numpy are arguments like any other; for plain ones numba would compile ever new
# versions of what they are given to.
NONE = np.int64(0)
PAY_AT = np.int64(codes.HEAD_BITS + codes.PLACE_BITS)  # in a claim, a block or a station
EXTRA_AT = np.int64(codes.HEAD_BITS)
CARDS_AT, JOKERS_AT = codes.COLOUR_BITS, codes.COLOUR_BITS + codes.CARDS_BITS
PAY_BITS = codes.COLOUR_BITS + 2 * codes.CARDS_BITS


@kernel
def head(kind: Int, seat: Int) -> Int:
    """How the code of an action of this kind by this seat begins."""
    return np.int64(kind | seat << codes.KIND_BITS)
