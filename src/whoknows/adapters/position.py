"""A position of a game with all that led to it, as programs of others want it: values that share
their past.

Choices have the numbers of `Game.in_numbers`. The model of who knows what is made only when
somebody needs it: to observe it, or because what may be done depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, Self

from whoknows.core import legal_actions, match, registry
from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Game, PublicModel, SeatKnowledge

AnyGame = Game[Any, Any]


class NumberedGame:
    """A game, and the numbers of all choices in it."""

    def __init__(self, game: AnyGame) -> None:
        if not game.tells_numbers:
            raise Error(f"{game.name} does not say what there is to choose from: see `in_numbers`")
        self.game, self.numbers = game, game.in_numbers()
        self.choices = {name: number for number, name in enumerate(self.numbers.choices)}

    @classmethod
    def of(cls, spec: str) -> Self:
        """The game of this spec; its seats have the rules' own names."""
        return cls(registry.rules(spec))

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.game.seats)

    def start(self) -> Position:
        return Position(self, self.game.start())

    def number(self, state: object, action: object) -> int:
        """The number of what is chosen by an action of the seat to move."""
        name = self.numbers.choice(state, action)
        if name not in self.choices:
            raise Error(f"{self.game.name}: '{action}' is none of its choices: {name}")
        return self.choices[name]


class Position:
    """Where a match stands. It never changes: `after` gives another."""

    def __init__(
        self, rules: NumberedGame, state: Any, before: Position | None = None, move: object = None
    ) -> None:
        self.rules, self.state, self.before, self.move = rules, state, before, move
        self.by = rules.game.to_move(state)
        self._heard: dict[int | None, tuple[str, ...]] = {}
        self.is_imagined = False

    def after(self, action: object) -> Position:
        """The position after an action of whoever moves."""
        return Position(self.rules, self.rules.game.apply(self.state, action), self, action)

    def chosen(self, number: int) -> Position:
        """The position after the choice of this number."""
        return self.after(self.actions[number])

    def drawn(self, rng: Random) -> Position:
        """The position after a fair draw of chance."""
        return self.after(self.rules.game.chance(self.state).sample(rng))

    @property
    def is_over(self) -> bool:
        return self.by == END

    @property
    def is_chance(self) -> bool:
        return self.by == CHANCE

    @cached_property
    def actions(self) -> dict[int, Any]:
        """What the seat to move may do, in the order of the numbers of its choices."""
        game, state = self.rules.game, self.state
        found: Sequence[object] = game.actions(state)
        if self._depends_on_knowledge(found):
            found = legal_actions.legal(game, state, self.model)
        return dict(sorted((self.rules.number(state, action), action) for action in found))

    @cached_property
    def model(self) -> PublicModel | None:
        """Who knows what; None before the first deal."""
        first, *rest = self._since(lambda here: "model" in here.__dict__)
        model: PublicModel | None = first.__dict__.setdefault("model", None)
        for before, here in pairwise([first, *rest]):
            model = match.step(self.rules.game, before.state, model, Choice(here.move)).model
            here.__dict__["model"] = model
        return model

    def knowledge(self, seat: int) -> SeatKnowledge | None:
        """What a seat knows; None while nothing is dealt."""
        world = self.rules.game.world(self.state)
        return None if self.model is None or world is None else self.model.seat(seat, at=world)

    def view(self, *, cheats: bool = False) -> View[Any, Any]:
        """What an agent decides from that plays for the seat to move."""
        game = self.rules.game
        return match.view(game, self.state, self.model, self.by, cheats=cheats)

    def heard(self, seat: int | None) -> tuple[str, ...]:
        """All that a seat has seen happen, move by move; None is an outsider."""
        first, *rest = self._since(lambda here: seat in here._heard)
        lines = first._heard.setdefault(seat, ())
        for before, here in pairwise([first, *rest]):
            lines += (self.rules.game.shown(before.state, here.move, to=seat),)
            here._heard[seat] = lines
        return lines

    def moves(self) -> list[object]:
        """All that was done, chance's part included."""
        return [here.move for here in self._since(lambda here: False) if here.before is not None]

    def imagined(self, seat: int, rng: Random) -> Position:
        """A position that looks the same to a seat, drawn from what it knows.

        What the others have seen is then told by what all saw and by what they see now, because in
        the true past they saw the true cards.
        """
        known, game = self.knowledge(seat), self.rules.game
        if known is None:
            return self
        state = game.redeal(game.veil(self.state, seat), known.sample(rng), rng)
        found = Position(self.rules, state, self.before, self.move)
        found.__dict__["model"], found.is_imagined = self.model, True
        for other in range(self.rules.seats):
            sees = (*self.heard(None), repr(game.veil(state, other)))
            found._heard[other] = self.heard(seat) if other == seat else sees
        return found

    def _depends_on_knowledge(self, actions: Sequence[object]) -> bool:
        """Whether one of these claims knowledge, which it may not do unless it is there."""
        game = self.rules.game
        public = game.veil(self.state, None)
        return any(
            getattr(update, "claims_knowledge", True)
            for action in actions
            for update in game.says(public, action)
        )

    def _since(self, done: Callable[[Position], bool]) -> list[Position]:
        """The positions that led here, from the last one of which something is known."""
        found = [self]
        while found[-1].before is not None and not done(found[-1]):
            found.append(found[-1].before)
        return found[::-1]

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Models do not pickle, so a position travels as its moves."""
        if self.is_imagined:
            raise Error("a position that is only imagined has no moves that led to it")
        game = self.rules.game
        return _replayed, (game.spec, [game.encode(move) for move in self.moves()])


def _replayed(spec: str, codes: list[int]) -> Position:
    here = NumberedGame.of(spec).start()
    for code in codes:
        here = here.after(here.rules.game.decode(code))
    return here
