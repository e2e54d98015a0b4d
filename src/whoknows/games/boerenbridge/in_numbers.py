"""Boerenbridge in numbers: see `core.game_numbers`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from whoknows.core.game_numbers import after, around, marks, squeezed
from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import Action, Bid, DealRound, State

if TYPE_CHECKING:
    from whoknows.games.boerenbridge.rules import Boerenbridge

SUITS = len(cards.SUITS)


@dataclass(frozen=True)
class BoerenbridgeNumbers:
    """A bid of so many tricks, or a card."""

    game: Boerenbridge

    @property
    def choices(self) -> tuple[str, ...]:
        bids = range(max(self.game.schedule) + 1)
        return (*(f"bid {tricks}" for tricks in bids), *self.cards)

    @property
    def cards(self) -> tuple[str, ...]:
        packs = [set(self.game.pack(number)) for number in range(len(self.game.schedule))]
        return tuple(map(cards.text, sorted(set().union(*packs))))

    @property
    def points(self) -> tuple[float, float]:
        """All bids missed by all tricks, and all tricks bid and made."""
        sizes = self.game.schedule
        return -2.0 * sum(sizes), 10.0 * len(sizes) + 2 * sum(sizes)

    @property
    def longest(self) -> int:
        return sum(1 + self.game.players * (1 + size) for size in self.game.schedule)

    @property
    def outcomes(self) -> int:
        start, rounds = self.game.start(), range(len(self.game.schedule))
        return max(self.game.chance(replace(start, round=one)).count() for one in rounds)

    def choice(self, state: State, action: Action) -> str:
        if isinstance(action, DealRound):
            raise AssertionError("nobody chooses a deal")
        return f"bid {action.tricks}" if isinstance(action, Bid) else cards.text(action.card)

    def seen(self, veiled: State, seat: int) -> list[float]:
        """The own hand, the trick and all that was played, by seat; trumps, bids and the rest."""
        players, dealt = self.game.players, veiled.is_dealt
        hands = veiled.hands if dealt else ((),) * players
        gone = [set(d) - set(h) for d, h in zip(veiled.dealt, hands, strict=True)] if dealt else []
        played = around([sorted(one) for one in gone or [set()] * players], seat)
        trick = {(veiled.leader + place) % players: card for place, card in enumerate(veiled.trick)}
        laid = around([[trick.get(other, -1)] for other in range(players)], seat)
        piles = [hands[seat], *played, *laid, [veiled.turned]]
        numbers = [
            *([veiled.trump == suit for suit in range(SUITS)]),
            *marks([after(seat, veiled.dealer, players)], players),
            *marks([after(seat, veiled.leader, players) if dealt else -1], players),
        ]
        counts = [
            number
            for row in (veiled.bids or (-1,) * players, veiled.won or (0,) * players, veiled.points)
            for number in around(row, seat)
        ]
        flat = [mark for pile in piles for mark in marks(pile, cards.PACK)]
        return [*flat, *map(float, numbers), *map(squeezed, [*counts, veiled.round])]
