"""An agent decides for a seat, from a view and nothing else.

A view holds what the seat may see and know; the true state is not in it. An agent that does see
it says so by `cheats`, and serves as a ceiling for the honest ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, Generic, NamedTuple, Protocol

from whoknows.core.game import Action, Game, SeatKnowledge, State
from whoknows.core.notebook_box import drawn


class PastAct(NamedTuple):
    """Something that a seat did, as another seat saw it."""

    by: int
    before: Any  # the state, veiled for whoever saw it
    made: str  # what everyone sees of it, see `Features.style_choice`


@dataclass(frozen=True, slots=True)
class View(Generic[State, Action]):
    """Everything a seat decides from; the state is veiled.

    >>> import whoknows as wk
    >>> rules = wk.game("threecards")

    >>> class Curious(wk.Agent):
    ...     name = "curious"
    ...     def choose(self, view, rng):
    ...         options = f"{len(view.actions)} actions, {view.knowledge.count()} worlds"
    ...         return wk.Choice(view.actions[0], (options,))
    >>> deal, second, *_ = wk.play(rules, [Curious()] * 3)
    >>> second.choice.reasons
    ('4 actions, 2 worlds',)
    """

    game: Game[State, Action]
    seat: int
    state: State
    actions: tuple[Action, ...]
    knowledge: SeatKnowledge
    memory: dict[str, object] = field(default_factory=dict, compare=False)  # notes of this match
    past: tuple[PastAct, ...] = ()  # what it has seen others do, for agents that watch

    def _repr_html_(self) -> str | None:
        return drawn(self)


@dataclass(frozen=True, slots=True)
class Choice(Generic[Action]):
    """An action, and in words why it was chosen.

    >>> import whoknows as wk
    >>> wk.Choice("pass", ("nothing is known yet",)).reasons
    ('nothing is known yet',)
    """

    action: Action
    reasons: tuple[str, ...] = ()
    values: tuple[tuple[Action, float], ...] = field(default=(), compare=False)  # if it searched


class Agent(Protocol):
    """One method makes an agent. All its randomness comes from `rng`, which is new at each turn.

    >>> import whoknows as wk
    >>> class First(wk.Agent):
    ...     name = "first"
    ...     def choose(self, view, rng):
    ...         return wk.Choice(view.actions[0])
    >>> rules = wk.game("threecards")
    >>> rules.scores(list(wk.play(rules, [First()] * 3, seed=1))[-1].after)
    (0, 0, 0)
    """

    @property
    def cheats(self) -> bool:
        """Whether its views hold the true state, unveiled."""
        return False

    @property
    def timed(self) -> bool:
        """Whether it thinks for a set time, and so may choose differently next time."""
        return False

    @property
    def watches(self) -> bool:
        """Whether its views tell what the others did, move by move."""
        return False

    @property
    def name(self) -> str:
        """What records and tables call it, preferably its spec, such as `pimc(worlds=200)`."""

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]: ...

    def refusal(self, game: Game[State, Action]) -> str:
        """Why it does not play this game; empty if it does."""
        return ""

    def plays(self, game: Game[State, Action]) -> bool:
        """Whether it plays this game."""
        return not self.refusal(game)

    def chances(self, view: View[State, Action]) -> Mapping[Action, Fraction] | None:
        """How likely it would choose what; None if it cannot tell. Who can is a style by which
        others understand what it does."""
        return None

    def policy(self, game: Game[State, Action]) -> object | None:
        """Its compiled policy in this game, if that has one (see `Features.bulk`)."""
        return None
