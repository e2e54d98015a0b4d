"""The numbers by which `rival` plays: their names, what they are, and how some are changed.

A number is what something adds to the worth of a claim, of a block or of a card. They have two
decimals and are counted in hundredths, so that the compiled policy agrees to the last digit. CMA-ES
found them, in games against two `kripke` (see docs/tickets.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from whoknows.core import schema
from whoknows.core.error import Error

WHOLE = 100  # a number is counted in hundredths
LARGEST = 10_000

GROUPS: Mapping[str, Mapping[str, float]] = {
    "claim": {
        "base": 6.97,
        "points": -0.15,  # for each point of the connection
        "ticket": 0.88,  # for each point of the ticket
        "started": 0.08,  # the ticket was claimed for before
        "lack": -4.78,  # for each card that the ticket still lacks
        "left": -1.44,  # for each connection that it still needs
        "detour": 0.47,  # for each train that losing the connection would cost
        "contested": 2.99,  # another is known to need it
        "done": 0.58,  # for each point of the ticket, if that completes it
        "end": 6.08,  # it is the last, which ends the game
        "lead": 1.00,  # then also for each point ahead of the best of the others
        "joker": 1.44,  # what paying a joker costs
        "needed": 1.59,  # what paying a card costs that its own tickets need
    },
    "block": {
        "base": -0.34,
        "points": 2.83,
        "ticket": 0.41,
        "detour": 0.07,
        "left": -6.01,  # for each connection that the other's ticket still needs
        "last": 7.88,  # it is the only ticket that the other still has open
        "lead": -0.35,  # for each point that the other is ahead
        "length": -1.00,  # for each train of the connection
        "cut": 0.98,  # the other's ticket is cut off by it
    },
    "draw": {
        "need": 10.83,  # a card of a colour that one of its ways lacks
        "near": 2.44,  # divided by how many are lacking
        "gray": -0.36,  # the same for gray connections
        "joker": -8.39,
        "joker_near": 0.68,
        "ferry": -1.09,  # a joker where a ferry lacks one
        "blind": 0.53,
        "second": 2.60,  # a blind card, if it is the second
        "block": 1.89,  # as much of what a block is worth, divided by how many cards are lacking
    },
}
NAMES = tuple(f"{group}.{name}" for group, names in GROUPS.items() for name in names)
(
    CLAIM_BASE, CLAIM_POINTS, CLAIM_TICKET, CLAIM_STARTED, CLAIM_LACK, CLAIM_LEFT, CLAIM_DETOUR,
    CLAIM_CONTESTED, CLAIM_DONE, CLAIM_END, CLAIM_LEAD, CLAIM_JOKER, CLAIM_NEEDED,
    BLOCK_BASE, BLOCK_POINTS, BLOCK_TICKET, BLOCK_DETOUR, BLOCK_LEFT, BLOCK_LAST, BLOCK_LEAD,
    BLOCK_LENGTH, BLOCK_CUT,
    DRAW_NEED, DRAW_NEAR, DRAW_GRAY, DRAW_JOKER, DRAW_JOKER_NEAR, DRAW_FERRY, DRAW_BLIND,
    DRAW_SECOND, DRAW_BLOCK,
) = range(len(NAMES))  # fmt: skip
KNOWLEDGE = len(NAMES)  # in compiled games the next number says whether it goes by what it knows


@dataclass(frozen=True, slots=True)
class Habits:
    """All of them in hundredths, in the order of their names."""

    values: tuple[int, ...]

    def changed(self, numbers: Mapping[str, float]) -> Habits:
        """The same with some of them replaced; an `Error` if there is no such number."""
        values = list(self.values)
        for name, value in numbers.items():
            if name not in NAMES:
                raise Error(f"rival has no number called {schema.short(name)}")
            if not abs(value) <= LARGEST:
                raise Error(f"rival: {name} must be within {LARGEST:,}, not {value:g}")
            values[NAMES.index(name)] = round(value * WHOLE)
        return Habits(tuple(values))

    def told(self) -> dict[str, float]:
        """Each by its name."""
        return {name: value / WHOLE for name, value in zip(NAMES, self.values, strict=True)}

    def spelled(self) -> str:
        """Those that are not the usual ones, as `asked` reads them."""
        every = zip(NAMES, self.values, USUAL.values, strict=True)
        return " ".join(f"{name}={v / WHOLE:.2f}" for name, v, usual in every if v != usual)


USUAL = Habits(tuple(round(value * WHOLE) for names in GROUPS.values() for value in names.values()))


def asked(text: str) -> Habits:
    """The usual numbers with the changes of a text such as `claim.base=3 block.last=4.5`."""
    return USUAL.changed(dict(map(_change, text.split())))


def _change(word: str) -> tuple[str, float]:
    name, _, value = word.partition("=")
    if not re.fullmatch(r"-?\d{1,6}(\.\d{1,6})?", value):
        raise Error(f"rival: {name or 'a number'} must be a number, not {schema.short(value)}")
    return name, float(value)
