"""Exactly uniform numbers of any size from whatever source of randomness a user has.

Python's `random.Random` and numpy's `Generator` are taken alike. Numbers come from whole
random bits by rejection: no rounding, so nothing is favoured.
"""

from typing import Protocol


class Bits(Protocol):
    """Python's kind of random source."""

    def getrandbits(self, k: int, /) -> int: ...


class Bytes(Protocol):
    """numpy's kind of random source."""

    def bytes(self, length: int, /) -> bytes: ...


Rng = Bits | Bytes


def below(rng: Rng, limit: int) -> int:
    """A whole number from 0 to limit - 1, each equally likely."""
    size = (limit - 1).bit_length()
    while True:
        number = bits(rng, size)
        if number < limit:
            return number


def bits(rng: Rng, size: int) -> int:
    """A whole number of that many random bits."""
    if size == 0:
        return 0
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(size))
    whole = int.from_bytes(rng.bytes((size + 7) // 8), "little")
    return whole >> (-size % 8)
