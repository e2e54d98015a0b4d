"""Three cards, three seats: a toy whose whole tree is small.

The deal. There are three cards, a, b and c. Chance deals one to each of the seats 0, 1 and 2;
each sees its own.

Turns. The seats move in turn, beginning with 0, `rounds` times round. A move is a denial, a
showing or a declaration.

Denial. `0: not b`: the seat says aloud that it does not hold a card, which must be so.

Showing. `0 shows a to 1`: the seat shows its card to one other. Everybody sees that it happens,
but only these two see the card. It costs the shower one point.

Declaration. `0 declares`: the seat says that it knows the whole deal, which must be so. It gains
two points, each of the others loses one, and the game ends at once.

The end. Otherwise the game ends when every turn has been taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, ClassVar

from whoknows.core.chance import Evenly
from whoknows.core.error import Error
from whoknows.core.features import Tile, option
from whoknows.core.game import CHANCE, END, Game, Update, World
from whoknows.core.strict import short
from whoknows.deals import updates

if TYPE_CHECKING:
    from types import ModuleType

    from whoknows.core.kernels import Compiled

CARDS = ("a", "b", "c")
SEATS = (0, 1, 2)
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


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance gives each seat a card."""

    hands: tuple[int, ...]

    def __str__(self) -> str:
        return f"deal {' '.join(map(_card, self.hands))}"


@dataclass(frozen=True, slots=True)
class Deny:
    """A seat says that it does not hold a card."""

    seat: int
    card: int

    def __str__(self) -> str:
        return f"{self.seat}: not {_card(self.card)}"


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows its card to another."""

    seat: int
    card: int
    to: int

    def __str__(self) -> str:
        return f"{self.seat} shows {_card(self.card)} to {self.to}"


@dataclass(frozen=True, slots=True)
class Declare:
    """A seat says that it knows the whole deal."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} declares"


Action = Deal | Deny | Show | Declare

DEALS = tuple(Deal(hands) for hands in permutations(range(3)))
DENIALS = tuple(Deny(seat, card) for seat in SEATS for card in range(3))
SHOWINGS = tuple(Show(i, card, j) for i in SEATS for card in range(3) for j in SEATS if i != j)
ACTIONS: tuple[Action, ...] = (*DEALS, *DENIALS, *SHOWINGS, *map(Declare, SEATS))  # by code


@dataclass(frozen=True, slots=True)
class ThreeCards(Game[State, Action]):
    """The rules above."""

    rounds: int = option(1, label="rounds", about="How many times each seat moves.")
    name: ClassVar[str] = "threecards"
    seats: ClassVar[tuple[str, ...]] = ("0", "1", "2")

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise Error(f"threecards needs at least one round, not {short(self.rounds)}")
        if self.rounds > MOST_ROUNDS:
            given = short(self.rounds)
            raise Error(f"threecards has at most {MOST_ROUNDS:,} rounds, not {given}")

    @property
    def title(self) -> str:
        return "Three cards"

    def tile(self) -> Tile:
        from whoknows.games.threecards.table import icon

        about = (
            "Three seats, three cards, a handful of questions. "
            "The smallest game where knowledge decides."
        )
        return Tile(about, "threecards(rounds=2)", ("pimc",) * 3, icon())

    @property
    def opponent(self) -> str:
        return "pimc"

    def compiled(self) -> Compiled:
        from whoknows.games.threecards.kernels import compiled

        return compiled(self)

    def turns_left(self, state: State, seat: int) -> int:
        """Each turn counts double: nothing can be remembered here."""
        return 2 * (self.rounds - state.turn // 3)

    def page(self) -> ModuleType:
        from whoknows.games.threecards import table

        return table

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
        showings = (Show(seat, own, other) for other in SEATS if other != seat)
        return (*denials, *showings, Declare(seat))

    def chance(self, state: State) -> Evenly[Action]:
        return Evenly("deal", DEALS)

    def apply(self, state: State, action: Action) -> State:
        state = replace(state, turn=state.turn + 1)
        match action:
            case Deal(hands):
                return replace(state, hands=hands)
            case Deny(seat, card):
                return replace(state, denied=_with_bit(state.denied, seat, card))
            case Show(seat, _, to):
                points = tuple(p - (i == seat) for i, p in enumerate(state.points))
                return replace(state, seen=_with_bit(state.seen, to, seat), points=points)
            case Declare(seat):
                points = tuple(p + (2 if i == seat else -1) for i, p in enumerate(state.points))
                return replace(state, points=points, over=True)

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def shown(self, state: State, action: Action, *, to: int | None) -> str:
        match action:
            case Deal(hands):
                return str(Deal(tuple(c if i == to else BLANK for i, c in enumerate(hands))))
            case Show(seat, _, other) if to not in (seat, other):
                return str(Show(seat, BLANK, other))
        return str(action)

    def says(self, public: State, action: Action) -> tuple[Update, ...]:
        match action:
            case Deal():
                return (updates.Deal(dict.fromkeys(SEATS, 1), CARDS, seats=self.seats),)
            case Deny(seat, card):
                sentence = f"{seat} does not hold {_card(card)}"
                return (updates.Announce(f"~has({seat},{_card(card)})", sentence),)
            case Show(seat, _, to):
                return (updates.Look(to, seat, f"{to} sees the card of {seat}"),)
            case Declare(seat):
                return (updates.Announce(f"Kv[{seat}] world", f"{seat} knows the whole deal"),)

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
        if text not in _BY_TEXT:
            raise Error(f"{text!r} is not an action of threecards")
        return _BY_TEXT[text]

    def encode(self, action: Action) -> int:
        return _BY_ACTION[action]

    def decode(self, code: int) -> Action:
        return ACTIONS[code]

    def encode_state(self, state: State) -> tuple[int, ...]:
        lists = (state.hands, state.denied, state.seen, state.points)
        return (state.turn, int(state.over), *(n for numbers in lists for n in numbers))

    def decode_state(self, codes: tuple[int, ...]) -> State:
        hands, denied, seen, points = (tuple(codes[i : i + 3]) for i in (2, 5, 8, 11))
        return State(codes[0], hands, denied, seen, points, bool(codes[1]))


def game(rounds: int = 1) -> ThreeCards:
    return ThreeCards(rounds)


def _card(card: int) -> str:
    return "?" if card == BLANK else CARDS[card]


def _with_bit(masks: tuple[int, ...], seat: int, bit: int) -> tuple[int, ...]:
    return tuple(m | 1 << bit if i == seat else m for i, m in enumerate(masks))


_BY_TEXT = {str(action): action for action in ACTIONS}
_BY_ACTION = {action: code for code, action in enumerate(ACTIONS)}
