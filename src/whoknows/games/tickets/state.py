"""What lies on the table: connections, cards, tickets, points. Frozen; what is hidden is -1.

Train cards are counts by colour, jokers last: their order in the closed pile is chance's business.
Tickets lie in piles, which are the places of the logic: a hand, the stock, an offer to choose
from, and under the stock a pile for each ticket that was put back.
"""

from dataclasses import dataclass
from enum import IntEnum

from whoknows.games.tickets.card_ledger import Ledger
from whoknows.games.tickets.settlements import Counts as Counts

HIDDEN = -1
NOBODY = -1


class Phase(IntEnum):
    """What happens next."""

    DEAL = 0  # chance deals tickets
    HANDS = 1  # chance deals train cards to the mover
    FILL = 2  # chance turns up cards for the face-up row
    BLIND = 3  # chance gives the mover a card from the closed pile
    OFFER = 4  # chance offers the mover tickets
    TUNNEL = 5  # chance turns up cards in a tunnel
    KEEP = 6  # the mover chooses among the tickets offered
    TURN = 7  # the mover has the whole turn before it
    SECOND = 8  # the mover takes a second card
    EXTRA = 9  # the mover pays what the tunnel asks, or gives up
    NEXT = 10  # never to be seen: the turn is over
    OVER = 11


@dataclass(frozen=True, slots=True)
class TicketPile:
    """Tickets in a place of the logic, who owns them, and who has seen them."""

    place: str
    tickets: tuple[int, ...]
    owner: int = NOBODY
    seers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TunnelBid:
    """A claim of a tunnel, paid for but not settled: the cards lie beside those turned up."""

    connection: int
    colour: int
    paid: Counts
    shown: tuple[int, ...] = ()
    extra: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A position; tuples of numbers are by seat, by connection, by city or by ticket."""

    phase: Phase
    mover: int
    then: Phase  # what follows once chance has turned up or given its cards
    last: int  # how many turns are left once the last round has begun; -1 before
    passed: int  # how many in succession could do nothing
    row: tuple[int, ...]
    pile: Counts
    discard: Counts
    trains: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[Counts, ...]  # every train card of a seat
    open: tuple[Counts, ...]  # those of them that all have seen it take
    owners: tuple[int, ...]  # of connections
    stations: tuple[int, ...]  # who has one in which city
    done: tuple[int, ...]  # who has announced which ticket as completed
    piles: tuple[TicketPile, ...]
    ledger: Ledger
    memory: tuple[tuple[Counts, ...], ...]  # what each seat drew blind, by epoch
    playing: tuple[int, ...] = ()  # the tickets of this game, which all know by name
    slots: int = 0  # how many tickets were ever put under the stock
    draws: int = 0  # how often tickets were drawn
    was: tuple[TicketPile, ...] = ()  # what lay under the stock and was drawn again
    bid: TunnelBid | None = None

    def tickets(self, seat: int) -> tuple[int, ...]:
        """The tickets of a seat, in the order it got them."""
        return tuple(t for pile in self.piles if pile.owner == seat for t in pile.tickets)

    def pile_at(self, place: str) -> TicketPile | None:
        """The tickets in that place."""
        return next((pile for pile in self.piles if pile.place == place), None)

    @property
    def closed(self) -> int:
        """How many cards the closed pile holds, which everyone sees."""
        return self.ledger.left
