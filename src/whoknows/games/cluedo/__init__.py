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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from whoknows.core.game import Update
from whoknows.kit import (
    CARD,
    END,
    Announce,
    AtMost,
    Card,
    CardGame,
    Deal,
    Move,
    Reveal,
    Seat,
    Secret,
    Show,
    Sight,
    all_in,
    has_none,
    option,
)

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled, Ints
    from whoknows.core.style_options import StyleOptions

SUSPECTS = ("Scarlett", "Mustard", "White", "Green", "Peacock", "Plum")
WEAPONS = ("candlestick", "dagger", "pipe", "revolver", "rope", "spanner")
ROOMS = (
    "ballroom", "billiard", "conservatory", "dining", "hall", "kitchen", "library", "lounge",
    "study",
)  # fmt: skip
FEW = 8  # that may be in the envelope, by what one has seen: then a search tries to accuse


@dataclass(frozen=True, slots=True)
class NamesThree(Move):
    seat: Seat
    suspect: Card
    weapon: Card
    room: Card

    @property
    def cards(self) -> tuple[str, ...]:
        return self.suspect, self.weapon, self.room


@dataclass(frozen=True, slots=True)
class Ask(NamesThree):
    text = "{seat} asks for {suspect}, {weapon}, {room}"
    label = "Ask for {suspect}, {weapon}, {room}"


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
class Accuse(NamesThree):
    text = "{seat} accuses {suspect}, {weapon}, {room}"


Action = Ask | ShowCard | HasNone | Accuse


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
class Cluedo(CardGame[Public, Action]):
    """Who did it, with what, and where? Ask the others, and draw your conclusions."""

    players: int = option(3, about="How many play, from 2 to 6.", within=(2, 6))
    suspects: int = option(6, about="How many suspects there are, from 2 to 6.", within=(2, 6))
    weapons: int = option(6, about="How many weapons there are, from 2 to 6.", within=(2, 6))
    rooms: int = option(9, about="How many rooms there are, from 2 to 9.", within=(2, 9))
    most: int = option(100, label="questions", about="Then the game ends.", within=(1, 1000))
    name = "cluedo"
    moves = (Ask, ShowCard, HasNone, Accuse)
    plays_forced = True
    opponent = "detective"
    nobody = "the murderer gets away"

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

    @property
    def styles(self) -> tuple[str, ...]:
        return ("learned",)

    @property
    def learned_styles(self) -> Mapping[str, Path]:
        return {"learned": Path(__file__).with_name("learned.style")}

    def style_choice(self, action: Any) -> str:
        return ", ".join(action.cards) if isinstance(action, Ask) else type(action).__name__

    def style_options(self, state: Any, seat: int, hands: Ints) -> StyleOptions | None:
        from whoknows.games.cluedo.suited_questions import suited_questions

        return suited_questions(self, state, seat, hands)

    def style_hand(self, state: Any, seat: int) -> tuple[int, ...]:
        return tuple(state.cards(seat))

    def style_cards(self, names: Iterable[str]) -> list[int]:
        return [self.cards.index(name) for name in names]

    @property
    def style_pack(self) -> int:
        return len(self.cards)

    def named_by(self, kind: type[Move], field: str) -> Sequence[str]:
        names = ("suspect", "weapon", "room")
        return self.kinds[names.index(field)] if field in names else self.cards

    def begin(self) -> Public:
        return Public()

    def turn(self, public: Public) -> int:
        if public.asked:
            return public.answers
        over = public.winner is not None or len(public.out) == self.players
        return END if over or public.questions == self.most else public.asker

    def choices(self, public: Public, sight: Sight) -> Iterable[Action]:
        if not public.asked:
            return self._turns[sight.name]
        me, asker, hand = sight.name, self.seats[public.asker], sight.hand
        return [ShowCard(me, asker, card) for card in public.asked if card in hand] or [HasNone(me)]

    def worthwhile(self, public: Public, sight: Sight, moves: Sequence[Action]) -> Sequence[Action]:
        """To ask for cards that one has not seen; to accuse once few of these are left."""
        if public.asked:
            return moves
        seen = sight.seen
        left = [[card for card in kind if card not in seen] for kind in self.kinds]
        few = prod(map(len, left)) <= FEW
        kinds = (Ask, Accuse) if few else (Ask,)
        named = (self._turns_by_cards[sight.name, kind].__getitem__ for kind in kinds)
        return [move for turn in named for move in map(turn, product(*left))]

    def tells(self, public: Public, move: Move) -> Iterator[Update]:
        match move:
            case ShowCard(by, to):
                yield Show(by, to, public.asked)
            case HasNone(by):
                told = f"{by} has none of {', '.join(public.asked)}"
                yield Announce(has_none(by, public.asked), told)
            case Accuse(by):
                told = f"that it was {', '.join(move.cards)}"
                inside = all_in("envelope", move.cards)
                yield Reveal(inside, f"{by} is right {told}", f"{by} is wrong {told}")

    def lines(self, public: Public) -> Iterator[str]:
        yield f"{public.questions} of {self.most} questions"
        if public.out:
            yield f"out: {', '.join(self.seats[seat] for seat in public.out)}"

    def after(self, public: Public, move: Move, told: tuple[bool, ...]) -> Public:
        match move:
            case Ask():
                first, asked = self.following(public.asker), public.questions + 1
                return replace(public, asked=move.cards, answers=first, questions=asked)
            case HasNone() if self.following(public.answers) != public.asker:
                return replace(public, answers=self.following(public.answers))
            case Accuse() if told[0]:
                return replace(public, winner=public.asker)
            case Accuse():
                public = replace(public, out=(*public.out, public.asker))
        asker = self.following(public.asker, without=public.out)
        return replace(public, asker=asker, asked=(), answers=0)

    @cached_property
    def _turns(self) -> dict[str, tuple[Ask | Accuse, ...]]:
        """All that each player may ask, and all accusations: searches want them again and again."""
        kinds: tuple[type[Ask | Accuse], ...] = (Ask, Accuse)
        pairs = list(product(kinds, product(*self.kinds)))
        return {seat: tuple(kind(seat, *three) for kind, three in pairs) for seat in self.seats}

    @cached_property
    def _turns_by_cards(self) -> dict[tuple[str, type[Move]], dict[tuple[str, ...], Ask | Accuse]]:
        """The same by player and kind, and then by the cards that are named."""
        found: dict[tuple[str, type[Move]], dict[tuple[str, ...], Ask | Accuse]] = {}
        for one in chain.from_iterable(self._turns.values()):
            found.setdefault((one.seat, type(one)), {})[one.cards] = one
        return found


game = Cluedo
