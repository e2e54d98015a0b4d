"""Numbers in words: how many worlds there are, how much is unknown, several things in a row."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2


def number(many: int) -> str:
    """A count: with commas, or as a power of ten if it is huge."""
    if many < 10**12:
        return f"{many:,}"
    return f"{many / 10 ** (len(str(many)) - 1):.1f} × {power_of_ten(many)}"


def power_of_ten(many: int) -> str:
    """The largest power of ten in a number."""
    raised = str(len(str(many)) - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}"


def worlds_in_words(many: int) -> str:
    return f"{number(many)} world{'s' * (many != 1)}"


def counted_words(many: int) -> str:
    """A count of worlds and its bits: `3 worlds (1.6 bits)`."""
    return f"{worlds_in_words(many)} ({bits(many)} bits)"


def bits(many: int) -> str:
    """How much is unknown: the logarithm of a count."""
    return f"{log2(many):.1f}" if many else "0.0"


def listed(items: Iterable[str], word: str = "and") -> str:
    """Several things as people list them: `a, b and c`."""
    *most, last = [*items] or [""]
    return f"{', '.join(most)} {word} {last}" if most else last
