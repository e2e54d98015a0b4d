"""The actions of seats and of chance: what each is called in a text, on a button and in a code.

A claim carries what it completes, because completing a ticket must be said aloud at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from whoknows.core.action_fields import BitField, Sort
from whoknows.core.actions import Actions, Written
from whoknows.core.error import Error
from whoknows.core.schema import short
from whoknows.games.tickets.codes import CARDS_BITS, KIND_BITS, SEAT_BITS
from whoknows.games.tickets.notation import (
    CARD,
    Card,
    Cards,
    City,
    Completed,
    Connection,
    Dealt,
    Held,
    Seat,
    Several,
)

if TYPE_CHECKING:
    from whoknows.games.tickets.rules import Tickets

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """Some cards of a colour, and jokers; jokers alone are `Pay("joker", 0, n)`."""

    colour: str
    cards: int
    jokers: int

    def __str__(self) -> str:
        if not self.jokers:
            return f"{self.cards} {self.colour}"
        coloured = f"{self.cards} {self.colour} + " if self.cards else ""
        return f"{coloured}{self.jokers} joker"


class Paying(Sort["Tickets", Pay]):
    """What is paid: the colour, how many of it, and how many jokers."""

    letters = r"[\w +]+"
    pattern = re.compile(r"(?:([1-9]) (\w+))?(?: \+ )?(?:([1-9]) joker)?")

    def read(self, game: Tickets, text: str) -> Pay:
        found = self.pattern.fullmatch(text)
        if not found:
            raise Error(f"{short(text)} is not a payment, like '2 red + 1 joker'")
        if found[2] == "joker":  # the pattern takes jokers alone for a colour
            return Pay("joker", 0, int(found[1]))
        colour = CARD.read(game, found[2]) if found[2] else "joker"
        return Pay(colour, int(found[1] or 0), int(found[3] or 0))

    def put(self, game: Tickets, value: Pay, bits: BitField) -> None:
        CARD.put(game, value.colour, bits)
        bits.put(value.cards, CARDS_BITS)
        bits.put(value.jokers, CARDS_BITS)

    def take(self, game: Tickets, bits: BitField, many: int) -> Pay:
        return Pay(CARD.take(game, bits, 1), bits.take(CARDS_BITS), bits.take(CARDS_BITS))


Paid = Annotated[Pay, Paying()]


@dataclass(frozen=True, slots=True)
class Take(Written):
    """A seat takes a card from the face-up row."""

    text = "{seat} takes {colour}"
    label = "Take {colour}"
    seat: Seat
    colour: Card


@dataclass(frozen=True, slots=True)
class Blind(Written):
    """A seat draws from the closed pile."""

    text = "{seat} draws blind"
    label = "Draw from the pile"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Claim(Written):
    """A seat claims a connection."""

    text = "{seat} claims {connection} with {pay}[, completing {completes}]"
    label = "Claim {connection} with {pay} (+{worth})[, completing {completes}]"
    seat: Seat
    connection: Connection
    pay: Paid
    completes: Completed = ()


@dataclass(frozen=True, slots=True)
class Block(Written):
    """A seat claims a connection that another needs, naming who and, mostly, which ticket."""

    text = (
        "{seat} blocks {target}[ holding {ticket}] at {connection} with {pay}"
        "[, completing {completes}]"
    )
    label = (
        "Block {target}[ ({ticket})] at {connection} with {pay} (+{worth})"
        "[, completing {completes}]"
    )
    code = "seat connection pay target ticket completes"
    seat: Seat
    target: Seat
    ticket: Held
    connection: Connection
    pay: Paid
    completes: Completed = ()


@dataclass(frozen=True, slots=True)
class Draw(Written):
    """A seat asks for tickets."""

    text = "{seat} draws tickets"
    label = "Draw tickets"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Keep(Written):
    """A seat keeps some of the tickets offered; the others are put back, in their order."""

    text = "{seat} keeps {kept}[, puts back {back}][, completing {completes}]"
    label = "Keep {which}[, completing {completes}]"
    code = "seat #kept #back kept back completes"
    seat: Seat
    kept: Several
    back: Several
    completes: Completed = ()


@dataclass(frozen=True, slots=True)
class Station(Written):
    """A seat builds a station."""

    text = "{seat} builds a station in {city} with {pay}"
    label = "Station in {city} with {pay}"
    seat: Seat
    city: City
    pay: Paid


@dataclass(frozen=True, slots=True)
class Extra(Written):
    """A seat pays the extra cost of a tunnel."""

    text = "{seat} adds {pay}"
    label = "Pay {pay} more for the tunnel"
    seat: Seat
    pay: Paid


@dataclass(frozen=True, slots=True)
class Withdraw(Written):
    """A seat gives up a tunnel and takes its cards back."""

    text = "{seat} withdraws"
    label = "Give up the tunnel"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass(Written):
    """A seat can do nothing."""

    text = "{seat} passes"
    label = "Pass"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealTickets(Written):
    """Chance deals tickets to every seat, in the order in which the seat holds them."""

    text = "deal {hands}"
    hands: Dealt


@dataclass(frozen=True, slots=True)
class Gets(Written):
    """Chance gives a seat train cards that the others do not see."""

    text = "{seat} gets {cards}"
    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class TurnUp(Written):
    """Chance turns up cards: for the face-up row, or in a tunnel."""

    text = "turned up {cards}"
    code = f"{SEAT_BITS} #cards cards"  # where others have their seat it has nothing
    cards: Cards


@dataclass(frozen=True, slots=True)
class Offer(Written):
    """Chance offers a seat tickets to choose from."""

    text = "{seat} is offered {tickets}"
    seat: Seat
    tickets: Several


Seats = Take | Blind | Claim | Block | Draw | Keep | Station | Extra | Withdraw | Pass
Chances = DealTickets | Gets | TurnUp | Offer
Action = Seats | Chances

# In the order of the numbers in `codes`.
ACTIONS: Actions[Tickets, Action] = Actions(
    "tickets", "Anna draws blind",
    Take, Blind, Draw, Pass, Withdraw, Claim, Block, Keep, Station, Extra, Gets, TurnUp, Offer,
    DealTickets,
    bits=KIND_BITS,
)  # fmt: skip
