"""What the author of a card game writes, and what helps to write it: see `card_game`.

An author says what all see (`begin`, `turn`, `after`, `points`), what a seat may do (`choices`,
told what that seat sees and no more), and what a move makes known (`tells`). No rule is given a
card that it might give away: `after` and `tells` hear of a move what an outsider sees.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, cast

from whoknows.core.actions import Written
from whoknows.core.error import Error
from whoknows.core.game import Update
from whoknows.core.names import NamedSeats, names_option, number, written
from whoknows.core.schema import short
from whoknows.core.winners import Win
from whoknows.deals.places import DealVocabulary
from whoknows.deals.updates import Deal
from whoknows.kit.sight import Sight

Public = TypeVar("Public")
Action = TypeVar("Action", bound=Written)
One = TypeVar("One", bound=int | str)  # a seat by its number or by its name


@dataclass(frozen=True)
class CardRules(NamedSeats, Generic[Public, Action], metaclass=ABCMeta):
    """The rules of a game; its fields are options, and a dataclass of its own adds more."""

    players: int = 3
    names: str = names_option()

    name: ClassVar[str]
    moves: ClassVar[tuple[type[Written], ...]]  # in the order of their codes
    nobody: ClassVar[str] = ""  # why nobody wins, where nobody has a point

    # what an author writes

    @property
    @abstractmethod
    def deal(self) -> Deal:
        """Which cards lie where, and who sees them."""

    @abstractmethod
    def begin(self) -> Public:
        """What all see at the beginning: a frozen dataclass."""

    @abstractmethod
    def turn(self, public: Public) -> int | str:
        """Whose turn it is: a seat's name or number, or `END`; `CHANCE` deals the cards anew."""

    @abstractmethod
    def choices(self, public: Public, sight: Sight) -> Iterable[Action]:
        """What the seat to move may do."""

    @abstractmethod
    def after(self, public: Public, move: Action, told: tuple[bool, ...]) -> Public:
        """What all see after a move; `told` says of each `Reveal` whether it holds."""

    def dealt(self, public: Public) -> Public:
        """What all see after the cards were dealt: a new round, perhaps."""
        return public

    def tells(self, public: Public, move: Action) -> Iterable[Update]:
        """What a move makes known: `Announce`, `Reveal`, `Tell`, `AtOnce`, `Look`, and `Show` for a
        secret."""
        return ()

    def worthwhile(self, public: Public, sight: Sight, moves: Sequence[Action]) -> Sequence[Action]:
        """The choices that a search should try, where there are too many."""
        return moves

    def points(self, public: Public) -> Sequence[float]:
        """The points of each seat: one for the `winner`, a number or a name, if all see one."""
        winner = getattr(public, "winner", None)
        return tuple(int(winner in (number, seat)) for number, seat in enumerate(self.seats))

    def won(self, public: Public) -> Win | None:
        """Who has won, where that is not simply who has the most points, or `nobody`."""
        if self.nobody and not any(self.points(public)):
            return Win((), (self.nobody,))
        return None

    def lines(self, public: Public) -> Iterable[str]:
        """What all see, in words, for the page and the terminal: its fields by name, unless they
        are empty."""
        values = ((one.name, getattr(public, one.name)) for one in fields(cast(Any, public)))
        told = ((name.replace("_", " "), value) for name, value in values)
        return [f"{name}: {_in_words(value)}" for name, value in told if value not in (None, ())]

    def check(self) -> None:
        """An `Error` if the options make no sense."""

    @property
    def point_range(self) -> tuple[float, float]:
        """What a player scores at least and at most; to be said where `points` is, for programs
        that solve games."""
        if type(self).points is CardRules.points:
            return 0.0, 1.0
        raise Error(f"{self.name}: say in point_range what a player scores at least and at most")

    def named_by(self, kind: type[Written], field: str) -> Sequence[str]:
        """The cards that a field of a move may name, where these are not all: programs that learn
        have a number for each."""
        return self.cards

    # what helps to write it

    def hands(self, many: int) -> dict[int | str, int]:
        """Hands for the seats, so many cards in all, shared out as evenly as can be."""
        if 0 < many < self.players:
            raise Error(f"{self.name}: there are too few cards for {self.players} players")
        size, more = divmod(many, self.players)
        return {written(seat): size + (n < more) for n, seat in enumerate(self.seats)}

    def following(self, seat: One, without: Collection[One] = ()) -> One:
        """The seat after this one, without those that are left out, unless these are all: by name
        if it is given by name, otherwise by number."""
        order: Sequence[Any] = self.seats if isinstance(seat, str) else range(self.players)
        at, many = order.index(seat), len(order)
        for step in range(1, many + 1):
            one: One = order[(at + step) % many]
            if one not in without:
                return one
        return cast(One, order[(at + 1) % many])

    def check_ranges(self) -> None:
        """An `Error` if an option is not `within` what it says of itself."""
        for one in fields(self):
            least, most = one.metadata.get("within", (None, None))
            if most is not None and not least <= getattr(self, one.name) <= most:
                given = short(getattr(self, one.name))
                raise Error(f"{self.name}: {one.name} goes from {least} to {most:,}, not {given}")

    def seat(self, name: str) -> int:
        """The number of a seat."""
        return number(self.seats, name)

    def place(self, name: str) -> int:
        """The number of a place."""
        if name not in self.places:
            raise Error(f"no place {name}; places are {', '.join(self.places)}")
        return self.places.index(name)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards."""
        return tuple(map(str, self.deal.cards))

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of the places."""
        return tuple(map(str, self.deal.places))

    @cached_property
    def vocabulary(self) -> DealVocabulary:
        """The words of formulas: seats, cards, and places with who owns and sees them."""
        return replace(self.deal, engine="factual", law=(), even={}).to(None).vocabulary


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(_in_words, value)) or "none"
    return "none" if value is None else str(value)
