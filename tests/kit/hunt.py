"""Hunt: a small game of the kit that uses all that it offers.

The deal. Cards a to g go to the seats as evenly as can be, and one to the den.

Turns. A seat asks the next for two cards, peeks at the next one's hand (once in a game), or guesses
what is in the den.

Answers. Who is asked shows one of the two in private, or says that it has none.

Guesses. Everyone hears whether a guess is right: then the guesser has won. Otherwise it asks no
more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated

from whoknows.kit import (
    CARD,
    END,
    Announce,
    Card,
    CardGame,
    Deal,
    Error,
    Look,
    Move,
    Reveal,
    Seat,
    Secret,
    Show,
    Win,
    option,
)


@dataclass(frozen=True, slots=True)
class Ask(Move):
    text = "{seat} asks {to} for {one} or {other}"
    seat: Seat
    to: Seat
    one: Card
    other: Card


@dataclass(frozen=True, slots=True)
class ShowCard(Move):
    text = "{seat} shows {to} {card}"
    seat: Seat
    to: Seat
    card: Annotated[str, Secret(CARD, "seat", "to")]


@dataclass(frozen=True, slots=True)
class HasNone(Move):
    text = "{seat} has neither"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Peek(Move):
    text = "{seat} peeks at {at}"
    seat: Seat
    at: Seat


@dataclass(frozen=True, slots=True)
class Guess(Move):
    text = "{seat} guesses {card}"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trail:
    """What all see."""

    asker: int = 0
    asked: tuple[Card, ...] = ()
    peeked: bool = False
    out: tuple[int, ...] = ()
    winner: Seat | None = None
    turns: int = 0


@dataclass(frozen=True)
class Hunt(CardGame[Trail, Ask | ShowCard | HasNone | Peek | Guess]):
    """Find the card in the den."""

    many: int = option(7, about="How many cards there are.")
    most: int = 12
    name = "hunt"
    moves = (Ask, ShowCard, HasNone, Peek, Guess)
    plays_forced = True

    def check(self):
        if not self.players < self.many <= 12:
            raise Error(f"hunt needs more cards than players and at most 12, not {self.many}")

    @property
    def deal(self):
        return Deal(self.hands(self.many - 1) | {"den": 1}, tuple("abcdefghijkl"[: self.many]))

    def begin(self):
        return Trail()

    def turn(self, table):
        if table.winner or table.turns >= self.most or len(table.out) == self.players:
            return END
        return self._next(table) if table.asked else table.asker

    def choices(self, table, sight):
        me, then = sight.name, self.seats[self._next(table)]
        if table.asked:
            asker = self.seats[table.asker]
            may = [ShowCard(me, asker, card) for card in table.asked if card in sight.hand]
            return may or [HasNone(me)]
        asks = [Ask(me, then, *pair) for pair in combinations(self.cards, 2)]
        peeks = [] if table.peeked else [Peek(me, then)]
        return [*asks[:5], *peeks, *(Guess(me, card) for card in self.cards[:3])]

    def tells(self, table, move):
        match move:
            case ShowCard(by, to):
                yield Show(by, to, table.asked)
            case HasNone(by):
                yield Announce(" & ".join(f"~has({by},{card})" for card in table.asked))
            case Peek(by, at):
                yield Look(by, at)
            case Guess(by, card):
                yield Reveal(f"in(den,{card})", f"{by} is right", f"{by} is wrong")

    def after(self, table, move, told):
        match move:
            case Ask(_, _, one, other):
                return replace(table, asked=(one, other))
            case Peek():
                return self._passed(replace(table, peeked=True))
            case Guess(by):
                if told[0]:
                    return replace(table, winner=by)
                return self._passed(replace(table, out=(*table.out, table.asker)))
        return self._passed(replace(table, asked=()))

    def points(self, table):
        return [int(seat == table.winner) for seat in self.seats]

    def won(self, table):
        return None if table.winner else Win((), ("the prey got away",))

    def _next(self, table):
        return (table.asker + 1) % self.players

    def _passed(self, table):
        asker = self._next(table)
        while asker in table.out and len(table.out) < self.players:
            asker = (asker + 1) % self.players
        return replace(table, asker=asker, turns=table.turns + 1)


game = Hunt
