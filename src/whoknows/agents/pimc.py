"""Solves the worlds it considers possible, each as if all cards were open, and takes the best mean.

Perfect-information Monte Carlo. It draws `worlds` from what its seat knows (each once if there are
no more than that), and fewer if they take long to solve. It takes the `others` to do what the
game's guide advises and looks for its best reply, or to play their best as well (max^n;
`paranoid=on`: against it), or the mean of `both`. Bids of Boerenbridge are replies. `cheat=on` sees
all hands: a ceiling. With `believe` it weighs worlds by what the others have done, as if they
played like that agent (`believe=full-kripke`) or like one of several (`believe=mixture`); either
way some may play anything, which it learns during the match. With
`others=believed` they do what the guide advises as far as they are believed to play like it, and
otherwise their best. Unless told otherwise (`usual`) it believes in a mixture and expects what that
says, where the game can tell how likely moves were; elsewhere it does neither.
`mislead=0.5`: of the bids that cost it at most so many points, it makes the one that the game's
usual style would be least likely to make with its cards, so that those who believe in that are
wrong about it.
Where nobody advises, as in a game without kernels, the others play their best. What would take too
long to solve is played out, world by world.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import numpy as np

from whoknows.beliefs.believer import OFF, refusal
from whoknows.beliefs.style import MIXTURE
from whoknows.core.agent import Choice, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.plural import some
from whoknows.search.searcher import Searcher, among, at_least

if TYPE_CHECKING:
    from whoknows.core.kernels import Compiled, Floats
    from whoknows.search.determinization import Rows

Others = Literal["usual", "advised", "best", "both", "believed"]
USUAL = "usual"
FEWER = {5: 8, 6: 64}  # turns left, and by how much the worlds that max^n solves are fewer
SURE = 0.05  # what is less likely is left out
MOST_TURNS = 6  # of the seat; what is longer is not solved but played out


@dataclass(frozen=True, slots=True)
class Pimc(Searcher):
    """The agent above."""

    called: ClassVar[str] = "pimc"

    worlds: int = 200
    others: Others = "usual"
    paranoid: bool = False
    believe: str = USUAL
    mislead: float = 0.0

    def __post_init__(self) -> None:
        at_least("pimc", 1, worlds=self.worlds)
        among("pimc", get_args(Others), others=self.others)
        if self.paranoid and self.others not in ("best", "both"):
            raise Error("pimc: paranoid needs others=best or others=both")
        if self.others == "believed" and self.believe == OFF:
            raise Error(
                "pimc: others=believed needs a style to believe in, such as believe=mixture"
            )
        if not 0 <= self.mislead < inf:
            raise Error(f"pimc: mislead is how many points it may cost, not {self.mislead}")

    @property
    def watches(self) -> bool:
        return self.believe != OFF

    def refusal(self, game: Game[State, Action]) -> str:
        if not game.is_solvable:
            return f"pimc plays games that can be solved, not {game.spec}"
        if self.mislead and not game.styles:
            return f"pimc: mislead={self.mislead}: {game.spec} has no usual style to act against"
        style = self._style(game)
        if self.others == "believed" and style == OFF:
            return f"pimc: others=believed: {game.spec} cannot tell how others usually play"
        return refusal("pimc", game, style)

    def _style(self, game: Game[State, Action]) -> str:
        """How it takes the others to play: a style, or that it believes nothing."""
        if self.believe != USUAL:
            return self.believe
        tells = game.is_compiled and game.tells_past_acts and bool(game.styles)
        return MIXTURE if tells and not self.cheat else OFF

    def choose(self, view: View[State, Action], rng: Random) -> Choice[Action]:
        if why := self.refusal(view.game):
            raise Error(why)
        if len(view.actions) == 1:
            return Choice(view.actions[0], ("there is nothing else to do",))
        return self._misleading(view, self._best(view, rng))

    def _best(self, view: View[State, Action], rng: Random) -> tuple[Choice[Action], Floats]:
        """What it thinks best, and what it thinks of each action."""
        if not view.game.is_compiled:
            return self._plainly(view, rng)
        from whoknows.search.compiled_rules import compiled
        from whoknows.search.determinization import states
        from whoknows.search.pimc_search import everything

        rules, style = compiled(view.game), self._style(view.game)
        advised = self._advised(view, style)
        many = self._worlds(view, advised)
        if style != OFF:
            return self._believing(view, rules, style, many, advised, rng)
        rows = everything(view, rules, many)
        if rows is None:
            rows = states(view, rules, many, rng)
        found = self._values(view, rules, rows, advised, rng)
        return _choice(view, found.mean(axis=1), len(rows))

    def _misleading(
        self, view: View[State, Action], best: tuple[Choice[Action], Floats]
    ) -> Choice[Action]:
        """That, or a bid that tells of other cards than it has."""
        choice, means = best
        if not self.mislead or not view.game.is_bidding(view.state):
            return choice
        from whoknows.beliefs.style import shares

        (usual,) = shares(view.game.styles[0], view.game)
        chances = usual.style.chances(view)
        cheap = [
            n for n in np.argsort(-means, kind="stable") if means[n] >= means.max() - self.mislead
        ]
        action = view.actions[min(cheap, key=lambda n: chances[view.actions[n]])]
        if action == choice.action:
            return choice
        told = f"{usual.style.name} would rather bid something else with these cards"
        return Choice(action, (told, *choice.reasons))

    def _believing(
        self, view: View[State, Action], rules: Compiled, style: str, many: int, advised: float,
        rng: Random,
    ) -> tuple[Choice[Action], Floats]:  # fmt: skip
        """By worlds that count as much as they make likely what the others did."""
        from whoknows.beliefs.believed_worlds import believed

        found = believed(view, rules, style, many, rng)
        means = self._values(view, rules, found.rows, advised, rng) @ found.weights
        return _choice(view, means, len(found.rows), *found.words)

    def _plainly(self, view: View[State, Action], rng: Random) -> tuple[Choice[Action], Floats]:
        """By the plain rules, where they are all there is."""
        from whoknows.search.plain.plain_pimc import means

        solves = not view.game.tells_turns_left or _turns_left(view) <= MOST_TURNS
        found = means(view, self.worlds, rng, paranoid=self.paranoid, solves=solves)
        how = "solved" if found.solved else "played out at random"
        slowly = f"{how} by its plain rules, which is slow: the game has no kernels"
        return _choice(view, np.array(found.values), found.worlds, slowly)

    def _advised(self, view: View[State, Action], style: str) -> float:
        """How much it counts what the guide advises the others, and not what is best for them."""
        believes = self.others == "believed" or (self.others == USUAL and style != OFF)
        if view.game.is_bidding(view.state) or not (believes or self.others in ("best", "both")):
            return 1.0
        if not believes:
            return 0.5 if self.others == "both" else 0.0
        from whoknows.beliefs.believed_worlds import advised

        share = advised(view, style)
        return share if SURE < share < 1 - SURE else round(share)

    def _worlds(self, view: View[State, Action], advised: float) -> int:
        """How many worlds it has time for."""
        fewer = 1 if advised == 1 else FEWER.get(_turns_left(view), 1)
        return max(1, self.worlds // fewer)

    def _values(
        self, view: View[State, Action], rules: Compiled, rows: Rows, advised: float, rng: Random
    ) -> Floats:
        """What each action is worth in each of the worlds."""
        from whoknows.search.determinization import random
        from whoknows.search.pimc_search import (
            played_by_world,
            replies_by_world,
            values_by_world,
        )

        codes, luck = [view.game.encode(action) for action in view.actions], random(rng)
        if _turns_left(view) > MOST_TURNS:
            return played_by_world(rules, rows, codes, luck)
        found = np.zeros((len(codes), len(rows)))
        if advised < 1:
            best = values_by_world(rules, rows, codes, paranoid=self.paranoid)
            found += (1 - advised) * best
        if advised > 0:
            found += advised * replies_by_world(rules, rows, codes, luck)
        return found


agent = Pimc


def _turns_left(view: View[State, Action]) -> int:
    """How far it is to the end; too far where the game cannot tell."""
    if not view.game.tells_turns_left:
        return MOST_TURNS + 1
    return view.game.turns_left(view.state, view.seat)


def _choice(
    view: View[State, Action], means: Floats, worlds: int, *notes: str
) -> tuple[Choice[Action], Floats]:
    """The action with the highest mean, of equal ones the first; and the means."""
    gains = means - view.game.scores(view.state)[view.seat]
    order = np.argsort(-gains, kind="stable").tolist()
    many = some(worlds, "world")
    reasons = [f"{view.actions[i]} gains {gains[i]:.2f} on average over {many}" for i in order]
    values = tuple(zip(view.actions, gains.tolist(), strict=True))
    return Choice(view.actions[order[0]], (*reasons, *notes), values), means
