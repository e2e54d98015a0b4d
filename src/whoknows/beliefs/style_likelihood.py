"""Which style is whose: learned during a match from what each player did, deal by deal.

What a player does in a deal counts for a style as far as that makes it likely, on average over the
deals that are possible. The last look at a deal is what stays of it. A part of what was thought at
first always stays too, and with it the share of those who play anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from whoknows.beliefs.style import AsAgent, Share, Style
from whoknows.core.agent import View
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Floats

NOTES = "styles"  # in an agent's memory of a match
KEPT = 0.05  # of what was thought at first


@dataclass(slots=True)
class StyleLikelihood:
    """How likely each style is to be whose, by seat; an agent's notes."""

    styles: tuple[Share, ...]
    history: tuple[object, ...] = ()  # of the deal that is being played
    before: dict[int, Floats] = field(default_factory=dict)  # from deals that are over
    now: dict[int, Floats] = field(default_factory=dict)  # from this one

    @classmethod
    def noted(cls, view: View[State, Action], styles: Sequence[Share]) -> StyleLikelihood:
        """The notes of this match, brought to this deal."""
        notes = view.memory.get(NOTES)
        if not isinstance(notes, cls) or notes.styles != tuple(styles):
            notes = cls(tuple(styles))
            view.memory[NOTES] = notes
        notes._turn_to(getattr(view.knowledge.model, "history", ()))
        return notes

    def of(self, seat: int, *, now: bool = False) -> Floats:
        """How likely each style is to be this seat's, before this deal or by now."""
        first = np.array([float(one.share) for one in self.styles])
        found = first * self.before.get(seat, 1.0)
        if now:
            found = found * self.now.get(seat, 1.0)
        shares: Floats = (1 - KEPT) * found / found.sum() + KEPT * first
        return shares

    def words(self, game: Game[State, Action]) -> tuple[str, ...]:
        """What is believed of each seat."""
        if len(self.styles) == 1:
            return (f"the others are taken to play like {self.styles[0].style.name}",)
        names = [one.style.name for one in self.styles]
        best = {seat: self.of(seat, now=True) for seat in sorted(self.now)}
        return tuple(
            f"{game.seats[seat]} plays like {names[int(odds.argmax())]} ({odds.max():.0%})"
            for seat, odds in best.items()
        )

    def like(self, guide: str) -> float:
        """How likely the others are, on average, to play like an agent of this name."""
        alike = np.array([_is(one.style, guide) for one in self.styles], float)
        seats = sorted({*self.before, *self.now})
        return float(np.mean([self.of(seat, now=True) @ alike for seat in seats or [-1]]))

    def _turn_to(self, history: tuple[object, ...]) -> None:
        """A new deal begins if less has happened in it than when we last looked, or other things
        have."""
        if history[:1] != self.history[:1] or len(history) < len(self.history):
            for seat, likely in self.now.items():
                so_far = self.before.get(seat, 1.0) * likely
                self.before[seat] = so_far / so_far.sum()
            self.now = {}
        self.history = history


def _is(style: Style, guide: str) -> bool:
    """Whether it is that agent, with whatever options."""
    return isinstance(style, AsAgent) and style.name.partition("(")[0] == guide
