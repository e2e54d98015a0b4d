"""Who did it: a small Cluedo, written as somebody else would write it, without kernels.

Of each kind of card one lies in the envelope; the others are dealt evenly to three seats. In turn
a seat names one card of each kind: the others answer in order until one of them shows it a card.
Or it accuses: a referee, which is chance without a choice, says whether that is right. Who is right
wins; who is wrong is out. After so many turns, or when all are out, nobody has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import factorial, prod
from random import Random
from typing import Any, ClassVar

from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Game, Update, World
from whoknows.deals import updates

SEATS = ("Ann", "Ben", "Cas")
PLACES = (*SEATS, "envelope")
ENVELOPE, BLANK = 3, -1
PEOPLE = ("Green", "Plum", "White", "Peacock", "Scarlet", "Mustard")
TOOLS = ("rope", "knife", "lamp", "pipe", "pistol", "spanner")
ROOMS = ("hall", "study", "kitchen", "library", "lounge", "bath", "cellar", "attic", "garden")
Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Whatever happens: who does it, what it is, and the cards of which it is."""

    by: int
    what: str
    cards: Cards = ()
    text: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class State:
    """Where each card lies; who is out, who was shown what, and what is to be answered now."""

    turn: int = 0
    owners: Cards = ()
    out: tuple[int, ...] = ()
    shown: tuple[tuple[int, int, int], ...] = ()  # by whom, to whom, the card
    asked: Cards = ()
    answers: int = 0  # seats that had none
    accused: Cards = ()
    winner: int = BLANK


@dataclass(frozen=True)
class Dealing:
    """Each deal equally likely."""

    rules: Whodunit
    purpose: ClassVar[str] = "deal"

    def sample(self, rng: Random) -> Move:
        hidden = [rng.choice(kind) for kind in self.rules.kinds]
        rest = [card for kind in self.rules.kinds for card in kind if card not in hidden]
        rng.shuffle(rest)
        owners = [ENVELOPE] * len(self.rules.cards)
        for number, card in enumerate(rest):
            owners[card] = number % 3
        return self.rules.dealt(tuple(owners))

    def odds(self, action: Move) -> Fraction:
        return Fraction(action.what == "deal", self.count())

    def count(self) -> int:
        rest = len(self.rules.cards) - len(self.rules.kinds)
        hands = factorial(rest) // factorial(rest // 3) ** 3
        return prod(map(len, self.rules.kinds)) * hands

    def outcomes(self) -> Any:
        everything = set(range(len(self.rules.cards)))
        for hidden in product(*self.rules.kinds):
            rest = sorted(everything - set(hidden))
            size = len(rest) // 3
            for first in combinations(rest, size):
                for second in combinations(sorted(set(rest) - set(first)), size):
                    owners = [2] * len(everything)
                    for place, cards in ((ENVELOPE, hidden), (0, first), (1, second)):
                        for card in cards:
                            owners[card] = place
                    yield self.rules.dealt(tuple(owners))


@dataclass(frozen=True)
class Verdict:
    """What the referee finds in the envelope."""

    move: Move
    purpose: ClassVar[str] = "verdict"

    def sample(self, rng: Random) -> Move:
        return self.move

    def odds(self, action: Move) -> Fraction:
        return Fraction(action == self.move)

    def count(self) -> int:
        return 1

    def outcomes(self) -> Any:
        return (self.move,)


@dataclass(frozen=True)
class Whodunit(Game[State, Move]):
    """The rules above."""

    people: int = 3
    tools: int = 2
    rooms: int = 0
    turns: int = 12
    name: ClassVar[str] = "whodunit"
    seats: ClassVar[tuple[str, ...]] = SEATS

    @cached_property
    def named(self) -> list[tuple[str, ...]]:
        every = (PEOPLE[: self.people], TOOLS[: self.tools], ROOMS[: self.rooms])
        return [kind for kind in every if kind]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        return tuple(card for kind in self.named for card in kind)

    @cached_property
    def kinds(self) -> list[Cards]:
        return [tuple(map(self.cards.index, kind)) for kind in self.named]

    @cached_property
    def triples(self) -> list[Cards]:
        return list(product(*self.kinds))

    def start(self) -> State:
        return State()

    def to_move(self, state: State) -> int:
        if not state.owners or state.accused:
            return CHANCE
        if state.winner != BLANK or len(state.out) == 3 or state.turn >= self.turns:
            return END
        return (self._mover(state) + 1 + state.answers) % 3 if state.asked else self._mover(state)

    def _mover(self, state: State) -> int:
        return state.turn % 3

    def actions(self, state: State) -> Sequence[Move]:
        seat = self.to_move(state)
        if state.asked:
            mine = [card for card in state.asked if state.owners[card] == seat]
            return [self.shows(seat, card) for card in mine] or [self.has_none(seat)]
        if seat in state.out:
            return [self.passes(seat)]
        return [make(seat, cards) for make in (self.asks, self.accuses) for cards in self.triples]

    def chance(self, state: State) -> Any:
        if not state.owners:
            return Dealing(self)
        right = all(state.owners[card] == ENVELOPE for card in state.accused)
        return Verdict(Move(BLANK, "right" if right else "wrong", (), "yes" if right else "no"))

    def apply(self, state: State, action: Move) -> State:
        match action.what:
            case "deal":
                return replace(state, owners=action.cards)
            case "asks":
                return replace(state, asked=action.cards)
            case "accuses":
                return replace(state, accused=action.cards)
            case "right":
                return replace(state, accused=(), winner=self._mover(state))
            case "wrong":
                out = (*state.out, self._mover(state))
                return replace(state, accused=(), out=out, turn=state.turn + 1)
            case "none" if state.answers == 0:
                return replace(state, answers=1)
            case "shows":
                shown = (*state.shown, (action.by, self._mover(state), action.cards[0]))
                return replace(state, asked=(), answers=0, turn=state.turn + 1, shown=shown)
        return replace(state, asked=(), answers=0, turn=state.turn + 1)

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(float(seat == state.winner) for seat in range(3))

    def winners(self, state: State) -> tuple[int, ...]:
        return () if state.winner == BLANK else (state.winner,)

    def shown(self, state: State, action: Move, *, to: int | None) -> str:
        if action.what == "deal":
            return f"the cards are dealt; {self._held(action.cards, to)}"
        if action.what == "shows" and to not in (action.by, self._mover(state)):
            return f"{SEATS[action.by]} shows one"
        return str(action)

    def _held(self, owners: Cards, seat: int | None) -> str:
        return " ".join(self.cards[card] for card, place in enumerate(owners) if place == seat)

    def says(self, public: State, action: Move) -> tuple[Update, ...]:
        match action.what:
            case "deal":
                size = (len(self.cards) - len(self.kinds)) // 3
                places = {**dict.fromkeys(SEATS, size), "envelope": len(self.kinds)}
                inside = {"envelope": [(kind, 1) for kind in self.named]}
                return (updates.Deal(places, self.cards, seats=SEATS, contains=inside),)
            case "none":
                lacks = " & ".join(
                    f"~has({SEATS[action.by]},{self.cards[card]})" for card in public.asked
                )
                return (updates.Announce(lacks, f"{SEATS[action.by]} has none of these"),)
            case "shows":
                among = tuple(self.cards[card] for card in public.asked)
                return (updates.Show(SEATS[action.by], SEATS[self._mover(public)], among),)
            case "right" | "wrong":
                inside = " & ".join(f"in(envelope,{self.cards[card]})" for card in public.accused)
                formula = inside if action.what == "right" else f"~({inside})"
                return (updates.Announce(formula, f"the referee says {action}"),)
        return ()

    def veil(self, state: State, seat: int | None) -> State:
        owners = tuple(place if place == seat else BLANK for place in state.owners)
        shown = tuple((a, b, c if seat in (a, b) else BLANK) for a, b, c in state.shown)
        return replace(state, owners=owners, shown=shown)

    def world(self, state: State) -> World | None:
        if not state.owners or BLANK in state.owners:
            return None
        held: dict[int | str, Any] = {name: [] for name in PLACES}
        for card, place in enumerate(state.owners):
            held[PLACES[place]].append(self.cards[card])
        for number, (_, _, card) in enumerate(state.shown, start=1):
            held[f"shown{number}"] = self.cards[card]
        return held

    def redeal(self, veiled: State, world: World, rng: Random) -> State:
        places = {card: place for place, name in enumerate(PLACES) for card in world[name]}
        owners = tuple(places[card] for card in self.cards)
        told = (self.cards.index(str(world[f"shown{n + 1}"])) for n in range(len(veiled.shown)))
        shown = tuple((a, b, c) for (a, b, _), c in zip(veiled.shown, told, strict=True))
        return replace(veiled, owners=owners, shown=shown)

    # every move, and its text

    def dealt(self, owners: Cards) -> Move:
        return Move(BLANK, "deal", owners, f"deal {''.join(map(str, owners))}")

    def asks(self, seat: int, cards: Cards) -> Move:
        return self._made(seat, "asks", cards)

    def accuses(self, seat: int, cards: Cards) -> Move:
        return self._made(seat, "accuses", cards)

    def shows(self, seat: int, card: int) -> Move:
        return self._made(seat, "shows", (card,))

    def has_none(self, seat: int) -> Move:
        return self._made(seat, "none", ())

    def passes(self, seat: int) -> Move:
        return self._made(seat, "passes", ())

    def _made(self, seat: int, what: str, cards: Cards) -> Move:
        return self._every[seat, what, cards]

    @cached_property
    def _every(self) -> dict[tuple[int, str, Cards], Move]:
        found = {}
        for seat, name in enumerate(SEATS):
            moves = [(what, cards) for what in ("asks", "accuses") for cards in self.triples]
            moves += [("shows", (card,)) for card in range(len(self.cards))]
            for what, cards in (*moves, ("none", ()), ("passes", ())):
                text = " ".join([name, what, *(self.cards[card] for card in cards)])
                found[seat, what, cards] = Move(seat, what, cards, text)
        return found

    def parse(self, text: str) -> Move:
        if text.startswith("deal "):
            return self.dealt(tuple(map(int, text[5:])))
        every = (*self._every.values(), Move(BLANK, "right", (), "yes"))
        found = (move for move in (*every, Move(BLANK, "wrong", (), "no")) if str(move) == text)
        move = next(found, None)
        if move is None:
            raise Error(f"{text!r} is not a move of whodunit")
        return move

    def encode(self, action: Move) -> int:
        raise NotImplementedError

    def decode(self, code: int) -> Move:
        raise NotImplementedError

    def encode_state(self, state: State) -> tuple[int, ...]:
        raise NotImplementedError

    def decode_state(self, codes: tuple[int, ...]) -> State:
        raise NotImplementedError
