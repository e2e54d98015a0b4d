"""Bids of the scripted agents: how much better than the average are my cards?

    ratio = mean value of my hand / mean value of all cards of the round
    value = rank (0 for a two to 12 for an ace), 13 more for a trump

A rule turns the ratio into a wish. The dealer's wish may be the one forbidden bid: then a coin
decides between one more and one less, within 0 and n; an agent that *raises* bids one more if it
can. All arithmetic is exact.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Literal, assert_never

from whoknows.core.agent import Choice
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.graphs.round_view import RoundView
from whoknows.games.boerenbridge.state import Action, Bid, Cards

Bids = Literal["scaled", "original", "text"]
AfterBid = Literal["win", "random"]  # what it does once it has the tricks that it bid


@dataclass(frozen=True, slots=True)
class ChangedBid:
    """A bid that was forbidden, and the one made instead. Its text stands among the reasons of a
    choice, which are kept as text, and can be read back."""

    wish: int
    made: int

    def __str__(self) -> str:
        return f"had to bid {self.made} instead of {self.wish}"

    @staticmethod
    def read(reason: str) -> "ChangedBid | None":
        """The change that a reason tells of, if it tells of one."""
        found = CHANGED.fullmatch(reason)
        return None if found is None else ChangedBid(wish=int(found[2]), made=int(found[1]))


CHANGED = re.compile(r"had to bid (\d+) instead of (\d+)")


def bid(sight: RoundView, rule: Bids, rng: Random, *, raises: bool = False) -> Choice[Action]:
    """The bid by a rule."""
    pack, size = sight.rules.pack(sight.state.round), len(sight.hand)
    ratio = strength(sight.hand, pack, sight.trump)
    wish = wished(rule, ratio, size)
    reason = f"the hand is worth {ratio} of the average: {wish} of {size}"
    return _allowed(sight, wish, reason, rng, raises=raises)


def bid_chances(sight: RoundView, rule: Bids, *, raises: bool = False) -> dict[Action, Fraction]:
    """How likely a rule makes which bid: a coin may decide."""
    size = len(sight.hand)
    wish = wished(
        rule, strength(sight.hand, sight.rules.pack(sight.state.round), sight.trump), size
    )
    return _evenly(sight, _allowed_bids(sight, wish, raises=raises))


def any_bid_chances(sight: RoundView) -> dict[Action, Fraction]:
    """The same of any bid."""
    found: dict[Action, Fraction] = {}
    for wish in range(len(sight.hand) + 1):
        for made, odds in _evenly(sight, _allowed_bids(sight, wish)).items():
            found[made] = found.get(made, Fraction(0)) + odds / (len(sight.hand) + 1)
    return found


def any_bid(sight: RoundView, rng: Random) -> Choice[Action]:
    """A bid from 0 to n, each equally likely to be wished for."""
    return _allowed(sight, rng.randrange(len(sight.hand) + 1), "any bid is as good as another", rng)


def strength(hand: Cards, pack: Cards, trump: int) -> Fraction:
    """The mean value of the hand, as a share of the mean value of all cards of the round."""
    return _mean(hand, trump) / _mean(pack, trump)


def wished(rule: Bids, ratio: Fraction, size: int) -> int:
    """The bid for a hand of this strength in a round of this many cards."""
    weak = Fraction(8, 10) if rule == "original" else Fraction(9, 10)
    some, many = _steps(rule, size)
    if ratio < weak:
        return 0
    if ratio < Fraction(11, 10):
        return min(some, size)
    return min(many, size) if ratio < Fraction(13, 10) else size


def _steps(rule: Bids, size: int) -> tuple[int, int]:
    """The bids for a middling and for a good hand."""
    match rule:
        case "text":
            return 1, 2
        case "original":
            return size // 4, size // 2
        case "scaled":
            # Halves go to the even number: a good hand bids 2 of 5, which scores better than 3.
            return max(1, round(Fraction(size, 4))), max(2, round(Fraction(size, 2)))
    assert_never(rule)


def _mean(some: Cards, trump: int) -> Fraction:
    values = (cards.rank(card) + 13 * (cards.suit(card) == trump) for card in some)
    return Fraction(sum(values), len(some))


def _allowed(
    sight: RoundView, wish: int, reason: str, rng: Random, *, raises: bool = False
) -> Choice[Action]:
    """The wish, or one beside it if it is forbidden."""
    made = rng.choice(_allowed_bids(sight, wish, raises=raises))
    changed = () if made == wish else (str(ChangedBid(wish, made)),)
    return Choice(Bid(sight.name, made), (reason, *changed))


def _allowed_bids(sight: RoundView, wish: int, *, raises: bool = False) -> list[int]:
    """The wish; or if it is forbidden those beside it, between which a coin decides."""
    if Bid(sight.name, wish) in sight.view.actions:
        return [wish]
    beside = [tricks for tricks in (wish - 1, wish + 1) if 0 <= tricks <= len(sight.hand)]
    return beside[-1:] if raises else beside


def _evenly(sight: RoundView, bids: list[int]) -> dict[Action, Fraction]:
    return {Bid(sight.name, tricks): Fraction(1, len(bids)) for tricks in bids}
