"""The actions of seats and of chance: values whose text is their notation.

A claim carries what it completes, because completing a ticket must be said aloud at once.
"""

from dataclasses import dataclass, replace

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """So many cards of a colour, and jokers; only jokers are `Pay("joker", 0, n)`."""

    colour: str
    cards: int
    jokers: int

    def __str__(self) -> str:
        coloured = f"{self.cards} {self.colour}" if self.cards else ""
        wild = f"{self.jokers} joker" if self.jokers else ""
        return " + ".join(filter(None, (coloured, wild)))


@dataclass(frozen=True, slots=True)
class Take:
    """A seat takes a card from the face-up row."""

    seat: str
    colour: str

    def __str__(self) -> str:
        return f"{self.seat} takes {self.colour}"


@dataclass(frozen=True, slots=True)
class Blind:
    """A seat draws from the closed pile."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} draws blind"


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat claims a connection."""

    seat: str
    connection: str
    pay: Pay
    completes: Names = ()

    def __str__(self) -> str:
        text = f"{self.seat} claims {self.connection} with {self.pay}"
        return text + _completing(self.completes)


@dataclass(frozen=True, slots=True)
class Block:
    """A seat claims a connection that another needs, naming who and, mostly, which ticket."""

    seat: str
    target: str
    ticket: str | None
    connection: str
    pay: Pay
    completes: Names = ()

    def __str__(self) -> str:
        named = f" holding {self.ticket}" if self.ticket else ""
        text = f"{self.seat} blocks {self.target}{named} at {self.connection} with {self.pay}"
        return text + _completing(self.completes)


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat asks for tickets."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} draws tickets"


@dataclass(frozen=True, slots=True)
class Keep:
    """A seat keeps some of the tickets offered; the others are put back, in their order."""

    seat: str
    kept: Names
    back: Names
    completes: Names = ()

    def __str__(self) -> str:
        back = f", puts back {', '.join(self.back)}" if self.back else ""
        return f"{self.seat} keeps {', '.join(self.kept)}{back}{_completing(self.completes)}"


@dataclass(frozen=True, slots=True)
class Station:
    """A seat builds a station."""

    seat: str
    city: str
    pay: Pay

    def __str__(self) -> str:
        return f"{self.seat} builds a station in {self.city} with {self.pay}"


@dataclass(frozen=True, slots=True)
class Extra:
    """A seat pays what a tunnel costs beside."""

    seat: str
    pay: Pay

    def __str__(self) -> str:
        return f"{self.seat} adds {self.pay}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A seat gives up a tunnel and takes its cards back."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} withdraws"


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat can do nothing."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} passes"


@dataclass(frozen=True, slots=True)
class DealTickets:
    """Chance deals tickets to every seat, in the order in which it holds them."""

    hands: tuple[Names, ...]

    def __str__(self) -> str:
        return "deal " + " | ".join(", ".join(hand) for hand in self.hands)


@dataclass(frozen=True, slots=True)
class Gets:
    """Chance gives a seat train cards that the others do not see."""

    seat: str
    cards: Names

    def __str__(self) -> str:
        return f"{self.seat} gets {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Chance turns up cards: for the face-up row, or in a tunnel."""

    cards: Names

    def __str__(self) -> str:
        return f"turned up {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Offer:
    """Chance offers a seat tickets to choose from."""

    seat: str
    tickets: Names

    def __str__(self) -> str:
        return f"{self.seat} is offered {', '.join(self.tickets)}"


Seats = Take | Blind | Claim | Block | Draw | Keep | Station | Extra | Withdraw | Pass
Chances = DealTickets | Gets | TurnUp | Offer
Action = Seats | Chances


def called(action: Action, names: Names, otherwise: Names) -> Action:
    """The same action, of seats that are called otherwise."""
    if names == otherwise or isinstance(action, DealTickets | TurnUp):
        return action
    seat = otherwise[names.index(action.seat)]
    if isinstance(action, Block):
        return replace(action, seat=seat, target=otherwise[names.index(action.target)])
    return replace(action, seat=seat)


def _completing(completes: Names) -> str:
    return f", completing {', '.join(completes)}" if completes else ""
