"""Liar's dice: how many of a kind are there, under all the cups?

The roll. Everybody rolls some dice under a cup, and sees only their own.

Bids. In turn a player says that there are at least so many dice of a face among all, more than was
said before, or as many of a higher face; or doubts what was said last.

Doubts. All cups are lifted. Whoever was right, the bidder or the doubter, gets a point, and begins
the next round.

The end. After so many rounds the most points win.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated

from whoknows.kit import (
    CHANCE,
    END,
    CardGame,
    Deal,
    Look,
    Move,
    Number,
    Reveal,
    Seat,
    option,
)


@dataclass(frozen=True, slots=True)
class Bid(Move):
    text = "{seat} bids {many} of {face}"
    seat: Seat
    many: Annotated[int, Number()]
    face: Annotated[int, Number()]


@dataclass(frozen=True, slots=True)
class Doubt(Move):
    text = "{seat} doubts it"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Public:
    mover: int = 0
    many: int = 0
    face: int = 0
    rounds: int = 0
    is_rolled: bool = True
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class LiarsDice(CardGame[Public, Bid | Doubt]):
    """How many of a kind are there, under all the cups?"""

    players: int = option(2, about="How many play, from 2 to 4.", within=(2, 4))
    dice: int = option(2, about="How many dice each has, from 1 to 3.", within=(1, 3))
    faces: int = option(4, about="How many faces a die has, from 2 to 6.", within=(2, 6))
    most: int = option(3, label="rounds", about="Then the game ends.", within=(1, 20))
    name = "liarsdice"
    moves = (Bid, Doubt)

    def die(self, number):
        """A die is a card for each of its faces; the one that lies up is under the cup."""
        return tuple(f"{'abcdefghijkl'[number]}{face}" for face in range(1, self.faces + 1))

    def own(self, seat):
        return [self.die(seat * self.dice + n) for n in range(self.dice)]

    @property
    def deal(self):
        many = self.players * self.dice
        cards = sum((self.die(n) for n in range(many)), ())
        places = self.hands(many) | {"down": len(cards) - many}
        up = {seat: [(die, 1) for die in self.own(n)] for n, seat in enumerate(self.seats)}
        return Deal(places, cards, self.seats, contains=up)

    def begin(self):
        return Public(scores=(0,) * self.players)

    def turn(self, public):
        if public.rounds == self.most:
            return END
        return public.mover if public.is_rolled else CHANCE

    def dealt(self, public):
        return replace(public, is_rolled=True)

    def choices(self, public, sight):
        total = self.players * self.dice
        higher = [
            Bid(sight.name, many, face)
            for many in range(1, total + 1)
            for face in range(1, self.faces + 1)
            if (many, face) > (public.many, public.face)
        ]
        return [*higher, Doubt(sight.name)] if public.many else higher

    def tells(self, public, move):
        if isinstance(move, Doubt):
            yield Reveal(self.at_least(public.many, public.face), "the bid is right", "it is wrong")
            for seat in self.seats:
                for other in self.seats:
                    if other != seat:
                        yield Look(seat, other)

    def at_least(self, many, face):
        dice = [(seat, die) for n, seat in enumerate(self.seats) for die in self.own(n)]
        up = [f"has({seat},{die[face - 1]})" for seat, die in dice]
        return " | ".join(f"({' & '.join(some)})" for some in combinations(up, many))

    def after(self, public, move, told):
        if isinstance(move, Bid):
            mover = self.following(public.mover)
            return replace(public, mover=mover, many=move.many, face=move.face)
        bidder = (public.mover - 1) % self.players
        right = bidder if told[0] else public.mover
        scores = tuple(n + (seat == right) for seat, n in enumerate(public.scores))
        return Public(right, 0, 0, public.rounds + 1, False, scores)

    def points(self, public):
        return public.scores

    def lines(self, public):
        return [f"the bid is {public.many} of {public.face}" if public.many else "nothing is bid"]
