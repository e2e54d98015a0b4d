"""How a search over plain rules values a spot at which it stops looking.

It may be played on from there, to the end or some moves deep; where the compiled searches follow a
game's guide, here every action is as likely that the game calls sensible. Then points are counted,
and what each seat wants of them: its own, its lead over the best of the others, or to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, NamedTuple

from whoknows.core.game import CHANCE, END, Action, State
from whoknows.core.kernels import Ints
from whoknows.search.leaf_values import LEAD, POINTS, TO_THE_END, Aim, Playing, Still
from whoknows.search.plain.plain_rules import PlainRules, Spot

MOST_MOVES = 4000  # of a playout: a game that chance alone would never end is counted there


class PlainSearch(NamedTuple, Generic[State, Action]):
    """What is searched: the spots that may be, the moves to try in them, what is maximised, and
    what that counts from."""

    rules: PlainRules[State, Action]
    spots: tuple[Spot[State, Action], ...]
    moves: tuple[Action, ...]  # that there are; their codes are their places
    first: Ints  # codes of those that are tried
    aim: Aim
    base: tuple[float, ...]

    @property
    def tried(self) -> tuple[Action, ...]:
        """The moves to try."""
        return tuple(self.moves[code] for code in self.first.tolist())


def worth(
    search: PlainSearch[State, Action], spot: Spot[State, Action], rng: Random
) -> list[float]:
    """What the spot is worth to each seat, played on as the aim says."""
    end = played_on(search.rules, search.aim.play, spot, rng)
    return _wanted(search, end)


def played_on(
    rules: PlainRules[State, Action], play: Playing, spot: Spot[State, Action], rng: Random
) -> Spot[State, Action]:
    """Where random moves lead to; of a limited number those of chance are not counted."""
    if isinstance(play, Still):
        return spot
    left = MOST_MOVES if play.steps == TO_THE_END else play.steps
    while left > 0 and (mover := rules.to_move(spot)) != END:
        if mover == CHANCE:
            spot = rules.after(spot, rules.drawn(spot, rng))
        else:
            spot = rules.after(spot, rules.any_action(spot, rng))
            left -= 1
    return spot


def _wanted(search: PlainSearch[State, Action], spot: Spot[State, Action]) -> list[float]:
    game, want = search.rules.game, search.aim.want
    points = [p - b for p, b in zip(game.scores(spot.state), search.base, strict=True)]
    if want == POINTS:
        return points
    if want == LEAD:
        return [own - _best_of_others(points, seat) for seat, own in enumerate(points)]
    if game.to_move(spot.state) == END and not search.rules.has_rounds:
        won: Sequence[int] = game.winners(spot.state)
    else:
        won = [seat for seat, own in enumerate(points) if own == max(points)]
    return [1 / len(won) if seat in won else 0.0 for seat in range(len(points))]


def _best_of_others(points: Sequence[float], seat: int) -> float:
    others = [*points[:seat], *points[seat + 1 :]]
    return max(others, default=0.0)
