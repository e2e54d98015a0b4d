"""Cluedo without the board: who did it, with what, and where?

The cards. There are suspects, weapons and rooms: six, six and nine of them, or fewer.

The deal. One card of each kind goes unseen into the envelope. The others are dealt to the players,
who look at their own; where they do not come out even, the first players have one more.

Questions. In turn a player asks for a suspect, a weapon and a room; any three will do, also one's
own. The players after the asker answer one by one, until one of them has a card that was asked for.

Answers. Who has none of the three says so. Who has some shows the asker one, of its own choice:
everybody sees that a card is shown, but only these two see which. Then it is the next one's turn.

Accusations. Instead of asking, a player may accuse: this is in the envelope. Everyone hears whether
that is right. If it is, the accuser wins; if not, the accuser has no more turns, but goes on
answering.

The end. The game also ends when nobody is left to ask, or after so many questions: nobody wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Annotated

from whoknows.core.game import Update
from whoknows.kit import (
    CARD,
    END,
    Announce,
    AtMost,
    Card,
    CardGame,
    Deal,
    Error,
    Move,
    Reveal,
    Seat,
    Secret,
    Show,
    Sight,
    Win,
    option,
)

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled

SUSPECTS = ("Scarlett", "Mustard", "White", "Green", "Peacock", "Plum")
WEAPONS = ("candlestick", "dagger", "pipe", "revolver", "rope", "spanner")
ROOMS = (
    "ballroom", "billiard", "conservatory", "dining", "hall", "kitchen", "library", "lounge",
    "study",
)  # fmt: skip
Three = tuple[str, str, str]
FEW = 8  # that may be in the envelope, by what one has seen: then a search tries to accuse


@dataclass(frozen=True, slots=True)
class Ask(Move):
    text = "{seat} asks for {suspect}, {weapon}, {room}"
    label = "Ask for {suspect}, {weapon}, {room}"
    seat: Seat
    suspect: Card
    weapon: Card
    room: Card


@dataclass(frozen=True, slots=True)
class ShowCard(Move):
    text = "{seat} shows {to} {card}"
    seat: Seat
    to: Seat
    card: Annotated[str, Secret(CARD, "seat", "to")]


@dataclass(frozen=True, slots=True)
class HasNone(Move):
    text = "{seat} has none of these"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Accuse(Move):
    text = "{seat} accuses {suspect}, {weapon}, {room}"
    seat: Seat
    suspect: Card
    weapon: Card
    room: Card


@dataclass(frozen=True, slots=True)
class Public:
    """What all see: who asks, for what, who answers, who is out, and how it ended."""

    asker: int = 0
    asked: Annotated[tuple[Card, ...], AtMost(3)] = ()
    answers: int = 0  # who is to answer, if something is asked
    out: Annotated[tuple[int, ...], AtMost(6)] = ()
    winner: int | None = None
    questions: int = 0


@dataclass(frozen=True)
class Cluedo(CardGame[Public, Ask | ShowCard | HasNone | Accuse]):
    """Who did it, with what, and where? Ask the others, and draw your conclusions."""

    players: int = option(3, about="How many play, from 2 to 6.", within=(2, 6))
    suspects: int = option(6, about="How many suspects there are, from 2 to 6.", within=(2, 6))
    weapons: int = option(6, about="How many weapons there are, from 2 to 6.", within=(2, 6))
    rooms: int = option(9, about="How many rooms there are, from 2 to 9.", within=(2, 9))
    most: int = option(
        100, label="questions", about="After how many questions the game ends.", within=(1, 1000)
    )
    name = "cluedo"
    moves = (Ask, ShowCard, HasNone, Accuse)
    plays_forced = True
    opponent = "detective"

    def check(self) -> None:
        if sum(map(len, self.kinds)) - 3 < self.players:
            raise Error(f"cluedo: there are too few cards for {self.players} players")

    @cached_property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """The suspects, the weapons and the rooms."""
        return SUSPECTS[: self.suspects], WEAPONS[: self.weapons], ROOMS[: self.rooms]

    @cached_property
    def deal(self) -> Deal:
        cards = sum(self.kinds, ())
        places = self.hands(len(cards) - 3) | {"envelope": 3}
        one_each = {"envelope": [(kind, 1) for kind in self.kinds]}
        return Deal(places, cards, self.seats, contains=one_each, engine="factual")

    def compiled(self) -> Compiled:
        from whoknows.games.cluedo.kernels import compiled

        return compiled(self)

    def begin(self) -> Public:
        return Public()

    def turn(self, public: Public) -> int:
        if public.asked:
            return public.answers
        over = public.winner is not None or len(public.out) == self.players
        return END if over or public.questions == self.most else public.asker

    def choices(self, public: Public, sight: Sight) -> Iterable[Ask | ShowCard | HasNone | Accuse]:
        me, asker = sight.name, self.seats[public.asker]
        if public.asked:
            held = [card for card in public.asked if card in sight.hand]
            return [ShowCard(me, asker, card) for card in held] or [HasNone(me)]
        return self._turns[me]

    def worthwhile(
        self, public: Public, sight: Sight, moves: Sequence[Ask | ShowCard | HasNone | Accuse]
    ) -> Sequence[Ask | ShowCard | HasNone | Accuse]:
        """To ask for cards that one has not seen; to accuse once few of these are left."""
        if public.asked:
            return moves
        seen = {*sight.hand, *(card for _, _, card in sight.shown)}
        few = prod(len(set(kind) - seen) for kind in self.kinds) <= FEW
        tried = (Ask, Accuse) if few else (Ask,)
        return [
            one
            for one in moves
            if isinstance(one, tried)
            and one.suspect not in seen
            and one.weapon not in seen
            and one.room not in seen
        ]

    def tells(self, public: Public, move: Move) -> Iterator[Update]:
        match move:
            case ShowCard(by, to):
                yield Show(by, to, public.asked)
            case HasNone(by):
                has = " & ".join(f"~has({by},{card})" for card in public.asked)
                yield Announce(has, f"{by} has none of {', '.join(public.asked)}")
            case Accuse(by):
                inside = " & ".join(f"in(envelope,{card})" for card in _cards(move))
                told = f"that it was {', '.join(_cards(move))}"
                yield Reveal(inside, f"{by} is right {told}", f"{by} is wrong {told}")

    def after(self, public: Public, move: Move, told: tuple[bool, ...]) -> Public:
        match move:
            case Ask():
                first, asked = self.following(public.asker), public.questions + 1
                return replace(public, asked=_cards(move), answers=first, questions=asked)
            case HasNone() if self.following(public.answers) != public.asker:
                return replace(public, answers=self.following(public.answers))
            case Accuse() if told[0]:
                return replace(public, winner=public.asker)
            case Accuse():
                return self._passed(replace(public, out=(*public.out, public.asker)))
        return self._passed(public)

    def points(self, public: Public) -> tuple[int, ...]:
        return tuple(int(seat == public.winner) for seat in range(self.players))

    def won(self, public: Public) -> Win | None:
        return Win((), ("the murderer gets away",)) if public.winner is None else None

    def _passed(self, public: Public) -> Public:
        """The next one who is not out asks."""
        asker = self.following(public.asker, without=public.out)
        return replace(public, asker=asker, asked=(), answers=0)

    @cached_property
    def _turns(self) -> dict[str, list[Ask | ShowCard | HasNone | Accuse]]:
        """All that each player may ask, and all accusations: searches want them again and again."""
        return {
            seat: [kind(seat, *three) for kind in (Ask, Accuse) for three in product(*self.kinds)]
            for seat in self.seats
        }


def _cards(move: Ask | Accuse) -> Three:
    return move.suspect, move.weapon, move.room


game = Cluedo
