"""What a field of an action may hold: how it is written, read and put into bits.

`NamedThing` is for what a game knows by name and by number, such as seats and cards. The others are
made of names; for anything else a game writes its own `Sort`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Game = TypeVar("Game")
Value = TypeVar("Value")
Names = tuple[str, ...]


class Sort(ABC, Generic[Game, Value]):
    """What a field holds."""

    letters: str = ".+?"  # a regular expression of its texts
    example: str = "x"  # that these letters match
    nothing: Any = None  # its value where a part in brackets is left out
    count: int = 0  # of a list: bits for how many there are

    @property
    def plain(self) -> bool:
        """Whether `str` writes its values."""
        return type(self).write is Sort.write

    def write(self, value: Value) -> str:
        return str(value)

    @abstractmethod
    def read(self, game: Game, text: str) -> Value:
        """The value of this text; an `Error` if there is none."""

    def as_told(self, value: Value, text: str) -> str:
        """How the value is written by somebody who called it by this text."""
        return self.write(value)

    @abstractmethod
    def put(self, game: Game, value: Value, bits: BitField) -> None: ...

    @abstractmethod
    def take(self, game: Game, bits: BitField, many: int) -> Value:
        """What was put there; for a list `many` is its length."""


@dataclass(frozen=True)
class NamedThing(Sort[Game, str]):
    """One of the names that a game has numbers for; what has several names is written by one of
    them."""

    number: Callable[[Game, str], int]  # an `Error` where nothing has this name
    name: Callable[[Game, int], str]
    bits: int
    letters: str = ".+?"

    def read(self, game: Game, text: str) -> str:
        return self.name(game, self.number(game, text))

    def as_told(self, value: str, text: str) -> str:
        return text

    def put(self, game: Game, value: str, bits: BitField) -> None:
        bits.put(self.number(game, value), self.bits)

    def take(self, game: Game, bits: BitField, many: int) -> str:
        return self.name(game, bits.take(self.bits))


@dataclass(frozen=True)
class Maybe(Sort[Game, str | None]):
    """A name or none; none has all its bits set."""

    of: NamedThing[Game]

    @property
    def none(self) -> int:
        return (1 << self.of.bits) - 1

    def write(self, value: str | None) -> str:
        return value or ""

    def read(self, game: Game, text: str) -> str | None:
        return self.of.read(game, text)

    def put(self, game: Game, value: str | None, bits: BitField) -> None:
        bits.put(self.of.number(game, value) if value else self.none, self.of.bits)

    def take(self, game: Game, bits: BitField, many: int) -> str | None:
        number = bits.take(self.of.bits)
        return None if number == self.none else self.of.name(game, number)


@dataclass(frozen=True)
class Listed(Sort[Game, Names]):
    """Names in an order of their own."""

    of: NamedThing[Game]
    joint: str
    count: int
    letters: str = ".+?"
    nothing = ()

    def write(self, value: Names) -> str:
        return self.joint.join(value)

    def read(self, game: Game, text: str) -> Names:
        return tuple([self.of.read(game, name) for name in text.split(self.joint)])

    def put(self, game: Game, value: Names, bits: BitField) -> None:
        for name in value:
            self.of.put(game, name, bits)

    def take(self, game: Game, bits: BitField, many: int) -> Names:
        return tuple([self.of.take(game, bits, 1) for _ in range(many)])


@dataclass(frozen=True)
class Marked(Listed[Game]):
    """Names in the order of their numbers, one bit each; always last in a code, because it has no
    end."""

    count: int = 0

    def put(self, game: Game, value: Names, bits: BitField) -> None:
        bits.put(sum(1 << self.of.number(game, name) for name in value), 0)

    def take(self, game: Game, bits: BitField, many: int) -> Names:
        marks = bits.rest()
        return tuple([self.of.name(game, n) for n in range(marks.bit_length()) if marks >> n & 1])


class BitField:
    """A number that is built, or taken apart, from its lowest bit up."""

    def __init__(self, code: int = 0) -> None:
        self.code, self.at = code, 0

    def put(self, number: int, bits: int) -> None:
        self.code |= number << self.at
        self.at += bits

    def take(self, bits: int) -> int:
        taken = self.code >> self.at & (1 << bits) - 1
        self.at += bits
        return taken

    def rest(self) -> int:
        """All that has not been taken."""
        return self.code >> self.at
