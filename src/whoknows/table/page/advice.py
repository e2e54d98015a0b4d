"""Hints and what each move of a match has lost, as the page tells them.

Both come from the same judgement, with the same seed and effort: what a hint calls best is what an
analysis compares with. Everything starts from a seat's view, so the advice is the same in all deals
that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from whoknows.analysis.trials import EFFORT, is_solved
from whoknows.core import registry
from whoknows.core.agent import Choice, View
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Course, Turn, step, view
from whoknows.deals.deal_model import DealModel
from whoknows.table.knowledge.visible_moment import ALL, first, following
from whoknows.table.messages import Advice, Loss
from whoknows.table.page import game_board
from whoknows.table.page.could_have_known import could_have_known

if TYPE_CHECKING:
    from whoknows.analysis.game_analysis import Verdict

TOP = 5
EQUAL = "as good as the best, as far as can be told"


def advised(course: Course[object, object], effort: int = EFFORT) -> Iterator[Advice]:
    """The best actions of the seat to move, best first, and how far each is behind the first."""
    from whoknows.analysis.judgement import ranked

    here = view(course.game, course.state, course.model, course.by)
    found = list(ranked(here, TOP, effort=effort))
    if not found:
        yield from _only(here)
        return
    base = course.game.scores(course.state)[here.seat] if is_solved(course.game) else 0.0
    value = found[0].loss.worth - base
    for one in found:
        lost = one.loss.lost
        is_equal = one is not found[0] and one.loss.low == 0
        yield Advice(
            text=str(one.did), value=round(value - lost, 2), behind=lost, tries=one.loss.tries,
            note=EQUAL if is_equal else "",
        )  # fmt: skip


def meaning(game: Game[object, object]) -> str:
    """What the value of an action is, in words, to the player who asks."""
    if is_solved(game):
        return "how many points you gain from here on (below 0: lose)"
    return "how many points you end ahead of the best of the others (below 0: behind)"


def losses(
    game: Game[object, object], moves: Sequence[str], seconds: float = inf,
    part: tuple[int, int] = (0, 1), effort: int = EFFORT,
) -> Iterator[Loss]:  # fmt: skip
    """What every decision of a seat lost, or of several equal parts this one, until time is up.
    That begins after the first of them, for which the search may have to be compiled."""
    from whoknows.analysis.game_analysis import decisions, verdict

    course: Course[object, object] = Course(game, 0)
    turns, until = [course.take(Choice(game.parse(text))) for text in moves], inf
    for at in decisions(turns)[part[0] :: part[1]]:
        found = verdict(game, turns, at, effort=effort)
        yield told(game, turns, found)
        until = min(until, monotonic() + seconds)
        if monotonic() > until:
            return


def told(game: Game[object, object], turns: Sequence[Turn[object, object]], found: Verdict) -> Loss:
    """A verdict as the page shows it, with the better move in the words of the log."""
    loss, missed = found.loss, found.unused
    could = None if missed is None else could_have_known(missed, found.seat)
    return Loss(
        step=found.step, seat=found.seat, best=found.best, words=_words(game, turns, found),
        lost=loss.lost, low=loss.low, high=loss.high, mistake=loss.is_mistake, worth=loss.worth,
        tries=loss.tries, could=could,
    )  # fmt: skip


def _words(
    game: Game[object, object], turns: Sequence[Turn[object, object]], found: Verdict
) -> str:
    """The better move as the log would tell it, if there is one."""
    turn, model = turns[found.step - 1], turns[found.step - 2].model
    if found.best == found.did or not isinstance(model, DealModel):
        return found.best
    instead = step(game, turn.before, model, Choice(game.parse(found.best)))
    return game_board.in_words(following(replace(first(game, ALL), model=model), instead))


def _only(here: View[object, object]) -> Iterator[Advice]:
    """The only action, or what looks best at once in a game that no search plays; nothing if the
    game cannot say."""
    action = here.actions[0]
    if len(here.actions) > 1:
        try:
            action = registry.agent("greedy").choose(here, stream(0, "advice")).action
        except Error:
            return
    yield Advice(text=str(action), value=0.0, behind=0.0, tries=0, note="")
