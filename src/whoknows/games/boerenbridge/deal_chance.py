"""The deal as chance: every deal and every trump equally likely, counted exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Cards, DealRound


@dataclass(frozen=True, slots=True)
class Dealing:
    """This many cards of a pack to each player; the rest is a stock, whose top card may be turned
    up."""

    pack: Cards
    players: int
    size: int
    turned: bool
    purpose: str = "deal"

    def sample(self, rng: Random) -> DealRound:
        shuffled = rng.sample(self.pack, len(self.pack))
        if self.turned:
            return self._dealt(shuffled[1:], shuffled[0], cards.suit(shuffled[0]))
        return self._dealt(shuffled, cards.HIDDEN, rng.randrange(4))

    def odds(self, action: Action) -> Fraction:
        return Fraction(1, self.count()) if self._can_be(action) else Fraction(0)

    def count(self) -> int:
        ways, left = (len(self.pack), len(self.pack) - 1) if self.turned else (4, len(self.pack))
        for _ in range(self.players):
            ways *= comb(left, self.size)
            left -= self.size
        return ways

    def outcomes(self) -> Iterator[DealRound]:
        for top in self.pack if self.turned else (cards.HIDDEN,):
            rest = tuple(card for card in self.pack if card != top)
            trumps = [cards.suit(top)] if self.turned else range(4)
            for hands, stock in _parted(rest, self.players, self.size):
                yield from (DealRound(hands, stock, trump, top) for trump in trumps)

    def _dealt(self, shuffled: list[int], turned: int, trump: int) -> DealRound:
        size = self.size
        piles = [tuple(sorted(shuffled[i * size : (i + 1) * size])) for i in range(self.players)]
        return DealRound(
            tuple(piles), tuple(sorted(shuffled[self.players * size :])), trump, turned
        )

    def _can_be(self, action: Action) -> bool:
        if not isinstance(action, DealRound) or (action.turned != cards.HIDDEN) != self.turned:
            return False
        if self.turned and action.trump != cards.suit(action.turned):
            return False
        piles = [*action.hands, action.stock]
        dealt = [card for pile in piles for card in pile]
        if self.turned:
            dealt.append(action.turned)
        is_whole = sorted(dealt) == list(self.pack)
        is_even = [len(hand) for hand in action.hands] == [self.size] * self.players
        is_sorted = all(list(pile) == sorted(pile) for pile in piles)
        return action.trump in range(4) and is_whole and is_even and is_sorted


def _parted(pack: Cards, players: int, size: int) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    """All ways to deal this many cards to each of the players, and what is left."""
    if players == 0:
        yield (), pack
        return
    for hand in combinations(pack, size):
        rest = tuple(card for card in pack if card not in hand)
        for hands, stock in _parted(rest, players - 1, size):
            yield (hand, *hands), stock
