"""The deal of `deal=even`: uniform among the deals that are as even in points as possible.

Which tickets are in the game is drawn first, each choice equally likely; of their deals those with
the least difference between the richest and the poorest hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb, factorial
from random import Random
from typing import TYPE_CHECKING

from whoknows.deals.evenness import even_deals
from whoknows.games.tickets.board import Ticket
from whoknows.games.tickets.moves import Action, DealTickets, Names

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets


@dataclass(frozen=True, slots=True)
class EvenDealing:
    """An even deal of a knowledge game."""

    rules: Tickets
    purpose: str = "deal"

    def sample(self, rng: Random) -> DealTickets:
        playing = sorted(rng.sample(range(len(self._tickets)), self._playing))
        deals = self._even(tuple(playing))
        hands = [list(hand) for hand in deals[rng.randrange(len(deals))]]
        for hand in hands:
            rng.shuffle(hand)
        return DealTickets(tuple(map(tuple, hands)))

    def odds(self, action: Action) -> Fraction:
        if not isinstance(action, DealTickets):
            return Fraction(0)
        names = {name for hand in action.hands for name in hand}
        playing = tuple(t.number for t in self._tickets if self.rules.draw or t.name in names)
        if len(playing) != self._playing:
            return Fraction(0)
        deals = self._even(playing)
        if tuple(tuple(sorted(hand)) for hand in action.hands) not in deals:
            return Fraction(0)
        return Fraction(1, comb(len(self._tickets), self._playing) * len(deals) * self._orders)

    def count(self) -> int:
        choices = combinations(range(len(self._tickets)), self._playing)
        return sum(len(self._even(playing)) for playing in choices) * self._orders

    def outcomes(self) -> Iterator[DealTickets]:
        for playing in combinations(range(len(self._tickets)), self._playing):
            for hands in self._even(playing):
                yield from map(DealTickets, product(*map(permutations, hands)))

    @property
    def _tickets(self) -> tuple[Ticket, ...]:
        return self.rules.map.tickets

    @property
    def _playing(self) -> int:
        """How many tickets are in the game."""
        return len(self._tickets) if self.rules.draw else self.rules.players * self.rules.held

    @property
    def _orders(self) -> int:
        return int(factorial(self.rules.held) ** self.rules.players)

    def _even(self, playing: tuple[int, ...]) -> tuple[tuple[Names, ...], ...]:
        names = tuple(self._tickets[number].name for number in playing)
        values = tuple(self._tickets[number].points for number in playing)
        return _even(names, values, self.rules.players, self.rules.held)


@lru_cache(maxsize=64)
def _even(
    names: Names, values: tuple[int, ...], players: int, held: int
) -> tuple[tuple[Names, ...], ...]:
    """The even deals, each hand in the order of names."""
    rest = len(names) - players * held
    table = even_deals((*[held] * players, *([rest] if rest else [])), values, range(players))
    return tuple(
        tuple(
            tuple(sorted(names[card] for card, place in enumerate(row) if place == seat))
            for seat in range(players)
        )
        for row in table.tolist()
    )
