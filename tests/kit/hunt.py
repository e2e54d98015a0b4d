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

    def turn(self, public):
        if public.winner or public.turns >= self.most or len(public.out) == self.players:
            return END
        return self._next(public) if public.asked else public.asker

    def choices(self, public, sight):
        me, then = sight.name, self.seats[self._next(public)]
        if public.asked:
            asker = self.seats[public.asker]
            may = [ShowCard(me, asker, card) for card in public.asked if card in sight.hand]
            return may or [HasNone(me)]
        asks = [Ask(me, then, *pair) for pair in combinations(self.cards, 2)]
        peeks = [] if public.peeked else [Peek(me, then)]
        return [*asks[:5], *peeks, *(Guess(me, card) for card in self.cards[:3])]

    def tells(self, public, move):
        match move:
            case ShowCard(by, to):
                yield Show(by, to, public.asked)
            case HasNone(by):
                yield Announce(" & ".join(f"~has({by},{card})" for card in public.asked))
            case Peek(by, at):
                yield Look(by, at)
            case Guess(by, card):
                yield Reveal(f"in(den,{card})", f"{by} is right", f"{by} is wrong")

    def after(self, public, move, told):
        match move:
            case Ask(_, _, one, other):
                return replace(public, asked=(one, other))
            case Peek():
                return self._passed(replace(public, peeked=True))
            case Guess(by):
                if told[0]:
                    return replace(public, winner=by)
                return self._passed(replace(public, out=(*public.out, public.asker)))
        return self._passed(replace(public, asked=()))

    def points(self, public):
        return [int(seat == public.winner) for seat in self.seats]

    def won(self, public):
        return None if public.winner else Win((), ("the prey got away",))

    def _next(self, public):
        return (public.asker + 1) % self.players

    def _passed(self, public):
        asker = self._next(public)
        while asker in public.out and len(public.out) < self.players:
            asker = (asker + 1) % self.players
        return replace(public, asker=asker, turns=public.turns + 1)


game = Hunt
