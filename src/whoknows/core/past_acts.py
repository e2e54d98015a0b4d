"""What others have done in a deal, and how likely it was in each of many states."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats


class PastActs(NamedTuple):
    """Acts in their order; `chances` has a row for each and a column for each state."""

    by: tuple[int, ...]  # which seat
    options: tuple[int, ...]  # how many things it might have done
    chances: Floats
    words: tuple[str, ...]  # what it was, as anybody saw it
