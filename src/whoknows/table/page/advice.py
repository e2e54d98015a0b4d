"""The best moves for the seat to move, and what each move of a match has lost, by search.

A game that can be solved is solved world by world (as `pimc` does); any other is played out many
times from imagined states (as `flat-mc` does). Everything starts from a seat's view and a public
stream of luck, so the advice is the same in all deals that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from whoknows.core import registry
from whoknows.core.agent import Choice, View
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Course, view
from whoknows.table.messages import Advice, Loss, Missed

if TYPE_CHECKING:
    from random import Random

    from whoknows.search.decision import Thought
    from whoknows.search.tried_moves import Tried

WORLDS = 200
PLAYOUTS = 1600  # for a hint; an analysis has fewer for each of many moves
FEWER = 480
PLAIN = 4  # by how much they are fewer where a game has no kernels
TOP = 5
GUIDES = "recommended: the moves above it lead by less than the margin of error"


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action, what it is worth to the seat in points, and how often it was tried."""

    action: object
    value: float
    tries: int
    note: str = ""  # why the search itself would play it, if another has the higher value


def advised(course: Course[object, object]) -> Iterator[Advice]:
    """The best actions of the seat to move, best first, and how far each is behind the first."""
    here = view(course.game, course.state, course.model, course.by)
    found = weighed(here, PLAYOUTS)[:TOP]
    for one in found:
        yield Advice(
            text=str(one.action),
            value=round(one.value, 2),
            behind=round(found[0].value - one.value, 2),
            tries=one.tries,
            note=one.note,
        )


def meaning(game: Game[object, object]) -> str:
    """What the value of an action is, in words, to the player who asks."""
    if not _is_solved(game):
        return "how many points you end ahead of the best of the others (below 0: behind)"
    return "how many points you gain from here on (below 0: lose)"


def losses(game: Game[object, object], moves: Sequence[str], seconds: float) -> Iterator[Loss]:
    """For every decision of a seat, how much less it was worth than the best; until time is up.
    That begins after the first of them, for which the search may have to be compiled."""
    course, until = Course(game, 0), inf
    for step, text in enumerate(moves, start=1):
        action = game.parse(text)
        if course.by >= 0:
            here = view(game, course.state, course.model, course.by)
            yield {"step": step, **_loss(here, action)}
            until = min(until, monotonic() + seconds)
        if monotonic() > until:
            return
        course.take(Choice(action))


def _loss(here: View[object, object], action: object) -> Missed:
    """How much less the action was worth than the best, all tried equally often."""
    found = weighed(here, FEWER, action) if len(here.actions) > 1 else []
    taken = next((one for one in found if one.action == action), None)
    if taken is None or taken.value == found[0].value:
        return Missed(lost=0.0, best=str(action), tries=taken.tries if taken else 0)
    best = found[0]
    lost = round(best.value - taken.value, 2)
    return Missed(lost=lost, best=str(best.action), tries=taken.tries)


def weighed(here: View[object, object], playouts: int, also: object = None) -> list[Weighed]:
    """Actions with their values, the highest first; `also` is weighed in any case."""
    if len(here.actions) == 1:
        return [Weighed(here.actions[0], 0.0, 0)]
    try:
        if _is_solved(here.game):
            return _solved(here)
        slower = 1 if here.game.is_compiled else PLAIN
        return _played_out(here, playouts // slower, also)
    except Error:
        return _greedy(here)


def _is_solved(game: Game[object, object]) -> bool:
    """Whether a game is solved for advice, and not played out."""
    return game.is_compiled and game.is_solvable and game.tells_turns_left


def _luck(here: View[object, object]) -> Random:
    return stream(0, "advice", here.seat)


def _played_out(here: View[object, object], playouts: int, also: object) -> list[Weighed]:
    """As flat-mc plays; then the best few once more, all in the same states with the same luck.

    Otherwise a move dropped early, after a few lucky tries, would stand above the others.
    """
    from whoknows.search.decision import Thought, thought

    rng = _luck(here)
    start = thought(here, min(WORLDS, playouts), rng)
    if not isinstance(start, Thought):
        return [Weighed(start.action, 0.0, 0)]
    guide = [int(start.moves[start.advised])] if start.advised >= 0 else []
    _, found = _tried(start, start.moves.tolist(), playouts // 2, rng, halving=True)
    first = sorted(found, key=lambda one: (one.code not in guide, -one.visits, -one.value))[:TOP]
    wanted = [] if also is None else [start.code(also)]
    last = list(dict.fromkeys([*(one.code for one in first), *wanted]))
    best, found = _tried(start, last, playouts // 2, rng, halving=False, guide=bool(guide))
    most = max(one.value for one in found)
    return sorted(
        (
            Weighed(
                start.action(one.code),
                one.value,
                one.visits,
                GUIDES if one.code == best and one.value < most else "",
            )
            for one in found
        ),
        key=lambda one: -one.value,
    )


def _tried(
    start: Thought[object, object], codes: list[int], playouts: int, rng: Random, *, halving: bool,
    guide: bool = False,
) -> tuple[int, tuple[Tried, ...]]:  # fmt: skip
    """The move that flat-mc would play and what each is worth; `guide`: the first is advised."""
    import numpy as np

    from whoknows.search.determinization import random
    from whoknows.search.flat_search import NOBODY
    from whoknows.search.flat_search import weighed as tried
    from whoknows.search.leaf_values import aim

    search = start.search(aim(start.rules, play="guided", want="lead"))
    return tried(
        search._replace(first=np.array(codes, np.int64)), start.view.seat, playouts, random(rng),
        halving=halving, advised=0 if guide else NOBODY, caution=2.0,
    )  # fmt: skip


def _solved(here: View[object, object]) -> list[Weighed]:
    """As pimc plays: it values all actions."""

    from whoknows.agents.pimc import MOST_TURNS
    from whoknows.search.compiled_rules import compiled
    from whoknows.search.determinization import random, states
    from whoknows.search.pimc_search import everything, played, replies

    rules, rng = compiled(here.game), _luck(here)
    rows = everything(here, rules, WORLDS)
    if rows is None:
        rows = states(here, rules, WORLDS, rng)
    codes = [here.game.encode(action) for action in here.actions]
    long = here.game.turns_left(here.state, here.seat) > MOST_TURNS
    means = (played if long else replies)(rules, rows, codes, random(rng))
    means = means - here.game.scores(here.state)[here.seat]
    found = zip(here.actions, means.tolist(), strict=True)
    return sorted((Weighed(a, v, len(rows)) for a, v in found), key=lambda one: -one.value)


def _greedy(here: View[object, object]) -> list[Weighed]:
    """What looks best at once, for a game that no search knows; nothing if the game cannot say."""
    try:
        return [Weighed(registry.agent("greedy").choose(here, _luck(here)).action, 0.0, 0)]
    except Error:
        return []
