"""What agents that search have in common, and how their options are checked.

Nothing here loads the compiler: an agent can be made, and asked what it plays, without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from whoknows.core.agent import Agent
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.schema import short
from whoknows.core.spec import spell

Want = Literal["points", "lead", "win"]
MOST = 10**15  # of any number that an agent is given: kernels count in 64 bits


@dataclass(frozen=True, slots=True)
class Searcher(Agent):
    """An agent that searches: its name is its spec, and with `cheat=on` it sees everything."""

    called: ClassVar[str]

    cheat: bool = False

    @property
    def name(self) -> str:
        return spell(self.called, self)

    @property
    def cheats(self) -> bool:
        return self.cheat


def utilities(game: Game[State, Action]) -> tuple[str, ...]:
    """The utilities that searches can use in this game, the usual one first: plain rules have only
    the score."""
    return game.utilities if game.is_compiled else ("score",)


def no_utility(game: Game[State, Action], wanted: str | None) -> str:
    """Why a game has no utility of this name; nothing if it has, or if none is wanted."""
    there = utilities(game)
    if wanted is None or wanted in there:
        return ""
    return f"{game.spec} has no utility called {wanted}, only {', '.join(there)}"


def no_guide(game: Game[State, Action], guide: str) -> str:
    """Why an agent cannot guide a search in this game; nothing if it can, or if none is asked."""
    from whoknows.core.registry import agent

    if not guide or (game.is_compiled and game.can_guide(agent(guide).policy(game))):
        return ""
    return f"{guide} cannot guide a search in {game.spec}"


def check_guide(searcher: str, guide: str, *, is_used: bool) -> None:
    """An `Error` unless the guide is an agent, and its playouts are used."""
    from whoknows.core.registry import agent

    if guide:
        agent(guide)
        if not is_used:
            raise Error(f"{searcher}: guide={guide} does not go with playouts that it cannot guide")


def at_least(agent: str, low: float, **parameters: float | None) -> None:
    """An `Error` that names the parameter that is too small, or infinite."""
    for name, value in parameters.items():
        if value is not None and not value >= low:
            raise Error(f"{agent}: {name} must be at least {low:g}, not {short(value, 20)}")
        if value is not None and value > MOST:
            raise Error(f"{agent}: {name} must be at most {MOST:.0e}, not {short(value, 20)}")


def above_zero(agent: str, **parameters: float | None) -> None:
    """An `Error` that names the parameter which must be more than nothing."""
    for name, value in parameters.items():
        if value is not None and not 0 < value < float("inf"):
            raise Error(f"{agent}: {name} must be more than 0, not {value:g}")


def among(agent: str, there: Sequence[str], **parameters: str | None) -> None:
    """An `Error` that names the parameter which is none of these."""
    for name, value in parameters.items():
        if value is not None and value not in there:
            raise Error(f"{agent}: there is no {name} called {value}, only {', '.join(there)}")
