"""What lies on the table: hands, trick, bids, points. Frozen; hidden cards are -1.

A round's deal is kept beside what is left of it (`dealt` and `hands`), because the worlds of
the logic are deals: a played card does not change who was dealt it.
"""

from dataclasses import dataclass

from whoknows.games.boerenbridge import cards

Cards = tuple[int, ...]
NO_BID = -1
NO_TRUMP = -1


@dataclass(frozen=True, slots=True)
class State:
    """A position; everything is by seat where it is a tuple of tuples or of numbers."""

    round: int
    dealer: int
    points: tuple[int, ...]
    trump: int = NO_TRUMP  # a suit; none before the deal
    turned: int = cards.HIDDEN  # the card that was turned up for trumps, where one is
    dealt: tuple[Cards, ...] = ()
    hands: tuple[Cards, ...] = ()
    stock: Cards = ()
    bids: tuple[int, ...] = ()
    leader: int = 0
    trick: Cards = ()  # in the order played, the leader's first
    won: tuple[int, ...] = ()
    voids: tuple[int, ...] = ()  # for each seat a bit for every suit it showed to have run out of

    @property
    def is_dealt(self) -> bool:
        return self.trump != NO_TRUMP

    @property
    def is_bidding(self) -> bool:
        return NO_BID in self.bids


@dataclass(frozen=True, slots=True)
class DealRound:
    """Chance deals a round and settles trumps."""

    hands: tuple[Cards, ...]
    stock: Cards
    trump: int
    turned: int = cards.HIDDEN

    def __str__(self) -> str:
        piles = [*self.hands, *([self.stock] if self.stock else [])]
        dealt = " | ".join(" ".join(map(cards.text, pile)) for pile in piles)
        shown = cards.SUITS[self.trump] if self.turned == cards.HIDDEN else cards.text(self.turned)
        return f"deal {dealt}, trump {shown}"


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat says how many tricks it will take."""

    seat: str
    tricks: int

    def __str__(self) -> str:
        return f"{self.seat} bids {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card."""

    seat: str
    card: int

    def __str__(self) -> str:
        return f"{self.seat}: {cards.text(self.card)}"


Action = DealRound | Bid | Play
