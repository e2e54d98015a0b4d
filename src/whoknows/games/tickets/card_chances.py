"""What chance may bring: train cards from the closed pile, tickets from the stock, the deal.

The pile is just counts by colour, so a card's odds are its share; all odds are exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, factorial, perm, prod
from random import Random

from whoknows.games.tickets.moves import Action, DealTickets, Gets, Names, Offer, TurnUp
from whoknows.games.tickets.state import Counts


@dataclass(frozen=True, slots=True)
class Turning:
    """This many cards from the pile, one after the other, for everyone to see."""

    names: Names
    pile: Counts
    number: int
    purpose: str = "deck"

    def sample(self, rng: Random) -> TurnUp:
        cards = rng.sample(range(len(self.names)), self.number, counts=self.pile)
        return TurnUp(tuple(self.names[card] for card in cards))

    def odds(self, action: Action) -> Fraction:
        if not isinstance(action, TurnUp) or len(action.cards) != self.number:
            return Fraction(0)
        ways = prod(
            perm(n, action.cards.count(c)) for c, n in zip(self.names, self.pile, strict=True)
        )
        known = all(card in self.names for card in action.cards)
        return Fraction(ways, perm(sum(self.pile), self.number)) if known else Fraction(0)

    def count(self) -> int:
        # Words over the colours with no more of each than there are, by exponential series.
        ways = [Fraction(1)] + [Fraction(0)] * self.number
        for many in self.pile:
            ways = [
                sum((ways[n - k] / factorial(k) for k in range(min(many, n) + 1)), Fraction(0))
                for n in range(self.number + 1)
            ]
        return int(ways[self.number] * factorial(self.number))

    def outcomes(self) -> Iterator[TurnUp]:
        for cards in _words(self.pile, self.number):
            yield TurnUp(tuple(self.names[card] for card in cards))


@dataclass(frozen=True, slots=True)
class Giving:
    """This many cards from the pile to a seat, which alone sees them; their order does not
    matter."""

    seat: str
    names: Names
    pile: Counts
    number: int
    purpose: str = "deck"

    def sample(self, rng: Random) -> Gets:
        cards = rng.sample(range(len(self.names)), self.number, counts=self.pile)
        return self._gets(sorted(cards))

    def odds(self, action: Action) -> Fraction:
        if not isinstance(action, Gets) or action.seat != self.seat:
            return Fraction(0)
        counts = [action.cards.count(name) for name in self.names]
        cards = [card for card, many in enumerate(counts) for _ in range(many)]
        if action != self._gets(cards) or len(cards) != self.number:
            return Fraction(0)
        ways = prod(comb(n, k) for n, k in zip(self.pile, counts, strict=True))
        return Fraction(ways, comb(sum(self.pile), self.number))

    def count(self) -> int:
        ways = [1] + [0] * self.number
        for many in self.pile:
            ways = [sum(ways[n - min(many, n) : n + 1]) for n in range(self.number + 1)]
        return ways[self.number]

    def outcomes(self) -> Iterator[Gets]:
        for cards in _words(self.pile, self.number):
            if list(cards) == sorted(cards):
                yield self._gets(cards)

    def _gets(self, cards: Sequence[int]) -> Gets:
        return Gets(self.seat, tuple(self.names[card] for card in cards))


@dataclass(frozen=True, slots=True)
class Offering:
    """Tickets from the stock, in the order drawn, and then those that lie under it."""

    seat: str
    stock: Names
    under: Names
    number: int  # from the stock proper
    purpose: str = "tickets"

    def sample(self, rng: Random) -> Offer:
        return Offer(self.seat, (*rng.sample(self.stock, self.number), *self.under))

    def odds(self, action: Action) -> Fraction:
        if not isinstance(action, Offer) or action.seat != self.seat:
            return Fraction(0)
        top, rest = action.tickets[: self.number], action.tickets[self.number :]
        good = rest == self.under and len(set(top) & set(self.stock)) == len(top) == self.number
        return Fraction(1, self.count()) if good else Fraction(0)

    def count(self) -> int:
        return perm(len(self.stock), self.number)

    def outcomes(self) -> Iterator[Offer]:
        for top in permutations(self.stock, self.number):
            yield Offer(self.seat, (*top, *self.under))


@dataclass(frozen=True, slots=True)
class Dealing:
    """Tickets to every seat: this many of each kind, kind after kind."""

    kinds: tuple[tuple[Names, int], ...]
    players: int
    purpose: str = "deal"

    def sample(self, rng: Random) -> DealTickets:
        drawn = [
            rng.sample(names, self.players * number) if number else []
            for names, number in self.kinds
        ]
        return DealTickets(tuple(self._hand(drawn, seat) for seat in range(self.players)))

    def odds(self, action: Action) -> Fraction:
        return Fraction(1, self.count()) if self._can_be(action) else Fraction(0)

    def count(self) -> int:
        return prod(perm(len(names), self.players * number) for names, number in self.kinds)

    def outcomes(self) -> Iterator[DealTickets]:
        def parts(left: int, drawn: list[Sequence[str]]) -> Iterator[DealTickets]:
            if left == len(self.kinds):
                yield DealTickets(tuple(self._hand(drawn, seat) for seat in range(self.players)))
                return
            names, number = self.kinds[left]
            for some in permutations(names, self.players * number):
                yield from parts(left + 1, [*drawn, some])

        return parts(0, [])

    def _hand(self, drawn: Sequence[Sequence[str]], seat: int) -> Names:
        numbers = [number for _, number in self.kinds]
        return tuple(
            name
            for some, number in zip(drawn, numbers, strict=True)
            for name in some[seat * number : (seat + 1) * number]
        )

    def _can_be(self, action: Action) -> bool:
        if not isinstance(action, DealTickets) or len(action.hands) != self.players:
            return False
        every = [name for hand in action.hands for name in hand]
        return len(set(every)) == len(every) and all(map(self._fits, action.hands))

    def _fits(self, hand: Names) -> bool:
        at = 0
        for names, number in self.kinds:
            if any(name not in names for name in hand[at : at + number]):
                return False
            at += number
        return len(hand) == at


def _words(pile: Counts, length: int) -> Iterator[tuple[int, ...]]:
    """Every sequence of this many cards that the pile can bring."""
    if length == 0:
        yield ()
        return
    for card, many in enumerate(pile):
        if many:
            left = (*pile[:card], many - 1, *pile[card + 1 :])
            yield from ((card, *rest) for rest in _words(left, length - 1))
