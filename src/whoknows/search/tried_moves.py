"""What a search found of a first move: the same for every kind of search."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """The code of a move, how often it was tried and its mean value to the seat."""

    code: int
    visits: int
    value: float
