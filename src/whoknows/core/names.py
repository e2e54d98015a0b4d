"""What the seats are called, and how to refer to one: by its name or by its number.

If the rules only number the seats, the registry seats people there: Anna, Bram, Cleo. The spec can
name others, as in `tickets(names=Piet-Jan-Klaas)`. Numbers are still understood everywhere.
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
BETWEEN = re.compile(r"[\s,-]+")  # names are written with hyphens; commas are fine too


def numbers(many: int) -> tuple[str, ...]:
    """Names for seats that have none."""
    return tuple(map(str, range(many)))


def written(seat: str) -> int | str:
    """A seat as formulas write it: a number if that is its name."""
    return int(seat) if seat.isdecimal() else seat


def person(seat: str) -> str:
    """A seat in a sentence: by its name, or as `seat 0` where it only has a number."""
    return f"seat {seat}" if seat.isdecimal() else seat


def number(seats: Sequence[str], told: int | str) -> int:
    """The index of a seat, given its name or its number."""
    found = found_number(seats, told)
    if found is None:
        raise Error(f"no seat {told}; seats are {', '.join(seats)}{or_numbers(seats, told)}")
    return found


def found_number(seats: Sequence[str], told: int | str) -> int | None:
    """The same, or None if there is no such seat."""
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
    """For somebody who tried a number: which numbers there are, if the seats have names."""
    if not str(told).isdecimal() or any(seat.isdecimal() for seat in seats):
        return ""
    return f" or 0 to {len(seats) - 1}"


def names_option(usual: str = "Anna, Bram, Cleo ...") -> str:
    """The field `names` of a game with `NamedSeats`."""
    about = "What to call the players, such as Piet-Jan-Klaas."
    return option("", label="names", about=about, usual=usual)


class NamedSeats:
    """A game whose seats have the names in its field `names`, or those that its rules give them."""

    name: ClassVar[str]
    names: str

    @property
    def own_names(self) -> tuple[str, ...]:
        """What the rules call the seats."""
        raise NotImplementedError

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(BETWEEN.split(self.names.strip())) if self.names else self.own_names

    @property
    def is_named(self) -> bool:
        """Whether the seats were given names. Records from before names tell none, and they are
        shown in the words of that time."""
        return bool(self.names) and self.seats != numbers(len(self.seats))

    @cached_property
    def spec(self) -> str:
        """It has the names only if the registry would give others."""
        usual = self._named("").peopled().seats
        return spell(self.name, self._named("" if self.seats == usual else "-".join(self.seats)))

    def called(self, names: Sequence[str]) -> Self:
        """The same game with these names for its seats."""
        return self._named("-".join(names))

    def peopled(self) -> Self:
        """The same game with people at its seats, unless they have names already."""
        if self.names:
            return self.called(self.seats)
        many = len(self.seats)
        is_numbered = self.seats == numbers(many)
        return self.called(PEOPLE[:many] if is_numbered and many <= len(PEOPLE) else self.seats)

    def check_names(self) -> None:
        """An `Error` unless every seat has a name that texts and formulas can tell from the
        others."""
        if len(self.seats) != len(self.own_names):
            told = f"{short(self.names)} names {len(self.seats)}"
            raise Error(f"{self.name} has {len(self.own_names)} seats, but {told}")
        if self.seats == self.own_names:
            return
        for name in self.seats:
            if not NAME.fullmatch(name) or name[0].islower():
                raise Error(
                    f"{short(name)} cannot be the name of a seat: "
                    "write a capital letter, then up to 19 letters or digits, as in Anna"
                )
            if self.seats.count(name) > 1:
                raise Error(f"two seats are called {name}")

    def _named(self, names: str) -> Self:
        return cast(Self, dataclasses.replace(cast(Any, self), names=names))
