"""A style is a model of a player: how likely it does what, from what its seat may know.

Any agent is one. What it cannot tell of itself is its choice; and because nobody plays by the book
all the time, a share of error goes to everything that it may do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from whoknows.beliefs.style_file import SUFFIX, read
from whoknows.core.agent import Agent, Choice, PastAct, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.match import refusal
from whoknows.core.registry import agent
from whoknows.logic.weights import Number

if TYPE_CHECKING:
    from whoknows.core.kernels import Floats, Ints

ERROR = Fraction(1, 100)
WORTH = 1.0  # points: a search does what is worth so much less 1/e times as often
ANYTHING, MIXTURE, LEARNED = "anything", "mixture", "learned"
ANYTHING_IN_MIXTURE = Fraction(3, 10)


class Style(Protocol):
    """A model of a player."""

    @property
    def name(self) -> str: ...

    def chances(self, view: View[State, Action]) -> Mapping[Action, Number]:
        """How likely it does what; together 1."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Everything that is legal is as likely as anything else."""

    name: str = ANYTHING

    def chances(self, view: View[State, Action]) -> Mapping[Action, Fraction]:
        return dict.fromkeys(view.actions, Fraction(1, len(view.actions)))

    def likelihoods(self, game: Game[State, Action], act: PastAct, hands: Ints) -> Floats:
        """The same for every hand."""
        import numpy as np

        found = game.style_options(act.before, act.by, hands[:1])
        return np.full(len(hands), 1 / len(found.choices) if found else 1.0)


@dataclass(frozen=True, slots=True)
class AsAgent:
    """Plays like an agent, but for a share of error."""

    agent: Agent
    error: Fraction = ERROR

    @property
    def name(self) -> str:
        return self.agent.name

    def chances(self, view: View[State, Action]) -> Mapping[Action, Number]:
        told = getattr(self.agent, "chances", None)  # of others' agents, which may have only choose
        own = told(view) if told else None
        if own is None:
            own = _by_values(self.agent.choose(view, Random(0)))
        slips = self.error / len(view.actions)
        return {a: (1 - self.error) * own.get(a, Fraction(0)) + slips for a in view.actions}


def _by_values(choice: Choice[Action]) -> Mapping[Action, Number]:
    """What was chosen; of a search, the likelier what it found to be worth more."""
    if not choice.values:
        return {choice.action: Fraction(1)}
    best = max(value for _, value in choice.values)
    worth = {action: exp((value - best) / WORTH) for action, value in choice.values}
    whole = sum(worth.values())
    return {action: one / whole for action, one in worth.items()}


@dataclass(frozen=True, slots=True)
class Share:
    """One style of a mixture."""

    style: Style
    share: Fraction


def shares(spec: str, game: Game[State, Action], *, files: bool = False) -> tuple[Share, ...]:
    """The styles that a text stands for, with how likely each is before anything was done:
    `anything`, an agent's spec, a style that was learned from this game (`learned`), or `mixture`
    for the styles that are common in it; and, for somebody who may read files here, a file with a
    learned one."""
    if files and spec.endswith(SUFFIX):
        return (Share(read(Path(spec)), Fraction(1)),)
    if spec != MIXTURE:
        return (Share(_style(spec, game), Fraction(1)),)
    if not game.styles:
        raise Error(f"{game.spec} has no mixture of styles; name one, such as {ANYTHING}")
    known = [_style(one, game) for one in game.styles]
    return (*_evenly(known, 1 - ANYTHING_IN_MIXTURE), Share(Anything(), ANYTHING_IN_MIXTURE))


def doubted(spec: str, game: Game[State, Action]) -> tuple[Share, ...]:
    """The same for somebody who stakes something on it: a single style is doubted, because one that
    is wrong costs more than one that is right gains. What suits a hand is counted softly already
    (its `trust`)."""
    known = shares(spec, game)
    if len(known) > 1 or isinstance(known[0].style, Anything) or game.tells_style_hands:
        return known
    firm = Share(known[0].style, 1 - ANYTHING_IN_MIXTURE)
    return (firm, Share(Anything(), ANYTHING_IN_MIXTURE))


def believable(game: Game[State, Action], *, watching: bool = False) -> tuple[str, ...]:
    """What can be believed of the others at full speed (see `fast_evidence`), as specs; whoever was
    watching has seen every move, which tells where a state does not (see `suited_evidence`)."""
    from_state = game.is_compiled and game.tells_past_acts
    if not game.styles or not (from_state or (watching and game.tells_style_options)):
        return ()
    return (*game.styles, MIXTURE)


def in_style(style: str) -> str:
    """How somebody of this style plays, in words."""
    kind, _, of = style.partition("-")
    if kind == LEARNED:
        return f"as {of} was seen to" if of else "as was learned from games"
    return "like one of several" if style == MIXTURE else f"like {style}"


def _style(spec: str, game: Game[State, Action]) -> Style:
    if spec == ANYTHING:
        return Anything()
    if spec in game.learned_styles:
        return _shipped(game.learned_styles[spec])
    return _as_agent(spec, game)


@cache
def _shipped(path: Path) -> Style:
    return read(path)


def _evenly(styles: Sequence[Style], whole: Fraction) -> tuple[Share, ...]:
    return tuple(Share(style, whole / len(styles)) for style in styles)


def _as_agent(spec: str, game: Game[State, Action]) -> AsAgent:
    found = agent(spec)
    if why := refusal(found, game):
        raise Error(f"the style {spec}: {why}")
    if found.cheats:
        raise Error(f"the style {spec}: it sees what its seat cannot, so nobody plays like that")
    return AsAgent(found)
