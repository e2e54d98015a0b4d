"""What others have done in a deal, and how likely it was in each of many states."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints


class PastActs(NamedTuple):
    """Acts in their order; of arrays there is a row for each and a column for each state."""

    by: tuple[int, ...]  # which seat
    options: Ints  # how many things it might have done
    chances: Floats
    words: tuple[str, ...]  # what it was, as anybody saw it

    def then(self, more: PastActs) -> PastActs:
        """These and those that came after them."""
        import numpy as np

        options = np.concatenate([self.options, more.options])
        chances = np.concatenate([self.chances, more.chances])
        return PastActs(self.by + more.by, options, chances, self.words + more.words)
