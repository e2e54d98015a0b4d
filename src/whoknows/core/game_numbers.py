"""A game in numbers of fixed meaning, for programs that learn or solve and know no game.

Every choice has one number, whoever makes it and whenever; what a seat sees is always as many
numbers, its own seat first. `Game.encode` and `encode_state` are exact but of any size: they are
for records and kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

State = TypeVar("State", contravariant=True)
Action = TypeVar("Action", contravariant=True)


class GameNumbers(Protocol[State, Action]):
    """What `Features.in_numbers` gives."""

    @property
    def choices(self) -> tuple[str, ...]:
        """Everything that a seat may ever choose, in words that are the same whoever does."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that models of this game may be about."""

    @property
    def points(self) -> tuple[float, float]:
        """The least and the most that a seat can score."""

    @property
    def longest(self) -> int:
        """A number of moves, chance's included, that no game exceeds."""

    @property
    def outcomes(self) -> int:
        """The most outcomes that chance may have at once."""

    def choice(self, state: State, action: Action) -> str:
        """Which of the choices an action of the seat to move is; no two of its actions are the
        same one."""

    def seen(self, veiled: State, seat: int) -> Sequence[float]:
        """What a seat sees, from the state veiled for it: always as many numbers, from -1 to 1."""


def marks(which: Iterable[int], size: int) -> list[float]:
    """A one for each of these numbers, zeros for the others; what is below 0 is hidden, and has
    none."""
    row = [0.0] * size
    for number in which:
        if number >= 0:
            row[number] = 1.0
    return row


def around(by_seat: Sequence[Item], seat: int) -> list[Item]:
    """The same from this seat on, round the table."""
    return [*by_seat[seat:], *by_seat[:seat]]


def after(seat: int, other: int, seats: int) -> int:
    """How many seats further a seat is; what is below 0 is nobody, and stays so."""
    return (other - seat) % seats if other >= 0 else -1


def squeezed(number: float) -> float:
    """A number of any size between -1 and 1, small ones apart."""
    return number / (1.0 + abs(number))


Item = TypeVar("Item")
