"""How likely what others were seen to do was, in many states at once, by each of some styles.

Bids of a round are read from the state by compiled rules (`Features.past_acts`), and cards from
what the seat has seen (`View.past`). Where a game tells how a move suits a hand, every move that
the seat has seen counts; what was found of one is noted, so that the next decision has only new
moves to look at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from whoknows.beliefs.learned_style import ERROR, LearnedStyle
from whoknows.beliefs.style import Anything, AsAgent, Share, Style
from whoknows.beliefs.suited_style import SuitedStyle
from whoknows.core.agent import PastAct, View
from whoknows.core.error import Error
from whoknows.core.game import Action, Game, State
from whoknows.core.kernels import Floats, Ints
from whoknows.core.past_acts import PastActs
from whoknows.search.determinization import Rows

NOTES = "likelihoods"  # in an agent's memory of a match
Noted = dict[tuple[str, int], dict[bytes, float]]  # by style and act: by hand


def likelihoods(
    view: View[State, Action], rows: Rows, styles: Sequence[Share]
) -> dict[int, Floats]:
    """For each other seat how likely each style makes all that it did, in each of these states."""
    if view.game.tells_style_options:
        return suited(view, rows, styles)
    return told_by_rules(view.game, view.seat, rows, styles, view.past, view.state)


def told_by_rules(
    game: Game[State, Action], seat: int, rows: Rows, styles: Sequence[Share],
    seen: Sequence[PastAct] = (), now: State | None = None,
) -> dict[int, Floats]:  # fmt: skip
    """From what compiled rules tell of the past."""
    told = [_past(game, seat, rows, one.style, seen, now) for one in styles]
    found = {}
    for other in dict.fromkeys(told[0].by):
        acts = [number for number, by in enumerate(told[0].by) if by == other]
        found[other] = np.array([past.chances[acts].prod(axis=0) for past in told])
    return found


def suited(view: View[State, Action], rows: Rows, styles: Sequence[Share]) -> dict[int, Floats]:
    """From the moves that the seat has seen."""
    sums: dict[int, Floats] = {}
    for number, act in enumerate(view.past):
        hands = view.game.style_hands(rows, act.by, act.before)
        if hands.shape[1]:
            logs = sums.setdefault(act.by, np.zeros((len(styles), len(rows))))
            for place, one in enumerate(styles):
                logs[place] += act_logs(view, one.style, number, hands)
    return {seat: np.exp(logs - logs.max()) for seat, logs in sums.items()}


def act_logs(view: View[State, Action], style: Style, number: int, hands: Ints) -> Floats:
    """The logarithm of how likely the style makes one of the acts, for each hand."""
    alike, which = np.unique(hands, axis=0, return_inverse=True)
    noted: Noted = view.memory.setdefault(NOTES, {})  # type: ignore[assignment]
    known, keys = noted.setdefault((style.name, number), {}), [hand.tobytes() for hand in alike]
    new = [place for place, key in enumerate(keys) if key not in known]
    if new:
        found = np.log(_of(view.game, style, view.past[number], alike[new]))
        known.update(zip([keys[place] for place in new], found.tolist(), strict=True))
    return np.array([known[key] for key in keys])[which.reshape(-1)]


def refused(game: Game[State, Action], style: Style) -> str:
    """Why nothing can be told of this style at full speed; nothing if it can."""
    if isinstance(style, SuitedStyle | Anything) and game.tells_style_hands:
        return ""
    if not game.tells_past_acts or isinstance(style, SuitedStyle):
        return f"{game.spec} cannot tell at full speed how likely {style.name} makes what was done"
    if isinstance(style, AsAgent) and style.agent.policy(game) is None:
        return f"{style.name} has no compiled policy in {game.spec}"
    return ""


def _of(game: Game[State, Action], style: Style, act: PastAct, hands: Ints) -> Floats:
    if isinstance(style, SuitedStyle | Anything):
        return style.likelihoods(game, act, hands)
    raise Error(refused(game, style))


def _past(
    game: Game[State, Action], seat: int, rows: Rows, style: Style, seen: Sequence[PastAct],
    now: State | None,
) -> PastActs:  # fmt: skip
    """What others did, and how likely that was by this style, a share of error included."""
    if why := refused(game, style):
        raise Error(why)
    policy, error = _policy(game, style)
    found = game.past_acts(rows, seat, policy, seen, now)
    if found is None:
        raise Error(f"{game.spec} cannot tell at full speed what {style.name} does")
    return found._replace(chances=(1 - error) * found.chances + error / found.options)


def _policy(game: Game[State, Action], style: Style) -> tuple[object, float]:
    """What compiled rules know of the style, and its share of error."""
    if isinstance(style, AsAgent):
        return style.agent.policy(game), float(style.error)
    return (style.policy, float(ERROR)) if isinstance(style, LearnedStyle) else (None, 0.0)
