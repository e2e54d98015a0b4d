"""Compiled is plain: compiled games, a half of them guided, are followed by the plain rules."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random

from soak.following import Compiled, follow
from soak.proof import Lane, Proof
from whoknows.core.registry import game

# Each set of rules: how many games make a chunk, and of how many steps one is compared in full.
SETS = {
    "threecards(rounds=3)": (2000, 1),
    "boerenbridge": (500, 1),
    "boerenbridge(players=3,ranks=6,rounds=5-2,trump=turned)": (800, 1),
    "boerenbridge(deck=52,rounds=13-1)": (500, 1),
    "boerenbridge(players=6,deck=52,rounds=8)": (500, 1),
    "cluedo": (500, 1),
    "cluedo(players=6,suspects=4,weapons=3,rooms=5)": (500, 1),
    "tickets(board=small)": (500, 1),
    "tickets(board=small,seats=2,rules=knowledge,as_original=on)": (500, 1),
    "tickets(board=usa)": (100, 16),
    "tickets(board=usa,seats=4)": (50, 16),
    "tickets(board=europe,seats=3)": (50, 16),
    "tickets(board=europe,seats=5)": (25, 16),
    "tickets": (25, 32),
    "tickets(seats=2,hand=7,block=agent)": (25, 32),
    "tickets(draw=on,deal=even)": (25, 32),
}


@lru_cache(maxsize=4)
def _game(spec: str) -> Compiled:
    return Compiled(game(spec))


def check(spec: str, number: int) -> Counter[str]:
    compiled, often = _game(spec), SETS[spec][1]
    found = compiled.game(number)
    follow(compiled, found, Random(number), often)
    return Counter({"games": 1, "moves": len(found.trace)})


PROOF = Proof(
    "the plain rules follow compiled games: the same states, actions and scores",
    "games",
    {spec: Lane(100_000, size) for spec, (size, _) in SETS.items()},
    check,
)
