"""Tries each action in imagined states, plays them out, and takes what does best on average.

Flat Monte Carlo with sequential halving. It has `playouts` for each decision, in at most `worlds`
states drawn from what its seat knows; `guide` is the agent that plays them out, by default the
game's best fast one; with `guided=off` they are random. `want` is what it maximises: points, its
lead over the best of the others, or to win. It does what the guide would do, unless something else
is better by `caution` standard errors. With `believe` it draws states by what the others have done,
as if they had that style (see `docs/beliefs.md`). `cheat=on` sees everything: a ceiling.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, get_args

from whoknows.beliefs.believer import OFF, Believing, refusal
from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.search.searcher import Searcher, Want, among, at_least, check_guide, no_guide


@dataclass(frozen=True, slots=True)
class FlatMc(Searcher):
    """The agent above."""

    called: ClassVar[str] = "flat-mc"

    playouts: int = 1000
    worlds: int = 200
    guided: bool = True
    halving: bool = True
    want: Want = "lead"
    caution: float = 2.0
    guide: str = ""
    believe: str = OFF

    def __post_init__(self) -> None:
        at_least("flat-mc", 1, playouts=self.playouts, worlds=self.worlds)
        at_least("flat-mc", 0, caution=self.caution)
        among("flat-mc", get_args(Want), want=self.want)
        check_guide("flat-mc", self.guide, is_used=self.guided)
        if self.cheat and self.believe != OFF:
            raise Error("flat-mc: who sees everything believes nothing (cheat=on, believe)")

    @property
    def watches(self) -> bool:
        return self.believe != OFF

    def refusal(self, game: Game[State, Action]) -> str:
        return refusal("flat-mc", game, self.believe) or no_guide(game, self.guide)

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        from whoknows.search.decision import Thought, thought
        from whoknows.search.determinization import random
        from whoknows.search.flat_search import weighed
        from whoknows.search.leaf_values import aim

        believing = Believing(view, "flat-mc", self.believe, rng)
        worlds = 1 if self.cheat else min(self.worlds, self.playouts)
        start = thought(view, worlds, rng, imagine=believing.imagine, guide=self.guide)
        if not isinstance(start, Thought):
            return start
        goal = aim(start.rules, play="guided" if self.guided else "random", want=self.want)
        best, found = weighed(
            start.search(goal), view.seat, self.playouts, random(rng), halving=self.halving,
            advised=start.advised, caution=self.caution,
        )  # fmt: skip
        return believing.told(start.choice(found, best))


agent = FlatMc
