"""A game: rules without randomness, in which chance is a seat like the others.

States and actions are complete and frozen. `veil` blanks what a seat cannot see, `shown` tells
how an action looks to it, and `says` what the action makes public; who knows what then follows
from a model, which is only a protocol here.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from whoknows.core.chance import Chance
from whoknows.core.features import Action as Action
from whoknows.core.features import Features
from whoknows.core.features import State as State
from whoknows.core.notebook_box import drawn
from whoknows.core.spec import spell
from whoknows.core.winners import TieBreak, Win, win

CHANCE = -1
END = -2

World = Mapping[int | str, Sequence[str]]  # a complete deal: the cards in each place


class Game(Features[State, Action], ABC):
    """The rules, and how their states and actions are seen, written and numbered.

    What else it may bring, such as a drawing or compiled rules, is in `Features`.

    Preferably a game is a frozen dataclass whose fields are its options: `spec` follows from them.
    Actions are equal and hash by value, and `str(action)` is their notation.

    >>> import whoknows as wk
    >>> rules = wk.game("threecards")

    >>> state = rules.apply(rules.start(), rules.parse("deal b a c"))
    >>> [str(action) for action in rules.actions(state)]
    ['Anna: not a', 'Anna: not c', 'Anna shows b to Bram', 'Anna shows b to Cleo', 'Anna declares']
    >>> rules.world(state)
    {0: ['b'], 1: ['a'], 2: ['c']}
    """

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, as formulas and texts use them."""

    @property
    def spec(self) -> str:
        """What the registry makes this game from: its name, and the options that are not at their
        default."""
        return spell(self.name, self)

    @abstractmethod
    def start(self) -> State: ...

    @abstractmethod
    def to_move(self, state: State) -> int:
        """A seat's index, `CHANCE` or `END`."""

    @abstractmethod
    def actions(self, state: State) -> Sequence[Action]:
        """What the seat to move may do, as far as it does not depend on what it knows.

        The same whether asked of the state or of the state veiled for that seat.
        """

    def refusal(self, state: State, action: Action) -> str:
        """Why the seat to move may not do this, if it is not one of its `actions`.

        It is asked of the state veiled for that seat, so that a refusal tells it nothing new.
        """
        return f"'{action}' is not among the actions of {self.seats[self.to_move(state)]} here"

    @abstractmethod
    def chance(self, state: State) -> Chance[Action]: ...

    @abstractmethod
    def apply(self, state: State, action: Action) -> State: ...

    @abstractmethod
    def scores(self, state: State) -> tuple[float, ...]:
        """The points of each seat so far; final at the end."""

    def tie_breaks(self, state: State) -> Iterable[TieBreak]:
        """What decides at the end among those with the most points: each in words, with a number
        per seat of which the highest wins, in order. Without any, or if they tie too, the win is
        shared.
        """
        return ()

    def win(self, state: State) -> Win:
        """Who has won a game that is over, and how."""
        if type(self).winners is Game.winners:
            return win(self.scores(state), self.tie_breaks(state))
        won = tuple(self.winners(state))
        return Win(won, () if won else ("so say the rules",))

    def winners(self, state: State) -> tuple[int, ...]:
        """Who has won a game that is over; several if they share it, or win as a team.

        A game in which points do not decide, or that everybody may lose, overrides this or `win`.
        """
        if type(self).win is not Game.win:
            return self.win(state).seats
        return win(self.scores(state), self.tie_breaks(state)).seats

    def tallies(self, states: Sequence[State]) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """What is worth comparing besides points, from all states of a whole game in order.

        By name, for each seat: how many out of how many, such as 3 of 5 bids made.
        """
        return {}

    @abstractmethod
    def shown(self, state: State, action: Action, *, to: int | None) -> str:
        """The action as that seat sees it happen; `to=None` is an outsider."""

    @abstractmethod
    def says(self, public: State, action: Action) -> tuple[Update, ...]:
        """What the action makes known, from `veil(state, None)` and the action's public part alone.

        Actions that look the same to an outsider say the same.
        """

    @abstractmethod
    def veil(self, state: State, seat: int | None) -> State:
        """The state with what the seat cannot see blanked; None is an outsider."""

    @abstractmethod
    def redeal(self, veiled: State, world: World, rng: Random) -> State:
        """A complete state that looks like this veiled one, with this deal.

        Whatever else is hidden is drawn fairly: this is how a search imagines a state.
        """

    @abstractmethod
    def world(self, state: State) -> World | None:
        """The true deal; None before there is one, or if the state is veiled."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action that `str` writes so; an `Error` if there is none."""

    @abstractmethod
    def encode(self, action: Action) -> int: ...

    @abstractmethod
    def decode(self, code: int) -> Action: ...

    @abstractmethod
    def encode_state(self, state: State) -> tuple[int, ...]: ...

    @abstractmethod
    def decode_state(self, codes: tuple[int, ...]) -> State: ...

    def _repr_html_(self) -> str | None:
        return drawn(self)


class Update(Protocol):
    """Something that happens to what is known: a deal, an announcement, a look at a card.

    It takes only models of its own logic, or None if nothing has been dealt yet.

    >>> import whoknows as wk
    >>> model = None
    >>> deal = wk.Deal({"Anna": 1, "Bram": 1, "cup": 1}, ("a", "b", "c"))
    >>> for update in (deal, wk.Announce("has(Anna,a)")):
    ...     model = update.to(model)
    >>> model.count()
    2
    """

    @property
    def sentence(self) -> str: ...

    def to(self, model: Any) -> PublicModel:
        """The model after it; an `Error` if no world is left."""

    def true_at(self, model: Any, world: World) -> bool: ...


class PublicModel(Protocol):
    """What everyone shares: the deals that are still possible, and who can tell which of them
    apart."""

    @property
    def seats(self) -> tuple[str, ...]: ...

    @property
    def notice(self) -> str:
        """What is odd about the last thing said, if anything: it may no longer be true, for
        example."""

    def count(self) -> int: ...

    def seat(self, seat: int | str, *, at: World) -> SeatKnowledge: ...

    def outsider(self) -> SeatKnowledge:
        """What somebody knows who has seen no card but has heard everything."""

    def holds(self, formula: str, *, at: World) -> bool: ...

    def valid(self, formula: str) -> bool: ...


class SeatKnowledge(Protocol):
    """One seat's part of a model: the deals that it considers possible."""

    @property
    def seat(self) -> str: ...

    @property
    def model(self) -> PublicModel:
        """The shared model, of which this is a part."""

    def count(self) -> int: ...

    def knows(self, formula: str) -> bool: ...

    def possible(self, formula: str) -> bool: ...

    def answer(self, formula: str) -> object:
        """In words (`str`): known true, known false, or in how many of how many worlds."""

    def odds(self, formula: str) -> Fraction: ...

    def sample(self, rng: Random) -> World: ...

    def why(self, formula: str) -> object:
        """In words (`str`), why the seat knows this, or a deal that it cannot exclude."""

    def ownership(self) -> Mapping[str, Mapping[str, Fraction]]:
        """For every card, by owner, how likely it is there."""


_OLD_NAMES = {"Model": "PublicModel", "Knowledge": "SeatKnowledge"}  # of packages before 0.2


def __getattr__(name: str) -> object:
    if name not in _OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    said = f"whoknows.core.game.{name} is now {_OLD_NAMES[name]}"
    warnings.warn(said, DeprecationWarning, stacklevel=2)
    return globals()[_OLD_NAMES[name]]
