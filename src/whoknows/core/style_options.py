"""What a seat may be seen to do, how that suits the hands that it may have, and which those are.

A learned style weighs the numbers. They are told from what everyone sees, and from the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints


class StyleOptions(NamedTuple):
    """Choices as `Features.style_choice` calls them; `numbers` by hand, choice and name."""

    choices: tuple[str, ...]
    names: tuple[str, ...]
    numbers: Floats


class Exchange(NamedTuple):
    """Cards of which any two may change places in states of compiled rules: the columns in which
    their places are written, all places there are for them, and of each who owns it (-1: nobody)
    and the pile of which it is a part."""

    cards: Ints
    columns: Ints
    places: Ints
    owners: Ints
    piles: Ints
