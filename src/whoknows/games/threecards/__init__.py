"""Three cards, three seats: a toy whose whole tree is small.

The deal. There are three cards, a, b and c. Chance deals one to each of three seats, usually Anna,
Bram and Cleo; each sees its own.

Turns. The seats move in turn, beginning with the first, `rounds` times around. A move is a denial,
a showing or a declaration.

Denial. `Anna: not b`: the seat says that it does not hold a card, which must be true.

Showing. `Anna shows a to Bram`: the seat shows its card to one other. Everybody sees that it
happens, but only these two see the card. It costs the shower one point.

Declaration. `Anna declares`: the seat says that it knows the whole deal, which must be true. It
gains two points, each of the others loses one, and the game ends at once.

The end. Otherwise the game ends when every turn has been taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, ClassVar

from whoknows.core.chance import Evenly
from whoknows.core.error import Error
from whoknows.core.features import Tile, option
from whoknows.core.game import CHANCE, END, Game, Update, World
from whoknows.core.names import NamedSeats, names_option, numbers, written
from whoknows.core.schema import short
from whoknows.deals import updates

if TYPE_CHECKING:
    from types import ModuleType

    from whoknows.core.game_numbers import GameNumbers
    from whoknows.core.kernels import Compiled

CARDS = ("a", "b", "c")
SEATS = (0, 1, 2)
NUMBERS = numbers(3)
BLANK = -1
MOST_ROUNDS = 1_000_000


@dataclass(frozen=True, slots=True)
class State:
    """Cards are 0, 1, 2; `seen` has for each seat one bit for every hand that it was shown."""

    turn: int = -1  # -1 before the deal
    hands: tuple[int, ...] = (BLANK, BLANK, BLANK)
    denied: tuple[int, ...] = (0, 0, 0)  # for each seat one bit for every card
    seen: tuple[int, ...] = (0, 0, 0)
    points: tuple[int, ...] = (0, 0, 0)
    over: bool = False


def _names() -> tuple[str, ...]:
    """What an action calls the seats; the same action with other names is equal."""
    return field(default=NUMBERS, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DealCards:
    """Chance gives each seat a card."""

    hands: tuple[int, ...]

    def __str__(self) -> str:
        return f"deal {' '.join(map(_card, self.hands))}"


@dataclass(frozen=True, slots=True)
class Deny:
    """A seat says that it does not hold a card."""

    seat: int
    card: int
    names: tuple[str, ...] = _names()

    def __str__(self) -> str:
        return f"{self.names[self.seat]}: not {_card(self.card)}"


@dataclass(frozen=True, slots=True)
class ShowCard:
    """A seat shows its card to another."""

    seat: int
    card: int
    to: int
    names: tuple[str, ...] = _names()

    def __str__(self) -> str:
        return f"{self.names[self.seat]} shows {_card(self.card)} to {self.names[self.to]}"


@dataclass(frozen=True, slots=True)
class Declare:
    """A seat says that it knows the whole deal."""

    seat: int
    names: tuple[str, ...] = _names()

    def __str__(self) -> str:
        return f"{self.names[self.seat]} declares"


Action = DealCards | Deny | ShowCard | Declare

DEALS = tuple(DealCards(hands) for hands in permutations(range(3)))
DENIALS = tuple(Deny(seat, card) for seat in SEATS for card in range(3))
SHOWINGS = tuple(ShowCard(i, card, j) for i in SEATS for card in range(3) for j in SEATS if i != j)
ACTIONS: tuple[Action, ...] = (*DEALS, *DENIALS, *SHOWINGS, *map(Declare, SEATS))  # by code


@dataclass(frozen=True)
class ThreeCards(NamedSeats, Game[State, Action]):
    """The rules above."""

    rounds: int = option(1, label="rounds", about="How many times each player moves.")
    names: str = names_option()
    name: ClassVar[str] = "threecards"
    own_names: ClassVar[tuple[str, ...]] = NUMBERS

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise Error(f"threecards needs at least one round, not {short(self.rounds)}")
        if self.rounds > MOST_ROUNDS:
            given = short(self.rounds)
            raise Error(f"threecards has at most {MOST_ROUNDS:,} rounds, not {given}")
        self.check_names()

    @property
    def title(self) -> str:
        return "Three cards"

    def tile(self) -> Tile:
        from whoknows.games.threecards.page import icon

        about = (
            "Three players, three cards, a handful of questions. "
            "The smallest game where knowledge decides."
        )
        second = 1  # whoever begins gives away the deal, and never wins
        return Tile(about, "threecards(rounds=2)", ("pimc",) * 3, icon(), person=second, rank=9)

    @property
    def opponent(self) -> str:
        return "pimc"

    def compiled(self) -> Compiled:
        from whoknows.games.threecards.kernels import compiled

        return compiled(self)

    def in_numbers(self) -> GameNumbers[State, Action]:
        from whoknows.games.threecards.in_numbers import ThreeCardsNumbers

        return ThreeCardsNumbers(self)

    def turns_left(self, state: State, seat: int) -> int:
        """Each turn counts double: nothing can be remembered here."""
        return 2 * (self.rounds - state.turn // 3)

    def page(self) -> ModuleType:
        from whoknows.games.threecards import page

        return page

    def position(self, state: State, seat: int) -> list[str]:
        from whoknows.games.threecards.terminal import position

        return position(self, state, seat)

    def start(self) -> State:
        return State()

    def to_move(self, state: State) -> int:
        if state.turn < 0:
            return CHANCE
        return END if state.over or state.turn == 3 * self.rounds else state.turn % 3

    def actions(self, state: State) -> Sequence[Action]:
        seat = self.to_move(state)
        own = state.hands[seat]
        denials = (Deny(seat, card) for card in range(3) if card != own)
        showings = (ShowCard(seat, own, other) for other in SEATS if other != seat)
        actions: list[Action] = [*denials, *showings, Declare(seat)]
        return tuple(map(self._called, actions))

    def chance(self, state: State) -> Evenly[Action]:
        return Evenly("deal", DEALS)

    def apply(self, state: State, action: Action) -> State:
        state = replace(state, turn=state.turn + 1)
        match action:
            case DealCards(hands):
                return replace(state, hands=hands)
            case Deny(seat, card):
                return replace(state, denied=_with_bit(state.denied, seat, card))
            case ShowCard(seat, _, to):
                points = tuple(p - (i == seat) for i, p in enumerate(state.points))
                return replace(state, seen=_with_bit(state.seen, to, seat), points=points)
            case Declare(seat):
                points = tuple(p + (2 if i == seat else -1) for i, p in enumerate(state.points))
                return replace(state, points=points, over=True)

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def shown(self, state: State, action: Action, *, to: int | None) -> str:
        match action:
            case DealCards(hands):
                return str(DealCards(tuple(c if i == to else BLANK for i, c in enumerate(hands))))
            case ShowCard(seat, _, other) if to not in (seat, other):
                return str(self._called(ShowCard(seat, BLANK, other)))
        return str(action)

    def says(self, public: State, action: Action) -> tuple[Update, ...]:
        names = self.seats
        match action:
            case DealCards():
                places = {written(name): 1 for name in names}
                return (updates.Deal(places, CARDS, seats=names),)
            case Deny(seat, card):
                sentence = f"{names[seat]} does not hold {_card(card)}"
                return (updates.Announce(f"~has({names[seat]},{_card(card)})", sentence),)
            case ShowCard(seat, _, to):
                sentence = f"{names[to]} sees the card of {names[seat]}"
                if self.is_named:
                    sentence = f"{names[to]} sees {names[seat]}'s card"
                return (updates.Look(written(names[to]), written(names[seat]), sentence),)
            case Declare(seat):
                sentence = f"{names[seat]} knows the whole deal"
                return (updates.Announce(f"Kv[{names[seat]}] world", sentence),)

    def veil(self, state: State, seat: int | None) -> State:
        visible = 0 if seat is None else state.seen[seat] | 1 << seat
        hands = tuple(c if visible >> i & 1 else BLANK for i, c in enumerate(state.hands))
        return replace(state, hands=hands)

    def redeal(self, veiled: State, world: World, rng: Random) -> State:
        return replace(veiled, hands=tuple(CARDS.index(world[seat][0]) for seat in SEATS))

    def world(self, state: State) -> World | None:
        if BLANK in state.hands:
            return None
        return {seat: [_card(card)] for seat, card in enumerate(state.hands)}

    def parse(self, text: str) -> Action:
        if text not in self._by_text:
            raise Error(f"{text!r} is not an action of threecards")
        return self._by_text[text]

    def encode(self, action: Action) -> int:
        return _BY_ACTION[action]

    def decode(self, code: int) -> Action:
        return self._called(ACTIONS[code])

    def encode_state(self, state: State) -> tuple[int, ...]:
        lists = (state.hands, state.denied, state.seen, state.points)
        return (state.turn, int(state.over), *(n for numbers in lists for n in numbers))

    def decode_state(self, codes: tuple[int, ...]) -> State:
        hands, denied, seen, points = (tuple(codes[i : i + 3]) for i in (2, 5, 8, 11))
        return State(codes[0], hands, denied, seen, points, bool(codes[1]))

    def _called(self, action: Action) -> Action:
        """The action with the names of these seats."""
        return action if isinstance(action, DealCards) else replace(action, names=self.seats)

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        """Every action by its text, with the names of the seats and with their numbers."""
        mine = [self._called(action) for action in ACTIONS]
        numbered = {str(action): own for action, own in zip(ACTIONS, mine, strict=True)}
        return numbered | {str(own): own for own in mine}


def game(rounds: int = 1, names: str = "") -> ThreeCards:
    return ThreeCards(rounds, names)


def _card(card: int) -> str:
    return "?" if card == BLANK else CARDS[card]


def _with_bit(masks: tuple[int, ...], seat: int, bit: int) -> tuple[int, ...]:
    return tuple(m | 1 << bit if i == seat else m for i, m in enumerate(masks))


_BY_ACTION = {action: code for code, action in enumerate(ACTIONS)}
