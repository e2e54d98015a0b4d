"""Compiled is plain: compiled games, a half of them guided, are followed by the plain rules.

Where the plain rules take long for a game, only the first of a family is followed from start to
finish. Each of the others turns off from it at some moment, with other luck and other choices, and
is followed for a few steps.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from soak.following import Compiled, follow
from soak.proof import Lane, Proof
from whoknows.core.registry import game

STEPS = 4  # for which a game that turns off is followed


@dataclass(frozen=True, slots=True)
class Followed:
    """How many games a family has, and of how many steps of a whole game one is compared in
    full."""

    family: int = 1
    often: int = 1


LONG = Followed(family=100, often=16)
SETS = {
    "threecards(rounds=3)": Followed(),
    "boerenbridge": Followed(family=10),
    "boerenbridge(players=3,ranks=6,rounds=5-2,trump=turned)": Followed(),
    "boerenbridge(deck=52,rounds=13-1)": Followed(family=5),
    "boerenbridge(players=6,deck=52,rounds=8)": Followed(family=5),
    "cluedo": LONG,
    "cluedo(players=6,suspects=4,weapons=3,rooms=5)": LONG,
    "tickets(board=small)": Followed(family=5),
    "tickets(board=small,seats=2,rules=knowledge,as_original=on)": Followed(family=5),
    "tickets(board=usa)": LONG,
    "tickets(board=usa,seats=4)": LONG,
    "tickets(board=europe,seats=3)": LONG,
    "tickets(board=europe,seats=5)": LONG,
    "tickets": LONG,
    "tickets(seats=2,hand=7,block=agent)": LONG,
    "tickets(draw=on,deal=even)": LONG,
}


def check(spec: str, number: int) -> Counter[str]:
    family = SETS[spec].family
    first = number - number % family
    states = _whole(spec, first)
    if number == first:
        return Counter({"games": 1, "whole games": 1, "moves": len(states) - 1})
    compiled, rng = _game(spec), Random(number)
    start = rng.choice(states[:-1])
    found = compiled.moves(start, number, STEPS)
    follow(compiled, found, rng, STEPS, start)
    return Counter({"games": 1, "moves": len(found.trace)})


@lru_cache(maxsize=4)
def _game(spec: str) -> Compiled:
    return Compiled(game(spec))


@lru_cache(maxsize=1)
def _whole(spec: str, number: int) -> list[Any]:
    """The states of a game that the plain rules have followed from start to finish."""
    compiled = _game(spec)
    return follow(compiled, compiled.game(number), Random(number), SETS[spec].often)


PROOF = Proof(
    "the plain rules follow compiled games: the same states, actions and scores",
    "games",
    {spec: Lane(100_000, 500) for spec in SETS},
    check,
)
