"""What a seat sees of the cards: all that its choices may depend on, beside what is public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from whoknows.core.error import Error
from whoknows.kit.card_state import BLANK, CardState

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame


@dataclass(frozen=True, slots=True)
class Sight:
    """The state as one seat sees it."""

    game: AnyGame
    seat: int
    state: CardState[Any]  # veiled for this seat

    @property
    def name(self) -> str:
        """What the seat is called."""
        return self.game.seats[self.seat]

    @property
    def hand(self) -> tuple[str, ...]:
        """Its own cards."""
        return self.cards(self.name)

    def cards(self, place: str) -> tuple[str, ...]:
        """The cards of a place that it sees."""
        number = self.game.place(place)
        if not self.state.sees(self.seat, number):
            raise Error(f"{self.name} does not see {place}")
        return tuple(self.game.cards[card] for card in self.state.cards(number))

    @property
    def shown(self) -> tuple[tuple[str, str, str], ...]:
        """What it was shown, or showed: by whom, to whom, which card."""
        seats, cards = self.game.seats, self.game.cards
        return tuple(
            (seats[by], seats[to], cards[card])
            for by, to, card, _ in self.state.shown
            if card != BLANK
        )

    @property
    def seen(self) -> frozenset[str]:
        """Every card that it has seen: its own, others that lie open to it, and what was shown."""
        cards, state = self.game.cards, self.state
        lies = zip(cards, state.lies, strict=True)
        found = [card for card, place in lies if place != BLANK]
        found += [cards[one.card] for one in state.shown if one.card != BLANK]
        return frozenset(found)
