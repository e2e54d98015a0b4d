"""The numbers by which `racer` plays: their names, and the files in which they stand.

A number stands in a group, such as `price.4`: what a connection of four trains costs when paths are
planned. Files have two decimals, and the policy counts in hundredths, so that its compiled twin
agrees to the last digit. Each file says for which game it was tuned, and on what.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoknows.core import schema
from whoknows.core.error import Error

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

FOLDER = Path(__file__).with_name("numbers")
FORMAT = "whoknows racer 1"
WHOLE = 100  # a number is counted in hundredths
LARGEST = 10_000

LENGTHS = ("1", "2", "3", "4", "5", "6", "8")  # the last for all longer ones
GROUPS: Mapping[str, tuple[str, ...]] = {
    "keep": ("points", "trains", "claims", "way", "each", "over", "reserve", "late"),
    "price": (*LENGTHS, "gray", "tunnel", "ferry"),
    "claim": ("base", "length", "hand", "contested", "joker", "needed"),
    "draw": (
        "need",
        "near",
        "gray",
        "gray_near",
        "joker",
        "joker_near",
        "ferry",
        "blind",
        "second",
    ),
    "fill": (*LENGTHS, "joined", "lack", "joker", "end", "lead"),
    "more": ("base", "trains", "others", "hand"),
    "give": ("base", "rate"),
    "last": ("plan",),
}
NAMES = tuple(f"{group}.{name}" for group, names in GROUPS.items() for name in names)
(
    KEEP_POINTS, KEEP_TRAINS, KEEP_CLAIMS, KEEP_WAY, KEEP_EACH, KEEP_OVER, KEEP_RESERVE, KEEP_LATE,
    PRICE_1, _, _, _, _, _, PRICE_8, PRICE_GRAY, PRICE_TUNNEL, PRICE_FERRY,
    CLAIM_BASE, CLAIM_LENGTH, CLAIM_HAND, CLAIM_CONTESTED, CLAIM_JOKER, CLAIM_NEEDED,
    DRAW_NEED, DRAW_NEAR, DRAW_GRAY, DRAW_GRAY_NEAR, DRAW_JOKER, DRAW_JOKER_NEAR, DRAW_FERRY,
    DRAW_BLIND, DRAW_SECOND,
    FILL_1, _, _, _, _, _, FILL_8, FILL_JOINED, FILL_LACK, FILL_JOKER, FILL_END, FILL_LEAD,
    MORE_BASE, MORE_TRAINS, MORE_OTHERS, MORE_HAND, GIVE_BASE, GIVE_RATE, LAST_PLAN,
) = range(len(NAMES))  # fmt: skip
MOST_STEPS = 31  # that a connection may cost when paths are planned
STEP = WHOLE // 2


@dataclass(frozen=True, slots=True)
class Numbers:
    """All of them in hundredths, in the order of their names."""

    values: tuple[int, ...]
    game: str = ""  # a spec of what they were tuned for

    def __getitem__(self, name: str) -> float:
        return self.values[NAMES.index(name)] / WHOLE

    def changed(self, numbers: Mapping[str, float]) -> Numbers:
        """The same with some of them replaced; an `Error` if there is no such number."""
        values = list(self.values)
        for name, value in numbers.items():
            if name not in NAMES:
                raise Error(f"racer has no number called {schema.short(name)}")
            if not abs(value) <= LARGEST:
                raise Error(f"racer: {name} must be within {LARGEST:,}, not {value:g}")
            values[NAMES.index(name)] = round(value * WHOLE)
        return replace(self, values=tuple(values))

    def told(self) -> dict[str, float]:
        """Each by its name."""
        return {name: value / WHOLE for name, value in zip(NAMES, self.values, strict=True)}


def slot(length: int) -> int:
    """Which of the numbers by length stands for a connection of this length."""
    return min(length, len(LENGTHS)) - 1


def shipped() -> tuple[str, ...]:
    """The names of the files that come along."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def usual(game: Tickets) -> str:
    """The file for this game: of its board and number of seats, or the nearest to that."""
    there = [name for name in shipped() if name.rpartition("-")[0] == game.board]
    far = {name: abs(int(name.rpartition("-")[2][:-1]) - game.players) for name in there}
    return min(there, key=lambda name: (far[name], name), default="usa-2p")


def asked(text: str, game: Tickets) -> Numbers:
    """The numbers of a text such as `usa-2p`, `mine.toml` or `usa-2p price.4=5.25`; if it names no
    file, those that are usual in this game are changed."""
    words = text.split()
    name = words.pop(0) if words and "=" not in words[0] else usual(game)
    return read(name).changed(dict(map(_change, words)))


def written(numbers: Numbers, game: str, tuned: str) -> str:
    """The text of a file with these numbers, for a game, and how they were found."""
    lines = [f"format = {json.dumps(FORMAT)}", f"game = {json.dumps(game)}"]
    lines.append(f"tuned = {json.dumps(tuned, ensure_ascii=False)}")
    for group, names in GROUPS.items():
        lines += ["", f"[numbers.{group}]"]
        lines += [f"{name} = {numbers[f'{group}.{name}']:.2f}" for name in names]
    return "\n".join(lines) + "\n"


def confirm(text: str) -> None:
    """An `Error` unless a text says where numbers are, and changes only those that there are."""
    words = text.split()
    if words and "=" not in words[0]:
        read(words.pop(0))
    Numbers((0,) * len(NAMES)).changed(dict(map(_change, words)))


def respelled(text: str, game: Tickets, numbers: Mapping[str, float]) -> str:
    """The text with these numbers changed as well, as `asked` reads it."""
    after = asked(text, game).changed(numbers)
    names = [word for word in text.split()[:1] if "=" not in word] or [usual(game)]
    first = read(names[0])
    changes = (
        f"{name}={value / WHOLE:.2f}"
        for name, value, was in zip(NAMES, after.values, first.values, strict=True)
        if value != was
    )
    return " ".join([*names, *changes])


def _change(word: str) -> tuple[str, float]:
    name, _, value = word.partition("=")
    if not re.fullmatch(r"-?\d{1,6}(\.\d{1,6})?", value):
        raise Error(f"racer: {name or 'a number'} must be a number, not {schema.short(value)}")
    return name, float(value)


@lru_cache(maxsize=64)
def read(name: str) -> Numbers:
    """The numbers of a file, by its path or by its name among those that come along."""
    if not name.endswith(".toml") and name not in shipped():
        there = f"there are {', '.join(shipped())}, or give a .toml file"
        raise Error(f"racer has no numbers called {schema.short(name)}; {there}")
    path = FOLDER / f"{name}.toml" if name in shipped() else Path(name)
    try:
        return _made(schema.toml(schema.content(path)))
    except Error as fault:
        raise Error(str(fault) if str(path) in str(fault) else f"{name}: {fault}") from None


def _made(found: Mapping[str, Any]) -> Numbers:
    if found.get("format") != FORMAT:
        told = schema.short(str(found.get("format", "nothing")))
        raise Error(f"these are numbers of {told}, not of {FORMAT}")
    values = found.get("numbers")
    given = {
        f"{group}.{name}": value
        for group, its in (values.items() if isinstance(values, dict) else ())
        for name, value in (its.items() if isinstance(its, dict) else ())
    }
    if missing := [name for name in NAMES if name not in given]:
        raise Error(f"there is no number {missing[0]}")
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Error(f"{name} must be a number, not {schema.short(value)}")
    return Numbers((0,) * len(NAMES), str(found.get("game", ""))).changed(given)
