"""Two cards are denied, or all are known: a toy as packages were written for whoknows 0.1.

It is never brought up to date: what it imports, and how its kernels, its page and its words are
found, must go on working.

The deal. There are three cards, a, b and c. Chance deals one to each of three seats, who see it.

Turns. Each seat in turn, `rounds` times round, denies a card (`0: not b`) or declares that it knows
the whole deal (`0 declares`); both must be so. A declaration gains two points and ends the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import ClassVar

from whoknows.core.chance import Evenly
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Game, Update, World
from whoknows.core.spec import quote, spell
from whoknows.deals import updates

CARDS = ("a", "b", "c")
SEATS = (0, 1, 2)
BLANK = -1


@dataclass(frozen=True, slots=True)
class State:
    turn: int = -1  # -1 before the deal
    hands: tuple[int, ...] = (BLANK, BLANK, BLANK)
    denied: tuple[int, ...] = (0, 0, 0)  # for each seat one bit for every card
    points: tuple[int, ...] = (0, 0, 0)
    over: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    hands: tuple[int, ...]

    def __str__(self) -> str:
        return f"deal {' '.join(map(_card, self.hands))}"


@dataclass(frozen=True, slots=True)
class Deny:
    seat: int
    card: int

    def __str__(self) -> str:
        return f"{self.seat}: not {_card(self.card)}"


@dataclass(frozen=True, slots=True)
class Declare:
    seat: int

    def __str__(self) -> str:
        return f"{self.seat} declares"


Action = Deal | Deny | Declare

DEALS = tuple(Deal(hands) for hands in permutations(range(3)))
DENIALS = tuple(Deny(seat, card) for seat in SEATS for card in range(3))
ACTIONS: tuple[Action, ...] = (*DEALS, *DENIALS, *map(Declare, SEATS))  # by code


@dataclass(frozen=True, slots=True)
class TwoCards(Game[State, Action]):
    rounds: int = 1
    name: ClassVar[str] = "twocards"
    seats: ClassVar[tuple[str, ...]] = ("0", "1", "2")

    @property
    def spec(self) -> str:
        return spell(self.name, self)

    def start(self) -> State:
        return State()

    def to_move(self, state: State) -> int:
        if state.turn < 0:
            return CHANCE
        return END if state.over or state.turn == 3 * self.rounds else state.turn % 3

    def actions(self, state: State) -> Sequence[Action]:
        seat = self.to_move(state)
        denials = (Deny(seat, card) for card in range(3) if card != state.hands[seat])
        return (*denials, Declare(seat))

    def chance(self, state: State) -> Evenly[Action]:
        return Evenly("deal", DEALS)

    def apply(self, state: State, action: Action) -> State:
        state = replace(state, turn=state.turn + 1)
        match action:
            case Deal(hands):
                return replace(state, hands=hands)
            case Deny(seat, card):
                denied = tuple(m | (i == seat) << card for i, m in enumerate(state.denied))
                return replace(state, denied=denied)
            case Declare(seat):
                points = tuple(p + 2 * (i == seat) for i, p in enumerate(state.points))
                return replace(state, points=points, over=True)

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def shown(self, state: State, action: Action, *, to: int | None) -> str:
        if isinstance(action, Deal):
            return str(Deal(tuple(c if i == to else BLANK for i, c in enumerate(action.hands))))
        return str(action)

    def says(self, public: State, action: Action) -> tuple[Update, ...]:
        match action:
            case Deal():
                return (updates.Deal(dict.fromkeys(SEATS, 1), CARDS, seats=self.seats),)
            case Deny(seat, card):
                sentence = f"{seat} does not hold {_card(card)}"
                return (updates.Announce(f"~has({seat},{quote(_card(card))})", sentence),)
            case Declare(seat):
                return (updates.Announce(f"Kv[{seat}] world", f"{seat} knows the whole deal"),)

    def veil(self, state: State, seat: int | None) -> State:
        return replace(
            state, hands=tuple(c if i == seat else BLANK for i, c in enumerate(state.hands))
        )

    def redeal(self, veiled: State, world: World, rng: Random) -> State:
        return replace(veiled, hands=tuple(CARDS.index(world[seat][0]) for seat in SEATS))

    def world(self, state: State) -> World | None:
        if BLANK in state.hands:
            return None
        return {seat: [_card(card)] for seat, card in enumerate(state.hands)}

    def parse(self, text: str) -> Action:
        for action in ACTIONS:
            if str(action) == text:
                return action
        raise Error(f"{text!r} is not an action of twocards")

    def encode(self, action: Action) -> int:
        return ACTIONS.index(action)

    def decode(self, code: int) -> Action:
        return ACTIONS[code]

    def encode_state(self, state: State) -> tuple[int, ...]:
        return (state.turn, int(state.over), *state.hands, *state.denied, *state.points)

    def decode_state(self, codes: tuple[int, ...]) -> State:
        hands, denied, points = (tuple(codes[i : i + 3]) for i in (2, 5, 8))
        return State(codes[0], hands, denied, points, bool(codes[1]))


def game(rounds: int = 1) -> TwoCards:
    return TwoCards(rounds)


def _card(card: int) -> str:
    return "?" if card == BLANK else CARDS[card]
