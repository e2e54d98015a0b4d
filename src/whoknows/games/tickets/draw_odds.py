"""How likely the cards are to come: the exact odds of enough of each colour after some draws.

A sum over multivariate hypergeometrics, colour by colour: in how many ways a number of cards of the
colours so far leaves a number for which jokers have to stand in. Colours that nobody needs count as
one.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias

from whoknows.games.tickets.state import Counts

Wish: TypeAlias = tuple[int, int]  # how many cards of a colour there are, and how many are missing


def odds(deck: Counts, draws: int, wanted: Counts, hand: Counts | None = None) -> Fraction:
    """The chance to hold at least these cards, besides those of a hand, after this many draws.

    Counts are by colour, jokers last. Jokers beyond those wanted stand in for any card. If the deck
    has fewer cards, all of them are drawn.
    """
    held = hand or (0,) * len(deck)
    missing = [max(0, want - have) for want, have in zip(wanted, held, strict=True)]
    wishes = sorted((n, lack) for n, lack in zip(deck[:-1], missing[:-1], strict=True) if lack)
    others = sum(deck[:-1]) - sum(n for n, _ in wishes)
    spare = held[-1] - wanted[-1]  # jokers to stand in, below 0 where they are missing themselves
    draws = min(draws, sum(deck))
    return Fraction(_ways(tuple(wishes), others, deck[-1], spare, draws), comb(sum(deck), draws))


@lru_cache(maxsize=1 << 16)
def _ways(wishes: tuple[Wish, ...], others: int, jokers: int, spare: int, draws: int) -> int:
    """In how many ways this many draws bring everything wanted."""
    ways = _shortages(wishes, draws)
    total = 0
    for drawn in range(min(jokers, draws) + 1):
        for (cards, short), number in ways.items():
            rest = draws - drawn - cards
            if short <= spare + drawn and rest >= 0:
                total += comb(jokers, drawn) * number * comb(others, rest)
    return total


@lru_cache(maxsize=1 << 12)
def _shortages(wishes: tuple[Wish, ...], draws: int) -> dict[tuple[int, int], int]:
    """For each number of cards of the colours wanted, in how many ways they leave how many
    missing."""
    if not wishes:
        return {(0, 0): 1}
    *rest, (there, lack) = wishes
    ways: dict[tuple[int, int], int] = {}
    for (cards, short), number in _shortages(tuple(rest), draws).items():
        for drawn in range(min(there, draws - cards) + 1):
            key = cards + drawn, short + max(0, lack - drawn)
            ways[key] = ways.get(key, 0) + number * comb(there, drawn)
    return ways
