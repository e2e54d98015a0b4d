"""What the seats are called, and how one is told: by its name or by its number.

Where the rules only number the seats, the registry sits people down: Anna, Bram, Cleo. Others are
named in the spec, as in `tickets(names=Piet-Jan-Klaas)`. Numbers go on being read everywhere.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, Self, cast

from whoknows.core.error import Error
from whoknows.core.features import option
from whoknows.core.schema import short
from whoknows.core.spec import spell

PEOPLE = ("Anna", "Bram", "Cleo", "Daan", "Emma", "Fien")
NAME = re.compile(r"[^\W\d_]\w{0,19}")


def numbers(many: int) -> tuple[str, ...]:
    """Names for those who have none."""
    return tuple(map(str, range(many)))


def written(seat: str) -> int | str:
    """A seat as formulas have it: a number where it is called by one."""
    return int(seat) if seat.isdecimal() else seat


def number(seats: Sequence[str], told: int | str) -> int:
    """Which seat this is, told by its name or its number."""
    found = found_number(seats, told)
    if found is None:
        raise Error(f"no seat {told}; seats are {', '.join(seats)}{or_numbers(seats, told)}")
    return found


def found_number(seats: Sequence[str], told: int | str) -> int | None:
    """The same, or None where there is no such seat."""
    text = str(told)
    if text in seats:
        return seats.index(text)
    if not text.isdecimal() or any(seat.isdecimal() for seat in seats):
        return None
    return int(text) if len(text) < 4 and int(text) < len(seats) else None


def called(seats: Sequence[str], told: int | str) -> int | str:
    """A seat or a place of a seat, by name: 1 is Bram, and `1.2` is `Bram.2`."""
    seat, dot, rest = str(told).partition(".")
    found = found_number(seats, seat)
    return told if found is None else written(f"{seats[found]}{dot}{rest}")


def or_numbers(seats: Sequence[str], told: int | str) -> str:
    """For a message to who tried a number: which there are, where seats have names."""
    if not str(told).isdecimal() or any(seat.isdecimal() for seat in seats):
        return ""
    return f" or 0 to {len(seats) - 1}"


def names_option(usual: str = "Anna, Bram, Cleo ...") -> Any:
    """The field `names` of a game with `NamedSeats`."""
    about = "What the seats are called, such as Piet-Jan-Klaas."
    return option("", label="names", about=about, usual=usual)


class NamedSeats:
    """A game whose seats are called as its field `names` says, and else as its rules do."""

    name: ClassVar[str]
    names: str

    @property
    def own_names(self) -> tuple[str, ...]:
        """What the rules call the seats."""
        raise NotImplementedError

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.names.split("-")) if self.names else self.own_names

    @property
    def spec(self) -> str:
        """It tells the names only where the registry would give others."""
        usual = self._named("").peopled().seats
        return spell(self.name, self._named("" if self.seats == usual else "-".join(self.seats)))

    def called(self, names: Sequence[str]) -> Self:
        """The same game with its seats called so."""
        return self._named("" if tuple(names) == self.own_names else "-".join(names))

    def peopled(self) -> Self:
        """The same game with people at its seats, unless they have names already."""
        many = len(self.seats)
        if self.names or self.seats != numbers(many) or many > len(PEOPLE):
            return self
        return self.called(PEOPLE[:many])

    def check_names(self) -> None:
        """An `Error` unless there is one name a seat that texts and formulas can tell apart."""
        if len(self.seats) != len(self.own_names):
            told = f"{short(self.names)} names {len(self.seats)}"
            raise Error(f"{self.name} has {len(self.own_names)} seats, and {told}")
        if self.seats == self.own_names:
            return
        for name in self.seats:
            if not NAME.fullmatch(name) or name[0].islower():
                raise Error(
                    f"{short(name)} is no name for a seat, such as Anna: a capital letter "
                    "and at most 19 more, or digits"
                )
            if self.seats.count(name) > 1:
                raise Error(f"two seats are called {name}")

    def _named(self, names: str) -> Self:
        return cast(Self, dataclasses.replace(cast(Any, self), names=names))
