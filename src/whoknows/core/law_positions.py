"""Positions of a few random matches, on which the laws of a game are checked.

Two states are *twins* for a seat if they differ only in what it cannot see and in a deal that it
considers possible: whatever it is shown or told must be the same in both.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Generic

from whoknows.core.agent import Agent, Choice, View
from whoknows.core.chance import stream
from whoknows.core.game import CHANCE, Action, Game, Knowledge, Model, State, World
from whoknows.core.match import Turn, legal, play

SEEDS = range(3)  # of the matches; who wants to look at others sets this
TURNS = 60  # of each match at most
WHOLE = 4000  # within which a match should be over
ATOMS = 24  # asked of each seat at most


class AnyLegal(Agent):
    """Plays any legal action: the real agents are none of the core's business."""

    name = "any"

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        return Choice(rng.choice(view.actions))


@dataclass(frozen=True, slots=True)
class Position(Generic[State, Action]):
    """Before a turn: the state and the model, and the turn then taken."""

    game: Game[State, Action]
    model: Model | None
    turn: Turn[State, Action]

    @property
    def by(self) -> int:
        return self.turn.by

    @property
    def state(self) -> State:
        return self.turn.before

    @property
    def world(self) -> World:
        return self._dealt(self.state)[1]

    def knowledge(self, seat: int, state: State | None = None) -> Knowledge:
        """What the seat knows here, or would know if this twin were the true state."""
        model, world = self._dealt(self.state if state is None else state)
        return model.seat(seat, at=world)

    def holds(self, formula: str) -> bool:
        model, world = self._dealt(self.state)
        return model.holds(formula, at=world)

    def twins(self, seat: int, count: int = 2) -> Iterator[State]:
        """Some states that the seat cannot tell from the true one."""
        veiled, knowledge = self.game.veil(self.state, seat), self.knowledge(seat)
        for number in range(count):
            rng = stream(number, "twin", str(self), seat)
            yield self.game.redeal(veiled, knowledge.sample(rng), rng)

    def atoms(self) -> list[str]:
        """Facts of the form "this seat has that card", from anywhere in the deal."""
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

    def __str__(self) -> str:
        return f"before '{self.turn.choice.action}' in {self.state}"

    def _dealt(self, state: State) -> tuple[Model, World]:
        world = self.game.world(state)
        if self.model is None or world is None:
            raise AssertionError(f"nothing is dealt ({self})")
        return self.model, world


def matches(game: Game[State, Action], turns: int = TURNS) -> Iterator[list[Turn[State, Action]]]:
    """The first turns, up to this many, of a few random matches."""
    return (_match(game, seed, turns) for seed in SEEDS)


# The matches looked at last: every law looks at the same ones, and playing takes most of the time.
_PLAYED: deque[tuple[tuple[object, ...], list[Turn[Any, Any]]]] = deque(maxlen=12)


def _match(game: Game[State, Action], seed: int, turns: int) -> list[Turn[State, Action]]:
    for (of, *which), played in _PLAYED:
        if of is game and which == [seed, turns]:
            return played
    agents = [AnyLegal() for _ in game.seats]
    played = list(islice(play(game, agents, seed=seed), turns))
    _PLAYED.append(((game, seed, turns), played))
    return played


def positions(game: Game[State, Action]) -> Iterator[Position[State, Action]]:
    """The positions of these matches before each of their turns."""
    for turns in matches(game):
        models = (None, *(turn.model for turn in turns))
        yield from (Position(game, model, turn) for model, turn in zip(models, turns, strict=False))


def seat_positions(game: Game[State, Action]) -> Iterator[Position[State, Action]]:
    """Those of them in which a seat is to move."""
    return (position for position in positions(game) if position.by != CHANCE)
