"""What a game may bring besides its rules: words, drawings, compiled rules, advice.

All of it is optional, and nobody else needs to know the game by name: whoever wants one of these
asks the game for it. What takes long to load is imported in the method that returns it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from whoknows.core import older_packages

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random
    from types import ModuleType

    from whoknows.core.agent import Choice, PastAct, View
    from whoknows.core.bulk_play import Bulk
    from whoknows.core.game_numbers import GameNumbers
    from whoknows.core.kernels import Compiled, Ints
    from whoknows.core.past_acts import PastActs
    from whoknows.core.style_options import Exchange, StyleOptions

State = TypeVar("State")
Action = TypeVar("Action")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Tile:
    """How the lobby offers a game that can be started at once."""

    about: str
    spec: str
    agents: tuple[str, ...]  # one a seat
    icon: str = ""  # a small drawing, as SVG
    person: int = 0  # the seat for a person who plays
    strong: str = ""  # an agent that plays better than those, if there is one
    title: str = ""  # of this tile, if it is not the game's
    rank: int = 5  # tiles of a lower one come first


def option(default: Value, **told: object) -> Value:
    """A field of a game that is an option of its spec, as the form for a new game shows it:
    `label`, `about`, `usual` (what happens if nothing is given), `words` (what to call each
    value). Games of the kit go by `within`, the least and the most that it may be."""
    return field(default=default, metadata=told)


class Features(Generic[State, Action]):
    """The base of every game. A game has the features that it overrides."""

    @property
    def name(self) -> str:
        raise NotImplementedError

    # for search

    def compiled(self) -> Compiled:
        """Its rules compiled, for speed: without them searches go by the plain rules."""
        kernels = older_packages.module(type(self), "kernels", "compiled")
        if kernels is None:
            raise NotImplementedError
        found: Compiled = kernels.compiled(self)
        return found

    def can_guide(self, policy: object) -> bool:
        """Whether the agent of this compiled policy (see `Agent.policy`) can guide searches."""
        return False

    def guided_by(self, policy: object) -> Compiled:
        """Its compiled rules with that agent as the guide."""
        raise NotImplementedError

    @property
    def is_compiled(self) -> bool:
        """Whether it has compiled rules, asking does not load them."""
        mine = type(self).compiled is not Features.compiled
        return mine or older_packages.is_there(type(self), "kernels")

    @property
    def utilities(self) -> tuple[str, ...]:
        """The ways in which its compiled rules can value a position, the usual one first."""
        return ("score",)

    @property
    def reward(self) -> str:
        """The utility that rewards each step on the way, used by shaped searches."""
        return self.utilities[0]

    @property
    def has_rounds(self) -> bool:
        """Whether each deal is scored for itself: a search then looks no further than that."""
        return False

    @property
    def is_solvable(self) -> bool:
        """Whether it makes sense to solve it world by world, as if all were open (see the agent
        `pimc`); a game in which it does not says so."""
        return True

    def sensible(self, state: State, actions: Sequence[Action]) -> Sequence[Action]:
        """Of what the seat to move may do, what a search without kernels tries, told from what that
        seat sees (everything else in the state is veiled): the kernel `sensible` says the same."""
        return actions

    @property
    def tells_sensible(self) -> bool:
        """Whether it leaves anything out."""
        return type(self).sensible is not Features.sensible

    def turns_left(self, state: State, seat: int) -> int:
        """How many more times the seat moves before new cards are dealt or the game is over.

        A game that can tell is solved up to there, unless that is too far.
        """
        raise NotImplementedError

    @property
    def tells_turns_left(self) -> bool:
        """Whether it can tell."""
        return type(self).turns_left is not Features.turns_left

    def is_bidding(self, state: State) -> bool:
        """Whether the seat to move is saying what its play will be measured against."""
        return False

    @property
    def plays_forced(self) -> bool:
        """Whether a seat that can do one thing only is not asked: that is played at once."""
        return False

    # for programs that learn or solve

    def in_numbers(self) -> GameNumbers[State, Action]:
        """Its choices, and what a seat sees, in numbers of fixed meaning."""
        raise NotImplementedError

    @property
    def tells_numbers(self) -> bool:
        """Whether it can tell."""
        return type(self).in_numbers is not Features.in_numbers

    # for whole games at full speed

    def bulk(self, policies: Sequence[object]) -> Bulk | None:
        """A table of agents with these compiled policies (see `Agent.policy`), by seat; None if
        they cannot be played."""
        return None

    # for beliefs

    @property
    def styles(self) -> tuple[str, ...]:
        """Agents whose ways of playing are common, as specs: who is not known is taken to play like
        one of them, or anyhow."""
        return ()

    def style_features(self, state: State, seat: int) -> Mapping[str, float] | None:
        """What a learned style goes by, in numbers by name (always the same names), told from what
        the seat to move sees; None where nothing is learned."""
        return None

    def style_choice(self, action: Action) -> str:
        """What a learned style calls this action: whoever does it, under whatever name, and told
        from what everyone sees of it."""
        return str(action)

    def style_options(self, state: State, seat: int, hands: Ints) -> StyleOptions | None:
        """What the seat to move may be seen to do, as far as everyone can tell from this state, and
        how that suits each of these hands (rows of card numbers); None where nothing is learned.
        For games in which a choice is told by how it suits the hand, not by the hand alone."""
        return None

    def style_hand(self, state: State, seat: int) -> tuple[int, ...]:
        """The numbers of the cards that the seat has, in the order in which it got them."""
        return ()

    @property
    def style_pack(self) -> int:
        """How many cards there are, numbered from 0."""
        return 0

    def style_cards(self, names: Iterable[str]) -> list[int]:
        """The numbers of the cards of these names."""
        raise NotImplementedError

    def style_hands(self, rows: Ints, seat: int, before: State) -> Ints:
        """The cards that the seat would have had in that earlier state, in each of these states of
        compiled rules."""
        raise NotImplementedError

    def style_exchange(self, state: State, row: Ints) -> Exchange | None:
        """The cards of a state of compiled rules that are hidden in this veiled one, if any two may
        change places as far as its seat knows; None if that is not so simple."""
        return None

    @property
    def tells_style_options(self) -> bool:
        """Whether it can tell."""
        return type(self).style_options is not Features.style_options

    @property
    def tells_style_hands(self) -> bool:
        """Whether it can tell who had what in states of compiled rules."""
        return type(self).style_hands is not Features.style_hands

    @property
    def guide(self) -> str:
        """The agent that plays like the compiled rules' `advised`, if there is one."""
        return ""

    @property
    def learned_styles(self) -> Mapping[str, Path]:
        """Files with styles that were learned from its games, by name."""
        return {}

    def past_acts(
        self, rows: Ints, seat: int, policy: object, seen: Sequence[PastAct] = (),
        now: State | None = None,
    ) -> PastActs | None:  # fmt: skip
        """What others have done in this deal that may tell of their cards, as far as states or what
        was seen show it, and how likely it was in each of these states (of compiled rules) by a
        compiled policy (see `Agent.policy`), by anybody without one; None if it is not of here."""
        return None

    @property
    def tells_past_acts(self) -> bool:
        """Whether it can tell."""
        return type(self).past_acts is not Features.past_acts

    # advice

    @property
    def advisor(self) -> str:
        """The agent to ask for hints: one that plays games out, or solves them."""
        return "pimc(believe=off)" if self.is_solvable and self.tells_turns_left else "flat-mc"

    @property
    def has_greedy(self) -> bool:
        """Whether it can say what looks best at once."""
        return type(self).greedy is not Features.greedy

    def greedy(self, view: View[State, Action], rng: Random, **options: str) -> Choice[Action]:
        """What looks best at once: the yardstick for agents that think."""
        raise NotImplementedError

    def greedy_policy(self, **options: str) -> object | None:
        """The same as a compiled policy, see `bulk`."""
        return None

    # who sits where

    def called(self, names: Sequence[str]) -> Self:
        """The same game with these names for its seats; a game that names them itself stays as it
        is."""
        return self

    def peopled(self) -> Self:
        """The same game with people at its seats, if the rules only number them."""
        return self

    # looks and words

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name.replace("_", " ").replace("-", " ").capitalize()

    def tile(self) -> Tile | None:
        """How the lobby offers it."""
        return None

    def tiles(self) -> tuple[Tile, ...]:
        """The same, where there are several ways to play it that people look for."""
        tile = self.tile()
        return () if tile is None else (tile,)

    @property
    def opponent(self) -> str:
        """The agent that people usually play against."""
        return "random"

    @property
    def variants(self) -> tuple[str, ...]:
        """Specs that look different enough to be tried separately, such as each of its boards."""
        return ()

    def page(self) -> ModuleType | None:
        """Its drawing for the browser: a module with `board(moments, step, front)`,
        `labels(moment)`, `rules(game)`, and `in_words(moment)` if its moves do not read as words
        (see `table.page.game_board`). It is given only what the viewer may see."""
        return older_packages.module(type(self), "table", "board", "labels", "rules")

    def position(self, state: State, seat: int) -> list[str]:
        """The state, veiled for this seat, as lines of plain text."""
        words = older_packages.module(type(self), "terminal", "position")
        return [str(state)] if words is None else list(words.position(self, state, seat))
