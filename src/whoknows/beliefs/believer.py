"""What agents that search have in common if they believe something of how the others play.

Their option `believe` names a style (see `style.shares`), or is `off`. Nothing here loads the
compiler before there is a decision to make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled, Ints

OFF = "off"


def refusal(agent: str, game: Game[State, Action], believe: str) -> str:
    """Why an agent cannot believe that in this game; nothing if it can."""
    if believe == OFF:
        return ""
    from whoknows.beliefs.believed_worlds import refused

    why = refused(game, believe)
    return f"{agent}: believe={believe}: {why}" if why else ""


class Believing:
    """Draws states for one decision, and tells afterwards what was believed."""

    def __init__(self, view: View[State, Action], agent: str, believe: str, rng: Random) -> None:
        if why := refusal(agent, view.game, believe):
            raise Error(why)
        self.words: tuple[str, ...] = ()
        self._view, self._believe, self._rng = view, believe, rng

    @property
    def imagine(self) -> Callable[[Compiled, int], Ints] | None:
        """What `search.decision.thought` asks for states; None if nothing is believed."""
        return None if self._believe == OFF else self._imagined

    def told(self, choice: Choice[Action]) -> Choice[Action]:
        """The choice, and what was believed among its reasons."""
        return replace(choice, reasons=(*choice.reasons, *self.words))

    def _imagined(self, rules: Compiled, many: int) -> Ints:
        from whoknows.beliefs.believed_worlds import believed_rows

        rows, self.words = believed_rows(self._view, rules, self._believe, many, self._rng)
        return rows
