"""Positions of a few random matches, on which the laws of a game are checked.

Two states are *twins* for a seat if they differ only in what it cannot see and in a deal that it
considers possible: whatever it is shown or told must be the same in both.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, Generic, TypeVar

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.chance import stream
from whoknows.core.difference import difference
from whoknows.core.game import CHANCE, Action, Game, PublicModel, SeatKnowledge, State, World
from whoknows.core.legal_actions import legal, untrue
from whoknows.core.match import Turn, play

SEEDS = range(3)  # of the matches; who wants to look at others sets this
TURNS = 60  # of each match at most
WHOLE = 4000  # within which a match should be over
REDEALS = 12  # of a position, to see whether anything else is hidden
ATOMS = 24  # asked of each seat at most, others at every position
Found = TypeVar("Found")


class AnyLegal(Agent):
    """Plays any legal action: the real agents are none of the core's business."""

    name = "any"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        return Choice(rng.choice(view.actions))


@dataclass(frozen=True, slots=True)
class Position(Generic[State, Action]):
    """Before a turn: the state and the model, and the turn then taken. Several laws ask the same of
    a position, which is found out once."""

    game: Game[State, Action]
    model: PublicModel | None
    turn: Turn[State, Action]
    _found: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def by(self) -> int:
        return self.turn.by

    @property
    def state(self) -> State:
        return self.turn.before

    @property
    def world(self) -> World:
        return self._dealt(self.state)[1]

    def knowledge(self, seat: int, state: State | None = None) -> SeatKnowledge:
        """What the seat knows here, or would know if this twin were the true state."""
        if state is None or state is self.state:
            return self._once(("knowledge", seat), lambda: self._knowledge(seat, self.state))
        return self._knowledge(seat, state)

    def _knowledge(self, seat: int, state: State) -> SeatKnowledge:
        model, world = self._dealt(state)
        return model.seat(seat, at=world)

    def holds(self, formula: str) -> bool:
        model, world = self._dealt(self.state)
        return self._once(("holds", formula), lambda: model.holds(formula, at=world))

    def twins(self, seat: int, count: int = 2) -> list[State]:
        """Some states that the seat cannot tell from the true one."""
        return self._once(("twins", seat, count), lambda: [*self._twins(seat, count)])

    def _twins(self, seat: int, count: int) -> Iterator[State]:
        veiled, knowledge = self.game.veil(self.state, seat), self.knowledge(seat)
        for number in range(count):
            rng = stream(number, "twin", str(self), seat)
            yield self.game.redeal(veiled, knowledge.sample(rng), rng)

    @property
    def is_all_in_the_deal(self) -> bool:
        """Whether the deal tells all that is hidden; in some games chance has more to tell."""
        outside = self.game.veil(self.state, None)
        luck = (stream(n, "hidden", str(self)) for n in range(REDEALS))
        return all(self.game.redeal(outside, self.world, rng) == self.state for rng in luck)

    def rules_out(self, twin: State) -> bool:
        """Whether what was said of the turn is false in this twin."""
        model, world = self.model, self._dealt(twin)[1]
        for update in self.turn.said:
            if not update.true_at(model, world):
                return True
            model = update.to(model)
        return False

    def shown_part(self, others: Sequence[Action]) -> str:
        """What it is of the move that was made that none of these others has."""
        made = self.turn.choice.action
        kin = (difference(made, other) for other in others if type(other) is type(made))
        found = next((part for part in kin if part), None)
        what = type(made).__name__
        return f"{what}.{found.part}, {found.one}" if found else f"that {what} is possible"

    def atoms(self) -> list[str]:
        """Facts of the form "this seat has that card", from anywhere in the deal."""
        return self._once("atoms", self._atoms)

    def _atoms(self) -> list[str]:
        cards = self.knowledge(0).ownership()  # what was shown to somebody is no place of a card
        atoms = [f'has("{seat}","{card}")' for card in cards for seat in self.game.seats]
        return stream(0, "atoms", str(self)).sample(atoms, min(ATOMS, len(atoms)))

    def seen(self, seat: int, state: State) -> tuple[object, ...]:
        """All that the seat sees or can find out if this is the true state."""
        knowledge, atoms = self.knowledge(seat, state), self.atoms()
        odds = [knowledge.odds(atom) for atom in atoms]
        why = str(knowledge.why(atoms[0]))
        drawn = repr(knowledge.sample(Random(0)))
        seen = (repr(self.game.veil(state, seat)), knowledge.count(), odds, why, drawn)
        if seat != self.by:
            return seen
        options = legal(self.game, state, self.model)
        return (*seen, options, [self.game.shown(state, a, to=seat) for a in options])

    def _once(self, what: object, find: Callable[[], Found]) -> Found:
        if what not in self._found:
            self._found[what] = find()
        found: Found = self._found[what]
        return found

    def __str__(self) -> str:
        return f"before '{self.turn.choice.action}' in {self.state}"

    def _dealt(self, state: State) -> tuple[PublicModel, World]:
        world = self.game.world(state)
        if self.model is None or world is None:
            raise AssertionError(f"nothing is dealt ({self})")
        return self.model, world


def matches(game: Game[State, Action], turns: int = TURNS) -> Iterator[list[Turn[State, Action]]]:
    """The first turns, up to this many, of a few random matches."""
    return (_played(game, seed).turns(turns) for seed in SEEDS)


def positions(game: Game[State, Action]) -> Iterator[Position[State, Action]]:
    """The positions of these matches before each of their turns."""
    for seed in SEEDS:
        yield from _played(game, seed).positions(TURNS)


def seat_positions(game: Game[State, Action]) -> Iterator[Position[State, Action]]:
    """Those of them in which a seat is to move."""
    return (position for position in positions(game) if position.by != CHANCE)


class Played(Generic[State, Action]):
    """A random match as far as it was looked at: every law looks at the same ones, and playing
    them takes long."""

    def __init__(self, game: Game[State, Action], seed: int) -> None:
        self.game, self.seed = game, seed
        self._begin()

    def _begin(self) -> None:
        self._goes_on = play(self.game, [AnyLegal() for _ in self.game.seats], seed=self.seed)
        self._turns: list[Turn[State, Action]] = []
        self._positions: list[Position[State, Action]] = []

    def turns(self, many: int) -> list[Turn[State, Action]]:
        try:
            self._turns += islice(self._goes_on, max(0, many - len(self._turns)))
        except BaseException as fault:  # every law that looks at it shall see what is wrong with it
            lie = self._lie()
            self._begin()
            if lie:
                raise AssertionError(f"{self.game.spec}: {lie}") from fault
            raise
        return self._turns[:many]

    def _lie(self) -> str:
        """What the last turn said that was not true: the next one cannot then be taken."""
        if len(self._turns) < 2:
            return ""
        before, last = self._turns[-2:]
        false = untrue(self.game, last.before, before.model, last.choice.action)
        if false is None:
            return ""
        return f"'{last.choice.action}' says what is not so: {false.update.sentence}"

    def positions(self, many: int) -> list[Position[State, Action]]:
        turns = self.turns(many)
        for number in range(len(self._positions), len(turns)):
            model = turns[number - 1].model if number else None
            self._positions.append(Position(self.game, model, turns[number]))
        return self._positions[: len(turns)]


_LAST: deque[Played[Any, Any]] = deque(maxlen=6)  # looked at


def _played(game: Game[State, Action], seed: int) -> Played[State, Action]:
    for one in _LAST:
        if one.game is game and one.seed == seed:
            return one
    _LAST.append(Played(game, seed))
    return _LAST[-1]
