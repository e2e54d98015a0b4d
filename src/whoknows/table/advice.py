"""What the seat to move had best do, and what each move of a match has lost: by search.

Tickets are played out many times from imagined states (as `flat-mc` does), other games are solved
world by world (as `pimc` does). All starts from a seat's view and from a public stream of luck, so
the same advice is given in all deals that the seat cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from whoknows.core import registry
from whoknows.core.agent import Choice, View
from whoknows.core.chance import stream
from whoknows.core.error import Error
from whoknows.core.game import Game
from whoknows.core.match import Course, view

WORLDS = 200
PLAYOUTS = 1000  # for a hint; an analysis has fewer for each of many moves
FEWER = 300
TOP = 5


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action, what it is worth to the seat in points, and how often it was tried."""

    action: Any
    value: float
    tries: int


def advised(course: Course[Any, Any]) -> Iterator[dict[str, Any]]:
    """The best actions of the seat to move, best first."""
    here = view(course.game, course.state, course.model, course.by)
    for one in weighed(here, PLAYOUTS)[:TOP]:
        yield {"text": str(one.action), "value": round(one.value, 2), "tries": one.tries}


def losses(game: Game[Any, Any], moves: Sequence[str], seconds: float) -> Iterator[dict[str, Any]]:
    """For every decision of a seat: what it was worth less than the best; until the time is up."""
    course, until = Course(game, 0), monotonic() + seconds
    for step, text in enumerate(moves, start=1):
        action = game.parse(text)
        if course.by >= 0:
            here = view(game, course.state, course.model, course.by)
            yield {"step": step, **_loss(here, action)}
        if monotonic() > until:
            return
        course.take(Choice(action))


def _loss(here: View[Any, Any], action: Any) -> dict[str, Any]:
    found = weighed(here, FEWER, action) if len(here.actions) > 1 else []
    taken = next((one for one in found if one.action == action), None)
    if taken is None or taken is found[0]:
        return {"lost": 0.0, "best": str(action)}
    return {"lost": round(max(0.0, found[0].value - taken.value), 2), "best": str(found[0].action)}


def weighed(here: View[Any, Any], playouts: int, also: Any = None) -> list[Weighed]:
    """Actions with their values, the recommended one first; `also` is weighed in any case."""
    if len(here.actions) == 1:
        return [Weighed(here.actions[0], 0.0, 0)]
    try:
        if here.game.name == "tickets":
            return _played_out(here, playouts, also)
        return _solved(here)
    except Error:
        return _greedy(here)


def _luck(here: View[Any, Any]) -> Any:
    return stream(0, "advice", here.seat)


def _played_out(here: View[Any, Any], playouts: int, also: Any) -> list[Weighed]:
    """As flat-mc plays."""
    import numpy as np

    from whoknows.search.draw import random
    from whoknows.search.flat import weighed as tried
    from whoknows.search.leaf import aim
    from whoknows.search.think import Thought, thought

    rng = _luck(here)
    start = thought(here, min(WORLDS, playouts), rng)
    if not isinstance(start, Thought):
        return [Weighed(start.action, 0.0, 0)]
    if also is not None and here.game.encode(also) not in start.moves:
        start = replace(start, moves=np.append(start.moves, here.game.encode(also)))
    rules = start.rules
    best, found = tried(
        rules.tables, start.rows, start.moves, here.seat, aim(rules, play="guided", want="lead"),
        start.base, playouts, rules.width, random(rng), advised=start.advised, caution=2.0,
    )  # fmt: skip
    return sorted(
        (Weighed(here.game.decode(one.code), one.value, one.visits) for one in found),
        key=lambda one: (here.game.encode(one.action) != best, -one.value),
    )


def _solved(here: View[Any, Any]) -> list[Weighed]:
    """As pimc plays: it tells of all actions."""
    from whoknows.search.draw import random, states
    from whoknows.search.pimc import everything, played, replies
    from whoknows.search.rules import compiled

    rules, rng = compiled(here.game), _luck(here)
    rows = everything(here, rules, WORLDS)
    if rows is None:
        rows = states(here, rules, WORLDS, rng)
    codes: Any = [here.game.encode(action) for action in here.actions]
    long = here.game.name == "boerenbridge" and len(here.state.hands[here.seat]) > 6
    means = (played if long else replies)(rules, rows, codes, random(rng))
    means = means - here.game.scores(here.state)[here.seat]
    found = zip(here.actions, means.tolist(), strict=True)
    return sorted((Weighed(a, v, len(rows)) for a, v in found), key=lambda one: -one.value)


def _greedy(here: View[Any, Any]) -> list[Weighed]:
    """What looks best at once, for a game that no search knows; nothing if nobody does."""
    try:
        return [Weighed(registry.agent("greedy").choose(here, _luck(here)).action, 0.0, 0)]
    except Error:
        return []
